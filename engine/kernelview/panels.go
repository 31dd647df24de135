package kernelview

import (
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Names of the panels.
const (
	MatrixPanel   = "kernel_matrix"
	InversePanel  = "kernel_matrix_inverted"
	EigenPanel    = "kernel_eigenvalues"
	SpectrumPanel = "kernel_spectrum"
	SlicePanel    = "kernel_slice"
)

// eigenKeys is the kind of the eigenvalues' keys, numbered from the largest.
var eigenKeys = picture.KeyKind{Begins: "eigenvalue", From: 1}

// Panels returns the panels of the kernel.
func (v *View) Panels() (list []method.Panel) {
	if v.p.N == 0 {
		return nil
	}
	by := "their first input"
	switch {
	case v.seen.Groups != nil:
		by = v.seen.GroupName
	case v.p.Class != nil:
		by = "class"
	}
	list = append(list, chart.Matrix{}.Panel(method.PanelInfo{ID: MatrixPanel, Title: "Kernel matrix", Live: true,
		Help: words.Text("k(xᵢ, xⱼ) of each pair of training points, in the order of %s: their similarity under the "+
			"kernel. Point at a cell to see its two points, or at a point to see its row and column.", by)}, v.matrix))
	if v.seen.Noise > 0 {
		list = append(list, chart.Matrix{}.Panel(method.PanelInfo{ID: InversePanel, Live: true,
			Title: words.Text("K with %s on its diagonal", v.seen.NoiseName),
			Help: words.Text("The matrix that is inverted: the kernel matrix with %s added to its diagonal. Each "+
				"eigenvalue is larger by this amount.", words.Number(v.seen.Noise))}, v.inverted))
	}
	if v.p.N <= mostEigen {
		list = append(list, chart.Panel(method.PanelInfo{ID: EigenPanel, Title: "Eigenvalues of the kernel matrix",
			XLabel: "number", YLabel: "size", YLog: true, XCounts: true,
			Help: "From the largest. The faster they fall, the fewer directions of the feature space the points need. Values " +
				"below 0, by more than rounding, show that the kernel is not positive semi-definite."}, v.eigenvalues))
	}
	if w := v.waves(); w.shown {
		list = append(list, chart.Plain(method.PanelInfo{ID: SpectrumPanel, Title: "Spectrum of the kernel",
			XLabel: "frequency ω", YLabel: "density", YFrom0: w.least >= 0, Help: v.spectrumHelp()}, w.chart))
	}
	if v.lifted() {
		list = append(list, v.liftPanel())
	}
	if v.p.D <= 2 && !v.p.Wide() {
		list = append(list, chart.Plain(method.PanelInfo{ID: SlicePanel, Title: "The kernel along the first input",
			XLabel: v.p.InputNames()[0], YLabel: "k(z, x)",
			Help: "k(z, ·) for three points z: the smallest, the middle and the largest along the first input. The function " +
				"is large at points similar to z."}, v.slice))
	}
	return list
}

// matrix draws K.
func (v *View) matrix(job method.Job) (*chart.Matrix, error) {
	n := v.p.N
	row := make([]float64, n)
	m := &chart.Matrix{Rows: n, Cols: n, Alike: true, Groups: v.groups, Key: Box, Name: "k(xᵢ, xⱼ)",
		Says: "value of the kernel for two points", Row: func(i int, out []float64) {
			v.rower.Row(v.order[i], row)
			for j, r := range v.order {
				out[j] = row[r]
			}
		}}
	if v.p.Things() != nil {
		for _, r := range v.order {
			m.RowNames = append(m.RowNames, v.p.Things()[int(v.p.At(r)[0])])
		}
		m.ColNames = m.RowNames
	}
	m.Alt = words.Text("The matrix of the kernel's values for %s.", words.Count(n, "training point"))
	return m, job.Err()
}

// inverted draws K with the noise on its diagonal, as it is inverted.
func (v *View) inverted(job method.Job) (*chart.Matrix, error) {
	m, err := v.matrix(job)
	if err != nil {
		return nil, err
	}
	row := m.Row
	m.Row = func(i int, out []float64) {
		row(i, out)
		out[i] += v.seen.Noise
	}
	m.Alt = words.Text("The matrix of the kernel's values for %s, with %s added to its diagonal.", words.Count(v.p.N,
		"training point"), words.Number(v.seen.Noise))
	return m, nil
}

// eigenvalues draws log₁₀ of the magnitudes of the eigenvalues, except of those within rounding of 0.
func (v *View) eigenvalues(job method.Job) (*chart.Chart, error) {
	if v.found.eigen == nil && (v.rests || v.p.N <= mostMoving) {
		if err := job.Err(); err != nil {
			return nil, err
		}
		v.eigen()
	}
	list := v.found.eigen
	c := &chart.Chart{X: chart.Slots(1), Y: chart.Airy(0.06), Told: true}
	switch {
	case list == nil:
		c.Alt = "The eigenvalues are computed when the pointer stops."
		return c, nil
	case len(list) == 0:
		c.Alt = "The matrix has undefined values, and so no eigenvalues."
		return c, nil
	}
	least := math.Log10(math.Max(v.noise(), math.SmallestNonzeroFloat64))
	up := &picture.Marks{Role: picture.RoleSite, Says: "eigenvalue"}
	down := &picture.Marks{Role: picture.RoleOptimum, Says: "eigenvalue below 0"}
	for k, e := range list {
		m := up
		if e < -v.noise() {
			m = down
		}
		if size := math.Abs(e); size > v.noise() {
			m.XY, m.Keys = append(m.XY, float64(k+1), math.Log10(size)), append(m.Keys, eigenKeys.Key(k))
			m.Size = append(m.Size, markSize(len(list)))
			c.X = chart.Slots(k + 1)
		}
	}
	c.Add(chart.Dots{Marks: up}, chart.Dots{Marks: down})
	if lo, hi := sizes(up.XY, down.XY); hi-lo < 1 { // less than a decade: labels such as 0.99997 say little
		lo = math.Floor(lo)
		c.Y.See = []float64{lo, max(math.Ceil(hi), lo+1)}
	}
	if len(up.XY) == 0 && len(down.XY) == 0 {
		c.Y = chart.Exactly(least, least+1)
	}
	c.Alt = v.tellEigen()
	return c, nil
}

// sizes returns the smallest and the largest y in lists of x and y.
func sizes(lists ...[]float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, xy := range lists {
		for i := 1; i < len(xy); i += 2 {
			lo, hi = min(lo, xy[i]), max(hi, xy[i])
		}
	}
	return lo, hi
}

// markSize returns the size of the marks for n eigenvalues.
func markSize(n int) float64 { return min(1, max(0.45, 25/float64(n))) }

// tellEigen describes the eigenvalues.
func (v *View) tellEigen() string {
	list := v.found.eigen
	sum, trace := 0.0, 0.0
	for _, e := range list {
		trace += math.Abs(e)
	}
	many := len(list)
	for k, e := range list {
		if sum += math.Abs(e); sum >= 0.99*trace {
			many = k + 1
			break
		}
	}
	text := words.Text("The largest eigenvalue is %s; the first %s of %s have 99 %% of the sum.", words.Number(list[0]),
		strconv.Itoa(many), strconv.Itoa(len(list)))
	if n := v.negative(); n > 0 {
		text += words.Text(" %s below 0, the smallest %s.", words.Count(n, "eigenvalue"), words.Number(list[len(list)-1]))
	}
	return text
}

// waves is the spectrum of a kernel along the first input.
type waves struct {
	kernel.Spectrum
	shown       bool    // there is a spectrum, and the kernel is not constant
	least, most float64 // range of its values; a smallest one within rounding of 0 is 0
}

// waves returns the spectrum, computed once.
func (v *View) waves() *waves {
	if v.found.waves == nil {
		s, ok := kernel.SpectrumOf(v.seen.Kernel, 0)
		w := &waves{Spectrum: s, shown: ok && s.Reach > 0}
		if w.shown {
			w.least, w.most = s.Range()
			if math.Abs(w.least) < 1e-12*w.most {
				w.least = 0
			}
		}
		v.found.waves = w
	}
	return v.found.waves
}

// spectrumHelp explains the spectrum.
func (v *View) spectrumHelp() string {
	help := "The spectral density of a stationary kernel (Bochner): functions drawn from the kernel have waves of " +
		"these frequencies. The density is nowhere below 0, since the kernel is positive definite."
	switch {
	case v.waves().least < 0:
		help = "The Fourier transform of k, marked where it is negative. By Bochner's theorem k is not positive definite " +
			"then: some points have a matrix with a negative eigenvalue."
	case v.p.D > 1 && !kernel.PositiveDefiniteIn(v.seen.Kernel, v.p.D):
		help = "The spectral density of a stationary kernel (Bochner). The density is nowhere below 0, so the kernel is " +
			"positive definite along a line, but not necessarily in the plane."
	}
	if v.p.D > 1 {
		help = words.Text("Along the first input. %s", help)
	}
	return help
}

// spectrumNodes is the number of sections of the curve at which negative values are searched.
const spectrumNodes = 600

// chart draws the spectrum.
func (s *waves) chart() *chart.Chart {
	c := &chart.Chart{X: chart.Exactly(-0.02*s.Reach, s.Reach)}
	if s.Density != nil {
		c.Add(chart.Graph{Look: chart.As(picture.RoleMean, "spectral density"), From: 0, To: s.Reach, F: s.Density})
	}
	if s.least < 0 {
		c.Add(chart.Level(chart.As(picture.RoleGuide, ""), 0))
		c.Add(s.below()...)
	}
	stems := chart.Stems{Look: chart.Of(picture.RoleTrack, 0, "wave of one frequency: its weight"), Dots: true}
	for _, l := range s.Lines {
		if l.Weight >= 0 {
			stems.X, stems.High = append(stems.X, l.Omega), append(stems.High, l.Weight)
		}
	}
	if len(stems.X) > 0 {
		c.Add(stems)
	}
	c.Y = chart.Exactly(min(0, 1.15*s.least), 1.08*max(0, s.most))
	return c
}

// below marks where the spectrum is below 0.
func (s *waves) below() (list []chart.Item) {
	const says = "below 0: no kernel"
	if s.Density != nil {
		line := chart.Curve{Look: chart.As(picture.RoleOptimum, says)}
		area := chart.Band{Look: chart.As(picture.RoleBand, says), Number: 1}
		some := false
		for k := range spectrumNodes + 1 {
			w := s.Reach * float64(k) / spectrumNodes
			d := s.Density(w)
			area.Low, area.High = append(area.Low, w, min(0, d)), append(area.High, w, 0)
			if d >= 0 {
				d = math.NaN()
			} else {
				some = true
			}
			line.XY = append(line.XY, w, d)
		}
		if some {
			list = append(list, area, line)
		}
	}
	stems := chart.Stems{Look: chart.As(picture.RoleOptimum, says), Dots: true}
	for _, l := range s.Lines {
		if l.Weight < 0 {
			stems.X, stems.High = append(stems.X, l.Omega), append(stems.High, l.Weight)
		}
	}
	if len(stems.X) > 0 {
		list = append(list, stems)
	}
	return list
}

// sliceNodes is the number of points on a curve of the kernel.
const sliceNodes = 161

// slice draws k(z, ·) along the first input, for the rows z with its smallest, median and largest value.
func (v *View) slice() *chart.Chart {
	p := v.p
	order := make([]int, 0, p.N)
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range p.N {
		order = append(order, i)
		lo, hi = min(lo, p.At(i)[0]), max(hi, p.At(i)[0])
	}
	if hi <= lo {
		lo, hi = lo-0.5, lo+0.5
	}
	sortBy(order, func(i int) float64 { return p.At(i)[0] })
	air := 0.1 * (hi - lo)
	c := &chart.Chart{X: chart.Exactly(lo-air, hi+air), Y: chart.Airy(0.08)}
	seen := map[int]bool{}
	for k, at := range []int{0, (p.N - 1) / 2, p.N - 1} {
		i := order[at]
		if seen[i] {
			continue
		}
		seen[i] = true
		z := p.At(i)
		x := append([]float64{}, z...)
		curve := chart.Curve{Look: chart.Of(picture.RoleTrack, k, words.Text("k(z, ·) of point %s",
			strconv.Itoa(p.Number(i))))}
		for n := range sliceNodes {
			x[0] = lo - air + (hi-lo+2*air)*float64(n)/(sliceNodes-1)
			curve.XY = append(curve.XY, x[0], v.seen.Kernel.Eval(z, x))
		}
		c.Add(curve)
	}
	return c
}

// RowKeys returns the keys of the rows in a panel; nil if it has none.
func (v *View) RowKeys(panel string) (keys []string) {
	if panel != MatrixPanel {
		return nil
	}
	for _, at := range v.place {
		keys = append(keys, picture.LineKey(Box, at))
	}
	return keys
}

// Tell describes an eigenvalue, or a cell or row of the matrix.
func (v *View) Tell(key string) (t method.Told, ok bool) {
	if k, ok := eigenKeys.Number(key, len(v.found.eigen)); ok {
		e, sum := v.found.eigen[k], 0.0
		for _, x := range v.found.eigen {
			sum += x
		}
		t.Answer = words.Text("Eigenvalue %s: %s", strconv.Itoa(k+1), words.Number(e))
		if sum > 0 && e > 0 {
			t.Lines = append(t.Lines, words.Text("%s of the sum of all, the trace", words.Percent(e/sum)))
		}
		if v.seen.Noise > 0 {
			t.Lines = append(t.Lines, words.Text("With %s %s", v.seen.NoiseName, words.Number(e+v.seen.Noise)))
		}
		if e < -v.noise() {
			t.Lines = append(t.Lines, "Below 0: no feature space has this kernel for its inner product")
		}
		return t, true
	}
	row, column, ok := picture.CellOf(Box, key)
	if !ok || row >= v.p.N || column >= v.p.N {
		return t, false
	}
	i := v.order[row]
	if column < 0 {
		self := v.at(i, i)
		t.Answer = v.called(i)
		t.Lines = []string{"k(x, x) = " + words.Number(self)}
		t.Lines = append(t.Lines, v.nearest(v.rower.At(v.p.At(i), make([]float64, v.p.N)), i)...)
		t.Click.Rows = []int{i}
		return t, true
	}
	j := v.order[column]
	value := v.at(i, j)
	t.Answer = "k = " + words.Number(value)
	switch {
	case v.p.Things() != nil:
		t.Lines = []string{v.called(i), v.called(j)}
	case i == j:
		t.Lines = []string{words.Text("Point %s%s, and itself", strconv.Itoa(v.p.Number(i)), v.kind(i))}
	default:
		t.Lines = []string{words.Text("Points %s%s and %s%s", strconv.Itoa(v.p.Number(i)), v.kind(i),
			strconv.Itoa(v.p.Number(j)), v.kind(j))}
	}
	if a, b := v.at(i, i), v.at(j, j); i != j && a > 0 && b > 0 {
		t.Lines = append(t.Lines, words.Text("Cosine of their angle in the feature space %s",
			words.Number(value/math.Sqrt(a*b))))
		if d := a + b - 2*value; d >= 0 {
			t.Lines = append(t.Lines, words.Text("Distance there %s", words.Number(math.Sqrt(d))))
		}
	}
	if v.seen.Noise > 0 && i == j {
		t.Lines = append(t.Lines, words.Text("With %s %s", v.seen.NoiseName, words.Number(value+v.seen.Noise)))
	}
	ring := &picture.Marks{Role: picture.RoleNeighbor, Among: v.p.N}
	tie := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass}
	for _, r := range []int{i, j} {
		x, y := v.p.Drawn(r)
		ring.XY, tie.XY = append(ring.XY, x, y), append(tie.XY, x, y)
	}
	t.Layers = []picture.Layer{tie, ring}
	t.Click.Rows = []int{i, j}
	if i == j {
		t.Click.Rows = t.Click.Rows[:1]
	}
	return t, true
}

