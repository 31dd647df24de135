//go:build !js

package catalog

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// A kernel that is rewritten as an expression, in any method, gives the same results, and so does rewriting it to its
// name.
func TestKernelsAreKeptWhenTheyAreRewritten(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, m := range All() {
		p := m.Param("kernel")
		if p == nil || p.Live == nil || p.Live.Rewrite == nil {
			continue
		}
		seen++
		s := session.New([]method.Method{m})
		answers := func(params map[string]any) []float64 {
			d := doc.Document{Method: m.ID, Params: params, Points: methodtest.Points(m.TaskOf(params), 24, 5), Seed: 7}
			f, err := s.Fit(t.Context(), d)
			if err != nil {
				t.Fatalf("%s with %v: %v", m.ID, params, err)
			}
			x, out := make([]float64, 50*f.Problem.D), make([]float64, 50)
			for i := range x {
				x[i] = math.Mod(0.618*float64(i), 1)
			}
			f.Model.Can().Predictor.Predict(x, out)
			return out
		}
		rewrite := func(params map[string]any, to string) map[string]any {
			head, err := doc.EncodeHead(doc.Document{Method: m.ID, Params: params})
			if err != nil {
				t.Fatal(err)
			}
			d, _, err := s.Load(method.Unstopped, wire.Load{Kind: "rewrite", Doc: head, Param: "kernel", To: to})
			if err != nil {
				t.Fatalf("%s: %v to %s: %v", m.ID, params, to, err)
			}
			return d.Params
		}
		for _, c := range p.Choices() {
			params := map[string]any{"kernel": c.Value}
			for name, x := range map[string]any{"gamma": 3.7, "coef0": 0.5, "degree": 2.0, "norm": "l1"} {
				if m.Applies(m.Param(name).When, params) {
					params[name] = x
				}
			}
			written := rewrite(params, "*")
			if written["kernel"] == c.Value {
				t.Errorf("%s: %s is no expression", m.ID, c.Value)
			}
			back := rewrite(written, c.Value)
			want := maps.Clone(params)
			if _, asked := want["norm"]; c.Value == "laplacian" && !asked {
				want["norm"] = "l2" // the only norm, written out
			}
			if fmt.Sprint(back) != fmt.Sprint(want) {
				t.Errorf("%s: %v became %v and then %v, want %v", m.ID, params, written, back, want)
			}
			was, is := answers(params), answers(written)
			for i := range was {
				if math.Abs(was[i]-is[i]) > 1e-6*(1+math.Abs(was[i])) {
					t.Errorf("%s: %v answers %v, and %v %v", m.ID, params, was[i], written["kernel"], is[i])
					break
				}
			}
			// An expression that is not a named kernel becomes the chosen one.
			if got := rewrite(map[string]any{"kernel": "rbf(0.3) + 0.5*linear()"}, c.Value); got["kernel"] != c.Value ||
				len(got) != 1 {
				t.Errorf("%s: a sum as %s is %v", m.ID, c.Value, got)
			}
			if got := rewrite(map[string]any{"kernel": "poly(1, 1, 40)"}, c.Value); got["kernel"] != c.Value || len(got) != 1 {
				t.Errorf("%s: a polynomial of degree 40 as %s is %v", m.ID, c.Value, got)
			}
		}
	}
	if seen < 7 {
		t.Errorf("%d methods have kernels with names", seen)
	}
}
