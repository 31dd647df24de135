"""Writes steps.json: steps of skip-gram by numpy, from the formulas of Mikolov et al. 2013 (NIPS): one
plain step of gradient descent for a word with all of its contexts. Run in this directory: python3 make.py"""
import json
import numpy as np

rng = np.random.default_rng(5)
V, d, rate = 9, 4, 0.3
cases = []
for objective in ["negative", "softmax"]:
    v, u = rng.normal(0, 0.7, (V, d)), rng.normal(0, 0.7, (V, d))
    case = {"objective": objective, "size": d, "words": V, "rate": rate, "in": v.ravel().tolist(), "out": u.ravel().tolist(), "steps": []}
    for k in range(12):
        c = int(rng.integers(V))
        contexts = rng.integers(V, size=int(rng.integers(1, 5))).tolist()
        targets, labels = [], []
        if objective == "negative":
            for o in contexts:
                drawn = [int(w) for w in rng.integers(V, size=3) if w != o]
                targets += [o] + drawn
                labels += [1] + [0] * len(drawn)
            s = 1 / (1 + np.exp(-(u[targets] @ v[c])))
            y = np.array(labels)
            loss = -np.sum(y * np.log(s) + (1 - y) * np.log(1 - s))
            err = s - y
            dv = err @ u[targets]
            du = np.zeros_like(u)
            np.add.at(du, targets, err[:, None] * v[c])
        else:
            z = u @ v[c]
            p = np.exp(z) / np.exp(z).sum()
            loss = -np.sum(np.log(p[contexts]))
            err = len(contexts) * p - np.bincount(contexts, minlength=V)
            dv, du = err @ u, np.outer(err, v[c])
        v, u = v.copy(), u - rate * du
        v[c] -= rate * dv
        step = {"word": c, "contexts": contexts, "targets": targets, "labels": labels, "loss": float(loss)}
        if k in (0, 11):
            step["in"], step["out"] = v.ravel().tolist(), u.ravel().tolist()
        case["steps"].append(step)
    cases.append(case)
note = f"made by make.py with numpy {np.__version__}: the vectors after the first step and after the last"
with open("steps.json", "w") as f:
    json.dump({"note": note, "cases": cases}, f)
    f.write("\n")
