package catalog_test

import (
	"context"
	"math"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// BenchmarkSlide is the fit that a move of a slider costs: every slider of every
// method's example goes to and fro in small steps, with 200 points where they
// come from a generator. The model of the place before is there to start from.
// What the page is told about the model, facts and traces, counts as well.
func BenchmarkSlide(b *testing.B) {
	for _, m := range catalog.All() {
		d, err := doc.Decode([]byte(m.Example))
		if err != nil {
			b.Fatal(err)
		}
		if d.Dataset != nil {
			d.Dataset.N = 200
			if d.Points, err = dataset.Make(*d.Dataset); err != nil {
				b.Fatal(err)
			}
		}
		for _, p := range m.Params {
			at, ok := slides(&m, &p, d.Params)
			if !ok {
				continue
			}
			b.Run(m.ID+"/"+p.Name, func(b *testing.B) {
				s := session.New(catalog.All())
				fit := func(i int) {
					e := d.Clone()
					if e.Params == nil {
						e.Params = map[string]any{}
					}
					e.Params[p.Name] = at(i)
					f, err := s.Fit(context.Background(), e)
					if err != nil {
						b.Fatal(err)
					}
					f.Model.Status()
					f.Facts(picture.Viewport{X1: 1, Y1: 1, W: 700, H: 560, Scale: 1})
					if m, ok := f.Model.(method.Stepper); ok {
						m.Trace()
					}
					if m, ok := f.Model.(method.Formulator); ok {
						m.Formula()
					}
				}
				fit(0)
				for i := 1; b.Loop(); i++ {
					fit(i)
				}
			})
		}
	}
}

// slides tells whether people see a slider for a parameter, and gives the values
// that it takes one after the other: none comes again so soon that its model
// is still in the session's cache.
func slides(m *method.Method, p *method.Param, params map[string]any) (at func(i int) float64, ok bool) {
	if p.Kind != method.Number && p.Kind != method.Integer || p.Advanced || !m.Applies(p.When, params) {
		return nil, false
	}
	v, ok := params[p.Name].(float64)
	if !ok {
		if v, ok = p.Default.(float64); !ok {
			return nil, false
		}
	}
	lo, hi := p.SoftMin, p.SoftMax
	if lo == 0 && hi == 0 {
		lo, hi = p.Min, p.Max
	}
	if p.Kind == method.Integer {
		// Each value in turn, as long as there are many enough.
		first, count := max(lo, v-10), 0
		for first+float64(count) <= min(hi, first+20) {
			count++
		}
		return func(i int) float64 { return first + float64(bounce(i, count)) }, true
	}
	const steps = 24
	return func(i int) float64 {
		t := float64(bounce(i, steps))/(steps-1) - 0.5
		x := v + t*(hi-lo)/4
		if p.Log {
			x = v * math.Pow(hi/lo, t/4)
		}
		return min(max(x, lo+(hi-lo)*1e-6), hi)
	}, true
}

// bounce goes 0, 1, ..., n-1, n-2, ..., 0, 1, ...
func bounce(i, n int) int {
	if n < 2 {
		return 0
	}
	if i %= 2 * (n - 1); i >= n {
		i = 2*(n-1) - i
	}
	return i
}
