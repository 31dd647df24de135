package session

import (
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// finder is a walker that finds groups: at step k, the first k rows are in group 0, the others in group 1; before the
// first step there are none.
type finder struct {
	walker
	rows, k  int
	weighted bool
}

func (m finder) Can() *method.Capabilities {
	can := m.walker.Can()
	can.Groups = m.Groups
	can.Stepper = m
	return can
}

func (m finder) Stage(k int) method.Model {
	m.k = k
	return m
}

func (m finder) Groups(method.Shown) method.Groups {
	g := method.Groups{K: 3, Name: "cluster", Says: "cluster of a point"}
	for i := range m.rows {
		of := 1
		switch {
		case m.k == 0:
			of = method.NoGroup
		case i < m.k:
			of = 0
		}
		g.Of = append(g.Of, of)
		if m.weighted {
			g.Weight, g.Fainter = append(g.Weight, float64(i)/float64(max(m.rows-1, 1))), "unsure"
		}
	}
	return g
}

func finding(task method.Task, weighted bool) method.Method {
	m := (&fake{}).method()
	m.Task = task
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, nil)
		if err != nil {
			return nil, err
		}
		return finder{walker{model.(fakeModel), 4}, p.N, 4, weighted}, nil
	}
	return m
}

// points returns the points of a result.
func points(t *testing.T, r *Result, d doc.Document) *picture.Marks {
	t.Helper()
	for _, l := range Complete(r, d, picture.Frame{}).Layers {
		if m, ok := l.(*picture.Marks); ok && m.Role == picture.RolePoint {
			return m
		}
	}
	t.Fatal("no points are drawn")
	return nil
}

// Groups at a step refer to the document's points, and color them in files.
func TestGroupsOfASteppingModel(t *testing.T) {
	s, _ := newSession(finding(method.Cluster, false))
	d := document(6)
	for _, c := range []struct {
		step int
		want []int
		says string
	}{
		{0, []int{-1, -1, -1, -1, -1, -1}, "6 points in no cluster."},
		{2, []int{0, 0, 1, 1, 1, 1}, "Points in each cluster: 2, 4, 0."},
		{4, []int{0, 0, 0, 0, 1, 1}, "Points in each cluster: 4, 2, 0."},
		{1, []int{0, 1, 1, 1, 1, 1}, "Points in each cluster: 1, 5, 0."},
	} {
		d.View.Step = &c.step
		r := collect(t, s, Request{Doc: d, View: view})[0]
		g := r.Info.Groups
		if g == nil || g.K != 3 || g.N != 6 || g.Name != "cluster" || g.Weight != nil || !slices.Equal(g.Of, c.want) {
			t.Fatalf("at step %d: %+v", c.step, g)
		}
		m := points(t, r, d)
		if !slices.Equal(m.Group, c.want) || len(m.Class) != 6 || m.Class[1] != 1 {
			t.Errorf("at step %d the points are drawn as %+v", c.step, m)
		}
		if !strings.Contains(r.Info.Alt, c.says) {
			t.Errorf("at step %d: %q, without %q", c.step, r.Info.Alt, c.says)
		}
		said := slices.ContainsFunc(r.Info.Keys, func(k picture.Key) bool { return k.Says == "cluster of a point" })
		if said != (c.step > 0) {
			t.Errorf("at step %d the legend is %+v", c.step, r.Info.Keys)
		}
	}
	// For points of one class, the shapes are those of the groups.
	for i := range d.Points {
		d.Points[i].Z = 2
	}
	if m := points(t, collect(t, s, Request{Doc: d, View: view})[0], d); m.Class != nil || len(m.Group) != 6 {
		t.Errorf("points of one class are drawn as %+v", m)
	}
	s, _ = newSession((&fake{}).method())
	if r := collect(t, s, Request{Doc: document(6), View: view})[0]; r.Info.Groups != nil ||
		points(t, r, document(6)).Group != nil || r.Info.Numbers() != nil {
		t.Errorf("a method without groups tells of %+v", r.Info.Groups)
	}
}

// Rows are not the document's points if some have no class.
func TestGroupsOfRows(t *testing.T) {
	s, _ := newSession(finding(method.Classify, true))
	d := document(6)
	d.Points[1].Z, d.Points[4].Z = doc.Unlabeled, doc.Unlabeled
	three := 3
	d.View.Step = &three
	r := collect(t, s, Request{Doc: d, View: view})[0]
	if g := r.Info.Groups; !slices.Equal(g.Of, []int{0, -1, 0, 0, -1, 1}) ||
		!slices.Equal(g.Weight, []float64{0, 1, 0.25, 0.75, 1, 1}) {
		t.Errorf("got %+v", g)
	}
	if !strings.Contains(r.Info.Alt, "Points in each cluster: 3, 1, 0. 2 points in no cluster.") {
		t.Errorf("%q", r.Info.Alt)
	}
	if at := slices.IndexFunc(r.Info.Keys, func(k picture.Key) bool { return k.Says == "unsure" }); at < 0 ||
		r.Info.Keys[at].Looks[0].Weight != 0.01 {
		t.Errorf("the legend is %+v", r.Info.Keys)
	}
	// In the legend of a file the classes are shapes without a class's color.
	printed, _ := picture.PaletteByName("print")
	var drawn []*picture.Marks
	for _, e := range legend(r)[:2] {
		for _, l := range e.Shows(view, 0, 0, 20, 20) {
			drawn = append(drawn, l.(*picture.Marks))
		}
	}
	for k, m := range drawn {
		if !slices.Equal(m.Class, []int{k}) || !slices.Equal(m.Group, []int{picture.NoClass}) {
			t.Errorf("class %d stands in the legend as %+v", k, m)
		}
	}
	b, _, err := s.Export(t.Context(), Request{Doc: d, View: view}, "svg", picture.DefaultExport())
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for _, want := range []string{printed.Class[0].Mark.CSS(), printed.Class[1].Mark.CSS(), printed.Mark.CSS(),
		"Cluster of a point", "Unsure", "Class 1", "Points in each cluster"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file has no %s", want)
		}
	}
}

// The alternative text for many groups is short.
func TestManyGroups(t *testing.T) {
	s, _ := newSession(many())
	if r := collect(t, s, Request{Doc: document(8), View: view})[0]; !strings.Contains(r.Info.Alt,
		" 40 clusters of 0 to 8 points.") {
		t.Errorf("%q", r.Info.Alt)
	}
}

type manyGroups struct{ finder }

func (m manyGroups) Can() *method.Capabilities {
	can := m.finder.Can()
	can.Groups = m.Groups
	return can
}

func (m manyGroups) Groups(method.Shown) method.Groups {
	g := m.finder.Groups(nil)
	g.K, g.Of = 40, slices.Repeat([]int{17}, m.rows)
	return g
}

func many() method.Method {
	m := finding(method.Cluster, false)
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, nil)
		if err != nil {
			return nil, err
		}
		return manyGroups{model.(finder)}, nil
	}
	return m
}
