# Measures rpart on a problem saved by rpart.py; writes the numbers as JSON.
suppressMessages(library(rpart))

arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
result <- arguments[2]
settings <- eval(parse(text = paste("rpart.control(", arguments[3], ")")))
n_predict <- as.integer(arguments[4])

facts <- scan(file.path(folder, "facts"), quiet = TRUE)
n_train <- facts[1]
n_test <- facts[2]
n_classes <- facts[3]
small <- facts[4]
input_mb <- facts[5] / 2^20
n_categories <- facts[-(1:5)]

read_doubles <- function(name, n) readBin(file.path(folder, name), "double", n)

read_frame <- function(part, n) {
  file <- file(file.path(folder, paste0(part, ".X")), "rb")
  on.exit(close(file))
  columns <- lapply(n_categories, function(size) {
    x <- readBin(file, "double", n)
    if (size == 0) {
      x[is.nan(x)] <- NA
      return(x)
    }
    x[x == 0] <- NA
    factor(x, levels = seq_len(size))
  })
  names(columns) <- paste0("x", seq_along(columns))
  as.data.frame(columns)
}

target <- function(part, n) {
  y <- read_doubles(paste0(part, ".y"), n)
  if (n_classes > 0) factor(y, levels = seq_len(n_classes) - 1) else y
}

# Memory as the kernel counts it, in MB.
memory <- function(field) {
  line <- grep(paste0("^", field, ":"), readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) / 1024
}

X <- read_frame("train", n_train)
y <- target("train", n_train)
w <- if (file.exists(file.path(folder, "train.w"))) read_doubles("train.w", n_train) else NULL
kind <- if (n_classes > 0) "class" else "anova"

grow <- function(X, y, w) {
  samples <- cbind(target = y, X)
  if (is.null(w)) return(rpart(target ~ ., samples, method = kind, control = settings))
  environment <- list2env(list(w = w))
  formula <- as.formula("target ~ .", environment)
  rpart(formula, samples, weights = w, method = kind, control = settings)
}

# User + system seconds and elapsed seconds of one call; R's clock is too coarse for one short call.
timed <- function(call, times = 1) {
  taken <- system.time(for (k in seq_len(times)) call(), gcFirst = FALSE)
  c(taken[["user.self"]] + taken[["sys.self"]], taken[["elapsed"]]) / times
}

first <- seq_len(min(200, n_train))
model <- grow(X[first, ], y[first], w[first])
invisible(gc())
before <- memory("VmRSS")
cat("5", file = "/proc/self/clear_refs")
fit <- timed(function() model <<- grow(X, y, w), if (n_train > small) 1 else 30)
peak <- memory("VmHWM")

kind_of_answer <- if (n_classes > 0) "class" else "vector"
test <- read_frame("test", n_test)
y_test <- target("test", n_test)
predicted <- predict(model, test, type = kind_of_answer)
score <- if (n_classes > 0) {
  mean(as.character(predicted) == as.character(y_test))
} else {
  1 - sum((y_test - predicted)^2) / sum((y_test - mean(y_test))^2)
}

set.seed(20)
rows <- test[sample.int(n_test, n_predict, replace = TRUE), , drop = FALSE]
batch <- timed(function() predict(model, rows, type = kind_of_answer))
single <- rows[1, , drop = FALSE]
one_row <- timed(function() predict(model, single, type = kind_of_answer), 20)[2]

numbers <- c(
  cpu = fit[1], wall = fit[2], peak_mb = max(0, peak - before), input_mb = input_mb,
  leaves = sum(model$frame$var == "<leaf>"), score = score,
  predict_cpu = batch[1], predict_wall = batch[2], one_row = one_row
)
pairs <- sprintf('"%s": %.10g', names(numbers), numbers)
writeLines(paste0("{", paste(pairs, collapse = ", "), "}"), result)
