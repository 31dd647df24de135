package svm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// moons returns two noisy half circles, scaled to the unit square.
func moons(n int, noise float64, seed uint64) *method.Problem {
	rng := rand.New(rand.NewPCG(seed, 17))
	p := &method.Problem{N: n, D: 2, Task: method.Classify, ClassIDs: []int{0, 1}}
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for i := range n {
		a := math.Pi * rng.Float64()
		x := [2]float64{math.Cos(a), math.Sin(a)}
		if i%2 == 1 {
			x = [2]float64{1 - x[0], 0.5 - x[1]}
		}
		for j := range x {
			x[j] += noise * rng.NormFloat64()
			lo[j], hi[j] = min(lo[j], x[j]), max(hi[j], x[j])
		}
		p.X = append(p.X, x[0], x[1])
		p.Class = append(p.Class, i%2)
	}
	for i := range p.X {
		p.X[i] = (p.X[i] - lo[i%2]) / (hi[i%2] - lo[i%2])
	}
	return p
}

// with returns the problem with point i moved.
func with(p *method.Problem, i int, dx, dy float64) *method.Problem {
	q := *p
	q.X = slices.Clone(p.X)
	q.X[2*i] += dx
	q.X[2*i+1] += dy
	return &q
}

func sizes(b *testing.B, run func(b *testing.B, p *method.Problem, v method.Values)) {
	for _, n := range []int{200, 1000} {
		for _, c := range []float64{1, 100} {
			m := Method()
			v, err := m.Validate(map[string]any{"C": c})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("n=%d/C=%g", n, c), func(b *testing.B) { run(b, moons(n, 0.25, 1), v) })
		}
	}
}

func fitted(b *testing.B, p *method.Problem, v method.Values, prev method.Model) method.Model {
	m, err := fit(context.Background(), p, v, prev)
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// Training from scratch.
func BenchmarkCold(b *testing.B) {
	sizes(b, func(b *testing.B, p *method.Problem, v method.Values) {
		for range b.N {
			fitted(b, p, v, nil)
		}
	})
}

// Dragging a point: each fit starts from the previous one.
func BenchmarkDrag(b *testing.B) {
	sizes(b, func(b *testing.B, p *method.Problem, v method.Values) {
		rng := rand.New(rand.NewPCG(1, 2))
		m := fitted(b, p, v, nil)
		b.ResetTimer()
		for k := range b.N {
			if k%20 == 0 {
				b.StopTimer()
				p = moons(p.N, 0.25, 1)
				m = fitted(b, p, v, nil)
				b.StartTimer()
			}
			p = with(p, k/20%p.N, 0.02*rng.NormFloat64(), 0.02*rng.NormFloat64())
			m = fitted(b, p, v, m)
		}
	})
}

// Adding points one by one.
func BenchmarkAdd(b *testing.B) {
	sizes(b, func(b *testing.B, p *method.Problem, v method.Values) {
		more := moons(p.N+32, 0.25, 1)
		var m method.Model
		for k := range b.N {
			n := p.N + k%32
			q := &method.Problem{N: n, D: 2, X: more.X[:2*n], Class: more.Class[:n], ClassIDs: p.ClassIDs}
			if k%32 == 0 {
				b.StopTimer()
				m = fitted(b, q, v, nil)
				b.StartTimer()
				continue
			}
			m = fitted(b, q, v, m)
		}
	})
}

// Moving C by a tenth, up and down.
func BenchmarkSlideC(b *testing.B) {
	sizes(b, func(b *testing.B, p *method.Problem, v method.Values) {
		m := fitted(b, p, v, nil)
		c := v.Float("C")
		b.ResetTimer()
		for k := range b.N {
			m = fitted(b, p, v.With("C", c*[]float64{1.1, 1.2, 1.1, 1}[k%4]), m)
		}
	})
}

// Moving gamma by a twentieth, up and down.
func BenchmarkSlideGamma(b *testing.B) {
	sizes(b, func(b *testing.B, p *method.Problem, v method.Values) {
		m := fitted(b, p, v, nil)
		b.ResetTimer()
		for k := range b.N {
			m = fitted(b, p, v.With("gamma", []float64{10.5, 11, 10.5, 10}[k%4]), m)
		}
	})
}

func BenchmarkRaster(b *testing.B) {
	sizes(b, func(b *testing.B, p *method.Problem, v method.Values) {
		m := fitted(b, p, v, nil).(*model)
		g := picture.Viewport{X1: 1, Y1: 1, W: 480, H: 320}.Grid(480, 320)
		b.ResetTimer()
		for range b.N {
			if _, err := m.ScoreRaster(context.Background(), g, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// The other machines: from scratch, and while a point is dragged.
func BenchmarkOthers(b *testing.B) {
	for _, of := range []method.Method{SVR(), Nu(), OneClass(), MKL()} {
		v, err := of.Validate(nil)
		if err != nil {
			b.Fatal(err)
		}
		pts := methodtest.Points(of.Task, 200, 3)
		for _, how := range []string{"cold", "drag"} {
			b.Run(of.ID+"/"+how, func(b *testing.B) {
				var m method.Model
				for i := 0; b.Loop(); i++ {
					moved := slices.Clone(pts)
					moved[7].X += 1e-3 * float64(i%20)
					p, err := method.NewProblem(moved, of.Task, 1)
					if err != nil {
						b.Fatal(err)
					}
					prev := m
					if how == "cold" {
						prev = nil
					}
					if m, err = of.Fit(context.Background(), p, v, prev); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Dragging a point with a kernel that may not be positive semi-definite: soundness must not be checked, as nothing asks
// for it.
func BenchmarkDragSigmoid(b *testing.B) {
	of := Method()
	v, err := of.Validate(map[string]any{"kernel": "sigmoid(1, -1)"})
	if err != nil {
		b.Fatal(err)
	}
	p := moons(400, 0.25, 1)
	m := fitted(b, p, v, nil)
	for i := 0; b.Loop(); i++ {
		m = fitted(b, with(p, 7, 1e-3*float64(i%10), 0), v, m)
	}
}
