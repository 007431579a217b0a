"""Other libraries: how each grows one tree as like ours as it can, and predicts with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.contender import Arboretum, ArboretumEntropy, ArboretumRare, Contender
from benchmarks.data import Problem

#: More categories than any feature here has.
MANY = 100_000


class ScikitLearn(Contender):
    """scikit-learn's exact tree."""

    name = "scikit-learn"
    package = "scikit-learn"
    is_threaded = False
    note = "reads float32 copies, breaks ties at random, and sees categories as ordered codes"

    def parameters(self, problem: Problem) -> dict[str, Any]:
        return {"max_depth": self.max_depth, "random_state": 0}

    def prepare(self, problem: Problem) -> Any:
        return self._numbers(problem.X)

    def grow(self, problem: Problem, prepared: Any) -> None:
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

        estimator = DecisionTreeClassifier if problem.n_classes else DecisionTreeRegressor
        model = estimator(**self.parameters(problem))
        self.model = model.fit(prepared, problem.y, problem.weight)

    def predict(self, X: Any) -> np.ndarray:
        return self.model.predict(self._numbers(X))

    def n_leaves(self) -> int:
        return self.model.get_n_leaves()

    def decide(self, predicted: np.ndarray, n_classes: int) -> np.ndarray:
        return predicted

    @staticmethod
    def _numbers(X: Any) -> np.ndarray:
        if isinstance(X, np.ndarray):
            return X
        numbers = np.empty(X.shape)
        for k, (_, column) in enumerate(X.items()):
            if column.dtype == "category":
                codes = column.cat.codes.to_numpy()
                numbers[:, k] = np.where(codes < 0, np.nan, codes)
            else:
                numbers[:, k] = column.to_numpy()
        return numbers


class LightGBM(Contender):
    """LightGBM: one round on at most 255 bins per feature."""

    name = "LightGBM"
    package = "lightgbm"
    #: LightGBM takes no larger number.
    most_leaves = 131_072
    note = (
        "255 bins; one tree per class where there are more than two (leaves: the largest); "
        f"at most {most_leaves:,} leaves; predicts probabilities"
    )

    def parameters(self, problem: Problem) -> dict[str, Any]:
        n_classes = problem.n_classes
        objective = {0: "regression", 2: "binary"}.get(n_classes, "multiclass")
        # It makes room for every leaf it may grow, so ask for no more than there can be.
        leaves = len(problem.y) if self.max_depth is None else 2**self.max_depth
        return {
            "objective": objective,
            **({"num_class": n_classes} if n_classes > 2 else {}),
            "learning_rate": 1.0,
            "max_depth": -1 if self.max_depth is None else self.max_depth,
            "num_leaves": max(2, min(leaves, self.most_leaves)),
            "min_data_in_leaf": 1,
            # Float rounding gives pure nodes a tiny gain; left alone, it would split them.
            "min_gain_to_split": 1e-7,
            # Without a limit a full tree keeps a histogram for each of its leaves.
            "histogram_pool_size": 256,
            # Left alone, it would first try out which of two ways is faster.
            "force_col_wise": True,
            "num_threads": self.n_threads,
            "verbose": -1,
            **(self._about_categories() if problem.is_frame else {}),
        }

    def _about_categories(self) -> dict[str, Any]:
        """Every cut of the ordered categories may be chosen, and none is favoured."""
        return {
            # Above 0 it leaves out categories that are not at the node, whose order is 0 / 0.
            "cat_smooth": 1e-6,
            "cat_l2": 0.0,
            "min_data_per_group": 1,
            "max_cat_threshold": MANY,
            "max_cat_to_onehot": 1,
        }

    def prepare(self, problem: Problem) -> Any:
        import lightgbm

        parameters = self.parameters(problem)
        data = lightgbm.Dataset(problem.X, problem.y, weight=problem.weight, params=parameters)
        return data.construct()

    def grow(self, problem: Problem, prepared: Any) -> None:
        import lightgbm

        parameters = self.parameters(problem)
        self.model = lightgbm.train(parameters, prepared, num_boost_round=1)

    def predict(self, X: Any) -> np.ndarray:
        return self.model.predict(X, num_threads=self.n_threads)

    def n_leaves(self) -> int:
        lines = self.model.model_to_string().splitlines()
        return max(int(line.split("=")[1]) for line in lines if line.startswith("num_leaves="))


class LightGBMRegularised(LightGBM):
    """LightGBM with its own defaults for categories: rare ones are left out, sets are penalised."""

    name = "LightGBM own categories"
    is_about_categories = True
    note = (
        "as LightGBM, but with its defaults for categories (cat_smooth=10, cat_l2=10, "
        "min_data_per_group=100, max_cat_threshold=32): those with few samples at a node are "
        "ignored, which makes a better tree where there are many"
    )

    def _about_categories(self) -> dict[str, Any]:
        return {}


