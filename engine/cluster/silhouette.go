package cluster

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// silhouetteRows is the largest number of rows whose silhouettes are computed, since each row is compared with all
// others. Of more rows a random sample is taken, like scikit-learn's sample_size.
const silhouetteRows = 2000

// sampled returns the rows whose silhouettes are computed, in ascending order.
func sampled(p *method.Problem) []int {
	rows := method.Indices(p.N)
	if p.N <= silhouetteRows {
		return rows
	}
	rng := rand.New(rand.NewPCG(p.Seed, 0xa0761d6478bd642f))
	for i := range silhouetteRows {
		j := i + rng.IntN(p.N-i)
		rows[i], rows[j] = rows[j], rows[i]
	}
	rows = rows[:silhouetteRows]
	slices.Sort(rows)
	return rows
}

// silhouettes computes the silhouettes of n rows in several clusterings (Rousseeuw, Silhouettes, J. Comput. Appl. Math.
// 20, 1987): (b − a) ∕ max(a, b), where a is the mean distance of a row to the others of its cluster, and b the
// smallest mean distance to another cluster. A row alone in its cluster has 0; if there is only one cluster, all are
// NaN. labels holds, for each clustering, the clusters of the rows, below k. The error is the job's.
func silhouettes(job method.Job, n int, distance func(i, j int) float64, labels [][]int32, k int) (all [][]silhouette,
	err error) {
	sums := make([][]float64, len(labels)) // sums of the distances of each row to each cluster
	for c := range sums {
		sums[c] = make([]float64, n*k)
	}
	for i := range n {
		if i%16 == 0 {
			if err := job.Err(); err != nil {
				return nil, err
			}
			method.Progress(job, 1-math.Pow(1-float64(i)/float64(n), 2))
		}
		for j := range i {
			far := distance(i, j)
			for c, label := range labels {
				sums[c][i*k+int(label[j])] += far
				sums[c][j*k+int(label[i])] += far
			}
		}
	}
	for c, label := range labels {
		sizes := make([]int, k)
		some := 0
		for _, l := range label {
			if sizes[l]++; sizes[l] == 1 {
				some++
			}
		}
		list := make([]silhouette, n)
		for i, own := range label {
			s := silhouette{b: math.Inf(1), other: none}
			for l, size := range sizes {
				switch sum := sums[c][i*k+l]; {
				case l == int(own) && size > 1:
					s.a = sum / float64(size-1)
				case l != int(own) && size > 0 && sum/float64(size) < s.b:
					s.b, s.other = sum/float64(size), l
				}
			}
			switch most := max(s.a, s.b); {
			case some < 2:
				s.s, s.b = math.NaN(), math.NaN()
			case sizes[own] > 1 && most > 0:
				s.s = (s.b - s.a) / most
			}
			list[i] = s
		}
		all = append(all, list)
	}
	return all, nil
}

// silhouette is the silhouette s of a row, with a and b; see silhouettes.
type silhouette struct {
	s, a, b float64
	other   int // the nearest other cluster, whose mean distance is b; none if there is no other
}

// meanOf returns the mean of silhouettes.
func meanOf(list []silhouette) (mean float64) {
	for _, s := range list {
		mean += s.s / float64(len(list))
	}
	return mean
}

// between returns the distance function for the given rows of a problem.
func between(p *method.Problem, rows []int) func(i, j int) float64 {
	if p.D == 2 {
		return func(i, j int) float64 {
			a, b := p.X[2*rows[i]:][:2], p.X[2*rows[j]:][:2]
			dx, dy := a[0]-b[0], a[1]-b[1]
			return math.Sqrt(float64(dx*dx) + float64(dy*dy))
		}
	}
	return func(i, j int) float64 { return math.Sqrt(grouping.SquaredDistance(p.At(rows[i]), p.At(rows[j]))) }
}

// silhouetted holds the silhouettes of a clustering for its panel.
type silhouetted struct {
	p      *method.Problem
	rows   []int   // rows of the problem in the sample
	labels []int32 // clusters of these rows
	list   []silhouette
	order  []int // order of the bars: cluster by cluster, the largest silhouette first
	mean   float64
}

// newSilhouetted computes silhouettes of the rows of a problem in k clusters.
func newSilhouetted(job method.Job, p *method.Problem, labels []int32, k int) (*silhouetted, error) {
	s := &silhouetted{p: p, rows: sampled(p)}
	for _, i := range s.rows {
		s.labels = append(s.labels, labels[i])
	}
	all, err := silhouettes(job, len(s.rows), between(p, s.rows), [][]int32{s.labels}, k)
	if err != nil {
		return nil, err
	}
	s.list, s.mean = all[0], meanOf(all[0])
	for i := range s.rows {
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.labels[a], s.labels[b]), cmp.Compare(s.list[b].s, s.list[a].s))
	})
	return s, nil
}

