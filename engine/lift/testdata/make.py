# Makes features.json: feature maps by numpy, components of a Gaussian by numpy's eigenvectors, and the decision values of
# scikit-learn's machines with the kernels that belong to the maps.
import json

import numpy as np
from sklearn.svm import SVC

rng = np.random.default_rng(5)
n, q, gamma, c, C = 24, 6, 8.0, 0.7, 5.0
radius = np.where(np.arange(n) % 2 == 0, 0.3, 0.8) + 0.1 * rng.standard_normal(n)
angle = 2 * np.pi * rng.random(n)
X = np.round(np.c_[radius * np.cos(angle) + 0.1, radius * np.sin(angle) - 0.05], 6)
y = np.arange(n) % 2
at = np.round(rng.uniform(-1.2, 1.2, (12, 2)), 6)


def squares(x):
    return np.c_[x[:, 0] ** 2, np.sqrt(2) * x[:, 0] * x[:, 1], x[:, 1] ** 2]


def quadratic(x):
    return np.c_[squares(x), np.sqrt(2 * c) * x, np.full(len(x), c)]


def paraboloid(x):
    return np.c_[x, (x ** 2).sum(1)]


maps = {"squares": squares, "quadratic": quadratic, "paraboloid": paraboloid}
decisions = {}
for name, phi in maps.items():
    m = SVC(C=C, kernel="precomputed", tol=1e-12).fit(phi(X) @ phi(X).T, y)
    decisions[name] = m.decision_function(phi(at) @ phi(X).T).tolist()


def rbf(a, b):
    return np.exp(-gamma * ((a[:, None] - b[None]) ** 2).sum(-1))


values, vectors = np.linalg.eigh(rbf(X, X))
values, vectors = values[::-1][:q], vectors[:, ::-1][:, :q]
vectors = vectors * np.sign(vectors[np.abs(vectors).argmax(0), np.arange(q)])
components = rbf(at, X) @ vectors / np.sqrt(values)

json.dump({"x": X.tolist(), "class": y.tolist(), "at": at.tolist(), "c": C, "gamma": gamma,
           "maps": {k: f(at).tolist() for k, f in maps.items()}, "decisions": decisions,
           "eigen": values.tolist(), "gaussian": components.tolist(),
           "made": "numpy %s" % np.__version__}, open("features.json", "w"), indent=None)
