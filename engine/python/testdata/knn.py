"""k nearest neighbours

k nearest neighbours with scikit-learn (1.2 or later), fitted to the data of a Pointscape document.
Comments give Pointscape's values.

What differs from Pointscape, or is worth knowing:
- Where classes are equally near, scikit-learn may predict another one.
"""
import numpy as np
from sklearn.neighbors import KNeighborsClassifier

X = np.array([
    [0.65394, 0.44497], [0.3323, 0.56353], [0.57937, 0.56432], [0.45085, 0.40328],
    [0.46943, 0.6582], [0.55943, 0.32669], [0.28725, 0.6841], [0.72405, 0.32418],
    [0.17168, 0.56865], [0.87686, 0.38905], [0.10037, 0.44903], [0.87656, 0.53897],
])
y = np.array([
    0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
])

model = KNeighborsClassifier(n_neighbors=3, weights="uniform", metric="minkowski", p=3)
model.fit(X, y)
print("Training error:", np.mean(model.predict(X) != y))  # here: 0.0833333

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
