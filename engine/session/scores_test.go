package session_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// scoresOf draws a document with all its panels.
func scoresOf(t *testing.T, s *session.Session, text string) (f *session.Fit, last *session.Result,
	plots map[string]*picture.Picture) {
	t.Helper()
	d := open(t, s, text)
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(text, err)
	}
	v := picture.Viewport{X0: -0.1, X1: 1.1, Y0: -0.1, Y1: 1.1, W: 240, H: 240, Scale: 1}
	plots = map[string]*picture.Picture{}
	req := session.Request{Doc: d, View: v, Fine: true, Panels: session.AllPanels(f, 300, 200)}
	err = s.DrawFit(method.Unstopped, f, req, func(r *session.Result) error {
		last = r
		for i, id := range r.Info.PanelsDrawn {
			plots[id] = r.Panels[i]
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, last, plots
}

// cut returns the line of the threshold in a picture; nil = there is none.
func cut(p *picture.Picture) *picture.Path {
	for _, l := range p.Layers {
		if x, ok := l.(*picture.Path); ok && x.Role == picture.RoleCut && strings.HasPrefix(x.Says, "threshold") {
			return x
		}
	}
	return nil
}

func number(t *testing.T, f *session.Fit, name string) float64 {
	t.Helper()
	for _, x := range f.Facts(picture.Viewport{}) {
		if v, ok := x.Value.(float64); x.Name == name && ok {
			return v
		}
	}
	t.Errorf("%s: there is no number %s", f.Method.ID, name)
	return math.NaN()
}

// Every classifier with scores has a ROC curve, and a line along which its score equals the threshold: for two classes
// and for one of three.
func TestScoresOfEveryClassifier(t *testing.T) {
	s := session.New(catalog.All())
	seen := 0
	for _, m := range catalog.All() {
		if m.Task != method.Classify || !m.TakesPoints() {
			continue
		}
		for _, c := range []struct {
			data  string
			class int
		}{{`{"name":"blobs2","n":60,"noise":0.3,"seed":3}`, 1}, {`{"name":"blobs2","n":60,"noise":0.3,"seed":3}`, 0},
			{`{"name":"blobs","n":60,"noise":0.4,"seed":3}`, 2}} {
			text := fmt.Sprintf(`{"method":%q,"dataset":%s,"view":{"scores":{"class":%d}}}`, m.ID, c.data, c.class)
			f, _, plots := scoresOf(t, s, text)
			scorer := f.Model.Can().PointScorer
			if scorer == nil {
				if plots["roc"] != nil || !strings.Contains(f.Status().Sentence, "without scores") {
					t.Errorf("%s has no scores, and says %q", m.ID, f.Status().Sentence)
				}
				break
			}
			proba := f.Model.Can().ProbaAt() != method.NoProba
			if plots["roc"] == nil || plots["precision_recall"] == nil || (plots["calibration"] != nil) != proba {
				t.Fatalf("%s has the plots %v", m.ID, plots)
			}
			names := map[string]bool{}
			for _, x := range f.Facts(picture.Viewport{}) {
				if names[x.Name] {
					t.Errorf("%s has two numbers %s", m.ID, x.Name)
				}
				names[x.Name] = true
			}
			of := func(x []float64) float64 {
				row := scorer.PointScores(x)[0]
				switch {
				case proba || len(row) > 2:
					return row[c.class]
				case len(row) == 1:
					return row[0] * float64(2*c.class-1)
				}
				return row[c.class] - row[1-c.class]
			}
			// Near the center between two scores that are far apart: shares of votes may equal the exact center elsewhere.
			var scores []float64
			for i := range f.Problem.N {
				scores = append(scores, of(f.Problem.At(i)))
			}
			slices.Sort(scores)
			scores = slices.Compact(scores)
			at, gap := 0.0, 0.0
			for i := range len(scores) - 1 {
				if g := scores[i+1] - scores[i]; g > gap && (!proba || scores[i] > 0.05 && scores[i+1] < 0.95) {
					at, gap = scores[i]+0.45*g, g
				}
			}
			if gap == 0 {
				continue // all its scores are extreme
			}
			text = strings.Replace(text, `}}}`, fmt.Sprintf(`,"threshold":%v}}}`, at), 1)
			f, r, _ := scoresOf(t, s, text)
			tp, fp := 0.0, 0.0
			for i, k := range f.Problem.Class {
				if of(f.Problem.At(i)) > at {
					if k == c.class {
						tp++
					} else {
						fp++
					}
				}
			}
			if tp+fp > 0 {
				if p := number(t, f, "precision"); math.Abs(p-tp/(tp+fp)) > 1e-12 {
					t.Errorf("%s: precision %g, not %g", m.ID, p, tp/(tp+fp))
				}
			}
			line := cut(r.Picture)
			if line == nil {
				t.Errorf("%s: class %d has no line at %g", m.ID, c.class, at)
				continue
			}
			seen++
			// Close to the line the score is above the threshold on one side, and below on the other.
			sides := 0
			const far = 0.03
			n := 0
			for k := 2; k < len(line.XY)/2-2; k += 5 {
				x, y := line.XY[2*k], line.XY[2*k+1]
				n++
				most, least := math.Inf(-1), math.Inf(1)
				for _, d := range [][2]float64{{far, 0}, {-far, 0}, {0, far}, {0, -far}, {far, far}, {-far, -far}, {far, -far},
					{-far, far}} {
					v := of([]float64{x + d[0], y + d[1]})
					most, least = max(most, v), min(least, v)
				}
				if most >= at && least <= at {
					sides++
				}
			}
			if n > 0 && float64(sides) < 0.95*float64(n) {
				t.Errorf("%s, class %d: of %d places of the line at %g %d have both sides", m.ID, c.class, n, at, sides)
			}
		}
	}
	if seen < 40 {
		t.Errorf("%d lines", seen)
	}
}

// Held-out points are tested if there are some, test points rather than validation points. Without a threshold the
// method's own predictions count, and a class without training points is reported.
func TestWhichPointsAreScored(t *testing.T) {
	s := session.New(catalog.All())
	const moons = `"method":"logistic","dataset":{"name":"moons","n":80,"noise":0.4,"seed":3}`
	for split, want := range map[string]string{``: "80 training points",
		`,"split":{"validate":0.25}`:                     "20 validation points",
		`,"split":{"validate":0.25,"test":0.5,"seed":1}`: "40 test points"} {
		f, r, plots := scoresOf(t, s, `{`+moons+split+`,"view":{"scores":{}}}`)
		if help := plots["roc"]; help == nil || cut(r.Picture) != nil {
			t.Errorf("%s: %v", split, plots)
		}
		found := false
		for _, p := range r.Info.Panels {
			found = found || p.ID == "roc" && strings.Contains(p.Title, want)
		}
		if !found {
			t.Errorf("the plot does not say that it is of %s", want)
		}
		if split != `` {
			role := doc.Validation
			if strings.Contains(split, "test") {
				role = doc.Test
			}
			list, err := f.Errors(method.Unstopped, f.Model)
			if err != nil {
				t.Fatal(err)
			}
			e := list[1]
			if role == doc.Test {
				e = list[2]
			}
			if got := number(t, f, "accuracy"); math.Abs(got-(1-e.Mean)) > 1e-12 {
				t.Errorf("accuracy %g, error %g", got, e.Mean)
			}
		}
	}
	f, _, _ := scoresOf(t, s, `{`+moons+`,"view":{"scores":{"class":7}}}`)
	if !strings.Contains(f.Status().Sentence, "lass 8 has no training points") {
		t.Errorf("it says %q", f.Status().Sentence)
	}
	f, _, plots := scoresOf(t, s, `{"method":"least_squares","dataset":{"name":"sine","n":30},"view":{"scores":{}}}`)
	if plots["roc"] != nil || !strings.Contains(f.Status().Sentence, "cores of classes need classes") {
		t.Errorf("it says %q", f.Status().Sentence)
	}
	lean := session.With(catalog.All())
	if _, err := lean.Fit(t.Context(), open(t, lean, `{`+moons+`,"view":{"scores":{}}}`)); err == nil {
		t.Error("the first engine draws a ROC curve")
	}
}

// The thresholds along a curve match the curve, and its key shows the numbers for the present one.
func TestTheWayOfTheThreshold(t *testing.T) {
	s := session.New(catalog.All())
	const text = `{"method":"svm","dataset":{"name":"moons","n":60,"noise":0.4,"seed":3},"view":{"scores":{"threshold":%v}}}`
	_, drawn, plots := scoresOf(t, s, fmt.Sprintf(text, 0))
	// In the panel they lie on the curve.
	for i, id := range drawn.Info.PanelsDrawn {
		p := drawn.Panels[i]
		w, h := p.Size()
		for _, spot := range drawn.Info.Spots[i+1].List {
			if spot.Key != picture.ThresholdKey || id != "roc" {
				continue
			}
			last := len(spot.XY) - 2
			x, y := (float64(p.Frame.Left)+p.View.PX(1))/float64(w), (float64(p.Frame.Top)+p.View.PY(1))/float64(h)
			if math.Abs(spot.XY[last]-x) > 1e-9 || math.Abs(spot.XY[last+1]-y) > 1e-9 {
				t.Errorf("the last threshold is at %v, not at %g, %g", spot.XY[last:], x, y)
			}
		}
	}
	for id, axes := range map[string][2]string{"roc": {"false_positive_rate", "recall"},
		"precision_recall": {"recall", "precision"}} {
		ways := 0
		for _, p := range plots[id].Hits {
			if p.Kind != picture.Slide {
				continue
			}
			ways++
			if len(p.Z) < 20 || len(p.XY) != 2*len(p.Z) {
				t.Fatalf("%d places", len(p.Z))
			}
			for k := 0; k < len(p.Z); k += 6 {
				f, r, _ := scoresOf(t, s, fmt.Sprintf(text, p.Z[k]))
				if math.Abs(number(t, f, axes[0])-p.XY[2*k]) > 1e-12 {
					t.Errorf("%s: at %g the place is %v", id, p.Z[k], p.XY[2*k:2*k+2])
				}
				if p.XY[2*k+1] > 0 && math.Abs(number(t, f, axes[1])-p.XY[2*k+1]) > 1e-12 {
					t.Errorf("%s: at %g the place is %v", id, p.Z[k], p.XY[2*k:2*k+2])
				}
				told, _, ok := f.Told(picture.ThresholdKey, r.Picture.View)
				if !ok || !strings.HasPrefix(told.Answer, "threshold") || len(told.Lines) != 3 {
					t.Errorf("%+v", told)
				}
			}
		}
		if ways != 1 {
			t.Errorf("%s has %d ways", id, ways)
		}
	}
}
