#pragma once

#include <atomic>
#include <vector>

#include "arboretum/grow/subtree.hpp"

namespace arboretum::grow {

/// Grows a tree from encoded features, on several threads.
///
/// The nodes near the root are grown one after another; the subtrees below them, once they
/// hold a sixteenth of the samples or less, are tasks that threads take in turn.  What is a
/// task does not depend on the number of threads, and a node takes its histogram along, so
/// the tree does not either.
template <class Targets, class Criterion>
class Grower {
 public:
  Grower(const Encoded& encoded, const Limits& limits, std::size_t n_threads, Pulse& pulse)
      : growth_(encoded, limits), n_threads_(n_threads), pulse_(pulse) {}

  GrownTree run() {
    Open root = load();
    SubtreeGrower<Targets, Criterion> here(growth_, n_threads_, pulse_);
    if (n_threads_ == 1 || root.size() < min_parallel) {
      GrownTree tree;
      here.run(std::move(root), tree, [](Open&) { return false; });
      return tree;
    }
    grow_top(std::move(root), here);
    here.use_threads(1);  // from here on each thread has its own task
    grow_tasks(here);
    return join();
  }

 private:
  using Open = OpenNode<Targets>;

  /// Below this many rows starting threads costs more than they save.
  static constexpr std::size_t min_parallel = 16384;
  static constexpr std::size_t tasks_per_tree = 16;

  /// Part of the tree in pre-order: nodes near the root, or one task.
  struct Piece {
    GrownTree tree;
    bool is_task = false;
    Open node;
  };

  Open load() {
    const Encoded& encoded = growth_.encoded;
    const std::size_t n = growth_.samples.size();
    Open root{0, n, 0, -1, std::vector<double>(growth_.width + 1, 0.0), nullptr};
    for (std::size_t row = 0; row < n; ++row) {
      growth_.samples[row] = growth_.targets.sample(encoded.input(), row);
      growth_.targets.add(root.totals.data(), growth_.samples[row]);
    }
    growth_.root_weight = growth_.criterion.weight(root.totals.data());
    return root;
  }

  /// Nodes near the root count themselves from the first piece on: `parent` of a node is its
  /// number among them, whichever piece it is in.
  void grow_top(Open&& root, SubtreeGrower<Targets, Criterion>& here) {
    const std::size_t task_size = std::max(root.size() / tasks_per_tree, growth_.block_size);
    GrownTree top;
    std::size_t n_seen = 0;
    const auto take_nodes = [&] {
      Piece piece;
      piece.tree = top.tail(n_seen, growth_.width);
      n_seen = top.n_nodes();
      pieces_.push_back(std::move(piece));
    };
    here.run(std::move(root), top, [&](Open& node) {
      if (node.size() > task_size) return false;
      take_nodes();
      Piece piece;
      piece.is_task = true;
      piece.node = std::move(node);
      pieces_.push_back(std::move(piece));
      return true;
    });
    take_nodes();
  }

  void grow_tasks(SubtreeGrower<Targets, Criterion>& here) {
    std::vector<Piece*> tasks;
    for (Piece& piece : pieces_)
      if (piece.is_task) tasks.push_back(&piece);
    // The largest first: the last to finish should be short.
    std::stable_sort(tasks.begin(), tasks.end(), [](const Piece* a, const Piece* b) {
      return a->node.size() > b->node.size();
    });
    std::atomic<std::size_t> next{0};
    const auto work = [&](SubtreeGrower<Targets, Criterion>& grower) {
      for (std::size_t i = next++; i < tasks.size(); i = next++) {
        Open node = std::move(tasks[i]->node);
        tasks[i]->node.parent = node.parent;
        node.parent = -1;
        grower.run(std::move(node), tasks[i]->tree, [](Open&) { return false; });
      }
    };
    run_on_threads(std::min(n_threads_, tasks.size()), pulse_, [&](std::size_t thread) {
      if (thread == 0) return work(here);
      SubtreeGrower<Targets, Criterion> grower(growth_, 1, pulse_);
      work(grower);
    });
  }

  /// One tree from the pieces.
  GrownTree join() {
    GrownTree tree;
    std::vector<std::int32_t> number_of;  ///< of the nodes near the root
    for (Piece& piece : pieces_) {
      const auto offset = static_cast<std::int32_t>(tree.n_nodes());
      for (std::size_t i = 0; i < piece.tree.n_nodes(); ++i) {
        std::int32_t& parent = piece.tree.parent[i];
        if (!piece.is_task) {
          number_of.push_back(offset + static_cast<std::int32_t>(i));
          parent = parent < 0 ? -1 : number_of[parent];
        } else {
          parent = parent < 0 ? number_of[piece.node.parent] : parent + offset;
        }
      }
      tree.append(std::move(piece.tree));
    }
    return tree;
  }

  Growth<Targets, Criterion> growth_;
  std::size_t n_threads_;
  Pulse& pulse_;
  std::vector<Piece> pieces_;
};

}  // namespace arboretum::grow
