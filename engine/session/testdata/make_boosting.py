"""Writes boosting.json beside this file: what scikit-learn's boosting gives on whole tables.

Every third row, from the first on, is held out for testing. What hangs on which of two equally good splits is taken is
left out: models are fitted to the columns in other orders and mirrored, too, and kept are the rounds up to which all say
the same at all rows, importances where all agree, and errors at the test rows until one of those lies on a threshold.
"""
import json
import os

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier
from sklearn.tree import DecisionTreeClassifier

HERE = os.path.dirname(os.path.abspath(__file__))


def ada(depth, rate, rounds):
    return lambda s: AdaBoostClassifier(DecisionTreeClassifier(max_depth=depth, random_state=s), n_estimators=rounds, learning_rate=rate, algorithm="SAMME", random_state=s)


def gradient(depth, rate, rounds):
    return lambda s: GradientBoostingClassifier(criterion="squared_error", max_depth=depth, learning_rate=rate, n_estimators=rounds, random_state=s)


def agreed(x, y, train, make, others):
    """The model, the rounds up to which others say the same, and whether its importances are theirs."""
    m = make(0).fit(x[train], y[train])
    want = np.array(list(m.staged_decision_function(x)))
    n, same = len(want), True
    for s in range(1, others + 1):
        rng = np.random.default_rng(s)
        order, sign = rng.permutation(x.shape[1]), np.where(rng.random(x.shape[1]) < 0.5, -1, 1)
        z = (x * sign)[:, order]
        o = make(s).fit(z[train], y[train])
        got = np.array(list(o.staged_decision_function(z)))
        k = min(n, len(got))
        apart = np.abs(got[:k] - want[:k]).reshape(k, -1).max(1) > 1e-9
        n = int(np.argmax(apart)) if apart.any() else k
        imp = np.empty(len(order))
        imp[order] = o.feature_importances_
        same = same and np.abs(imp - m.feature_importances_).max() < 1e-9
        if n == 0:
            break
    return m, n, same


cases = []
for name, load, plans in [
    ("iris", load_iris, [("adaboost", 1, 1, 40), ("adaboost", 2, 0.5, 40), ("gradient_boosting", 1, 0.1, 40), ("gradient_boosting", 3, 0.1, 40)]),
    ("wine", load_wine, [("adaboost", 1, 1, 40), ("adaboost", 1, 0.5, 40), ("adaboost", 2, 1, 40), ("gradient_boosting", 1, 0.1, 40), ("gradient_boosting", 1, 0.5, 40)]),
    ("breast_cancer", load_breast_cancer, [("adaboost", 1, 1, 60), ("adaboost", 1, 0.3, 60), ("adaboost", 2, 1, 20), ("gradient_boosting", 1, 0.1, 40), ("gradient_boosting", 2, 0.1, 20), ("gradient_boosting", 3, 0.1, 20)]),
    ("digits", load_digits, [("adaboost", 1, 1, 30), ("adaboost", 3, 0.5, 15), ("gradient_boosting", 1, 0.3, 6)]),
]:
    b = load()
    x, y = b.data.astype(float), b.target
    train = np.arange(len(y)) % 3 != 0
    for method, depth, rate, rounds in plans:
        make = (ada if method == "adaboost" else gradient)(depth, rate, rounds)
        m, n, same = agreed(x, y, train, make, 2 if name == "digits" else 5)
        print(name, method, depth, rate, "rounds", n, "of", rounds, "importances" if same and n == rounds else "")
        if n < 3:
            continue
        says = np.array(list(m.staged_predict(x)))[:n]
        # scikit-learn's trees hold inputs in single precision: a test row on a threshold is on either side of it.
        held = x[~train]
        near = [np.array(list(m.staged_predict(held * (1 + e))))[:n] for e in (-3e-7, 0, 3e-7)]
        apart = ((near[0] != near[1]) | (near[2] != near[1])).any(1)
        tested = int(np.argmax(apart)) if apart.any() else n
        case = dict(table=name, method=method, params=dict(max_depth=depth, learning_rate=rate, n_estimators=rounds), rounds=n,
                    training_errors=(says[:, train] != y[train]).mean(1).tolist(), test_errors=(says[:, ~train] != y[~train]).mean(1)[:tested].tolist())
        if method == "adaboost":
            case.update(estimator_errors=m.estimator_errors_[:n].tolist(), estimator_weights=m.estimator_weights_[:n].tolist())
        else:
            case.update(train_score=m.train_score_[:n].tolist())
        if same and n == len(list(m.staged_predict(x))):
            case.update(feature_importances=m.feature_importances_.tolist())
        cases.append(case)
with open(os.path.join(HERE, "boosting.json"), "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]\n")
