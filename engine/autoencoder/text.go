package autoencoder

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// shownInputs is the largest number of inputs that are listed in texts.
const shownInputs = 4

// components names the principal components that codes are compared with: as many as a code has numbers, at most D.
func (r *run) components() string { return words.Count(min(r.q, r.p.D), "principal component") }

func (s *state) Status() method.Status {
	m, more := s.look(), ""
	if s.p.Wide() && s.p.Across == 0 && s.p.Scales == nil && s.uneven() {
		more = " Columns with large values dominate; standardised columns count equally."
	}
	kept := words.Text("codes of %s keep %s of the variance, %s %s", words.Count(s.q, "number"), s.share(m.mean),
		s.components(), s.share(s.lost))
	if s.kept(m.mean) <= 0 {
		kept = words.Text("codes of %s keep nothing of the variance, %s %s", words.Count(s.q, "number"), s.components(),
			s.share(s.lost))
	}
	switch {
	case s.Lost > 0:
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("The steps are too large: each overshoots "+
			"more than the one before, and in epoch %d the weights diverged. The network before this epoch is shown. Use "+
			"a smaller learning rate.", s.Lost)}
	case s.Epochs == 0 && s.stacked != nil:
		return method.Status{State: method.Running, Sentence: words.Text("Before the first epoch the weights are those "+
			"of Boltzmann machines, which have learned for %s: %s.%s", words.Count(s.v.Int(pretraining), "epoch"), kept,
			more)}
	case s.Epochs == 0:
		return method.Status{State: method.Running, Sentence: words.Text("Before the first epoch the weights are "+
			"random: the codes have no meaning yet.%s", more)}
	case !(s.objective() <= 1.5*s.first):
		return method.Status{State: method.Running, Sentence: words.Sprintf("After %s the objective is %s, more than "+
			"before the first (%s): the steps overshoot. Use a smaller learning rate.", words.Count(s.Epochs, "epoch"),
			words.Number(s.objective()), words.Number(s.first))}
	case s.q >= s.p.D && s.Noise == 0:
		more = words.Text(" A code with as many numbers as inputs can be lossless.%s", more)
	}
	if a := s.angles(); a != nil {
		more = words.Sprintf(" The best possible result without nonlinear units is their %s; the angle to it is %s.",
			s.flat(),
			degrees(a[len(a)-1])) + more
	} else if s.plain && s.tied() && s.variances[s.q] > 0 {
		more = words.Sprintf(" Principal components %d and %d have the same variance: more than one %s is optimal.", s.q,
			s.q+1, s.flat()) + more
	}
	return method.Status{State: method.Running, Sentence: words.Sprintf("After %s %s.%s", words.Count(s.Epochs, "epoch"),
		kept, more)}
}

// flat returns the name of what the components span: line, plane, or space.
func (s *state) flat() string { return [...]string{"line", "plane", "space"}[s.q-1] }

// share describes the share of the variance that is kept if the mean squared error is lost.
func (s *state) share(lost float64) string {
	if k := s.kept(lost); k > 0 {
		return words.Percent(k)
	}
	return "nothing"
}

// degrees formats an angle.
func degrees(a float64) string { return words.Number(words.Significant(a*180/math.Pi, 3)) + "°" }

// uneven reports whether the variances of two inputs, of those that vary, differ by a factor of more than 100.
func (s *state) uneven() bool {
	least, most := math.Inf(1), 0.0
	for _, c := range s.x {
		sum := 0.0
		for _, v := range c {
			sum += v * v
		}
		if sum > 0 {
			least, most = min(least, sum), max(most, sum)
		}
	}
	return most > 100*least
}

func (s *state) Facts() []method.Fact {
	m := s.look()
	var f method.FactList
	f.Add("reconstruction_error", s.squared(m.mean), s.p.SquaredUnit(), "Mean squared distance between the points and "+
		"their reconstructions").Call("Reconstruction error")
	f.Add("pca_reconstruction_error", s.squared(s.lost), s.p.SquaredUnit(),
		"The same with as many principal components as the code has numbers").Call("With principal components")
	f.Add("kept_share", s.kept(m.mean), "", "1 − the unexplained share of the variance").Call("Share kept")
	f.Add("pca_kept_share", s.kept(s.lost), "", "The same with as many principal components").Call(
		"Share kept by components")
	if a := s.angles(); a != nil {
		for k := range a {
			a[k] *= 180 / math.Pi
		}
		f.Add("principal_angles", a, "degrees", words.Text("Angles between the network's reconstructions and the %s of "+
			"as many principal components: 0 if they agree", s.flat())).Call(words.Text("Angles to the components' %s",
			s.flat()))
	}
	f.Add("n_parameters", len(s.Theta), "", "Weights and biases that are learned").Call("Weights and biases")
	f.Add("n_iter", s.Epochs, "", "Passes over the points so far").Call("Epochs")
	f.Add("n_updates", s.Updates, "", "Number of moves of the weights, one for each minibatch").Call("Steps").In(
		method.Solver)
	f.Add("objective", s.objective(), "", "Half the mean squared error, in units of a typical "+
		"deviation, plus the penalty").In(method.Solver)
	f.Add("penalty", m.penalty, "", "Contribution of the weights to the objective; biases add nothing").
		Call("Penalty").In(method.Solver)
	if s.stacked != nil {
		layers := make([]string, len(s.stacked.Error))
		for l := range layers {
			layers[l] = words.Sprintf("layer %d", l+1)
		}
		f.Add("pretraining_error", s.stacked.Error, "", "Mean squared reconstruction error of the Boltzmann machine "+
			"behind each layer").Call("Not rebuilt by machines").In(method.Solver).By(layers)
	}
	f.Add("scale", s.scale, "", "Root mean square deviation of all coordinates from their means, by which inputs are "+
		"divided").Call("Unit of the network").In(method.Solver)
	return f
}

