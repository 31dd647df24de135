package cluster

import (
	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// keys are the things that keys name: clusters, numbers of clusters, bars of panels, and runs.
func (s *stage) keys(*draw.Board) []draw.Reader {
	list := []draw.Reader{
		draw.Each(grouping.Kind, s.count(), s.tell),
		draw.Each(grouping.CountKind, s.most()+1, s.tellCount),
		draw.Each(silhouetteKind, s.p.N, func(row int) (t method.Told, ok bool) {
			if s.seeding() {
				return t, false
			}
			sil, _ := s.silhouettes(method.Unstopped) // the job is never cancelled, so there is no error
			return sil.tell(row, s.pointWord())
		}),
		draw.Pairs(barKind, func(group, id int) (t method.Told, ok bool) {
			b := s.classBars()
			if b == nil {
				return t, false
			}
			return b.tell(group, id)
		}),
	}
	if s.of != nil {
		list = append(list, draw.Each(runKind, len(s.of.runs), s.of.tell))
	}
	return list
}

// tell describes a cluster: its centre, and its share of the points and of the inertia. A click selects its points.
func (s *stage) tell(c int) (t method.Told, ok bool) {
	if s.gone(s.moved, c) {
		return t, false
	}
	center := s.center(c)
	t.Answer = grouping.Name(c)
	t.Lines = grouping.Coordinates(s.p, "centre", center)
	if s.seeding() {
		return t, true
	}
	t.Click.Rows = grouping.New(s.p, s.k, s.label).Rows(c)
	sum := 0.0
	for _, i := range t.Click.Rows {
		sum += grouping.SquaredDistance(s.p.At(i), center)
	}
	t.Lines = append(t.Lines, share(len(t.Click.Rows), s.p.N))
	if all, _ := s.reached(); all > 0 && t.Click.Rows != nil {
		t.Lines = append(t.Lines, words.Text("adds %s to the inertia, %s", words.Number(sum), words.Percent(sum/all)))
	}
	return t, true
}

// share tells how many of all points are in a cluster.
func share(n, all int) string {
	if n == 0 {
		return "No point is nearest to it"
	}
	return words.Text("%s, %s", words.Count(n, "point"), words.Percent(float64(n)/float64(all)))
}
