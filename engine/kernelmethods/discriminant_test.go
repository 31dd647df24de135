package kernelmethods

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pointscape/engine/dataset"
	"pointscape/engine/discriminant"
	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/picture"
)

// Eigenvalues, coordinates along the directions and differences of scores must be those that numpy computes from the
// whole Gram matrix.
func TestDiscriminantAgainstNumpy(t *testing.T) {
	data, err := os.ReadFile("testdata/discriminant.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Cases []struct {
			Name, Kernel        string
			Alpha, Gamma, Coef0 float64
			Degree              float64
			X                   [][]float64
			Y                   []float64
			Eigenvalues         []float64
			At, Z, Lead         [][]float64
		}
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Cases) < 6 {
		t.Fatalf("%d cases", len(all.Cases))
	}
	for _, c := range all.Cases {
		var pts []doc.Point
		for i, x := range c.X {
			pts = append(pts, doc.Point{X: x[0], Y: x[1], Z: c.Y[i]})
		}
		model, _ := fitOf(t, Discriminant(), pts, map[string]any{"kernel": c.Kernel, "alpha": c.Alpha, "gamma": c.Gamma,
			"degree": c.Degree, "coef0": c.Coef0})
		m := model.(*kfd)
		what := c.Name + ", " + c.Kernel
		for k, want := range c.Eigenvalues {
			if math.Abs(m.lambda[k]-want) > 1e-6*c.Eigenvalues[0] {
				t.Errorf("%s: eigenvalue %d is %v, want %v", what, k, m.lambda[k], want)
			}
		}
		for i, x := range c.At {
			z, f := m.along.Eval(x), m.PointScores(x)[0]
			for k, want := range c.Z[i] {
				if math.Abs(math.Abs(z[k])-want) > 1e-5*(1+want) {
					t.Errorf("%s: |z%d| at %v is %v, want %v", what, k+1, x, z[k], want)
				}
			}
			if len(f) == 1 {
				f = []float64{0, f[0]}
			}
			for k, want := range c.Lead[i] {
				if got := f[k] - f[0]; math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
					t.Errorf("%s: class %d leads by %v at %v, want %v", what, k, got, x, want)
				}
			}
		}
	}
}

// A linear kernel must give Fisher's direction: the same eigenvalue, the same threshold for equal priors, and the same
// predictions everywhere; also LDA's predictions for three classes.
func TestLinearDiscriminantIsFishers(t *testing.T) {
	for _, alpha := range []float64{1e-6, 0.01} {
		for _, three := range []bool{false, true} {
			pts, err := dataset.Make(doc.Dataset{Name: "anisotropic", N: 80, Noise: 0.1, Seed: 2})
			if err != nil {
				t.Fatal(err)
			}
			priors := []float64{0.5, 0.5}
			if three {
				pts, priors = third(pts), []float64{1. / 3, 1. / 3, 1. / 3}
			}
			given := map[string]any{"kernel": "linear", "alpha": alpha, "priors": priors}
			a, p := fitOf(t, Discriminant(), pts, given)
			b, _ := fitOf(t, discriminant.Fisher(), pts, map[string]any{"alpha": alpha})
			m := a.(*kfd)
			for _, f := range b.Facts() {
				if f.Name != "eigenvalues" {
					continue
				}
				for k, want := range f.Value.([]float64) {
					if math.Abs(m.lambda[k]-want) > 1e-6*want {
						t.Errorf("α = %v, %d classes: eigenvalue %d is %v, Fisher's %v", alpha, len(priors), k, m.lambda[k], want)
					}
				}
			}
			// w = Σ aᵢxᵢ must be parallel to Fisher's direction.
			if len(priors) == 2 {
				for _, f := range b.Facts() {
					if f.Name == "directions" {
						w := [2]float64{}
						for i, c := range m.along.Coef[0] {
							w[0] += c * m.along.X[2*i]
							w[1] += c * m.along.X[2*i+1]
						}
						u := f.Value.([][]float64)[0]
						if cross := (w[0]*u[1] - w[1]*u[0]) / math.Hypot(w[0], w[1]); math.Abs(cross) > 1e-6 {
							t.Errorf("α = %v: direction %v, Fisher's %v", alpha, w, u)
						}
					}
				}
			}
			other, bad := make([]float64, 1), 0
			own := make([]float64, 1)
			for i := range 40 {
				for j := range 40 {
					x := []float64{float64(i) / 39, float64(j) / 39}
					a.Can().Predictor.Predict(x, own)
					b.Can().Predictor.Predict(x, other)
					if own[0] != other[0] {
						bad++
					}
				}
			}
			if bad > 2 {
				t.Errorf("α = %v, %d classes: %d of 1600 places get another class than by Fisher's", alpha, len(priors), bad)
			}
			_ = p
		}
	}
}

