"""Say 'two' moons'

Support vector machine with scikit-learn (1.2 or later) on the data of a picture of Pointscape.
Behind the printed numbers stands what Pointscape says.
"""
import numpy as np
from sklearn.gaussian_process.kernels import DotProduct, RBF
from sklearn.svm import SVC

# Inputs: height, x₂
# Classes: 0 is a'b, 1 is c
X = np.array([
    [0.65394, 0.44497], [0.3323, 0.56353], [0.45085, 0.40328], [0.28725, 0.6841],
    [0.72405, 0.32418], [0.17168, 0.56865], [0.10037, 0.44903], [0.87656, 0.53897],
])
y = np.array([
    0, 1, 1, 0, 1, 0, 0, 1,
])
X_test = np.array([
    [0.57937, 0.56432], [0.46943, 0.6582], [0.55943, 0.32669], [0.87686, 0.38905],
])
y_test = np.array([
    0, 0, 1, 1,
])

model = SVC(C=3, kernel=RBF(length_scale=0.3) + 0.5 * DotProduct(sigma_0=0), tol=1e-8)
model.fit(X, y)
print("Training error:", np.mean(model.predict(X) != y))  # here: 0.25
print("Test error:", np.mean(model.predict(X_test) != y_test))  # here: 0.5
print("Support vectors:", len(model.support_))  # here: 7
print("Support vectors of each class:", model.n_support_)  # here: [3, 4]
print("Intercept:", model.intercept_)  # here: -0.232897

try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None  # the numbers are above; without Matplotlib there is no picture
if plt:
    low, high = X.min(axis=0), X.max(axis=0)
    edge = 0.1 * (high - low) + 1e-9
    A, B = np.meshgrid(*np.linspace(low - edge, high + edge, 200).T)
    F = model.predict(np.column_stack([A.ravel(), B.ravel()])).reshape(A.shape)
    levels = np.arange(y.min(), y.max() + 2) - 0.5
    plt.contourf(A, B, F, levels=levels, cmap="viridis", alpha=0.3)
    plt.scatter(X[:, 0], X[:, 1], c=y, cmap="viridis", edgecolors="black")
    plt.show()
