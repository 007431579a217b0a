"""Three different costs: of asking, of being wrong, of a skewed sample."""

from arboretum import Prior, TreeClassifier, datasets

football = datasets.football()


def first_question(**parameters):
    model = TreeClassifier(criterion="entropy", max_depth=1, **parameters)
    model.fit(football.X, football.y, sample_weight=football.weights)
    return model.tree_.schema.feature_names[model.tree_.root.split.column]


print("1. Asking costs.  Gender gains 0.3370 bits, age 0.0319: 10.6 times as much.")
for cost in (1, 10, 11):
    asked = first_question(feature_costs={"gender": cost})
    print(f"   if asking for gender costs {cost:>2} times as much, ask for {asked} first")

print("\n2. Being wrong costs.  A screening test, and illness missed at 5 times a false alarm:")
X = {"test": ["positive"] * 10 + ["negative"] * 10}
y = ["ill"] * 7 + ["well"] * 3 + ["ill"] * 2 + ["well"] * 8
for loss in (None, {"ill": {"well": 5}}):
    model = TreeClassifier(loss=loss).fit(X, y)
    answers = dict(zip(X["test"][::10], model.predict({"test": X["test"][::10]}), strict=True))
    print(f"   loss={loss}: " + ", ".join(f"{k} means {v}" for k, v in answers.items()))

print("\n3. The sample is skewed.  Nine of its 20 are ill, but only one person in a hundred:")
for class_weight in (None, Prior({"well": 0.99, "ill": 0.01})):
    model = TreeClassifier(class_weight=class_weight).fit(X, y)
    share = model.predict_proba({"test": ["positive"]})[0, 0]
    print(f"   class_weight={class_weight}: ill after a positive test: {share:.3f}")