// at returns an entry of the matrix.
func (v *View) at(i, j int) float64 {
	if i == j {
		return kernel.Diag(v.seen.Kernel, v.p.At(i), 1, v.p.D, nil)[0]
	}
	return v.seen.Kernel.Eval(v.p.At(i), v.p.At(j))
}

// called returns the name of a row: its word if rows are words, else its number.
func (v *View) called(i int) string {
	if v.p.Things() != nil {
		return v.p.Called(i) + v.kind(i)
	}
	return words.Text("Point %s%s", strconv.Itoa(v.p.Number(i)), v.kind(i))
}

// kind returns the group or class of a row in brackets.
func (v *View) kind(i int) string {
	switch {
	case v.seen.Groups != nil && v.seen.Groups[i] >= 0:
		return words.Text(" (%s %s)", v.seen.GroupName, strconv.Itoa(v.seen.Groups[i]+1))
	case v.p.Class != nil:
		return words.Text(" (%s)", v.p.ClassName(v.p.Class[i]))
	}
	return ""
}

// nearest names the row i with the largest row[i], the kernel's value for a position and row i; without row not (−1 =
// none). It returns nil if no row remains.
func (v *View) nearest(row []float64, not int) []string {
	best, at := math.Inf(-1), -1
	for i, k := range row {
		if i != not && k > best {
			best, at = k, i
		}
	}
	if at < 0 {
		return nil
	}
	if v.p.Things() != nil {
		return []string{words.Text("most alike: %s, k = %s", v.called(at), words.Number(best))}
	}
	return []string{words.Text("largest at point %s%s: k = %s", strconv.Itoa(v.p.Number(at)), v.kind(at),
		words.Number(best))}
}