func (s *state) Formula() string {
	var t strings.Builder
	m := s.look()
	penalty := ""
	if a := s.v.Float("alpha"); a > 0 {
		penalty = " + α/2n Σ w²,  α = " + words.Number(a) + ","
	}
	input := "xᵢ"
	if s.Noise > 0 {
		input = "xᵢ + ε"
	}
	t.WriteString(words.Sprintf("min 1/n Σ ½‖g(f(%s)) − xᵢ‖²%s  J = %s", input, penalty,
		words.Number(m.mean/2+m.penalty)))
	if s.Noise > 0 {
		t.WriteString(words.Sprintf(" without noise,  ε ~ N(0, %s²)", words.Number(s.Noise)))
	}
	phi := map[network.Activation]string{network.Tanh: "tanh", network.ReLU: "max(0, ·)",
		network.Logistic: "σ"}[s.Net.Acts[0]]
	chain := func(sizes []int, first int, in string) string {
		for l := 1; l < len(sizes); l++ {
			in = words.Text("W%s %s + b%s", words.Index(first+l), in, words.Index(first+l))
			if l < len(sizes)-1 {
				if s.plain {
					in = "(" + in + ")"
				} else {
					in = "φ(" + in + ")"
				}
			}
		}
		return in
	}
	fmt.Fprintf(&t, "\nz = f(x) = %s\nx̂ = g(z) = %s", chain(s.Net.Sizes[:s.middle+1], 0, "x"),
		chain(s.decoder.Sizes, s.middle, "z"))
	if !s.plain {
		fmt.Fprintf(&t, ",  φ = %s", phi)
	}
	sizes := make([]string, len(s.Net.Sizes))
	for l, n := range s.Net.Sizes {
		sizes[l] = strconv.Itoa(n)
	}
	t.WriteString(words.Sprintf("\nunits: %s\nhere x are differences from the mean, in units of %s", words.Join(sizes,
		" – "), words.Number(s.scale)))
	return t.String()
}

// vector formats a point.
func vector(x []float64) string {
	list := make([]string, len(x))
	for j, v := range x {
		list[j] = words.Number(v)
	}
	return "(" + words.Join(list, ", ") + ")"
}

// coded formats a code.
func coded(z []float64) string {
	list := make([]string, len(z))
	for k, v := range z {
		list[k] = words.Text("%s = %s", name(k), words.Number(words.Significant(v, 3)))
	}
	return words.Join(list, ", ")
}

// name returns the name of number k of a code.
func name(k int) string { return "z" + words.Subscript(k+1) }

// class returns the class of row i's point, if points have classes.
func (s *state) class(i int) int {
	if s.p.Labels == nil || s.p.Labels[s.p.Ordinal(i)] == doc.Unlabeled {
		return picture.NoClass
	}
	return s.p.Labels[s.p.Ordinal(i)]
}

// one returns the first entry of each column.
func one(cols [][]float64) []float64 {
	x := make([]float64, len(cols))
	for j, c := range cols {
		x[j] = c[0]
	}
	return x
}

// units converts the network's output for one row to the problem's units.
func (s *state) units(x []float64) []float64 {
	out := make([]float64, len(x))
	for j, v := range x {
		out[j] = s.own(j, v)
	}
	return out
}

