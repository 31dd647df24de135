"""Writes rows_regression.json beside this file: what scikit-learn's linear models give on whole tables, of which the
last column is predicted from the others. Columns are standardised over all rows; of a split every third row is held
out.

python3 make_rows_regression.py    (scikit-learn 1.2.1)
"""
import json
import os

import numpy as np
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import ElasticNet, Lasso, LinearRegression, Ridge

HERE = os.path.dirname(os.path.abspath(__file__))

diabetes = load_diabetes(scaled=False)
iris = load_iris()
tables = (("diabetes", diabetes.data, diabetes.target, 0.7), ("iris", iris.data[:, :3], iris.data[:, 3], 0.02))
cases = []
for name, x, y, penalty in tables:
    for standardize in (False, True):
        z = (x - x.mean(0)) / x.std(0) if standardize else x
        for method, alpha, model in (
            ("least_squares", 0, LinearRegression()),
            ("ridge", 2.5, Ridge(2.5, solver="svd")),
            ("lasso", penalty, Lasso(penalty, tol=1e-12, max_iter=10**7)),
            ("elastic_net", penalty, ElasticNet(penalty, tol=1e-12, max_iter=10**7)),
        ):
            for split in (False, True):
                train = np.ones(len(y), bool)
                if split:
                    train[::3] = False
                model.fit(z[train], y[train])
                square = (model.predict(z) - y) ** 2
                case = {"table": name, "standardize": standardize, "method": method, "alpha": alpha, "split": split,
                        "coef": list(model.coef_), "intercept": float(model.intercept_),
                        "r2": model.score(z[train], y[train]), "mse": float(square[train].mean())}
                if split:
                    case["test"] = float(square[~train].mean())
                cases.append(case)
with open(os.path.join(HERE, "rows_regression.json"), "w") as f:
    json.dump(cases, f, indent=0)
    f.write("\n")

# Several columns at once, and how a digit's lower half follows from its upper one.
from sklearn.datasets import load_digits  # noqa: E402

digits = load_digits()
cases = []
for name, x, k, alpha in (("iris", iris.data, 2, 0), ("iris", iris.data, 3, 4.0), ("digits", digits.data, 32, 100.0)):
    x = x.astype(float)
    given, want = x[:, :-k], x[:, -k:]
    train = np.ones(len(x), bool)
    train[::3] = False
    model = Ridge(alpha, solver="svd") if alpha else LinearRegression()
    model.fit(given[train], want[train])
    says = model.predict(given)

    def explained(rows):
        rest = ((want[rows] - says[rows]) ** 2).sum(0)
        total = ((want[rows] - want[rows].mean(0)) ** 2).sum(0)
        return [None if t == 0 else 1 - r / t for r, t in zip(rest, total)]

    cases.append({"table": name, "targets": k, "alpha": alpha, "coef": model.coef_.round(9).tolist(),
                  "intercept": model.intercept_.tolist(), "train": explained(train), "test": explained(~train)})
with open(os.path.join(HERE, "rows_outputs.json"), "w") as f:
    json.dump(cases, f)
    f.write("\n")
