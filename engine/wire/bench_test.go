package wire_test

import (
	std "encoding/json"
	"fmt"
	"math"
	"testing"

	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// head returns a picture's head as it is sent while a point is dragged.
func head() wire.Picture {
	p := wire.Picture{View: view, PointsVersion: 4, Alt: "A plane with two classes of points.", N: 200,
		Status: method.Status{Sentence: "Converged after 120 steps."}, Formula: "f(x) = Σ αᵢ yᵢ k(xᵢ, x) + b",
		FitMS: 1.25, DrawMS: 2.5, Engines: 2, Tile: 2, Spots: []wire.Spots{{Keys: "p:1 p:2 p:3", N: 3}}}
	for i := range 20 {
		name := fmt.Sprint("fact_", i)
		p.Facts = append(p.Facts, method.Fact{Name: name, Label: "A fact of the model", Group: method.Solver,
			Value: math.Sqrt(float64(i)), Meaning: "What it means, in a sentence of some length."})
		p.Panels = append(p.Panels, method.PanelInfo{ID: name, Title: "A panel", XLabel: "x", YLabel: "y"})
		p.Keys = append(p.Keys, picture.Key{})
		p.Over = append(p.Over, wire.Over{Kind: "path", Class: 1, Says: "margin", N: 40, Starts: 2})
	}
	return p
}

// runs returns the largest message, the answer to a study of runs: 24 fits of 500 steps with four curves each.
func runs() wire.Studied {
	var s wire.Studied
	for i := range 24 {
		r := &wire.Run{Method: "logistic", Label: "Logistic regression", N: 100, Steps: 500}
		for k := range 500 {
			r.At = append(r.At, float64(k))
			r.PassesAt = append(r.PassesAt, float64(k)*1.5)
			r.SecondsAt = append(r.SecondsAt, float64(k)*1.1e-4)
		}
		for c := range 4 {
			curve := wire.RunCurve{Name: fmt.Sprint("curve ", c)}
			for k := range 500 {
				curve.Of = append(curve.Of, k)
				curve.Values = append(curve.Values, math.Exp(-float64(k)/100)*math.Sqrt(float64(i+c+1)))
			}
			r.Curves = append(r.Curves, curve)
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}

// BenchmarkHeads encodes and decodes messages with engine/json and, for comparison, with encoding/json.
func BenchmarkHeads(b *testing.B) {
	for _, x := range []struct {
		name string
		head any
		into func() any
	}{
		{"picture", head(), func() any { return new(wire.Picture) }},
		{"runs", runs(), func() any { return new(wire.Studied) }},
	} {
		text := wire.Append(nil, x.head)
		encode := map[string]func() error{
			"ours": func() error { _, err := json.AppendNull(nil, x.head); return err },
			"std":  func() error { _, err := std.Marshal(x.head); return err },
		}
		decode := map[string]func() error{
			"ours": func() error { return json.Unmarshal(text, x.into()) },
			"std":  func() error { return std.Unmarshal(text, x.into()) },
		}
		for _, by := range []string{"ours", "std"} {
			for name, do := range map[string]func() error{"encode": encode[by], "decode": decode[by]} {
				b.Run(x.name+"/"+name+"/"+by, func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					b.ReportAllocs()
					for b.Loop() {
						if err := do(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
