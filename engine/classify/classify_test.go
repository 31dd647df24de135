package classify

import (
	"math"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Probabilities agree with their definition, for scores of all sizes, and the common term is that of the losses.
func TestSoftmax(t *testing.T) {
	t.Parallel()
	for _, f := range [][]float64{{0}, {2.5}, {-2.5}, {800}, {-800}, {1, 2, 3}, {-1000, 0, 1000}, {5, 5}} {
		full := f
		if len(f) == 1 {
			full = []float64{0, f[0]}
		}
		sum, top := 0.0, slices.Max(full)
		for _, z := range full {
			sum += math.Exp(z - top)
		}
		got := make([]float64, len(full))
		high, common := Softmax(f, got)
		for c, z := range full {
			if want := math.Exp(z-top) / sum; math.Abs(got[c]-want) > 1e-15 {
				t.Errorf("%v: class %d has probability %v, want %v", f, c, got[c], want)
			}
		}
		if want := top + math.Log(sum); math.Abs(high+math.Log(common)-want) > 1e-12 {
			t.Errorf("%v: the common term is %v, want %v", f, high+math.Log(common), want)
		}
	}
}

// Planes keep the given winner, in single precision.
func TestPutKeepsTheWinner(t *testing.T) {
	t.Parallel()
	near := 1e-12
	for _, share := range [][]float64{{0.5, 0.5}, {0.5 - near, 0.5 + near}, {0.3 - near, 0.3, 0.4},
		{0.3, 0.35 - near, 0.35}, {0.1, 0.9}} {
		w := method.Largest(share)
		planes := Planes(len(share), picture.Grid{W: 1, H: 1})
		Put(planes, 0, share, w)
		got := make([]float32, len(share))
		for c := range got {
			got[c] = planes[c][0]
		}
		if method.Largest(got) != w {
			t.Errorf("of %v class %d wins, in planes %v another", share, w, got)
		}
	}
}

// Leads are differences where float32 can represent them, and finite otherwise.
func TestLeads(t *testing.T) {
	t.Parallel()
	g, best := picture.Grid{W: 3, H: 2}, make([]float64, 3)
	r := Raster(&method.Problem{ClassIDs: []int{0, 3}}, g, 1, 1, "")
	Leads(r, 3, [][]float64{{1, 2, -1e300}, {3, 1, 1e300}}, best)
	if r.Kind != picture.Decision || !slices.Equal(r.Planes[0], []float32{0, 0, 0, 2, -1, 1e30}) {
		t.Error("of two classes", r.Kind, r.Planes)
	}
	r = Raster(&method.Problem{ClassIDs: []int{0, 1, 2}}, g, 3, 1, "")
	Leads(r, 0, [][]float64{{1, 2, 0}, {3, 1, 0}, {2, 0, -1e300}}, best)
	want := [][]float32{{-2, 0, 0}, {0, -1, 0}, {-1, -2, -1e30}}
	for c, plane := range r.Planes {
		if r.Kind != picture.Scores || !slices.Equal(plane[:3], want[c]) {
			t.Error("of three classes", r.Kind, plane[:3], "want", want[c])
		}
	}
}

// byFirst uses the first input as the score of the second class.
type byFirst struct{}

func (byFirst) Scores(x []float64, tell func(i int, f []float64)) {
	for i := range len(x) / 2 {
		tell(i, x[2*i:2*i+1])
	}
}

func (m byFirst) Predict(x, out []float64) {
	Predict(m, &method.Problem{ClassIDs: []int{0, 1}}, x, out)
}

// Predictions, probabilities and errors are those of the scores.
func TestOfScores(t *testing.T) {
	t.Parallel()
	var pts []doc.Point
	for i := range 150 {
		x := float64(i) - 74.5
		class := 0.0
		if x > 0 {
			class = 1
		}
		if i%50 == 0 {
			class = 1 - class
		}
		pts = append(pts, doc.Point{X: x, Z: class})
	}
	p, err := method.NewProblem(pts, method.Classify, 0)
	if err != nil {
		t.Fatal(err)
	}
	if bad, err := Wrong(method.Unstopped, byFirst{}, p); bad != 3 || err != nil {
		t.Errorf("%d errors, want 3 (%v)", bad, err)
	}
	for i, row := range PointScores(byFirst{}, p, p.X[:8], LogOdds) {
		if got := math.Log(row[1] / row[0]); math.Abs(got-p.X[2*i]) > 1e-9 {
			t.Errorf("row %d has log-odds %v, want %v", i, got, p.X[2*i])
		}
	}
	if got := ScoresAt(byFirst{}, []float64{7, 0}); !slices.Equal(got, []float64{7}) {
		t.Error("scores at a place:", got)
	}
	if got := Foremost([]float64{3, 1, 4, 1, 5}); !slices.Equal(got, []int{4, 2, 0}) {
		t.Errorf("foremost %v", got)
	}
	if got := Foremost([]float64{3, 1, 4}); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("of three %v", got)
	}
	if lines := Chances(p, []int{1}, []float64{0.25, 0.65, 0.1}); !slices.Equal(lines,
		[]string{"P(class 2) = 65 %", "the other 2 classes together 35 %"}) {
		t.Error(lines)
	}
	if lines := Chances(p, []int{1, 0}, []float64{4e-4, 0.9996, 0, 0, 0}); !slices.Equal(lines,
		[]string{"P(class 2) > 99.9 %", "the other 4 classes together < 0.1 %"}) {
		t.Error(lines)
	}
}

// If rows are displayed elsewhere, the scores are recomputed; otherwise they are cached.
func TestScoresFollowTheRows(t *testing.T) {
	t.Parallel()
	p := &method.Problem{N: 5, D: 2, X: []float64{0, 0, 1, 0, 0, 1, 2, 3, 5, 1}, ClassIDs: []int{0, 1}}
	r := &Rows{P: p, F: []float64{2, -3, 0.5}}
	twice := make([]float64, len(p.X))
	for i, x := range p.X {
		twice[i] = 2 * x
	}
	for range 2 {
		for k, at := range [][]float64{p.X, twice, p.X} {
			scale := []float64{1, 0.5, 1}[k]
			g, ok := r.At(at, 2)
			for j, want := range []float64{2 * scale, -3 * scale, 0.5} {
				if !ok || math.Abs(g[j]-want) > 1e-12 {
					t.Errorf("places %d: %v, %v", k, g, ok)
				}
			}
			if again, _ := r.At(at, 2); &again[0] != &g[0] {
				t.Errorf("places %d are worked out anew", k)
			}
		}
	}
	if _, ok := r.At([]float64{0, 1, 5, 2, 3, 3, 4, 4, 0, 9}, 2); ok {
		t.Error("scores are affine where they are not")
	}
}
