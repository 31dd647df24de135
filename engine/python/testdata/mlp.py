"""Neural network

Neural network with scikit-learn (1.2 or later), fitted to the data of a Pointscape document.
Comments give Pointscape's values.

What differs from Pointscape, or is worth knowing:
- The network begins with the weights of the picture and makes as many steps. scikit-learn's Adam
  adds its small constant elsewhere, which changes the last digits.
- scikit-learn warns that training has not converged: it stops at the picture's step.
"""
import numpy as np
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

X = np.array([
    [0, 0], [0, 1], [1, 1], [1, 0],
])
y = np.array([
    0, 1, 0, 1,
])
coefs1 = np.array([
    [-0.6407297109043978, 0.0022569302744735436], [-1.1022725598719099, -0.025809913531202114],
])
coefs2 = np.array([
    [-1.087829259070443], [-1.3981899163459535],
])
intercepts1 = np.array([
    0.6124135610900151, 0.177775139887574,
])
intercepts2 = np.array([
    0.7665237958106428,
])

inputs = make_pipeline(StandardScaler())
inputs.fit(X)
S, t = inputs.transform(X), y
model = MLPClassifier(
    hidden_layer_sizes=(2,), activation="tanh", solver="adam", learning_rate_init=0.01,
    alpha=0.0001, batch_size=4, max_iter=1, tol=0, n_iter_no_change=10**9, warm_start=True,
    shuffle=False,
)
model.fit(S, t)  # makes the layers, whose weights are then set
model.coefs_ = [coefs1, coefs2]
model.intercepts_ = [intercepts1, intercepts2]
model.set_params(max_iter=5)
model.fit(S, t)


def predict(A):
    return model.predict(inputs.transform(A))


print("Training error:", np.mean(predict(X) != y))  # here: 0.5

try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None  # the numbers are above; without Matplotlib there is no picture
if plt:
    low, high = X.min(axis=0), X.max(axis=0)
    edge = 0.1 * (high - low) + 1e-9
    A, B = np.meshgrid(*np.linspace(low - edge, high + edge, 200).T)
    F = predict(np.column_stack([A.ravel(), B.ravel()])).reshape(A.shape)
    levels = np.arange(y.min(), y.max() + 2) - 0.5
    plt.contourf(A, B, F, levels=levels, cmap="viridis", alpha=0.3)
    plt.scatter(X[:, 0], X[:, 1], c=y, cmap="viridis", edgecolors="black")
    plt.show()
