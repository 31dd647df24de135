# Reference numbers for engine/gaussian, by numpy 1.24 and scipy 1.10: python3 make.py writes gaussian.json.
import json
import numpy as np
from scipy import stats

rng = np.random.default_rng(5)
out = {"pairs": [], "bayes": [], "vectors": []}
for _ in range(8):
    mean, a = rng.normal(size=2), rng.normal(size=(2, 2))
    cov = a @ a.T
    joint = stats.multivariate_normal(mean, cov)
    x, y, f = rng.normal(size=2), rng.normal(), rng.normal(size=2)
    k = np.linalg.inv(cov)  # the conditional by the precision matrix
    w, _ = np.linalg.eigh(cov)
    out["pairs"].append(dict(mean=mean.tolist(), u=a[:, 0].tolist(), v=a[:, 1].tolist(), cov=cov.tolist(), x=x.tolist(),
        log_density=joint.logpdf(x), entropy=float(joint.entropy()), given_y_mean=mean[0] - k[0, 1] / k[0, 0] * (y - mean[1]),
        given_y_sd=1 / np.sqrt(k[0, 0]), y=y, given_x_mean=mean[1] - k[0, 1] / k[1, 1] * (y - mean[0]),
        given_x_sd=1 / np.sqrt(k[1, 1]), factors=f.tolist(), sum_mean=f @ mean, sum_sd=np.sqrt(f @ cov @ f),
        sds=np.sqrt(w[::-1]).tolist(), correlation=cov[0, 1] / np.sqrt(cov[0, 0] * cov[1, 1]),
        information=-np.log(1 - cov[0, 1] ** 2 / (cov[0, 0] * cov[1, 1])) / 2))
for n in (1, 2, 7):
    m0, s0, a, b, s = rng.normal(), 1 + rng.random(), rng.normal(), rng.normal(), 0.3 + rng.random()
    y = rng.normal(size=n)
    # By a grid, without any formula of the posterior.
    x = np.linspace(m0 - 12 * s0, m0 + 12 * s0, 2_000_001)
    log = stats.norm.logpdf(x, m0, s0) + sum(stats.norm.logpdf(t, a * x + b, s) for t in y)
    p = np.exp(log - log.max())
    p /= p.sum()
    mean = (p * x).sum()
    out["bayes"].append(dict(prior_mean=m0, prior_sd=s0, slope=a, offset=b, noise_sd=s, y=y.tolist(), mean=mean,
        sd=np.sqrt((p * (x - mean) ** 2).sum())))
kernels = {"rbf(1)": lambda d: np.exp(-d * d / 2), "matern12(0.7)": lambda d: np.exp(-d / 0.7),
    "2*rq(0.8, 1.5)": lambda d: 2 * (1 + d * d / (2 * 1.5 * 0.64)) ** -1.5}
for (name, k), n, noise, px, py in zip(kernels.items(), (2, 9, 25), (1e-4, 1e-3, 0.1), ([-3], [-2.9, 0.1, 1.4], [-2, -1, -1, 2.7]),
        ([0.7], [1, -0.4, 0.3], [0.2, 0.9, 0.5, -1])):
    at = np.linspace(-3, 3, n)
    K = k(abs(at[:, None] - at[None]))
    which = [int(np.argmin(abs(at - x))) for x in px]
    H = np.eye(n)[which]
    S = H @ K @ H.T + noise * np.eye(len(px))
    mean = K @ H.T @ np.linalg.solve(S, py)
    cov = K - K @ H.T @ np.linalg.solve(S, H @ K)
    out["vectors"].append(dict(kernel=name, n=n, noise=noise, x=px, y=py, mean=mean.tolist(), cov=cov.tolist(),
        eigen=np.linalg.eigvalsh(K).tolist(),
        information=(np.linalg.slogdet(S)[1] - len(px) * np.log(noise)) / 2))
json.dump(out, open("gaussian.json", "w"), indent=1)
