package python

// drawn returns the lines of the program that draw the result, if Matplotlib is installed; "" if there is no such
// picture.
func (w *Writer) drawn() string {
	const head = `
try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None  # the numbers are above; without Matplotlib there is no picture
if plt:
`
	const grid = `    low, high = X.min(axis=0), X.max(axis=0)
    edge = 0.1 * (high - low) + 1e-9
`
	const plane = `    A, B = np.meshgrid(*np.linspace(low - edge, high + edge, 200).T)
    F = `
	const at = "(np.column_stack([A.ravel(), B.ravel()])).reshape(A.shape)\n"
	const points = "    plt.scatter(X[:, 0], X[:, 1], c="
	d, body := w.Problem.D, ""
	switch {
	case w.Kind == Nothing:
		return ""
	case w.Kind == Places:
		body = "    plt.scatter(Z[:, 0], Z[:, 1] if Z.shape[1] > 1 else np.zeros(len(Z)))\n"
	case w.Kind == Groups && d == 1 || w.Kind == Classes && d == 1:
		return ""
	case w.Kind == Groups:
		body = points + "labels, cmap=\"tab10\", edgecolors=\"black\")\n"
	case d > 2 && w.Kind == Classes:
		body = points + w.Predict + "(X), cmap=\"tab10\", edgecolors=\"black\")  # two of the columns\n"
	case d > 2:
		return ""
	case w.Kind == Classes:
		body = grid + plane + w.Predict + at +
			"    levels = np.arange(y.min(), y.max() + 2) - 0.5\n" +
			"    plt.contourf(A, B, F, levels=levels, cmap=\"viridis\", alpha=0.3)\n" +
			points + "y, cmap=\"viridis\", edgecolors=\"black\")\n"
	case d == 1:
		body = grid + "    line = np.linspace(low - edge, high + edge, 500)\n" +
			"    plt.plot(line, " + w.Predict + "(line))\n    plt.scatter(X[:, 0], y, color=\"black\")\n"
	default:
		body = grid + plane + w.Predict + at + "    plt.colorbar(plt.contourf(A, B, F, levels=20))\n" +
			points + "y, edgecolors=\"black\")\n"
	}
	return head + body + "    plt.show()\n"
}
