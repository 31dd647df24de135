package density

import (
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

// FieldRaster computes the density that the points climb.
func (d *drift) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	out := make([]float32, g.W*g.H)
	r := &picture.Raster{Kind: picture.Sequential, Grid: g, Planes: [][]float32{out}, Hi: d.top[0], Name: "density"}
	for _, f := range d.top {
		r.Hi = max(r.Hi, f)
	}
	p := d.p
	if !d.flat {
		weights := make([]float64, p.N)
		for i := range weights {
			weights[i] = 1 / float64(p.N)
		}
		e := &kernel.Expansion{Kernel: kernel.RBF(d.h), X: p.X, N: p.N, D: 2, Coef: [][]float64{weights}}
		err := e.Grid(job, g, r.Planes)
		floor(out, r.Hi)
		return r, err
	}
	// Add each hill to the nodes of the grid within its radius.
	index := func(x, from, step float64, n int) int { return int(min(max(math.Ceil((x-from)/step), 0), float64(n))) }
	for i := range p.N {
		if err := job.Err(); err != nil {
			return nil, err
		}
		x, y := p.X[2*i], p.X[2*i+1]
		lo, hi := y-d.h, y+d.h
		if g.DY < 0 {
			lo, hi = hi, lo
		}
		for j := index(lo, g.Y(0), g.DY, g.H); j < index(hi, g.Y(0), g.DY, g.H); j++ {
			up := (g.Y(j) - y) / d.h
			half := 1 - up*up
			if !(half > 0) {
				continue
			}
			w := d.h * math.Sqrt(half)
			for c := index(x-w, g.X0, g.DX, g.W); c < index(x+w, g.X0, g.DX, g.W); c++ {
				across := (g.X(c) - x) / d.h
				out[j*g.W+c] += float32(max(half-across*across, 0) / float64(p.N))
			}
		}
	}
	floor(out, r.Hi)
	return r, job.Err()
}

// floor keeps a density above 0. Otherwise the edge of the outermost hill, or rounding errors, would be drawn as a line
// of equal density.
func floor(out []float32, top float64) {
	least := float32(1e-6 * top)
	for i, v := range out {
		out[i] = max(v, least)
	}
}

func (d *drift) PartSays(p method.Part) string {
	if p == method.Isolines {
		return "lines of equal density"
	}
	return ""
}

// shapes draws the paths, in the plane only, and the modes.
func (d *drift) shapes(b *draw.Board) error {
	if b.Show["ways"] && !b.Solid() {
		d.ways(b)
	}
	if b.Show["modes"] {
		d.badges(b)
	}
	return nil
}

// ways draws the lines along which the points have come and, before the last step, small marks at their present
// positions. Merged paths are drawn once.
func (d *drift) ways(b *draw.Board) {
	k := len(d.modes)
	lines, heads := draw.ByClass{Like: picture.Path{Role: picture.RoleMember, Says: "path of a point uphill"}},
		make([]picture.Marks, k+1)
	moving := lines.Of(k)
	moving.Role, moving.Class, moving.Says = picture.RoleProjection, picture.NoClass,
		"path of a point that has not arrived"
	been := make([][]bool, d.step+1)
	for t := range been {
		been[t] = make([]bool, len(d.drawn[t])/2)
	}
	for i := range d.p.N {
		c, end := k, min(d.step, d.moves[i])
		if d.arrived(i) {
			c = int(d.label[i])
		}
		if end == 0 {
			continue
		}
		var way []float64
		for t := 0; t <= end; t++ {
			u := d.at[t][i]
			at := d.drawn[t][2*u : 2*u+2]
			way = append(way, at...)
			if t > 0 && been[t][u] {
				break
			}
			been[t][u] = true
			if t == end && t > 0 && d.step < d.n {
				draw.Put(&heads[c], at)
				if c < k {
					heads[c].Class = append(heads[c].Class, c)
				}
			}
		}
		lines.Of(c).AddLine(way...)
	}
	b.Under(d.merges())
	b.Under(lines.Layers()...)
	for c := range heads {
		heads[c].Role, heads[c].Says = picture.RoleProjection, "where points are now"
		b.Over(&heads[c])
	}
}