class XGBoostHist(Contender):
    """XGBoost: one round on at most 256 bins per feature."""

    name = "XGBoost hist"
    package = "xgboost"
    method = "hist"
    note = (
        "256 bins; one multi-output tree where there are more than two classes (leaves not "
        "reported); predicts probabilities"
    )

    def prepare(self, problem: Problem) -> Any:
        import xgboost

        return xgboost.QuantileDMatrix(
            problem.X,
            problem.y,
            weight=problem.weight,
            nthread=self.n_threads,
            enable_categorical=problem.is_frame,
        )

    def _depth(self) -> int:
        return 0 if self.max_depth is None else self.max_depth

    def parameters(self, problem: Problem) -> dict[str, Any]:
        n_classes = problem.n_classes
        objective = {0: "reg:squarederror", 2: "binary:logistic"}
        # Every cut of the ordered categories may be chosen.
        categories = {"max_cat_threshold": MANY, "max_cat_to_onehot": 1}
        several = {"num_class": n_classes, "multi_strategy": "multi_output_tree"}
        return {
            "objective": objective.get(n_classes, "multi:softprob"),
            **(several if n_classes > 2 else {}),
            "tree_method": self.method,
            "max_depth": self._depth(),
            "learning_rate": 1.0,
            "reg_lambda": 0.0,
            "min_child_weight": 0.0,
            # Float rounding gives pure nodes a tiny gain; left alone, it would split them.
            "gamma": 1e-4,
            "nthread": self.n_threads,
            "verbosity": 0,
            **(categories if problem.is_frame else {}),
        }

    def grow(self, problem: Problem, prepared: Any) -> None:
        import xgboost

        parameters = self.parameters(problem)
        self.model = xgboost.train(parameters, prepared, num_boost_round=1)
        self.has_several_outputs = "multi_strategy" in parameters

    def predict(self, X: Any) -> np.ndarray:
        return self.model.inplace_predict(X)

    def n_leaves(self) -> int | None:
        if self.has_several_outputs:
            return None  # its dump does not tell
        return max(tree.count("leaf=") for tree in self.model.get_dump())


class XGBoostExact(XGBoostHist):
    """XGBoost's search over all thresholds."""

    name = "XGBoost exact"
    method = "exact"
    #: This method asks for a limit; no tree here comes near it.
    no_limit = 500
    note = "all thresholds of float32 copies; one tree per class where there are more than two"

    @staticmethod
    def refuses(problem: Problem) -> str:
        return "has no categorical features" if problem.is_frame else ""

    def prepare(self, problem: Problem) -> Any:
        import xgboost

        return xgboost.DMatrix(problem.X, problem.y, weight=problem.weight, nthread=self.n_threads)

    def _depth(self) -> int:
        return self.no_limit if self.max_depth is None else self.max_depth

    def parameters(self, problem: Problem) -> dict[str, Any]:
        parameters = super().parameters(problem)
        parameters.pop("multi_strategy", None)
        return parameters


class YDF(Contender):
    """Yggdrasil's CART, without its pruning."""

    name = "YDF"
    package = "ydf"
    note = (
        "entropy for classes, so compare it with arboretum entropy where that is shown; float32 "
        "columns; a missing value counts as the mean or the most frequent category; predicts "
        "probabilities"
    )

    def prepare(self, problem: Problem) -> Any:
        import ydf

        columns = self._columns(problem.X)
        columns["target"] = problem.y
        if problem.weight is not None:
            columns["weight"] = problem.weight
        semantics = [("target", ydf.Semantic.CATEGORICAL)] if problem.n_classes else []
        return ydf.create_vertical_dataset(
            columns, columns=semantics, include_all_columns=True, min_vocab_frequency=1
        )

    def parameters(self, problem: Problem) -> dict[str, Any]:
        return {
            # Its depth counts nodes, not edges.
            "max_depth": -1 if self.max_depth is None else self.max_depth + 1,
            "min_examples": 1,
            # Without samples held out nothing is pruned.
            "validation_ratio": 0.0,
            "num_threads": self.n_threads,
        }

    def grow(self, problem: Problem, prepared: Any) -> None:
        import ydf

        learner = ydf.CartLearner(
            label="target",
            task=ydf.Task.CLASSIFICATION if problem.n_classes else ydf.Task.REGRESSION,
            weights=None if problem.weight is None else "weight",
            **self.parameters(problem),
        )
        self.model = learner.train(prepared, verbose=0)

    def predict(self, X: Any) -> np.ndarray:
        return self.model.predict(self._columns(X), num_threads=self.n_threads)

    def n_leaves(self) -> int:
        return (self.model.num_nodes() + 1) // 2

    def decide(self, predicted: np.ndarray, n_classes: int) -> np.ndarray:
        decided = super().decide(predicted, n_classes)
        if not n_classes:
            return decided
        return np.array([int(name) for name in self.model.label_classes()])[decided]

    @staticmethod
    def _columns(X: Any) -> dict[str, np.ndarray]:
        if isinstance(X, np.ndarray):
            return {f"x{k}": X[:, k] for k in range(X.shape[1])}
        columns = {}
        for name, column in X.items():
            if column.dtype == "category":
                # An empty name is a missing one.
                names = np.array([*column.cat.categories, ""], dtype=np.bytes_)
                columns[name] = names[column.cat.codes.to_numpy()]
            else:
                columns[name] = column.to_numpy()
        return columns


CONTENDERS: dict[str, type[Contender]] = {
    contender.name: contender
    for contender in (
        Arboretum,
        ArboretumEntropy,
        ArboretumRare,
        ScikitLearn,
        LightGBM,
        LightGBMRegularised,
        XGBoostHist,
        XGBoostExact,
        YDF,
    )
}
OURS = Arboretum.name
