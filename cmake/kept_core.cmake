# A clone compiles its core once.  Whoever builds it next, `pip install .`, the Makefile or the
# wheel, takes the copy that is kept in build/core if that was made of the same sources, by the
# same compiler, with the same flags.  A source archive keeps nothing unless it is told where.

if(DEFINED ENV{ARBORETUM_KEPT_CORES})
  set(kept_cores "$ENV{ARBORETUM_KEPT_CORES}")
elseif(EXISTS "${CMAKE_SOURCE_DIR}/PKG-INFO")
  set(kept_cores "")
else()
  set(kept_cores "${CMAKE_SOURCE_DIR}/build/core")
endif()

# Everything that what is compiled depends on, as one number.
file(GLOB_RECURSE made_of RELATIVE "${CMAKE_SOURCE_DIR}"
     cpp/*.cpp cpp/*.hpp cmake/*.cmake)
list(APPEND made_of CMakeLists.txt)
list(SORT made_of)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${made_of})
set(made_by "${CMAKE_CXX_COMPILER}|${CMAKE_CXX_COMPILER_VERSION}|${CMAKE_CXX_FLAGS}"
    "|${CMAKE_SHARED_LINKER_FLAGS}|${CMAKE_MODULE_LINKER_FLAGS}|${CMAKE_BUILD_TYPE}"
    "|${ARBORETUM_SANITIZE}|${nanobind_VERSION}|${Python_VERSION}|${Python_SOABI}"
    "|${SKBUILD_SABI_VERSION}|${CMAKE_SYSTEM_PROCESSOR}|${CMAKE_OSX_ARCHITECTURES}"
    "|${CMAKE_OSX_DEPLOYMENT_TARGET}")
foreach(file IN LISTS made_of)
  file(SHA256 "${CMAKE_SOURCE_DIR}/${file}" digest)
  list(APPEND made_by "${file} ${digest}")
endforeach()
string(SHA256 core_id "${made_by}")

string(REGEX REPLACE "[^A-Za-z0-9]+" "-" core_kind
       "${Python_SOABI} ${SKBUILD_SABI_VERSION} ${CMAKE_BUILD_TYPE} ${ARBORETUM_SANITIZE}")
string(REGEX REPLACE "^-|-$" "" core_kind "${core_kind}")
set(kept_core "${kept_cores}/${core_kind}")

# Sets `core_is_kept`, and `kept` to the core that is to be taken, if any.  A build that has compiled
# one goes on with its own objects: after a change only some of them are compiled again.
function(find_kept_core)
  set(kept "" PARENT_SCOPE)
  set(core_is_kept OFF PARENT_SCOPE)
  if(NOT kept_cores OR NOT EXISTS "${kept_core}/id")
    return()
  endif()
  file(READ "${kept_core}/id" id)
  file(GLOB found "${kept_core}/_core.*")
  if(NOT id STREQUAL core_id OR NOT found)
    return()
  endif()
  set(core_is_kept ON PARENT_SCOPE)
  if(NOT EXISTS "${CMAKE_BINARY_DIR}/CMakeFiles/_core.dir/cpp")
    set(kept "${found}" PARENT_SCOPE)
  endif()
endfunction()

# Keeps what is compiled.  The id comes last: a copy that was interrupted does not count.
function(keep_core)
  if(NOT kept_cores)
    return()
  endif()
  file(WRITE "${CMAKE_BINARY_DIR}/core_id" "${core_id}")
  add_custom_command(TARGET _core POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E rm -rf "${kept_core}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${kept_core}"
    COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:_core> "${kept_core}"
    COMMAND ${CMAKE_COMMAND} -E copy "${CMAKE_BINARY_DIR}/core_id" "${kept_core}/id"
    VERBATIM)
endfunction()
