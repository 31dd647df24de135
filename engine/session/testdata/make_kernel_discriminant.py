"""Writes kernel_discriminant.json beside this file: the kernel discriminant of whole tables, standardised, with a Gaussian kernel, from
the eigenvectors of the whole Gram matrix.

python3 make_kernel_discriminant.py    (numpy, scipy; the tables are scikit-learn's)
"""
import json
import os

import numpy as np
from scipy.linalg import eigh
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

HERE = os.path.dirname(os.path.abspath(__file__))
cases = []
for name, data, gamma, alpha in (("iris", load_iris(), 0.3, 0.01), ("wine", load_wine(), 0.05, 0.02),
                                 ("breast_cancer", load_breast_cancer(), 0.01, 0.03)):
    x, y = data.data, data.target
    x = (x - x.mean(0)) / x.std(0)
    k = np.exp(-gamma * ((x[:, None] - x[None]) ** 2).sum(-1))
    lam, u = np.linalg.eigh(k)
    phi = u * np.sqrt(np.maximum(lam, 0))
    n, classes = len(y), y.max() + 1
    mean = np.array([phi[y == c].mean(0) for c in range(classes)])
    d = phi - mean[y]
    within = d.T @ d / n + alpha * np.eye(n)
    b = np.sqrt(np.bincount(y) / n)[:, None] * (mean - phi.mean(0))
    values, vectors = eigh(b.T @ b, within, subset_by_index=[n - classes + 1, n - 1])
    z = (phi - phi.mean(0)) @ vectors[:, ::-1]
    m = np.array([z[y == c].mean(0) for c in range(classes)])
    score = -((z[:, None] - m[None]) ** 2).sum(-1) / 2 + np.log(np.bincount(y) / n)
    cases.append({"table": name, "gamma": gamma, "alpha": alpha, "eigenvalues": list(values[::-1]),
                  "z": np.abs(z[::7]).round(10).tolist(), "says": score.argmax(1).tolist(),
                  "errors": int((score.argmax(1) != y).sum())})
with open(os.path.join(HERE, "kernel_discriminant.json"), "w") as f:
    json.dump(cases, f)
    f.write("\n")