// Explain gives the code of a point or row, what it decodes to, and the error.
func (s *state) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:s.p.D]
	in := s.within(x)
	code, out := s.through(in)
	lost, by := 0.0, 0.0
	at := one(out)
	straight := make([]float64, s.p.D)
	for _, u := range s.basis[:min(s.q, s.p.D)] {
		z := 0.0
		for j, c := range in {
			z += u[j] * c[0]
		}
		for j := range straight {
			straight[j] += z * u[j]
		}
	}
	for j, c := range in {
		lost += (c[0] - at[j]) * (c[0] - at[j])
		by += (c[0] - straight[j]) * (c[0] - straight[j])
	}
	e.Answer = coded(one(code))
	at, straight = s.units(at), s.units(straight)
	e.Lines = append(e.Lines, words.Text("lost: ‖x − x̂‖ = %s; by %s %s", words.Number(s.scale*math.Sqrt(lost)),
		s.components(), words.Number(s.scale*math.Sqrt(by))))
	switch {
	case !s.p.Wide():
		e.Lines = append(e.Lines, words.Text("decoded x̂ = %s", vector(at)))
		e.Layers = []picture.Layer{
			&picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, XY: []float64{x[0], x[1], at[0], at[1]},
				Says: "reconstruction of this position"},
			&picture.Marks{Role: picture.RoleProjection, XY: at, Says: "reconstruction of this position"},
		}
	case s.p.Across > 0:
		const says = "row and its reconstruction"
		e.Layers = s.p.Album(x, v, []method.Tile{
			{Values: x, Name: "row", Says: says, Title: "row"},
			{Values: at, Name: "row", Says: says, Title: "decoded"},
			{Values: straight, Name: "row", Says: says, Title: "by PCA"},
		})
	default:
		e.Lines = append(e.Lines, s.told(at, x)...)
	}
	return e
}

// told lists the values of some inputs in the table's units: those that differ most from the row, or, without a row,
// from the mean.
func (s *state) told(at, row []float64) (lines []string) {
	names, which := s.p.OwnNames(), make([]float64, s.p.D)
	for j := range which {
		which[j] = math.Abs(at[j] - s.mean[j])
		if row != nil {
			which[j] = math.Abs(at[j] - row[j])
		}
	}
	for _, j := range method.LargestOf(which, shownInputs) {
		own, _ := s.p.Own(j, at[j])
		line := words.Text("%s: %s", names[j], words.Number(words.Significant(own, 3)))
		if row != nil {
			is, _ := s.p.Own(j, row[j])
			line = words.Text("%s: %s, decoded %s", names[j], words.Number(is), words.Number(words.Significant(own, 3)))
		}
		lines = append(lines, line)
	}
	return lines
}

// ExplainPlace describes what the code at the pointer decodes to.
func (s *state) ExplainPlace(at [2]float64, v picture.Viewport) (e method.Explanation, ok bool) {
	if !s.staged() || s.p.Principal != 2 {
		return e, false
	}
	z := s.codeAt(at[0], at[1])
	x := s.units(one(s.decode(z)))
	e.Answer = words.Text("decoded of %s", coded(one(z)))
	if i, near := s.nearest(at); i >= 0 {
		text := words.Text("row %s", strconv.Itoa(s.p.Number(i)))
		if c := s.class(i); c != picture.NoClass {
			text += words.Text(", %s", s.p.Names.Class(c))
		}
		e.Lines = append(e.Lines, words.Text("nearest code: %s, %s away", text, words.Number(words.Significant(near, 2))))
	}
	if s.p.Across == 0 {
		e.Lines = append(e.Lines, s.told(x, nil)...)
	} else {
		e.Layers = s.beside(x, v, v.PX(at[0]) > float64(v.W)/2)
	}
	return e, true
}

// codeAt returns the code at a position in the plane of the first two numbers; a third one is the mean over the rows.
func (s *state) codeAt(x, y float64) [][]float64 {
	z := [][]float64{{x}, {y}, {0}}[:s.q]
	if s.q > 2 {
		m := s.look()
		for i := range s.p.N {
			z[2][0] += m.code[3*i+2] / float64(s.p.N)
		}
	}
	return z
}

// nearest returns the row whose code is nearest to a position, and its distance.
func (s *state) nearest(at [2]float64) (row int, near float64) {
	row, near = -1, math.Inf(1)
	m := s.look()
	for i := range s.p.N {
		if d := math.Hypot(m.code[i*s.q]-at[0], m.code[i*s.q+1]-at[1]); d < near {
			row, near = i, d
		}
	}
	return row, near
}

// beside draws an image in a lower corner of the plane, with the colour scale of the rows.
func (s *state) beside(x []float64, v picture.Viewport, left bool) []picture.Layer {
	const gap, line = 12.0, 13.0
	down := len(x) / s.p.Across
	size := min(96, float64(v.W)/4) / float64(max(s.p.Across, down))
	wide, high := size*float64(s.p.Across), size*float64(down)
	px, top := float64(v.W)-wide-gap, float64(v.H)-high-gap
	if left {
		px = gap
	}
	lo, hi := s.values()
	dx, dy := (v.X1-v.X0)/float64(v.W), (v.Y1-v.Y0)/float64(v.H)
	pic := &picture.Picture{View: v}
	method.PutRaster(pic, &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: "decoded",
		Says: "decoded from this code", Lo: lo, Hi: hi}, x, s.p.Across, v.DX(px), v.DY(top), size*dx, size*dy)
	pic.Add(&picture.Label{Role: picture.RoleGuide, X: v.DX(px + wide/2), Y: v.DY(top - line/2), Ground: true,
		Text: "decoded"})
	return pic.Layers
}

// values returns the least and the largest number in the rows.
func (s *state) values() (lo, hi float64) { return method.Limits(s.p.X) }