// Size of the grid for the field of k(x, ·), and its number of contour lines.
const (
	fieldW  = 60
	fieldH  = 40
	fieldOf = 6 // number of contour lines
)

// Largest number of entries of a matrix row in the text, and largest number of functions with inner products.
const mostTold, mostFunctions = 12, 4

// products returns the inner products of k(x, ·) with the fitted functions.
func (v *View) products(x []float64) (lines []string) {
	s, length := v.seen.Sum, kernel.DiagLatent(v.seen.Kernel, x, 1, v.p.D, nil)[0]
	if s == nil || s.D != v.p.D || len(s.Coef) > mostFunctions {
		return nil
	}
	row := kernel.NewRower(s.Kernel, s.X, s.N, s.D).At(x, make([]float64, s.N))
	for c, a := range s.Coef {
		name := "f"
		if len(s.Coef) > 1 {
			name = "f" + words.Index(c+1)
		}
		product := linalg.Dot(a, row)
		said := words.Text("⟨%s, k(x, ·)⟩ = Σ aᵢ k(xᵢ, x) = %s", name, words.Number(product))
		if length > 0 {
			said += ", ‖k(x, ·)‖ = " + words.Number(math.Sqrt(length))
		}
		if n := v.found.norms; n != nil && length > 0 && n[c][c] > 0 {
			said = words.Text("%s, cosine of their angle %s", said, words.Number(product/math.Sqrt(length*n[c][c])))
		}
		lines = append(lines, said)
	}
	return lines
}

