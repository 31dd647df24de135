package cluster

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// RowKeys returns the key of each row's bar in the panel of silhouettes or of classes; "" for a row without a bar, nil
// for other panels and before the first assignment.
func (s *stage) RowKeys(panel string) []string {
	switch {
	case s.seeding():
	case panel == barsPanel:
		keys := make([]string, s.p.N)
		for _, row := range sampled(s.p) {
			keys[row] = silhouetteKey(row)
		}
		return keys
	case panel == classesPanel:
		if b := s.classBars(); b != nil {
			return b.keys()
		}
	}
	return nil
}

// key returns the key of cluster c.
func key(c int) string { return clusterKind.Key(c) }

var clusterKind = picture.KeyKind{Begins: "k"}

// Tell describes a run, a number of clusters, a bar of a panel, or a cluster: its centre, and its share of the points
// and of the inertia. A click on a cluster selects its points.
func (s *stage) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if s.of != nil {
		if t, ok := s.of.tell(of); ok {
			return t, true
		}
	}
	if t, ok := s.tellCount(of); ok {
		return t, true
	}
	if !s.seeding() {
		if b := s.classBars(); b != nil {
			if t, ok := b.tell(of); ok {
				return t, true
			}
		}
		if row, ok := silhouetteKind.Number(of, s.p.N); ok {
			sil, _ := s.silhouettes(method.Unstopped) // the job is never cancelled, so there is no error
			return sil.tell(row, s.pointWord())
		}
	}
	c, ok := clusterKind.Number(of, s.count())
	if !ok || s.gone(s.moved, c) {
		return t, false
	}
	center := s.center(c)
	t.Answer = name(c)
	if s.d <= 4 {
		for j, x := range s.p.OwnNames() {
			own, _ := s.p.Own(j, center[j])
			t.Lines = append(t.Lines, "centre: "+x+" = "+words.Number(own))
		}
	}
	if s.seeding() {
		return t, true
	}
	sum := 0.0
	for i, of := range s.labels {
		if int(of) == c {
			t.Click.Rows = append(t.Click.Rows, i)
			sum += distance2(s.p.At(i), center)
		}
	}
	if len(t.Click.Rows) == 0 {
		t.Lines = append(t.Lines, "No point is nearest to it")
		return t, true
	}
	t.Lines = append(t.Lines, words.Count(len(t.Click.Rows), "point")+", "+
		words.Percent(float64(len(t.Click.Rows))/float64(s.p.N)))
	if all, _ := s.inertia(); all > 0 {
		t.Lines = append(t.Lines, "adds "+words.Number(sum)+" to the inertia, "+words.Percent(sum/all))
	}
	return t, true
}
