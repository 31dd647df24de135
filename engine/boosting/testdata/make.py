"""Writes adaboost.json, gradient.json and medians.json beside this file: what scikit-learn's boosting gives."""
import json
import os

import numpy as np
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier, GradientBoostingRegressor
from sklearn.tree import DecisionTreeClassifier

HERE = os.path.dirname(os.path.abspath(__file__))


def kept(rounds):
    return sorted({1, 2, 5, min(13, rounds), rounds})


def grid(x):
    return np.round(x * 256) / 256


def untied(x, y, make, weights=True):
    """A model whose answers do not hang on which of two equally good splits is taken: with inputs mirrored, in
    another order, and with weights that differ by rounding errors (which medians would notice), it says the same. None where
    there is no such."""
    rng = np.random.default_rng(1)
    m = make(0).fit(x, y)
    want = list(getattr(m, "staged_decision_function", m.staged_predict)(x))
    for s in range(8):
        z = x * np.where(np.arange(x.shape[1]) % 2 == s % 2, -1, 1)
        z = z[:, ::-1] if s % 4 >= 2 else z
        w = 1 + 1e-11 * rng.standard_normal(len(x)) if weights else None
        o = make(s).fit(z, y, sample_weight=w)
        got = list(o.staged_decision_function(z) if hasattr(m, "staged_decision_function") else o.staged_predict(z))
        if len(got) != len(want) or not all(np.allclose(a, b, rtol=0, atol=1e-6) for a, b in zip(got, want)):
            return None
    return m


def moons(rng, n, noise):
    t = rng.uniform(0, np.pi, n)
    y = np.arange(n) % 2
    x = np.c_[np.where(y == 0, np.cos(t), 1 - np.cos(t)), np.where(y == 0, np.sin(t), 0.5 - np.sin(t))]
    return grid(x + noise * rng.standard_normal((n, 2))), y


def blobs(rng, n, k, noise):
    y = np.arange(n) % k
    a = 2 * np.pi * y / k
    return grid(np.c_[np.cos(a), np.sin(a)] + noise * rng.standard_normal((n, 2))), y


def write(name, cases):
    with open(os.path.join(HERE, name), "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]\n")


def adaboost():
    cases = []
    for i, (k, depth, rate, rounds, noise) in enumerate([(2, 1, 1, 60, 0.3), (2, 1, 0.5, 60, 0.3), (2, 2, 1, 40, 0.35), (3, 1, 1, 50, 0.5), (3, 2, 0.3, 40, 0.6), (4, 3, 1, 30, 0.7), (2, 6, 1, 30, 0.2)]):
        for seed in range(10 + 1000 * i, 1000 * i + 1000):
            rng = np.random.default_rng(seed)
            x, y = moons(rng, 97, noise) if k == 2 else blobs(rng, 97, k, noise)
            m = untied(x, y, lambda s: AdaBoostClassifier(DecisionTreeClassifier(max_depth=depth, random_state=s), n_estimators=rounds, learning_rate=rate, algorithm="SAMME", random_state=s))
            if m is not None:
                break
        print("adaboost", i, "seed", seed)
        n = len(m.estimators_)
        cases.append(dict(params=dict(max_depth=depth, learning_rate=rate, n_estimators=rounds), X=x.tolist(), y=y.tolist(), rounds=n,
                          errors=[1 - s for s in m.staged_score(x, y)], staged=[p.tolist() for p in m.staged_predict(x)],
                          estimator_weights=m.estimator_weights_[:n].tolist(), estimator_errors=m.estimator_errors_[:n].tolist()))
    write("adaboost.json", cases)


def gradient():
    cases = []
    for i, (task, k, loss, depth, rate, rounds) in enumerate([
        ("classify", 2, "log_loss", 1, 0.1, 60), ("classify", 2, "log_loss", 3, 0.3, 30), ("classify", 3, "log_loss", 2, 0.2, 30),
        ("classify", 4, "log_loss", 3, 0.1, 20),
        ("regress", 1, "squared_error", 1, 0.1, 80), ("regress", 1, "squared_error", 3, 0.3, 30), ("regress2d", 2, "squared_error", 2, 0.1, 40),
        ("regress", 1, "absolute_error", 2, 0.1, 12), ("regress", 1, "huber", 2, 0.1, 40), ("regress2d", 2, "huber", 2, 0.2, 30), ("regress2d", 2, "absolute_error", 1, 0.5, 12),
    ]):
        params = dict(max_depth=depth, learning_rate=rate, n_estimators=rounds)
        for seed in range(40 + 1000 * i, 1000 * i + 1000):
            rng = np.random.default_rng(seed)
            if task == "classify":
                x, y = moons(rng, 97, 0.3) if k == 2 else blobs(rng, 97, k, 0.6)
                m = untied(x, y, lambda s: GradientBoostingClassifier(criterion="squared_error", loss=loss, random_state=s, **params))
            else:
                x = grid(np.sort(rng.uniform(-3, 3, (80, 1)), axis=0)) if task == "regress" else grid(rng.uniform(-2, 2, (90, 2)))
                y = np.sin(x[:, 0]) + (np.cos(2 * x[:, 1]) if task == "regress2d" else 0) + 0.2 * rng.standard_normal(len(x))
                y[::13] += 3
                y = grid(y)
                m = untied(x, y, lambda s: GradientBoostingRegressor(criterion="squared_error", loss=loss, random_state=s, **params), loss == "squared_error")
            if m is not None:
                break
        print("gradient", i, "seed", seed)
        staged = [np.atleast_2d(s.T).T.tolist() for s in m.staged_decision_function(x)] if task == "classify" else [s.tolist() for s in m.staged_predict(x)]
        cases.append(dict(task=task, params=dict(params, loss=loss), X=x.tolist(), y=y.tolist(), steps=kept(rounds), staged=[staged[s - 1] for s in kept(rounds)], train_score=m.train_score_.tolist()))
    write("gradient.json", cases)


def medians():
    """Absolute loss of an odd number of values that are no binary fractions: the first sum is one of them, and its sign is 0."""
    cases = []
    for i, (task, n, depth, rate, rounds) in enumerate([("regress", 81, 2, 0.1, 12), ("regress", 37, 1, 0.3, 12), ("regress2d", 91, 1, 0.5, 12), ("regress2d", 55, 2, 0.1, 12), ("regress", 25, 3, 0.2, 8), ("regress", 33, 2, 0.1, 8)]):
        params = dict(max_depth=depth, learning_rate=rate, n_estimators=rounds)
        for seed in range(1000 * i, 1000 * i + 1000):
            rng = np.random.default_rng(seed)
            x = grid(rng.uniform(-3, 3, (n, 1 + (task == "regress2d"))))
            y = np.round(np.sin(x[:, 0]) + (np.cos(2 * x[:, 1]) if task == "regress2d" else 0) + 0.2 * rng.standard_normal(n), 3)
            m = untied(x, y, lambda s: GradientBoostingRegressor(criterion="squared_error", loss="absolute_error", random_state=s, **params), False)
            if m is not None:
                break
        print("medians", i, "seed", seed)
        cases.append(dict(task=task, params=dict(params, loss="absolute_error"), X=x.tolist(), y=y.tolist(), steps=kept(rounds), staged=[list(m.staged_predict(x))[s - 1].tolist() for s in kept(rounds)], train_score=m.train_score_.tolist()))
    write("medians.json", cases)


adaboost()
gradient()
medians()
