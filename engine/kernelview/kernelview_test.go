package kernelview_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/kernelview"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/svm"
	"pointscape/engine/words"
)

func fitted(t *testing.T, pts []doc.Point, params map[string]any) (*method.Problem, method.Model) {
	t.Helper()
	m := svm.Method()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	p, err := method.NewProblem(pts, method.Classify, 0)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p, model
}

func fact(list method.FactList, name string) any {
	for _, f := range list {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// The numbers must be those of NumPy 1.24 (eigvalsh) and scikit-learn 1.2 (SVC, rbf_kernel, sigmoid_kernel).
func TestReference(t *testing.T) {
	b, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref struct {
		X     [][2]float64
		Y     []float64
		Cases []struct {
			Params      map[string]any
			Gram        [][]float64
			Eigenvalues []float64
			Norm2       float64
		}
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	var pts []doc.Point
	for i, x := range ref.X {
		pts = append(pts, doc.Point{X: x[0], Y: x[1], Z: ref.Y[i]})
	}
	// The order of the matrix: by class, and within a class by document order.
	order := []int{0, 1, 2, 5, 3, 4, 6, 7}
	for _, c := range ref.Cases {
		p, model := fitted(t, pts, c.Params)
		seen := model.(kernelparam.Seer).SeeKernel()
		v := kernelview.New(p, seen, true, &kernelview.Found{})
		if err := v.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		facts := v.Say()
		low := c.Eigenvalues[len(c.Eigenvalues)-1]
		if got, ok := fact(facts, "kernel_least_eigenvalue").(float64); !ok || math.Abs(got-low) > 1e-9 {
			t.Errorf("%v: least eigenvalue %v, want %g", c.Params, got, low)
		}
		below := 0
		for _, e := range c.Eigenvalues {
			if e < -1e-9 {
				below++
			}
		}
		if got := fact(facts, "kernel_negative_eigenvalues"); below > 0 && got != float64(below) || below == 0 && got != nil {
			t.Errorf("%v: %v eigenvalues below 0, want %d", c.Params, got, below)
		}
		if c.Params["kernel"] == "rbf" {
			if got, ok := fact(facts, "kernel_norm").(float64); !ok || math.Abs(got-math.Sqrt(c.Norm2)) > 1e-6 {
				t.Errorf("‖f‖ = %v, want %g", got, math.Sqrt(c.Norm2))
			}
		}
		for row, i := range order {
			for column, j := range order {
				told, ok := v.Tell(picture.CellKey(kernelview.Box, row, column))
				if !ok {
					t.Fatalf("cell %d, %d says nothing", row, column)
				}
				var want []int
				if want = []int{i, j}; i == j {
					want = want[:1]
				}
				if !slices.Equal(told.Click.Rows, want) {
					t.Errorf("cell %d, %d is of the points %v, want %v", row, column, told.Click.Rows, want)
				}
				if k := seen.Kernel.Eval(p.At(i), p.At(j)); math.Abs(k-c.Gram[i][j]) > 1e-12 {
					t.Errorf("k of %d and %d is %g, want %g", i, j, k, c.Gram[i][j])
				}
			}
		}
		keys := v.RowKeys(kernelview.MatrixPanel)
		for row, i := range order {
			if keys[i] != picture.LineKey(kernelview.Box, row) {
				t.Errorf("point %d has the key %s, want that of row %d", i, keys[i], row)
			}
		}
	}
}

// The picture must have the value of each pair at its cell; with more points than pixels, the value of some cell at
// each pixel.
func TestMatrixPicture(t *testing.T) {
	for _, n := range []int{3, 10, 900} {
		var pts []doc.Point
		for i := range n {
			pts = append(pts, doc.Point{X: float64(i%37) / 37, Y: float64(i%11) / 11, Z: float64(i % 2)})
		}
		p, err := method.NewProblem(pts, method.Classify, 0)
		if err != nil {
			t.Fatal(err)
		}
		k := kernel.RBFGamma(4)
		v := kernelview.New(p, kernelparam.Seen{Kernel: k}, false, &kernelview.Found{})
		panel, ok := method.FindPanel(v.Panels(), kernelview.MatrixPanel)
		if !ok {
			t.Fatal("no picture of the matrix")
		}
		pic, err := panel.Draw(t.Context(), 300, 240)
		if err != nil {
			t.Fatal(err)
		}
		var r *picture.Raster
		for _, l := range pic.Layers {
			if x, ok := l.(*picture.Raster); ok {
				r = x
			}
		}
		spots := pic.Hits
		if r == nil || len(spots) != 1 || spots[0].Kind != picture.Cells || spots[0].Z[0] != float64(n) ||
			spots[0].Z[1] != float64(n) {
			t.Fatalf("n = %d: raster %v, spots %v", n, r != nil, spots)
		}
		box := spots[0].XY
		order := []int{}
		for c := range 2 {
			for i := c; i < n; i += 2 {
				order = append(order, i)
			}
		}
		for b := range r.Grid.H {
			for a := range r.Grid.W {
				row := int(float64(n) * (r.Grid.Y(b) - box[1]) / (box[5] - box[1]))
				column := int(float64(n) * (r.Grid.X(a) - box[0]) / (box[4] - box[0]))
				want := k.Eval(p.At(order[row]), p.At(order[column]))
				if got := float64(r.Planes[0][b*r.Grid.W+a]); math.Abs(got-want) > 1e-6 {
					t.Fatalf("n = %d, pixel %d, %d: %g, want %g of cell %d, %d", n, a, b, got, want, row, column)
				}
			}
		}
	}
}

// The axis for nearly equal eigenvalues must span at least a decade, and a single point must be in the middle of its
// curve.
func TestAxesOfNarrowRanges(t *testing.T) {
	for _, xs := range [][]float64{{1}, {0, 3, 6}, {0, 0.25, 3}} {
		var pts []doc.Point
		for _, x := range xs {
			pts = append(pts, doc.Point{X: x})
		}
		p, err := method.NewProblem(pts, method.Regress, 0)
		if err != nil {
			t.Fatal(err)
		}
		v := kernelview.New(p, kernelparam.Seen{Kernel: kernel.RBFGamma(4)}, false, &kernelview.Found{})
		if err := v.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, pic := drawn(t, v, kernelview.EigenPanel)
		if pic.View.Y1-pic.View.Y0 < 1 {
			t.Errorf("points at %v: the eigenvalues' axis goes from 10^%g to 10^%g", xs, pic.View.Y0, pic.View.Y1)
		}
		for _, l := range pic.Layers {
			if m, ok := l.(*picture.Marks); ok && m.Role == picture.RoleSite {
				for i := 1; i < len(m.XY); i += 2 {
					if m.XY[i] < pic.View.Y0 || m.XY[i] > pic.View.Y1 {
						t.Errorf("points at %v: the eigenvalue 10^%g lies off the axis", xs, m.XY[i])
					}
				}
			}
		}
		if _, pic = drawn(t, v, kernelview.SlicePanel); len(xs) == 1 {
			if middle := (pic.View.X0 + pic.View.X1) / 2; math.Abs(middle-xs[0]) > 1e-9 {
				t.Errorf("the kernel of the point at %g is drawn round %g", xs[0], middle)
			}
		}
	}
}

// In the plane, contour lines of k(x, ·) surround the pointer's position; on the line it is a curve.
func TestExplain(t *testing.T) {
	p, err := method.NewProblem([]doc.Point{{X: 0.2, Y: 0.3}, {X: 0.7, Y: 0.6, Z: 1}}, method.Classify, 0)
	if err != nil {
		t.Fatal(err)
	}
	k := kernel.RBFGamma(20)
	v := kernelview.New(p, kernelparam.Seen{Kernel: k}, true, &kernelview.Found{})
	var e method.Explanation
	at := []float64{0.5, 0.5}
	v.Explain(at, picture.Viewport{X1: 1, Y1: 1, W: 400, H: 300, Scale: 1}, &e)
	lines := 0
	for _, l := range e.Layers {
		path, ok := l.(*picture.Path)
		if !ok {
			continue
		}
		lines++
		for i := 0; i < len(path.XY); i += 2 {
			if got := k.Eval(at, path.XY[i:i+2]); math.Abs(got-path.Level) > 0.02 {
				t.Fatalf("k = %g on the line of %g", got, path.Level)
			}
		}
	}
	if lines < 3 || !strings.Contains(strings.Join(e.Lines, "; "), "point 2") {
		t.Errorf("%d lines; said %q", lines, e.Lines)
	}
}

func BenchmarkMatrix1000(b *testing.B) {
	var pts []doc.Point
	for i := range 1000 {
		pts = append(pts, doc.Point{X: float64(i*37%1000) / 1000, Y: float64(i*91%1000) / 1000, Z: float64(i % 2)})
	}
	p, err := method.NewProblem(pts, method.Classify, 0)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		v := kernelview.New(p, kernelparam.Seen{Kernel: kernel.RBFGamma(10)}, false, &kernelview.Found{})
		panel, _ := method.FindPanel(v.Panels(), kernelview.MatrixPanel)
		if _, err := panel.Draw(b.Context(), 300, 240); err != nil {
			b.Fatal(err)
		}
	}
}

// The inverted matrix has the noise on its diagonal and nowhere else, and each eigenvalue is larger by the noise.
// Without noise there is no such picture.
func TestNoiseOnTheDiagonal(t *testing.T) {
	p, err := method.NewProblem([]doc.Point{{X: 0, Y: 1}, {X: 0.3, Y: 2}, {X: 1, Y: 0}}, method.Regress, 0)
	if err != nil {
		t.Fatal(err)
	}
	k := kernel.RBF(2)
	seen := kernelparam.Seen{Kernel: k, Noise: 0.25, NoiseName: "the noise variance"}
	v := kernelview.New(p, seen, true, &kernelview.Found{})
	if err := v.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	panel, ok := method.FindPanel(v.Panels(), kernelview.InversePanel)
	if !ok || panel.Title != "K with the noise variance on its diagonal" {
		t.Fatalf("the panel is %+v", panel.PanelInfo)
	}
	pic, err := panel.Draw(t.Context(), 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]int{}
	for _, l := range pic.Layers {
		if l, ok := l.(*picture.Label); ok {
			numbers[l.Text]++
		}
	}
	for i := range p.N {
		for j := range i {
			if text := words.Number(words.Significant(k.Eval(p.At(i), p.At(j)), 3)); numbers[text] != 2 {
				t.Errorf("%s stands %d times there: %v", text, numbers[text], numbers)
			}
		}
	}
	if numbers["1.25"] != 3 {
		t.Errorf("the diagonal is not 1.25: %v", numbers)
	}
	told, _ := v.Tell("eigenvalue1")
	var eig mat.EigenSym
	eig.Factorize(mat.NewSymDense(p.N, kernel.Gram(k, p.X, p.N, p.D, nil)), false)
	e := eig.Values(nil)[p.N-1]
	if want := "With the noise variance " + words.Number(e+0.25); !slices.Contains(told.Lines, want) {
		t.Errorf("an eigenvalue says %q, want %q", told.Lines, want)
	}
	seen.Noise = 0
	v = kernelview.New(p, seen, true, &kernelview.Found{})
	if _, ok := method.FindPanel(v.Panels(), kernelview.InversePanel); ok {
		t.Error("nothing is added, and it is shown")
	}
}

// stopped is a job that is cancelled after some calls.
type stopped struct{ left int }

func (s *stopped) Err() error {
	if s.left--; s.left < 0 {
		return errors.New("stopped")
	}
	return nil
}

// Inner products must stop when the job is cancelled.
func TestInnerProductsStop(t *testing.T) {
	var pts []doc.Point
	for i := range 200 {
		pts = append(pts, doc.Point{X: float64(i) / 200, Y: float64(i%7) / 7, Z: float64(i % 2)})
	}
	p, model := fitted(t, pts, map[string]any{"kernel": "rbf", "gamma": 3.0})
	found := &kernelview.Found{}
	seen := model.(kernelparam.Seer).SeeKernel()
	if err := kernelview.New(p, seen, true, found).Work(&stopped{left: 4}); err == nil {
		t.Error("it goes on when nobody waits")
	}
	if err := kernelview.New(p, seen, true, found).Work(&stopped{left: 1000}); err != nil {
		t.Error(err)
	}
}

// With several classes, the inner product of two functions must be the double sum over the points, and that of a
// function with itself its squared norm.
func TestInnerProducts(t *testing.T) {
	var pts []doc.Point
	for i := range 30 {
		pts = append(pts, doc.Point{X: math.Cos(float64(i)), Y: math.Sin(float64(i * i)), Z: float64(i % 3)})
	}
	p, model := fitted(t, pts, map[string]any{"kernel": "rbf", "gamma": 3.0, "C": 2.0})
	seen := model.(kernelparam.Seer).SeeKernel()
	sum := seen.Sum
	if sum == nil || len(sum.Coef) != 3 {
		t.Fatalf("three classes have the sums %v", sum)
	}
	v := kernelview.New(p, seen, true, &kernelview.Found{})
	if err := v.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, ok := fact(v.Say(), "kernel_inner_products").([][]float64)
	if !ok || len(got) != 3 {
		t.Fatalf("the inner products are %v", got)
	}
	for a, f := range sum.Coef {
		for b, g := range sum.Coef {
			want := 0.0
			for i := range sum.N {
				for j := range sum.N {
					want += f[i] * g[j] * seen.Kernel.Eval(sum.X[2*i:2*i+2], sum.X[2*j:2*j+2])
				}
			}
			if math.Abs(got[a][b]-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("⟨f%d, f%d⟩ = %g, want %g", a+1, b+1, got[a][b], want)
			}
		}
	}
}

// The matrix of a clustering method is ordered by cluster, whatever the classes are.
func TestOrderedByClusters(t *testing.T) {
	p, err := method.NewProblem([]doc.Point{{X: 0}, {X: 1, Z: 1}, {X: 2}, {X: 3, Z: 1}, {X: 4}}, method.Classify, 0)
	if err != nil {
		t.Fatal(err)
	}
	seen := kernelparam.Seen{Kernel: kernel.RBF(1), Groups: []int{1, 0, 1, 0, 0}, GroupName: "cluster"}
	v := kernelview.New(p, seen, true, &kernelview.Found{})
	keys := v.RowKeys(kernelview.MatrixPanel)
	for row, i := range []int{1, 3, 4, 0, 2} {
		if keys[i] != picture.LineKey(kernelview.Box, row) {
			t.Errorf("point %d has the key %s, want that of row %d", i, keys[i], row)
		}
	}
	panel, _ := method.FindPanel(v.Panels(), kernelview.MatrixPanel)
	if !strings.Contains(panel.Help, "in the order of cluster:") {
		t.Errorf("the matrix says %q", panel.Help)
	}
}

// On the line, the page asks about points with two coordinates, of which kernels use the first. The explanation has the
// inner products of k(x, ·) with the fitted functions, and the row that x adds to the inverted matrix, in the order of
// its picture; marks on the curve show that row.
func TestExplainTellsProducts(t *testing.T) {
	p, err := method.NewProblem([]doc.Point{{X: 0.7, Y: 2}, {X: 0.2, Y: 1}, {X: 0.4, Y: 3}}, method.Regress, 0)
	if err != nil {
		t.Fatal(err)
	}
	k, a := kernel.RBF(0.2), []float64{0.5, -2, 1}
	sum := &kernel.Expansion{Kernel: k, X: p.X, N: p.N, D: 1, Coef: [][]float64{a}}
	v := kernelview.New(p, kernelparam.Seen{Kernel: k, Sum: sum, Noise: 0.25, NoiseName: "the noise"}, true,
		&kernelview.Found{})
	if err := v.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	at := []float64{0.5, 3.3}
	var e method.Explanation
	v.Explain(at, picture.Viewport{X1: 1, Y0: 0, Y1: 4, W: 400, H: 300, Scale: 1}, &e)
	product, norm, row := 0.0, 0.0, make([]float64, p.N)
	for i := range p.N {
		row[i] = k.Eval(at[:1], p.At(i))
		product += a[i] * row[i]
		for j := range p.N {
			norm += a[i] * a[j] * k.Eval(p.At(i), p.At(j))
		}
	}
	three := func(i int) string { return words.Number(words.Significant(row[i], 3)) }
	for _, want := range []string{
		"⟨f, k(x, ·)⟩ = Σ aᵢ k(xᵢ, x) = " + words.Number(product) + ", ‖k(x, ·)‖ = 1, cosine of their angle " +
			words.Number(product/math.Sqrt(norm)),
		"k = (" + three(1) + ", " + three(2) + ", " + three(0) + "), c = k(x, x) + 0.25 = 1.25",
	} {
		if !strings.Contains(strings.Join(e.Lines, "\n"), want) {
			t.Errorf("said is %q, not %q", e.Lines, want)
		}
	}
	curves := 0
	var marks *picture.Marks
	for _, l := range e.Layers {
		switch l := l.(type) {
		case *picture.Path:
			curves++
		case *picture.Marks:
			marks = l
		}
	}
	if curves != 1 || marks == nil || len(marks.XY) != 2*p.N {
		t.Fatalf("%d curves, marks %v", curves, marks)
	}
	for i := range p.N {
		if marks.XY[2*i] != p.At(i)[0] || math.Abs(marks.XY[2*i+1]-row[i]) > 1e-12 {
			t.Errorf("point %d has its mark at %v, want %v", i, marks.XY[2*i:2*i+2], row[i])
		}
	}
}

// On the line k(x, ·) of the position under the pointer is a curve.
func TestExplainOnTheLine(t *testing.T) {
	p, err := method.NewProblem([]doc.Point{{X: 0.2, Y: 1}, {X: 0.7, Y: 2}}, method.Regress, 0)
	if err != nil {
		t.Fatal(err)
	}
	k := kernel.RBF(0.2)
	v := kernelview.New(p, kernelparam.Seen{Kernel: k}, true, &kernelview.Found{})
	var e method.Explanation
	v.Explain([]float64{0.5}, picture.Viewport{X1: 1, Y0: 0, Y1: 4, W: 400, H: 300, Scale: 1}, &e)
	least, most, n := math.Inf(1), math.Inf(-1), 0
	for _, l := range e.Layers {
		path, ok := l.(*picture.Path)
		if !ok || len(path.XY) < 40 {
			continue
		}
		n++
		for i := 0; i < len(path.XY); i += 2 {
			least, most = min(least, path.XY[i+1]), max(most, path.XY[i+1])
		}
		high := most - least
		for i := 0; i < len(path.XY); i += 2 {
			got, want := (path.XY[i+1]-least)/high, k.Eval([]float64{0.5}, path.XY[i:i+1])
			if math.Abs(got-want) > 0.05 {
				t.Fatalf("at %g the curve has %.3f of its height, and k is %.3f", path.XY[i], got, want)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d curves", n)
	}
}