// bordered returns text with the row and column that a measurement at x adds to the inverted matrix, in the order of
// its picture. row is k(xᵢ, x) for each point.
func (v *View) bordered(x, row []float64) string {
	list := make([]string, len(row))
	for at, i := range v.order {
		list[at] = words.Number(words.Significant(row[i], 3))
	}
	return words.Text("With x the matrix has one more row and column: k = (%s), c = k(x, x) + %s = %s", words.Join(list,
		", "), words.Number(v.seen.Noise), words.Number(kernel.DiagLatent(v.seen.Kernel, x, 1, v.p.D, nil)[0]+v.seen.Noise))
}

// Explain adds k(x, ·) to the explanation of a position: contour lines in the plane, or a curve on the line, with its
// values at the points; its inner products with the fitted functions; and the row that it adds to the matrix. In the
// plane, x always has two numbers, of which the method may use fewer.
func (v *View) Explain(x []float64, view picture.Viewport, e *method.Explanation) {
	p := v.p
	if p.N == 0 || len(x) < p.D {
		return
	}
	x = x[:p.D]
	said := "k(x, x) = " + words.Number(kernel.DiagLatent(v.seen.Kernel, x, 1, p.D, nil)[0])
	row := v.rower.At(x, make([]float64, p.N))
	for _, near := range v.nearest(row, -1) {
		said += words.Text(", %s", near)
	}
	e.Lines = append(append(e.Lines, said), v.products(x)...)
	if v.seen.Noise > 0 && p.N <= mostTold {
		e.Lines = append(e.Lines, v.bordered(x, row))
	}
	switch {
	case p.Wide() || p.D > 2:
		return
	case p.D == 1:
		line := &picture.Path{Role: picture.RoleTruth, Class: picture.NoClass, Says: "k(x, ·) of the position under the " +
			"pointer"}
		for k := range 2 * fieldW {
			t := view.X0 + (view.X1-view.X0)*(float64(k)+0.5)/(2*fieldW)
			line.XY = append(line.XY, t, v.seen.Kernel.Eval(x, []float64{t}))
		}
		values := &picture.Marks{Role: picture.RoleSite, Says: "k(xᵢ, x) of each point"}
		for i, k := range row {
			values.XY = append(values.XY, p.At(i)[0], k)
		}
		e.Layers = append(e.Layers, line, values)
		return
	}
	g := view.Grid(fieldW, fieldH)
	nodes := make([]float64, 0, 2*g.W*g.H)
	for j := range g.H {
		for i := range g.W {
			nodes = append(nodes, g.X(i), g.Y(j))
		}
	}
	values := kernel.NewRower(v.seen.Kernel, nodes, g.W*g.H, 2).At(x, make([]float64, g.W*g.H))
	plane := make([]float32, len(values))
	for i, k := range values {
		plane[i] = float32(k)
	}
	for _, l := range picture.Isolines(&picture.Raster{Grid: g, Planes: [][]float32{plane}}, fieldOf) {
		if line, ok := l.(*picture.Path); ok {
			line.Says = "lines of equal k(x, ·) of the position under the pointer"
		}
		e.Layers = append(e.Layers, l)
	}
}
