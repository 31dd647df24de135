package cluster

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// ScoreRaster computes negative squared distances in feature space, without the term k(x, x) that all flats share. With
// lines of equal distance, the raster also holds the distance to the nearest flat.
func (m *imageModel) ScoreRaster(job method.Job, g picture.Grid, show method.Shown) (*picture.Raster, error) {
	k, n := len(m.flats), g.W*g.H
	var planes [][]float32
	if k > 0 {
		sum := &kernel.Expansion{Kernel: m.kernel, X: m.p.X, N: m.N, D: 2}
		for _, f := range m.flats {
			sum.Coef = append(sum.Coef, f.Expand(m.N)...)
			sum.Bias = append(sum.Bias, -f.Self/2)
			for _, s := range f.Shift {
				sum.Bias = append(sum.Bias, -s)
			}
		}
		all := make([]float32, len(sum.Coef)*n)
		for l := range sum.Coef {
			planes = append(planes, all[l*n:(l+1)*n])
		}
		if err := sum.Grid(job, g, planes); err != nil {
			return nil, err
		}
	}
	row := func(j int, out []float64) {
		l := 0
		for c, f := range m.flats {
			for i := range g.W {
				out[i*k+c] = 2 * float64(planes[l][j*g.W+i])
			}
			l++
			for range f.Dirs {
				for i := range g.W {
					z := float64(planes[l][j*g.W+i])
					out[i*k+c] += z * z
				}
				l++
			}
		}
	}
	r, err := scores(job, g, k, m.visible, func(_ float64, j int, out []float64) { row(j, out) })
	if err != nil {
		return nil, err
	}
	r.Name = "lead in squared distance"
	if show["distances"] && k > 0 {
		far, out, x := make([]float32, n), make([]float64, k*g.W), make([]float64, 2)
		for j := range g.H {
			if err := job.Err(); err != nil {
				return nil, err
			}
			row(j, out)
			for i := range g.W {
				x[0], x[1] = g.X(i), g.Y(j)
				best := out[i*k+method.Largest(out[i*k:(i+1)*k])]
				far[j*g.W+i] = float32(math.Sqrt(max(0, kernel.DiagLatent(m.kernel, x, 1, 2, nil)[0]-best)))
			}
		}
		r.Basis = [][]float32{far}
	}
	return r, nil
}

func (m *imageModel) PartSays(p method.Part) string {
	switch p {
	case method.Regions:
		if len(m.flats) < 2 {
			return "region of a cluster"
		}
		return "region of a cluster, fainter where another is nearly as near in feature space"
	case method.Boundary:
		return "border: two clusters are equally near in feature space"
	}
	return ""
}

func (m *imageModel) shapes(b *draw.Board) error {
	if m.p.D != 2 && m.p.Shown == nil || len(m.flats) == 0 {
		return nil
	}
	if b.Show["distances"] && b.Raster != nil && len(b.Raster.Basis) > 0 {
		relief := picture.NewRelief(b.Raster.Basis[0], b.Raster.Grid)
		most := 0.0
		for i := range m.N {
			least := math.Inf(1)
			for c := range m.flats {
				least = min(least, m.square(i, c))
			}
			most = max(most, math.Sqrt(max(least, 0)))
		}
		const lines = 6 // number of lines between 0 and the farthest point
		for h := 1; h <= lines && most > 0; h++ {
			path := relief.Path(most*float64(h)/lines, picture.RoleIsoline, picture.NoClass)
			path.Says = "lines of equal distance in feature space; the last one is that of the farthest point"
			b.Under(path)
		}
	}
	m.news(b)
	if b.Show["numbers"] {
		b.Numbers(len(m.flats), "point whose image is nearest to a cluster's mean, with its number", grouping.Key,
			func(c int) []float64 { return b.Of(m.middle(c)) })
	}
	return nil
}

// middle returns the row whose image is nearest to the base of flat c, among those to which it was fitted; before the
// first move, the row at which the flat started.
func (m *imageModel) middle(c int) int {
	f := m.flats[c]
	if m.moved == 0 {
		return m.Seeds[c]
	}
	best, least := f.Rows[0], math.Inf(1)
	for _, i := range f.Rows {
		d2 := m.gram[i*m.N+i] // + ‖base‖²
		for k, j := range f.Rows {
			d2 -= 2 * f.Weight[k] * m.gram[i*m.N+j]
		}
		if d2 < least {
			best, least = i, d2
		}
	}
	return best
}

// Explain lists the squared distances in feature space to the nearest flats, at most four.
func (m *imageModel) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	if len(m.flats) == 0 {
		return method.Explanation{Answer: words.Text("no %s yet", m.one)}
	}
	d2 := make([]float64, len(m.flats))
	m.far(kernel.NewRower(m.kernel, m.p.X, m.N, m.p.D), x, make([]float64, m.N), d2)
	e := method.Explanation{Answer: grouping.Name(m.nearest(x, d2))}
	order := method.Indices(len(d2))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d2[a], d2[b]) })
	for _, best := range order[:min(len(d2), 4)] {
		j := words.Index(best + 1)
		if m.o.Q == 0 {
			e.Lines = append(e.Lines, words.Text("‖φ(x) − m%s‖² = %s", j, words.Number(d2[best])))
		} else {
			e.Lines = append(e.Lines, words.Text("squared distance of φ(x) to %s %s = %s", m.one, strconv.Itoa(best+1),
				words.Number(d2[best])))
		}
	}
	return e
}

func (m *imageModel) Panels(show method.Shown) []method.Panel { return m.panels(show, m.squares) }

func (m *imageModel) keys(*draw.Board) []draw.Reader {
	return m.things(m.squares, func(c int) []string {
		return []string{words.Text("squared size of its mean in feature space: %s", words.Number(m.flats[c].Self))}
	})
}
