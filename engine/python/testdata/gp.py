"""Gaussian process

Gaussian process with scikit-learn (1.2 or later) on the data of a picture of Pointscape. Behind the
printed numbers stands what Pointscape says.
"""
import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ExpSineSquared, RBF, WhiteKernel

X = np.array([
    [0.1], [0.2], [0.6],
])
y = np.array([
    -0.2, 0.1, 0.9,
])

def mean(A):
    """The mean of the prior."""
    return 0.5 + 0.5 * A[:, 0]


model = GaussianProcessRegressor(
    kernel=2 * RBF(length_scale=0.2) * ExpSineSquared(length_scale=1, periodicity=0.5) + WhiteKernel(1e-05),
    alpha=0.01, optimizer=None,
)
model.fit(X, y - mean(X))


def predict(A):
    return model.predict(A) + mean(A)


print("Mean squared error:", np.mean((predict(X) - y) ** 2))
print("Log marginal likelihood:", model.log_marginal_likelihood_value_)  # here: -3.84798

try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None  # the numbers are above; without Matplotlib there is no picture
if plt:
    low, high = X.min(axis=0), X.max(axis=0)
    edge = 0.1 * (high - low) + 1e-9
    line = np.linspace(low - edge, high + edge, 500)
    plt.plot(line, predict(line))
    plt.scatter(X[:, 0], y, color="black")
    plt.show()
