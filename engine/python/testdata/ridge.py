"""Ridge regression

Ridge regression with scikit-learn (1.2 or later) on the data of a picture of Pointscape. Behind the
printed numbers stands what Pointscape says.
"""
import numpy as np
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

X = np.array([
    [0.58843], [0.24467], [0.8009], [0.45713], [0.11336], [0.66959], [0.32582], [0.88205],
    [0.53828],
])
y = np.array([
    -0.57888, 0.97767, -0.86287, 0.29484, 0.42805, -0.92611, 0.93772, -0.45679, -0.26408,
])

model = make_pipeline(
    PolynomialFeatures(degree=3, include_bias=False), Ridge(alpha=0.01, solver="svd"),
)
model.fit(X, y)
print("Mean squared error:", np.mean((model.predict(X) - y) ** 2))  # here: 0.135921
print("R²:", 1 - np.mean((model.predict(X) - y) ** 2) / np.var(y))  # here: 0.715415
print("Coefficients:", model[-1].coef_)  # here: [-1.75756, -2.04171, 1.68424]
print("Intercept:", model[-1].intercept_)  # here: 1.13278

try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None  # the numbers are above; without Matplotlib there is no picture
if plt:
    low, high = X.min(axis=0), X.max(axis=0)
    edge = 0.1 * (high - low) + 1e-9
    line = np.linspace(low - edge, high + edge, 500)
    plt.plot(line, model.predict(line))
    plt.scatter(X[:, 0], y, color="black")
    plt.show()