// merges returns lines from the ends of paths to the modes to which they are assigned, unless these are too near to be
// seen.
func (d *drift) merges() *picture.Path {
	lines := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.5,
		Says: words.Text("end of a path within %s of a mode, counted as this mode", d.within())}
	last := len(d.drawn) - 1
	been := make([]bool, len(d.drawn[last])/2)
	for i, u := range d.at[last] {
		if been[u] || !d.arrived(i) {
			continue
		}
		been[u] = true
		mode := d.marked[d.taken[u]]
		if x, y := d.drawn[last][2*u], d.drawn[last][2*u+1]; math.Hypot(x-mode[0], y-mode[1]) > 0.02*d.h {
			lines.AddLine(x, y, mode[0], mode[1])
		}
	}
	return lines
}

// mostBadges is the number of modes, from the first, that may be drawn.
const mostBadges = 60

// badges draws the modes at which points have arrived, with the numbers of their clusters: in space at the mean
// position of the rows, weighted by their kernels at the mode.
func (d *drift) badges(b *draw.Board) {
	sizes := d.clusters().Sizes()
	b.Numbers(min(len(sizes), mostBadges), "mode of the density, with the number of its cluster", grouping.Key,
		func(c int) []float64 {
			switch {
			case sizes[c] == 0:
				return nil
			case !b.Solid():
				return d.marked[c][:]
			}
			all, place := 0.0, make([]float64, 3)
			for i := range d.p.N {
				w, _ := d.weigh(grouping.SquaredDistance(d.modes[c], d.p.X[i*d.p.D:]))
				all += w
				for j, x := range b.Of(i) {
					place[j] += w * x
				}
			}
			for j := range place {
				place[j] /= all
			}
			return place
		})
}

// Explain draws the path from x.
func (d *drift) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:d.p.D]
	places, drawn, from, to := d.way(x)
	if places == nil {
		e.Answer = "no path uphill"
		e.Lines = []string{words.Text("no point is within h = %s", words.Number(d.h))}
		if d.nearest {
			e.Lines = append(e.Lines, words.Text("the nearest mode is that of %s", grouping.Name(d.closest(x))))
		}
		return e
	}
	end := places[len(places)-1]
	mode := d.closest(end)
	e.Answer = grouping.Name(d.leads(x))
	e.Lines = []string{words.Text("density %s here, %s after %s uphill", words.Number(from), words.Number(to),
		words.Count(len(places), "move"))}
	if d.leads(x) != mode {
		e.Lines = append(e.Lines, words.Text("the path leads to mode %s, and mode %s is nearer", strconv.Itoa(mode+1),
			strconv.Itoa(d.leads(x)+1)))
	}
	if start := draw.Position(d.p, x); start != nil {
		line := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, XY: slices.Clone(start),
			Says: "path uphill from here"}
		for _, at := range drawn {
			line.XY = append(line.XY, at[:]...)
		}
		e.Layers = append(e.Layers, line)
	}
	if !d.p.Wide() {
		e.Layers = append(e.Layers, &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true,
			XY: picture.Ellipse(x[0], x[1], d.h, d.h, 96), Says: "bandwidth h"})
	}
	if d.p.Across > 0 {
		e.Layers = append(e.Layers, d.p.Album(x, v, []method.Tile{
			{Values: x, Name: "row", Says: "row and its mode", Title: "row"},
			{Values: end, Name: "row", Says: "row and its mode", Title: words.Text("mode %s", strconv.Itoa(mode+1))}})...)
	}
	return e
}

// hits gives the points the keys of their modes.
func (d *drift) hits(b *draw.Board) picture.Hits {
	return b.Keyed(slices.DeleteFunc(method.Indices(d.p.N), func(i int) bool { return !d.arrived(i) }),
		func(i int) string { return grouping.Key(int(d.label[i])) })
}

// keys are the things that keys name: the clusters.
func (d *drift) keys(*draw.Board) []draw.Reader {
	return []draw.Reader{draw.Each(grouping.Kind, len(d.modes), d.tell)}
}

// tell describes a mode. A click selects its points.
func (d *drift) tell(c int) (t method.Told, ok bool) {
	rows := d.clusters().Rows(c)
	if len(rows) == 0 {
		return t, false
	}
	draw.Select(&t, d.p, rows, "points of this mode")
	t.Answer = grouping.Name(c)
	t.Lines = append(grouping.Coordinates(d.p, "mode", d.modes[c]), words.Text("%s, density %s at the mode",
		words.Count(len(rows), "point"), words.Number(d.top[c])))
	return t, true
}