// silhouetteKind is the kind of keys of the rows' bars.
var silhouetteKind = picture.KeyKind{Begins: "s"}

// tell explains the silhouette of a row. what is the name of a row.
func (s *silhouetted) tell(row int, what string) (t method.Told, ok bool) {
	i := slices.Index(s.rows, row)
	if i < 0 {
		return t, false
	}
	of := s.list[i]
	t.Answer = words.Text("%s %s, %s", what, strconv.Itoa(s.p.Number(row)), grouping.Name(int(s.labels[i])))
	t.Click.Rows = []int{row}
	if of.other == none {
		t.Lines = []string{"There is no other cluster"}
		return t, true
	}
	t.Lines = append(t.Lines, words.Text("silhouette %s", words.Number(of.s)), words.Text("mean distance a = %s to "+
		"the others of its cluster", words.Number(of.a)),
		words.Text("mean distance b = %s to %s, the nearest other cluster", words.Number(of.b), grouping.Name(of.other)))
	return t, true
}

// barKeys returns the key of each row's bar; "" for a row that is not in the sample.
func barKeys(p *method.Problem) []string {
	keys := make([]string, p.N)
	for _, row := range sampled(p) {
		keys[row] = silhouetteKind.Key(row)
	}
	return keys
}

// panel draws one bar per row, cluster by cluster. Bars of well-clustered rows extend to the right.
func (s *silhouetted) panel(w, h int) *picture.Picture {
	n := float64(len(s.rows))
	p := &picture.Picture{View: picture.Viewport{X0: -1, X1: 1, Y0: 0, Y1: 1, W: w, H: h, Scale: 1}}
	if s.mean != s.mean {
		p.Add(&picture.Label{Role: picture.RoleGuide, X: 0, Y: 0.5, Text: "Silhouettes need two clusters with points"})
		p.Alt = "No silhouettes: there is one cluster."
		return p
	}
	least := 0.0
	var starts []int // starts of the clusters within order
	for at, i := range s.order {
		least = min(least, s.list[i].s)
		if at == 0 || s.labels[i] != s.labels[s.order[at-1]] {
			starts = append(starts, at)
		}
	}
	gap := 0.02 * n
	high := n + gap*float64(len(starts)+1)
	v := picture.Viewport{X0: least - 0.2, X1: 1, Y0: 0, Y1: high, W: w, H: h, Scale: 1}
	p.View = v
	middle := make([]*picture.Label, 0, len(starts))
	for g, from := range starts {
		to := len(s.order)
		if g+1 < len(starts) {
			to = starts[g+1]
		}
		c := int(s.labels[s.order[from]])
		top := high - gap*float64(g+1)
		bars := &picture.Path{Role: picture.RoleCell, Class: c, Closed: true, Says: "silhouettes of the rows of a cluster",
			Keys: []string{grouping.Key(c)}}
		edge := &picture.Path{Role: picture.RoleEllipse, Class: c, Says: bars.Says}
		bars.XY, edge.XY = append(bars.XY, 0, top-float64(from)), append(edge.XY, 0, top-float64(from))
		mean := 0.0
		for at := from; at < to; at++ {
			of := s.list[s.order[at]].s
			mean += of / float64(to-from)
			y := top - float64(at)
			bars.XY, edge.XY = append(bars.XY, of, y, of, y-1), append(edge.XY, of, y, of, y-1)
			x0, x1 := min(0, of), max(0, of)
			if i := s.rows[s.order[at]]; v.PX(x1)-v.PX(x0) > 0 {
				p.Hits.Box(silhouetteKind.Key(i), x0, y, x1, y-1)
			}
		}
		bars.XY, edge.XY = append(bars.XY, 0, top-float64(to)), append(edge.XY, 0, top-float64(to))
		p.Add(bars, edge)
		y := top - float64(from+to)/2
		middle = append(middle, &picture.Label{Role: picture.RoleGuide, X: v.DX(4), Y: y, Anchor: picture.AnchorStart,
			Text: words.Text("%s: %s", strconv.Itoa(c+1), words.Minus(strconv.FormatFloat(mean, 'f', 2, 64))),
			Key:  grouping.Key(c)})
	}
	p.Add(&picture.Path{Role: picture.RoleCursor, Class: picture.NoClass, XY: []float64{s.mean, 0, s.mean, high},
		Says: "mean silhouette"})
	p.Add(&picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, XY: []float64{0, 0, 0, high},
		Says: "as near to another cluster as to its own"})
	for _, l := range middle {
		p.Add(l)
	}
	p.Alt = words.Sprintf("Silhouettes of %s in %s: their mean is %s.", words.Count(len(s.rows), "row"),
		words.Count(len(starts), "cluster"), words.Number(s.mean))
	return p
}
