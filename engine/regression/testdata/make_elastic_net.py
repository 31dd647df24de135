"""Writes elastic_net.json beside this file: what scikit-learn's ElasticNet gives, and, computed from its coefficients,
the objective, the smallest α at which all coefficients are 0, and the degrees of freedom.

python3 make_elastic_net.py    (scikit-learn 1.2.1)
"""
import json
import os

import numpy as np
from sklearn.linear_model import ElasticNet

HERE = os.path.dirname(os.path.abspath(__file__))
rng = np.random.default_rng(7)
alike = np.round(rng.normal(size=(12, 2)), 2)
alike[:, 1] = np.round(alike[:, 0] + 0.05 * alike[:, 1], 3)
y = np.round(2 * alike[:, 0] + 0.3 * rng.normal(size=12), 2)
cases = []
for name, x, alpha, ratio in (
    ("two columns alike", alike, 0.1, 0.5),
    ("hardly any absolute values", alike, 0.5, 0.01),
    ("lasso", alike, 0.1, 1.0),
    ("a third column is noise", np.c_[alike, np.round(rng.normal(size=12), 2)], 0.4, 0.8),
    ("more columns than rows", np.round(rng.normal(size=(6, 9)), 2), 0.2, 0.4),
    ("all zero", alike, 100, 0.5),
):
    n = len(x)
    t = y[:n]
    model = ElasticNet(alpha=alpha, l1_ratio=ratio, tol=1e-15, max_iter=10**6).fit(x, t)
    w, rest = model.coef_, t - model.predict(x)
    on, centred = np.flatnonzero(w), x - x.mean(0)
    z = centred[:, on]
    cases.append({
        "Name": name, "X": x.tolist(), "Y": t.tolist(), "Alpha": alpha, "Ratio": ratio, "Coef": w.tolist(),
        "Intercept": float(model.intercept_),
        "Objective": float(rest @ rest / 2 / n + alpha * ratio * abs(w).sum() + alpha * (1 - ratio) / 2 * w @ w),
        "Top": float(abs(centred.T @ (t - t.mean())).max() / n / ratio),
        "Freedom": float(np.trace(z @ np.linalg.solve(z.T @ z + n * alpha * (1 - ratio) * np.eye(len(on)), z.T)))
        if len(on) else 0.0})
with open(os.path.join(HERE, "elastic_net.json"), "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
