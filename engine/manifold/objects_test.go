package manifold

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/doc"
	"pointscape/engine/kernel/objects"
	"pointscape/engine/method"
)

// Components of words must be the eigenvectors of the centred kernel matrix by gonum; rows evaluated later must have
// the coordinates of the fit.
func TestComponentsOfWords(t *testing.T) {
	list := []string{"aqua", "aurora", "natura", "insula", "acht", "nacht", "licht", "durch"}
	n := len(list)
	p, err := method.NewProblem(make([]doc.Point, n), method.Cluster, 1)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	p.Widen(x, 1, []string{"word"})
	p.Categories, p.Principal = [][]string{list}, 2
	k := objects.Kernel{Name: objects.Subsequence, P: 2, Lambda: 0.5, Normalize: true}
	all, err := objects.Of(method.Unstopped, k, list)
	if err != nil {
		t.Fatal(err)
	}
	centred := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			v := all.Value(i, j)
			for a := range n {
				v -= (all.Value(a, j) + all.Value(i, a)) / float64(n)
				for b := range n {
					v += all.Value(a, b) / float64(n*n)
				}
			}
			centred.SetSym(i, j, v)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(centred, true) {
		t.Fatal("no eigenvalues")
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	values := e.Values(nil)
	for shown := 1; shown <= 3; shown++ {
		m := ObjectPCA()
		v, err := m.Validate(map[string]any{"kernel": k.Name, "lambda": k.Lambda, "component": float64(shown)})
		if err != nil {
			t.Fatal(err)
		}
		fitted, err := m.Fit(method.Unstopped, p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := fitted.(*objectComponents)
		at, later := c.kpca.Projected(), c.Located(x)
		for q := range 2 {
			column := n - shown - q
			l := values[column]
			if got := c.kpca.lambda[shown-1+q]; math.Abs(got-l) > 1e-10*values[n-1] {
				t.Errorf("eigenvalue %d is %v, want %v", shown+q, got, l)
			}
			sign := 0.0
			for i := range n {
				sign += at.At[2*i+q] * vectors.At(i, column)
			}
			sign = math.Copysign(1, sign)
			for i := range n {
				want := sign * math.Sqrt(l) * vectors.At(i, column)
				if got := at.At[2*i+q]; math.Abs(got-want) > 1e-9 {
					t.Errorf("component %d of %s is %v, want %v", shown+q, list[i], got, want)
				}
				if got := later.At[2*i+q]; math.Abs(got-want) > 1e-9 {
					t.Errorf("component %d of %s is %v when it is placed later, want %v", shown+q, list[i], got, want)
				}
			}
		}
		// The SVM of words must place them at the same two coordinates.
		if shown == 1 {
			places, err := all.NewPlaces(method.Unstopped, p)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range places.Located(x) {
				if math.Abs(got-at.At[i]) > 1e-9 {
					t.Errorf("number %d of the places is %v, want %v", i, got, at.At[i])
				}
			}
		}
	}
}
