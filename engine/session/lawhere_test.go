package session_test

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// With the truth shown, the readout contains the true distribution of y at the point; on the line its density is drawn
// sideways, next to that of a model that has one: the narrower, the higher.
func TestTrueLawHere(t *testing.T) {
	s := session.New(catalog.All())
	v := picture.Viewport{X1: 1, Y0: -2, Y1: 2, W: 400, H: 300, Scale: 1}
	ask := func(text string, x ...float64) (method.Explanation, *session.Fit) {
		t.Helper()
		d := open(t, s, text)
		var f *session.Fit
		if err := s.Draw(t.Context(), session.Request{Doc: d, View: v, Fine: true}, func(r *session.Result) error {
			f = r.Fit
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		e, ok := f.Explain(x, v)
		if !ok {
			t.Fatal("no readout of " + text)
		}
		return e, f
	}
	laws := func(e method.Explanation) (list []*picture.Path) {
		for _, l := range e.Layers {
			if p, ok := l.(*picture.Path); ok &&
				(strings.HasPrefix(p.Says, "true distribution") || strings.HasPrefix(p.Says, "predicted distribution")) {
				list = append(list, p)
			}
		}
		return list
	}
	const data = `"dataset":{"name":"heteroscedastic","n":60,"noise":0.5,"seed":1},"view":{"truth":true}}`
	for _, at := range []float64{0.3, 0.93} {
		e, f := ask(`{"method":"gp",`+data, at)
		truth, _ := dataset.TruthOf(*open(t, s, `{"method":"gp",`+data).Dataset)
		var mean, sd [1]float64
		truth.F(mean[:], sd[:], []float64{at})
		_, own := f.Model.Can().Deviations([]float64{at})
		list := laws(e)
		if len(list) != 2 || !strings.Contains(strings.Join(e.Lines, " "), "True distribution of y here: mean") {
			t.Fatalf("at %v: %d laws, %q", at, len(list), e.Lines)
		}
		reach := [2]float64{}
		for k, of := range []float64{sd[0], own[0]} {
			xy := list[k].XY
			low, high := xy[1], xy[121]
			if math.Abs(high-low-6*of) > 1e-9 || k == 0 && math.Abs(high+low-2*mean[0]) > 1e-9 {
				t.Errorf("at %v: law %d goes from %v to %v, the deviation is %v, the mean %v", at, k, low, high, of, mean[0])
			}
			for i := 0; i < len(xy); i += 2 {
				if math.Abs(xy[i]-at) > math.Abs(reach[k]) {
					reach[k] = xy[i] - at
				}
			}
		}
		if math.Abs(reach[0]*sd[0]-reach[1]*own[0]) > 1e-9 || (reach[0] > 0) != (at < 0.5) ||
			math.Abs(max(math.Abs(reach[0]), math.Abs(reach[1]))-70.0/400) > 1e-9 {
			t.Errorf("at %v: the laws reach by %v with deviations %v, %v", at, reach, sd, own)
		}
	}
	if e, _ := ask(`{"method":"knn_regression",`+data, 0.3); len(laws(e)) != 1 {
		t.Error("a method without deviations has none of its own")
	}
	plane, _ := ask(`{"method":"gp","params":{"domain":"plane"},"dataset":{"name":"saddle","n":40,"noise":0.2,"seed":1},"view":{"truth":true}}`, 0.3, 0.4)
	if len(laws(plane)) != 0 || !strings.Contains(strings.Join(plane.Lines, " "), "standard deviation 0.2") {
		t.Errorf("over the plane: %q", plane.Lines)
	}
	for _, without := range []string{strings.Replace(`{"method":"gp",`+data, "true", "false", 1),
		`{"method":"knn","dataset":{"name":"moons","n":40,"noise":0.2},"view":{"truth":true}}`} {
		if e, _ := ask(without, 0.3, 0.4); len(laws(e)) != 0 || strings.Contains(strings.Join(e.Lines, " "), "True law") {
			t.Errorf("%s: %q", without, e.Lines)
		}
	}
}
