package python

import (
	"strconv"
	"strings"

	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// shapes are Matplotlib's markers, as Python code, for the shapes of the classes.
var shapes = map[picture.Shape]string{
	picture.Circle: `"o"`, picture.Square: `"s"`, picture.TriangleUp: `"^"`, picture.Diamond: `"D"`,
	picture.Pentagon: `"p"`, picture.TriangleDown: `"v"`, picture.Star: `"*"`, picture.Plus: `"P"`,
	picture.Hexagon: `"h"`, picture.Hourglass: "[(-1, -1), (1, -1), (-1, 1), (1, 1)]", picture.TriangleRight: `">"`,
	picture.TriangleLeft: `"<"`,
}

// plotter writes the cell of a notebook that draws the document's picture with Matplotlib.
type plotter struct {
	*Writer
	Area
	look  *picture.Palette
	lines []string // code
	says  []string // sentences about the picture
	more  []string // further imports
}

func (p *plotter) put(lines ...string) { p.lines = append(p.lines, lines...) }

func (p *plotter) tell(sentence string) { p.says = append(p.says, sentence) }

// color returns a colour as Python code.
func color(c picture.Color) string { return `"` + c.CSS() + `"` }

// label translates a text and returns it as Python code. It escapes dollar signs, which would begin a formula, and puts
// a blank before an underscore at the beginning, which would hide the text in a legend.
func label(s string) string {
	s = strings.ReplaceAll(Quote(words.Say(s)), "$", `\\$`)
	if strings.HasPrefix(s, `"_`) {
		s = `" ` + s[1:]
	}
	return s
}

// list returns a list as Python code.
func list(entries []string) string { return "[" + strings.Join(entries, ", ") + "]" }

// plot returns the code of the cell, "" if there is nothing to draw, and sentences about the picture.
func (w *Writer) plot(a Area) (code string, says []string) {
	pal, _ := picture.PaletteByName("light")
	p := &plotter{Writer: w, Area: a, look: pal}
	flat := w.Problem.D == 2 && !w.Problem.Wide()
	switch {
	case w.Kind == Classes && flat:
		p.classes()
	case w.Kind == Classes && p.placed():
		p.rows()
	case w.Kind == Values && w.Problem.D == 1:
		p.curve()
	case w.Kind == Values && flat:
		p.surface()
	case w.Kind == Groups && w.Margin && flat:
		p.region()
	case w.Kind == Groups && (flat || p.placed()):
		p.groups(flat)
	case w.Kind == Places && flat && w.hasAxes():
		p.axes()
	case w.Kind == Places:
		p.places()
	case flat:
		p.tell("The program has no answers between the points: they are drawn alone.")
		p.start(p.Problem.InputNames(), true)
		p.put("ax.scatter(*X.T, color=" + color(p.look.Mark) + `, edgecolors="white")`)
	default:
		return "", []string{"There is no picture of this program."}
	}
	head := append([]string{"import matplotlib.pyplot as plt"}, p.more...)
	return strings.Join(append(append(append(head, ""), p.lines...), "plt.show()"), "\n") + "\n", p.says
}

// start begins the picture and names its axes. seen means that the axes have the range and scale of p.Area; otherwise
// Matplotlib chooses them.
func (p *plotter) start(names []string, seen bool) {
	p.put("fig, ax = plt.subplots(figsize=(7, 5.25))")
	if seen {
		p.put("ax.set(xlim=" + pair(p.X) + ", ylim=" + pair(p.Y) + ", xlabel=" +
			label(names[0]) + ", ylabel=" + label(names[1]) + ")")
		if p.Equal {
			p.put(`ax.set_aspect("equal")`)
		}
		return
	}
	p.put("ax.set(xlabel=" + label(names[0]) + ", ylabel=" + label(names[1]) + ")")
}

func pair(x [2]float64) string { return "(" + Float(x[0]) + ", " + Float(x[1]) + ")" }

// grid defines grid, the points of a 400×400 grid over p.Area, and A and B, their coordinates.
func (p *plotter) grid() {
	p.put("A, B = np.meshgrid(np.linspace("+Float(p.X[0])+", "+Float(p.X[1])+", 400), np.linspace("+Float(p.Y[0])+
		", "+Float(p.Y[1])+", 400))", "grid = np.column_stack([A.ravel(), B.ravel()])")
}

// extent returns the arguments of imshow for an image over p.Area.
func (p *plotter) extent() string {
	return "extent=(" + Float(p.X[0]) + ", " + Float(p.X[1]) + ", " + Float(p.Y[0]) + ", " + Float(p.Y[1]) +
		`), origin="lower", aspect=ax.get_aspect()`
}

// image paints values, an expression for an array of numbers 0, 1, …, in colors, an expression for a list of colours.
func (p *plotter) image(values, colors string) {
	p.more = []string{"from matplotlib.colors import ListedColormap"}
	p.put("ax.imshow("+values+", cmap=ListedColormap("+colors+"), vmin=-0.5, vmax=len("+colors+") - 0.5,",
		"          "+p.extent()+")")
}

// held draws each set of held-out points with a line of code. line returns it for the names of the set's variables.
func (p *plotter) held(line func(x, y string) string) {
	for _, h := range p.Held {
		p.put(line(named("X", h.Name), named("y", h.Name)))
	}
}

// ofClasses defines lists with the ids, names, colours and markers of classes, and with fills, the colours of regions.
// name returns the name of class index k.
func (p *plotter) ofClasses(ids []int, name func(k int) string, fills bool) {
	var numbers, names, marks, deep, shape []string
	for k, id := range ids {
		c := p.look.Class[id%picture.Classes]
		numbers, names = append(numbers, strconv.Itoa(id)), append(names, label(name(k)))
		marks, deep = append(marks, color(c.Mark)), append(deep, color(c.Deep))
		shape = append(shape, shapes[c.Shape])
	}
	p.put("ids, names = "+list(numbers)+", "+list(names), "colors = "+list(marks), "markers = "+list(shape))
	if fills {
		p.put("fills = " + list(deep))
	}
}

// ring draws rings around the support vectors.
func (p *plotter) ring() {
	p.put(`ax.scatter(*X[model.support_].T, s=110, facecolors="none", edgecolors=` + color(p.look.Ink) + ")")
}

// classes draws the regions, boundaries and points of a classifier in the plane.
func (p *plotter) classes() {
	pr := p.Problem
	p.ofClasses(pr.ClassIDs, pr.ClassName, true)
	p.grid()
	p.put("F = " + p.Predict + "(grid).reshape(A.shape)")
	p.start(pr.InputNames(), true)
	p.image("np.searchsorted(ids, F)", "fills")
	ink := color(p.look.Ink)
	if p.Margin && len(pr.ClassIDs) == 2 {
		p.put("height = model.decision_function(grid).reshape(A.shape)",
			`ax.contour(A, B, height, levels=[-1, 0, 1], colors=`+ink+`, linewidths=[0.9, 1.5, 0.9], linestyles=["--", "-", "--"])`)
		p.ring()
	} else {
		p.put("for c in ids[:-1]:", "    if 0 < np.mean(F == c) < 1:",
			"        ax.contour(A, B, (F == c).astype(float), levels=[0.5], colors="+ink+", linewidths=1.5)")
	}
	p.put("for c, name, color, marker in zip(ids, names, colors, markers):",
		`    ax.scatter(*X[y == c].T, color=color, marker=marker, edgecolors="white", linewidths=0.6, label=name)`)
	p.held(func(x, y string) string {
		return "    ax.scatter(*" + x + "[" + y + ` == c].T, facecolors="none", edgecolors=color, marker=marker)`
	})
	p.heldSays()
	p.legend(len(pr.ClassIDs))
}

// legend adds a legend if there are several classes.
func (p *plotter) legend(classes int) {
	if classes > 1 {
		p.put("ax.legend()")
	}
}

func (p *plotter) heldSays() {
	if len(p.Held) > 0 {
		p.tell("Hollow points are held out.")
	}
}

// placed reports whether the rows have positions in the plane.
func (p *plotter) placed() bool { return len(p.Problem.Shown) == 2*p.Problem.N }

// shown defines shown, the positions of the rows in the plane: two columns of X, or else numbers.
func (p *plotter) shown() {
	pr := p.Problem
	if a := pr.Along; len(a) == 2 && a[0] >= 0 && a[1] >= 0 && a[0] < pr.D && a[1] < pr.D {
		p.put("shown = X[:, [" + strconv.Itoa(a[0]) + ", " + strconv.Itoa(a[1]) + "]]")
		return
	}
	row := make([]string, pr.N)
	for i := range row {
		row[i] = Floats(pr.Shown[2*i : 2*i+2])
	}
	p.put("shown = np.array([  # where Pointscape draws the rows\n" + filled(row) + "])")
}

// plane returns the names of the plane's axes.
func (p *plotter) plane() []string { return []string{p.Axes[0], p.Axes[1]} }

// rows draws the points of a classifier that has other inputs than the plane, and marks misclassified ones.
func (p *plotter) rows() {
	pr := p.Problem
	p.tell("The model has more inputs than the plane: there are no regions, and a ring marks a point that is " +
		"misclassified.")
	p.ofClasses(pr.ClassIDs, pr.ClassName, false)
	p.shown()
	p.start(p.plane(), true)
	p.put("wrong = "+p.Predict+"(X) != y",
		`ax.scatter(*shown[wrong].T, s=110, facecolors="none", edgecolors=`+color(p.look.Ink)+")",
		"for c, name, color, marker in zip(ids, names, colors, markers):",
		`    ax.scatter(*shown[y == c].T, color=color, marker=marker, edgecolors="white", linewidths=0.6, label=name)`)
	p.legend(len(pr.ClassIDs))
}

// curve draws a regression curve with its band and the points.
func (p *plotter) curve() {
	p.put("line = np.linspace(" + Float(p.X[0]) + ", " + Float(p.X[1]) + ", 800).reshape(-1, 1)")
	p.put("curve = " + p.Predict + "(line)")
	p.start(p.plane(), true)
	accent := color(p.look.Accent)
	if len(p.Spread) > 0 {
		p.tell("The band reaches two standard deviations of f to both sides, the paler one those of a new point, noise " +
			"included.")
		p.put(p.Spread...)
		p.put("wide = np.sqrt(sd**2 + "+p.Noise+")",
			"for s in (wide, sd):",
			"    ax.fill_between(line[:, 0], curve - 2 * s, curve + 2 * s, color="+accent+", alpha=0.13, linewidth=0)")
	}
	if p.Tube {
		p.put("for e in (-model.epsilon, model.epsilon):",
			`    ax.plot(line[:, 0], curve + e, color=`+color(p.look.Accent2)+`, linestyle="--", linewidth=1)`,
			`ax.scatter(X[model.support_, 0], y[model.support_], s=110, facecolors="none", edgecolors=`+color(p.look.Ink)+")")
	}
	p.put("ax.plot(line[:, 0], curve, color="+accent+", linewidth=2)",
		"ax.scatter(X[:, 0], y, color="+color(p.look.Mark)+`, edgecolors="white", linewidths=0.6, zorder=3)`)
	p.held(func(x, y string) string {
		return "ax.scatter(" + x + "[:, 0], " + y + `, facecolors="none", edgecolors=` + color(p.look.Mark) + ", zorder=3)"
	})
	p.heldSays()
}

// surface draws the predicted values over the plane in colours, with contours and the points.
func (p *plotter) surface() {
	p.more = []string{"from matplotlib.colors import LinearSegmentedColormap, Normalize"}
	const anchors = 9
	var colors []string
	for k := range anchors {
		colors = append(colors, color(p.look.Value(float64(k)/(anchors-1), true)))
	}
	p.grid()
	p.put("F = "+p.Predict+"(grid).reshape(A.shape)",
		`cmap = LinearSegmentedColormap.from_list("values", `+list(colors)+")",
		"norm = Normalize(min(F.min(), y.min()), max(F.max(), y.max()))")
	p.start(p.Problem.InputNames(), true)
	p.put("image = ax.imshow(F, cmap=cmap, norm=norm, "+p.extent()+")",
		"if F.min() < F.max():",
		"    ax.contour(A, B, F, levels=8, colors="+color(p.look.Ink)+", linewidths=0.5)",
		"ax.scatter(*X.T, c=y, cmap=cmap, norm=norm, edgecolors="+color(p.look.Ink)+")")
	p.held(func(x, y string) string {
		return "ax.scatter(*" + x + `.T, facecolors="none", edgecolors=` + color(p.look.Ink) + ")"
	})
	p.heldSays()
	p.put("fig.colorbar(image, label=" + label(p.Value) + ")")
}

// region draws the region of a one-class model with its border and the points.
func (p *plotter) region() {
	p.grid()
	p.put("height = model.decision_function(grid).reshape(A.shape)")
	p.start(p.Problem.InputNames(), true)
	c := p.look.Class[0]
	p.image("(height >= 0).astype(int)", list([]string{`"white"`, color(c.Deep)}))
	p.put("ax.contour(A, B, height, levels=[0], colors=" + color(p.look.Ink) + ", linewidths=1.5)")
	p.ring()
	p.put("ax.scatter(*X.T, color=" + color(p.look.Mark) + `, edgecolors="white", linewidths=0.6)`)
	p.tell("Inside the border are the points that the model takes for usual ones. Rings mark support vectors.")
}

// groups draws points in the colours of their clusters, and the regions of the clusters if the model can predict other
// points. flat means that the inputs are the coordinates of the plane.
func (p *plotter) groups(flat bool) {
	var marks, deep []string
	for _, c := range p.look.Class {
		marks, deep = append(marks, color(c.Mark)), append(deep, color(c.Deep))
	}
	at := "X"
	p.put("colors = " + list(marks))
	names := p.plane()
	if flat {
		names = p.Problem.InputNames()
	} else {
		p.shown()
		at = "shown"
	}
	p.start(names, true)
	if flat && p.Regions {
		p.put("fills = " + list(deep))
		p.grid()
		p.put("F = model.predict(grid).reshape(A.shape)")
		p.image("F % len(fills)", "fills")
		p.put("for k in range(F.max()):", "    if 0 < np.mean(F == k) < 1:",
			"        ax.contour(A, B, (F == k).astype(float), levels=[0.5], colors="+color(p.look.Ink)+", linewidths=1.2)")
	} else {
		p.tell("This model of scikit-learn groups only its own points: there are no regions.")
	}
	p.put("for k in np.unique(labels):",
		"    if k < 0:  # noise",
		"        ax.scatter(*"+at+`[labels == k].T, facecolors="none", edgecolors=`+color(p.look.Muted)+")",
		"    else:",
		"        ax.scatter(*"+at+`[labels == k].T, color=colors[k % len(colors)], edgecolors="white", linewidths=0.6)`)
	if flat && p.Centers != "" {
		p.put("ax.scatter(*" + p.Centers + `.T, marker="x", s=90, color=` + color(p.look.Ink) + ", zorder=3)")
	}
	p.tell("scikit-learn may number the groups in another order, so that colours are exchanged.")
}

// hasAxes reports whether the new coordinates are those of a principal subspace of the plane that can be drawn as axes.
func (w *Writer) hasAxes() bool {
	return w.Subspace && w.Values.Int("n_components") > 0
}

// axes draws the principal components in the plane, the points, and their reconstructions.
func (p *plotter) axes() {
	center := "model.mean_"
	if p.Values.String("subspace") != "affine" {
		center = "np.zeros(2)"
	}
	p.tell("Lines lead from the points to their reconstructions; arrows show the components, as long as twice the root " +
		"mean square of the coordinates.")
	p.start(p.Problem.InputNames(), true)
	p.put("back = model.inverse_transform(Z)",
		"for a, b in zip(X, back):",
		"    ax.plot(*zip(a, b), color="+color(p.look.Muted)+", linewidth=0.8)",
		"ax.scatter(*back.T, s=12, color="+color(p.look.Accent)+")")
	p.colored("X")
	p.put("for v, s in zip(model.components_, np.sqrt(np.mean(Z**2, axis=0))):",
		"    end = "+center+" + 2 * s * v",
		`    ax.annotate("", end, `+center+`, arrowprops={"arrowstyle": "->", "color": `+color(p.look.Accent)+
			`, "linewidth": 2}, zorder=4)`)
}

// places draws the points in the first two of their new coordinates.
func (p *plotter) places() {
	if p.labels() != nil {
		p.tell("The points in their new coordinates. Colours are the classes, which the method does not see.")
	} else {
		p.tell("The points in their new coordinates.")
	}
	p.put("at = np.column_stack([Z, np.zeros(len(Z))])[:, :2]  # in one dimension: along a line")
	p.start([]string{"z₁", "z₂"}, false)
	p.colored("at")
}

// labels returns the class ids of the points of an unsupervised model, -1 for points without a class; nil if no point
// has one.
func (p *plotter) labels() []int {
	pr := p.Problem
	for _, l := range pr.Labels {
		if l >= 0 {
			return pr.Labels
		}
	}
	return nil
}

// colored draws points in the colours of their classes, if they have any. at is an expression for the positions.
func (p *plotter) colored(at string) {
	labels := p.labels()
	if labels == nil {
		p.put("ax.scatter(*" + at + ".T, color=" + color(p.look.Mark) + `, edgecolors="white", linewidths=0.6)`)
		return
	}
	var ids []int
	var entries []string
	for _, l := range labels {
		entries = append(entries, strconv.Itoa(l))
		for len(ids) <= l {
			ids = append(ids, len(ids))
		}
	}
	p.put("truth = np.array([\n" + filled(entries) + "])")
	p.ofClasses(ids, p.Problem.Names.Class, false)
	p.put("for c, name, color, marker in zip(ids, names, colors, markers):",
		"    if np.any(truth == c):",
		"        ax.scatter(*"+at+`[truth == c].T, color=color, marker=marker, edgecolors="white", linewidths=0.6, label=name)`,
		"ax.scatter(*"+at+`[truth < 0].T, facecolors="none", edgecolors=`+color(p.look.Muted)+")")
	p.legend(len(ids))
}
