"""k-means

k-means with scikit-learn (1.2 or later), fitted to the data of a Pointscape document. Comments give
Pointscape's values.

What differs from Pointscape, or is worth knowing:
- The centres start at the same positions as in the picture.
- Where a cluster loses all points, scikit-learn moves its centre to a point that is far from its
  own.
"""
import numpy as np
from sklearn.cluster import KMeans

X = np.array([
    [0, 0], [0, 0.1], [1, 1], [1, 0.9],
])

model = KMeans(n_clusters=2, init=X[[0, 3]], n_init=1, max_iter=300, tol=0, algorithm="lloyd")
model.fit(X)
labels = model.labels_
print("Inertia:", model.inertia_)  # here: 0.01

try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None  # the numbers are above; without Matplotlib there is no picture
if plt:
    plt.scatter(X[:, 0], X[:, 1], c=labels, cmap="tab10", edgecolors="black")
    plt.show()
