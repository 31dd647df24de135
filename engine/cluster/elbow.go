package cluster

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// most returns the largest number of clusters in the panels over k.
func (l *lloyd) most() int { return grouping.MostCounts(l.k, l.p.N) }

// elbow returns the inertia and mean silhouette for 1, 2, … clusters. Each number of clusters is fitted from its own
// starts, with the same parameters and the same number of runs. The silhouettes are those of the sampled rows. NaN
// means undefined, as for more clusters than points. Results are cached.
func (s *stage) elbow(job method.Job) (inertia, silhouette []float64, err error) {
	most := s.most()
	return s.scan.Fill(most, func(known int, add func(inertia, silhouette float64)) error {
		rows := sampled(s.p)
		var labels [][]int32
		var fresh []float64
		for k := known + 1; k <= most; k++ {
			if k > s.p.N {
				fresh = append(fresh, math.NaN())
				continue
			}
			part := method.Stretch(job, 0.5*float64(k-1)/float64(most), 0.5*float64(k)/float64(most))
			l, err := s.with(part, k)
			if err != nil {
				return err
			}
			fresh = append(fresh, l.inertia())
			of := make([]int32, len(rows))
			for i, row := range rows {
				of[i] = l.labels[row]
			}
			labels = append(labels, of)
		}
		all, err := silhouettes(method.Stretch(job, 0.5, 1), len(rows), between(s.p, rows), labels, most)
		if err != nil {
			return err
		}
		for i, e := range fresh {
			mean := math.NaN()
			if i < len(all) {
				mean = meanOf(all[i])
			}
			add(e, mean)
		}
		return nil
	})
}

// with returns the best of as many runs as s has, with k clusters and the parameters of s, but k-means++ instead of
// given positions.
func (s *stage) with(job method.Job, k int) (*lloyd, error) {
	l := &lloyd{p: s.p, k: k, d: s.d, init: s.init, farthest: s.farthest, drop: s.drop, limit: s.limit}
	n := 1
	if s.of != nil {
		n = len(s.of.runs)
	}
	if l.init == initGiven {
		l.init = initPlusPlus
	}
	r, err := restart(job, l, n)
	if err != nil {
		return nil, err
	}
	return r.runs[r.best], nil
}

// Names of the panels over the number of clusters.
const inertiaPanel, silhouettePanel = "inertia", "silhouette"

// elbowPanels returns the panels of inertia and silhouette.
func (s *stage) elbowPanels() []method.Panel {
	const each = "Each number of clusters has its own starts and the same parameters. "
	return []method.Panel{
		chart.Panel(method.PanelInfo{ID: inertiaPanel, Title: "Inertia and k", XLabel: "clusters k", XCounts: true,
			YLabel: "inertia", YFrom0: true,
			Help: words.Text("%sMore clusters always reduce the inertia: look for the elbow, after which little is "+
				"gained. A click chooses the number.", each)},
			func(job method.Job) (*chart.Chart, error) {
				inertia, _, err := s.elbow(job)
				return grouping.CountChart("clusters", s.k, chart.From0(0.08, 0.08),
					grouping.CountCurve{Says: "inertia", Values: inertia}), err
			}),
		chart.Panel(method.PanelInfo{ID: silhouettePanel, Title: "Mean silhouette and k", XLabel: "clusters k", XCounts: true,
			YLabel: "mean silhouette",
			Help: words.Text("%sThe mean silhouette is large when points are near their own cluster and far from the "+
				"next one. A click chooses the number.", each)},
			func(job method.Job) (*chart.Chart, error) {
				_, silhouette, err := s.elbow(job)
				c := grouping.CountChart("clusters", s.k, chart.Airy(0.08),
					grouping.CountCurve{Says: "mean silhouette", Values: silhouette})
				c.Add(grouping.BestCount(silhouette, 1, "largest mean silhouette"))
				return c, err
			}),
	}
}

// tellCount describes the fit with a number of clusters. A click chooses that number.
func (s *stage) tellCount(k int) (t method.Told, ok bool) {
	if k < 1 {
		return t, false
	}
	t.Answer = words.Count(k, "cluster")
	if inertia, silhouette, ok := s.scan.Of(k); ok && inertia == inertia {
		t.Lines = append(t.Lines, words.Text("inertia %s", words.Number(inertia)))
		if before, _, _ := s.scan.Of(max(k-1, 1)); k > 1 && before > 0 {
			t.Lines[0] = words.Text("%s, %s less than with %s", t.Lines[0], words.Percent(1-inertia/before),
				words.Count(k-1, "cluster"))
		}
		if silhouette == silhouette {
			t.Lines = append(t.Lines, words.Text("mean silhouette %s", words.Number(silhouette)))
		}
	}
	t.Click.Set = map[string]any{"n_clusters": float64(k)}
	if s.init == initGiven {
		t.Click.Set["init"] = initPlusPlus
	}
	return t, true
}