// The coordinates must have variance 1 within the classes (with α‖f‖² added) and be uncorrelated.
func TestDirectionsAreStandard(t *testing.T) {
	pts, err := dataset.Make(doc.Dataset{Name: "blobs5", N: 150, Noise: 0.2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	model, p := fitOf(t, Discriminant(), pts, map[string]any{"gamma": 10.0, "alpha": 0.01})
	m := model.(*kfd)
	gram := kernel.Gram(m.along.Kernel, m.along.X, m.along.N, 2, nil)
	if m.used != 4 {
		t.Fatalf("%d directions of five classes", m.used)
	}
	for a := range m.used {
		for b := range a + 1 {
			s := 0.0
			for i, c := range p.Class {
				s += (m.z[i*m.used+a] - m.means[c][a]) * (m.z[i*m.used+b] - m.means[c][b]) / float64(p.N)
			}
			for i, u := range m.along.Coef[a] {
				for j, v := range m.along.Coef[b] {
					s += m.alpha * u * v * gram[i*m.along.N+j]
				}
			}
			want := 0.0
			if a == b {
				want = 1
			}
			if math.Abs(s-want) > 1e-6 {
				t.Errorf("directions %d and %d vary together by %v, want %v", a, b, s, want)
			}
		}
	}
	// The stored coordinates of a point must equal those computed at its position.
	for i := range p.N {
		for k, z := range m.along.Eval(p.At(i)) {
			if math.Abs(z-m.z[i*m.used+k]) > 1e-6*(1+math.Abs(z)) {
				t.Errorf("point %d lies at %v along direction %d, drawn at %v", i, z, k, m.z[i*m.used+k])
			}
		}
	}
}

// At the threshold of two classes neither leads, whatever the priors are.
func TestDiscriminantThreshold(t *testing.T) {
	pts, err := dataset.Make(doc.Dataset{Name: "moons", N: 80, Noise: 0.2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, priors := range [][]float64{{0.5, 0.5}, {0.1, 0.9}} {
		model, p := fitOf(t, Discriminant(), pts, map[string]any{"gamma": 8.0, "priors": priors})
		m := model.(*kfd)
		if f := m.leadAt(m.threshold()); math.Abs(f) > 1e-9 {
			t.Errorf("priors %v: at the threshold the second class leads by %v", priors, f)
		}
		for i := range p.N {
			f, z := m.PointScores(p.At(i))[0][0], m.z[i]
			if want := m.leadAt(z); math.Abs(f-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("priors %v: point %d at z = %v has the score %v, want %v", priors, i, z, f, want)
			}
		}
	}
}

// The readout of a histogram bar must describe its points.
func TestDiscriminantBars(t *testing.T) {
	pts, err := dataset.Make(doc.Dataset{Name: "moons", N: 40, Noise: 0.2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	model, p := fitOf(t, Discriminant(), pts, nil)
	m := model.(*kfd)
	keys := m.barKeys()
	for i, key := range keys {
		told, ok := m.Tell(key, picture.Viewport{}, nil)
		if !ok || !strings.Contains(told.Answer, p.ClassName(p.Class[i])) || !strings.Contains(fmt.Sprint(told.Click.Rows),
			fmt.Sprint(i)) {
			t.Errorf("point %d, %s: told %+v", i, key, told)
		}
	}
	if len(keys) != p.N {
		t.Errorf("%d keys of %d points", len(keys), p.N)
	}
}
