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

// BenchmarkSlide measures the fit for a move of a slider: every slider of every method's example moves to and fro in
// small steps, with 200 points if they come from a generator. The model of the position before is available for a warm
// start. Facts and traces for the page are included.
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
			places := slides(&m, &p, d.Params)
			if places == nil {
				continue
			}
			b.Run(m.ID+"/"+p.Name, func(b *testing.B) {
				s := session.New(catalog.All())
				fit := func(value float64) {
					e := d.Clone()
					if e.Params == nil {
						e.Params = map[string]any{}
					}
					e.Params[p.Name] = value
					f, err := s.Fit(context.Background(), e)
					if err != nil {
						b.Fatal(err)
					}
					f.Model.Status()
					f.Facts(picture.Viewport{X1: 1, Y1: 1, W: 700, H: 560, Scale: 1})
					if m := f.Model.Can().Stepper; m != nil {
						m.Trace()
					}
					if m := f.Model.Can(); m.Formula != nil {
						m.Formula()
					}
				}
				sweep := func() {
					for _, x := range places {
						fit(x)
					}
				}
				sweep() // WebAssembly's hot loops are compiled twice
				for b.Loop() {
					sweep()
				}
				b.ReportMetric(float64(b.Elapsed())/float64(b.N*len(places)), "ns/op")
			})
		}
	}
}

// slides returns the values to which a parameter's slider moves, nil if it has no visible slider: up and then down at
// values in between, so that no value is repeated while its model is still in the session's cache.
func slides(m *method.Method, p *method.Param, params map[string]any) []float64 {
	if !method.Is[method.Number](p.Kind) && !method.Is[method.Integer](p.Kind) || p.Advanced ||
		!m.Applies(p.When, params) {
		return nil
	}
	v, ok := params[p.Name].(float64)
	if !ok {
		if v, ok = p.Default.(float64); !ok {
			return nil
		}
	}
	lo, hi := p.Range().SoftMin, p.Range().SoftMax
	if lo == 0 && hi == 0 {
		lo, hi = p.Range().Min, p.Range().Max
	}
	var up []float64
	if method.Is[method.Integer](p.Kind) {
		for x := max(lo, v-10); x <= min(hi, v+10); x++ {
			up = append(up, x)
		}
	} else {
		for k := range 24 {
			t := float64(k)/23 - 0.5
			x := v + t*(hi-lo)/4
			if p.Range().Log {
				x = v * math.Pow(hi/lo, t/4)
			}
			up = append(up, min(max(x, lo+(hi-lo)*1e-6), hi))
		}
	}
	var places []float64
	for k := 0; k < len(up); k += 2 {
		places = append(places, up[k])
	}
	for k := (len(up) - 2) | 1; k > 0; k -= 2 {
		if k < len(up) {
			places = append(places, up[k])
		}
	}
	return places
}
