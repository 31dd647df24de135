package autoencoder

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/network"
	"pointscape/engine/picture"
)

// BenchmarkEpoch measures an epoch over 1,797 digits.
func BenchmarkEpoch(b *testing.B) {
	p := table(b, "digits")
	m := Method()
	for _, c := range []struct {
		name   string
		params map[string]any
	}{{"64-32-2-32-64", nil}, {"64-2-64", map[string]any{"hidden_layer_sizes": []float64{}, "batch_size": 10000.}}} {
		b.Run(c.name, func(b *testing.B) {
			v, err := m.Validate(c.params)
			if err != nil {
				b.Fatal(err)
			}
			model, err := m.Fit(b.Context(), p, v, nil)
			if err != nil {
				b.Fatal(err)
			}
			g := model.Can().Grower
			for b.Loop() {
				if g, err = g.Grow(b.Context(), 1); err != nil {
					b.Fatal(err)
				}
				g.Measures()
			}
		})
	}
}

// table returns a problem with the rows of a built-in table, all displayed at 0.
func table(t testing.TB, name string) *method.Problem {
	t.Helper()
	r, _, err := dataset.Wide(&doc.Table{Name: name}, dataset.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	p := &method.Problem{N: r.N, Task: method.Cluster, Seed: 1, X: make([]float64, 2*r.N), D: 2,
		Targets: method.Targets{Labels: r.Class}}
	p.Widen(r.X, r.D(), r.Columns)
	p.Principal, p.Across = 2, r.W
	return p
}

// bow returns a problem of n points of the plane along an arc.
func bow(n int) *method.Problem {
	r := rand.New(rand.NewPCG(3, 4))
	p := &method.Problem{N: n, D: 2, Task: method.Cluster, Seed: 1}
	for range n {
		a := 2.6 * (r.Float64() - 0.5)
		p.X = append(p.X, 5+3*math.Sin(a)+0.05*r.NormFloat64(), -2+3*math.Cos(a)+0.05*r.NormFloat64())
	}
	return p
}

// trained fits a model and trains it.
func trained(t *testing.T, p *method.Problem, params map[string]any, steps int) *state {
	t.Helper()
	return methodtest.Grow(t, methodtest.Fit(t, Method(), p, params).(*state), steps).(*state)
}

// The linear autoencoder spans the plane of the principal components, as given by gonum's singular values: everything
// it decodes is within 0.001 radians of it. The same holds for two linear layers on each side, and for codes of one and
// three numbers.
func TestLinearSpansPCA(t *testing.T) {
	for _, c := range []struct {
		table  string
		params map[string]any
		steps  int
	}{
		{"digits", map[string]any{"hidden_layer_sizes": []float64{}, "batch_size": 10000., "learning_rate_init": 0.02}, 300},
		{"iris", map[string]any{"hidden_layer_sizes": []float64{}, "batch_size": 10000., "learning_rate_init": 0.02,
			"n_components": 1.}, 1200},
		{"iris", map[string]any{"hidden_layer_sizes": []float64{5}, "activation": "identity", "batch_size": 10000.,
			"learning_rate_init": 0.02}, 800},
	} {
		p := table(t, c.table)
		s := trained(t, p, c.params, c.steps)
		x := mat.NewDense(p.N, p.D, slices.Clone(p.X))
		for j := range p.D {
			col := mat.Col(nil, j, x)
			mean := 0.0
			for _, v := range col {
				mean += v / float64(p.N)
			}
			for i := range col {
				x.Set(i, j, col[i]-mean)
			}
		}
		var svd mat.SVD
		if !svd.Factorize(x, mat.SVDThinV) {
			t.Fatal("no singular values")
		}
		var v mat.Dense
		svd.VTo(&v)
		// Differences of decoded codes, orthonormalized, and their distance from the plane.
		code := make([][]float64, s.q)
		for k := range code {
			code[k] = make([]float64, s.q+1)
			code[k][k+1] = 1
		}
		out := s.decode(code)
		u := mat.NewDense(p.D, s.q, nil)
		for j, list := range out {
			for k := range s.q {
				u.Set(j, k, list[k+1]-list[0])
			}
		}
		var qr mat.QR
		qr.Factorize(u)
		var full mat.Dense
		qr.QTo(&full)
		var cos mat.Dense
		cos.Mul(v.Slice(0, p.D, s.q, p.D).(*mat.Dense).T(), full.Slice(0, p.D, 0, s.q))
		var sines mat.SVD
		sines.Factorize(&cos, mat.SVDNone)
		angle := math.Asin(min(1, sines.Values(nil)[0]))
		told := s.angles()
		t.Logf("%s, code of %d: %.2g radians after %d epochs", c.table, s.q, angle, c.steps)
		if !(angle < 1e-3) || math.Abs(told[len(told)-1]-angle) > 1e-9 {
			t.Errorf("%s, code of %d: its plane is %g radians away from that of the components, and it says %g", c.table, s.q,
				angle, told)
		}
		if e := s.look().mean / s.lost; !(e >= 1-1e-12 && e < 1+1e-5) {
			t.Errorf("%s, code of %d: it loses %g times what components do", c.table, s.q, e)
		}
	}
}

// Errors of principal components agree with scikit-learn 1.2.1: X − pca.inverse_transform(pca.transform(X)) for
// PCA(n_components).fit(X), as the mean of the squared row norms.
func TestComponentsErrors(t *testing.T) {
	for name, want := range map[string][3]float64{"digits": {1022.571421583008, 858.9447808487329, 717.2352446162665},
		"iris": {0.34241723867203555, 0.10136429572959299, 0.02367619235362644}} {
		p := table(t, name)
		for q := range 3 {
			s := trained(t, p, map[string]any{"n_components": float64(q + 1)}, 0)
			if got := s.squared(s.lost); math.Abs(got-want[q]) > 1e-9*want[0] {
				t.Errorf("%s: %d components lose %v, want %v", name, q+1, got, want[q])
			}
		}
	}
}

// The decoded code of a row is its reconstruction, in the plane, at the pointer, and in the panel.
func TestDecoded(t *testing.T) {
	p := table(t, "digits")
	s := trained(t, p, map[string]any{"hidden_layer_sizes": []float64{12}, "learning_rate_init": 0.01}, 3)
	pl := s.Projected()
	v := picture.Viewport{X0: -20, X1: 20, Y0: -20, Y1: 20, W: 600, H: 600, Scale: 1}
	for _, i := range []int{0, 7, 1000} {
		_, out := s.through(s.within(p.At(i)))
		want := s.units(one(out))
		e, ok := s.ExplainPlace([2]float64{pl.At[2*i], pl.At[2*i+1]}, v)
		if !ok || len(e.Layers) == 0 || len(e.Lines) == 0 {
			t.Fatalf("at row %d: %+v", i, e)
		}
		for j, got := range e.Layers[0].(*picture.Raster).Planes[0] {
			if math.Abs(float64(got)-want[j]) > 1e-5 {
				t.Fatalf("at the code of row %d pixel %d is %v, its reconstruction has %v", i, j, got, want[j])
			}
		}
		if row := s.Explain(p.At(i), v, nil); !strings.HasPrefix(strings.ToLower(e.Answer), "decoded of "+row.Answer) {
			t.Errorf("row %d has the code %s; at its place: %s", i, row.Answer, e.Answer)
		}
	}
	// An image in the panel is decoded from the code at its centre, and is upright.
	pic, err := method.DrawPanel(t.Context(), s, method.Shown{decoded: true}, decoded, 400, 250)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range pic.Layers {
		r := l.(*picture.Raster)
		x, y := (r.Grid.X(3)+r.Grid.X(4))/2, (r.Grid.Y(3)+r.Grid.Y(4))/2
		want := s.units(one(s.decode(s.codeAt(x, y))))
		for j, got := range r.Planes[0] {
			if math.Abs(float64(got)-want[j]) > 1e-5 || r.Grid.DY > 0 {
				t.Fatalf("around (%g, %g) pixel %d is %v, want %v", x, y, j, got, want[j])
			}
		}
	}
	if n := len(pic.Layers); n != 12*8 {
		t.Errorf("%d pictures", n)
	}
}

// A code of one number follows the arc: with nonlinear layers it loses less than a tenth of what the best line loses,
// and the codes of the points increase or decrease along the arc.
func TestCurve(t *testing.T) {
	p := bow(80)
	s := trained(t, p, map[string]any{"n_components": 1., "hidden_layer_sizes": []float64{8}, "learning_rate_init": 0.02},
		200)
	if e := s.look().mean / s.lost; !(e < 0.1) {
		t.Errorf("the curve loses %g of what the line loses", e)
	}
	order := make([]int, p.N)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if s.look().code[a] < s.look().code[b] {
			return -1
		}
		return 1
	})
	turns := 0
	for k := 10; k+10 < p.N; k += 10 {
		if (p.X[2*order[k]]-p.X[2*order[k-10]])*(p.X[2*order[k+10]]-p.X[2*order[k]]) < 0 {
			turns++
		}
	}
	if turns > 0 {
		t.Errorf("along the code the points turn back %d times", turns)
	}
	v := picture.Viewport{X0: 0, X1: 10, Y0: -4, Y1: 2, W: 500, H: 300, Scale: 1}
	under, _, err := s.Can().Layers(t.Context(), v, nil,
		method.Shown{decoded: true, reconstructions: true, components: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range under {
		path, ok := l.(*picture.Path)
		if !ok || path.Role != picture.RoleMean {
			continue
		}
		for k := 0; k < len(path.XY); k += 2 {
			if r := math.Hypot(path.XY[k]-5, path.XY[k+1]+2); math.Abs(r-3) > 0.5 {
				t.Fatalf("the curve is at (%g, %g), %g from the bow's middle", path.XY[k], path.XY[k+1], r)
			}
		}
		return
	}
	t.Error("there is no curve")
}

// With a code of one number the rows of a table stay where the document displays them, and the curve, with the
// reconstructed rows on it, is drawn in that plane, here of two columns. If an axis is a column that is not an input,
// no curve is drawn.
func TestCurveOfRows(t *testing.T) {
	p := table(t, "iris")
	p.Principal = 0
	show := func(a, b int) {
		for i := range p.N {
			p.Shown[2*i], p.Shown[2*i+1] = p.At(i)[a], p.At(i)[b]
		}
	}
	show(2, 1)
	s := trained(t, p, map[string]any{"n_components": 1., "hidden_layer_sizes": []float64{4}}, 20)
	v := picture.Viewport{X0: 0, X1: 8, Y0: 0, Y1: 5, W: 500, H: 300, Scale: 1}
	layers := func() []picture.Layer {
		under, _, err := s.Can().Layers(t.Context(), v, nil, method.Shown{decoded: true})
		if err != nil {
			t.Fatal(err)
		}
		return under
	}
	list := layers()
	if len(list) != 1 {
		t.Fatalf("%d layers", len(list))
	}
	curve := s.curve()
	for k, xy := range slices.Collect(slices.Chunk(list[0].(*picture.Path).XY, 2)) {
		if x, y := s.own(2, curve[2][k]), s.own(1, curve[1][k]); math.Abs(x-xy[0]) > 1e-6 || math.Abs(y-xy[1]) > 1e-6 {
			t.Fatalf("node %d of the curve is at %v, want (%g, %g)", k, xy, x, y)
		}
	}
	for i := range p.N {
		p.Shown[2*i] = float64(i * i % 17)
	}
	if list := layers(); len(list) != 0 {
		t.Errorf("in a plane of something else there are %d layers", len(list))
	}
}

// Noise is added to the inputs of the network and not to its targets, and a run with noise differs.
func TestNoise(t *testing.T) {
	p := bow(40)
	x := slices.Clone(p.X)
	clean := trained(t, p, map[string]any{"n_components": 1.}, 20)
	noisy := trained(t, p, map[string]any{"n_components": 1., "noise": 1.}, 20)
	if slices.Equal(clean.Theta, noisy.Theta) {
		t.Error("noise changes nothing")
	}
	for j, c := range noisy.x {
		if !slices.Equal(c, clean.x[j]) || !slices.Equal(x, p.X) {
			t.Error("noise changes the rows")
		}
	}
	if a, b := clean.look().mean, noisy.look().mean; !(a < b) {
		t.Errorf("without noise %g is lost, with it %g", a, b)
	}
}

// If the best line of principal components is not unique, no angle to it is given; the plane has only two components,
// however many numbers a code has.
func TestNoSingleBest(t *testing.T) {
	cross := func(long float64) *method.Problem {
		p, err := method.NewProblem([]doc.Point{{X: long}, {X: -long}, {Y: 1}, {Y: -1}}, method.Embed, 1)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, c := range []struct {
		long, q, angles float64
		says            string
	}{
		{1, 1, 0, "Principal components 1 and 2 have the same variance: more than one line is optimal."},
		{1.01, 1, 1, "result without nonlinear units is their line; the angle to it is"},
		{1, 3, 0, "2 principal components 100 %"},
	} {
		s := trained(t, cross(c.long), map[string]any{"activation": "identity", "n_components": c.q}, 20)
		facts := 0.0
		for _, f := range s.Facts() {
			if f.Name == "principal_angles" {
				facts++
			}
		}
		if st := s.Status(); !strings.Contains(st.Sentence, c.says) || facts != c.angles {
			t.Errorf("(±%g, 0), (0, ±1), codes of %g: %d angles, %q", c.long, c.q, len(s.angles()), st.Sentence)
		}
	}
}

// A deep autoencoder pretrained by Boltzmann machines starts better than the mean, and stays ahead of random initial
// weights during gradient descent. The machines are those of package network; after an edit that they do not depend on
// they are reused, and the result equals a cold fit.
func TestStartsFromMachines(t *testing.T) {
	p := table(t, "digits")
	params := map[string]any{"hidden_layer_sizes": []float64{24, 12}, "activation": "logistic", "solver": "sgd",
		"learning_rate_init": 0.01, "init": "rbm", "pretraining_epochs": 20.}
	s := trained(t, p, params, 0)
	stack := &network.Stack{X: s.x, Rows: p.N, Batch: 32, Epochs: 20, Seed: 1}
	want, err := stack.Start(method.Unstopped, []int{64, 24, 12, 2}, true, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Theta, want.Unrolled()) {
		t.Error("the first weights are not those of the machines")
	}
	if kept := s.kept(s.look().mean); !(kept > 0.05) {
		t.Errorf("at the start it keeps %v of the variance", kept)
	}
	if text := s.Status().Sentence; !strings.Contains(text, "those of Boltzmann machines, which have learned for 20 ") {
		t.Errorf("the status is %q", text)
	}
	five := trained(t, p, params, 5)
	params["init"] = "auto"
	if a, b := five.look().mean, trained(t, p, params, 5).look().mean; !(a < 0.8*b) {
		t.Errorf("after five epochs it loses %v, drawn at random %v", a, b)
	}
	params["init"], params["learning_rate_init"] = "rbm", 0.02
	m := Method()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	warm, err := m.Fit(t.Context(), p, v, five)
	if err != nil {
		t.Fatal(err)
	}
	if w := warm.(*state); w.stacked != five.stacked || !slices.Equal(w.Theta, s.Theta) {
		t.Error("the machines of the model before are not taken over as they are")
	}
	params["pretraining_epochs"] = 21.
	if v, err = m.Validate(params); err != nil {
		t.Fatal(err)
	}
	if other, err := m.Fit(t.Context(), p, v, five); err != nil || other.(*state).stacked == five.stacked {
		t.Errorf("machines that learn longer are those of before: %v", err)
	}
	// Without logistic units, the machines are not used.
	params["activation"] = "tanh"
	if s := trained(t, p, params, 0); s.stacked != nil {
		t.Error("tanh units begin with machines")
	}
}
