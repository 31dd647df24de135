//go:build !js

package catalog

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// A method that needs classes says of a table without any that its rows have none, and does not ask the user to click.
func TestTablesWithoutClasses(t *testing.T) {
	t.Parallel()
	s := session.New(All())
	n := 0
	for _, m := range All() {
		if m.Task != method.Classify || !m.Task.Supervised() || m.Pictures || m.Objects { // which tables do not have
			continue
		}
		d, err := doc.Decode([]byte(`{"version":1,"method":"` + m.ID +
			`","table":{"data":{"columns":["a","b"],"rows":[[1,2],[2,1],[0,3]]}}}`))
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Fit(t.Context(), d)
		var need *method.Need
		if !errors.As(err, &need) {
			continue // it needs none
		}
		if n++; !strings.Contains(need.Sentence, "no row has a class") || strings.Contains(need.Sentence, "click") {
			t.Errorf("%s: %q", m.ID, need.Sentence)
		}
	}
	if n < 10 {
		t.Errorf("%d methods need classes", n)
	}
}

// aClass matches the name of a class.
var aClass = regexp.MustCompile(`(?i)\bclass [-−]?\d`)

// Methods that learn without classes draw points that have values instead, and name no class: neither in readouts, nor
// in descriptions of shapes, nor in alternative texts.
func TestPointsWithValues(t *testing.T) {
	t.Parallel()
	n := 0
	for _, m := range Tested() {
		if m.TaskOf(nil) != method.Cluster || !m.TakesPoints() {
			continue
		}
		list, _ := methodtest.Variants(&m)
		for k, v := range list {
			if testing.Short() && k%3 != 0 {
				continue
			}
			d := doc.Document{Method: m.ID, Params: v.Params, Seed: 1,
				Dataset: &doc.Dataset{Name: "hills", N: 25, Noise: 0.1, Seed: 3}}
			for _, show := range m.Shows {
				d.View.Show = append(d.View.Show, string(show.Name))
			}
			s := still()
			if err := refused(t, s, d); err != nil {
				if need := (*method.Need)(nil); !errors.As(err, &need) {
					t.Error(m.ID, v.Name, err)
				}
				continue
			}
			d, f := fitted(t, s, d)
			if f.Problem.Labels != nil {
				t.Fatalf("%s: %s: the points have classes", m.ID, v.Name)
			}
			n++
			req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 400, 300, 1), Fine: true,
				Panels: session.AllPanels(f, 400, 300)}
			last := drawnFor(t, s, f, req)
			said := []string{last.Info.Alt}
			for _, p := range append(last.Panels, last.Picture) {
				said = append(said, p.Alt)
				for _, spot := range p.Spots() {
					key := spot.Key
					if spot.Kind == picture.Cells {
						key = picture.CellKey(key, 0, 0)
					}
					e, _, _, _ := f.Tell(key, req.View)
					said = append(append(said, e.Answer), e.Lines...)
				}
			}
			for i := range f.Problem.N {
				e, _ := f.Explain(f.Problem.At(i), req.View)
				said = append(append(said, e.Answer), e.Lines...)
			}
			if i := slices.IndexFunc(said, aClass.MatchString); i >= 0 {
				t.Errorf("%s: %s: %q", m.ID, v.Name, said[i])
			}
		}
	}
	if n < 20 && TestsAll() {
		t.Errorf("%d fits", n)
	}
}
