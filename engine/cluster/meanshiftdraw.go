package cluster

import (
	"math"
	"strconv"

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

// Layers draws the paths and the modes.
func (d *drift) Layers(job method.Job, _ picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["ways"] {
		under, over = d.ways()
	}
	if show["modes"] {
		over = append(over, d.badges(func(c int) [3]float64 { return [3]float64{d.marked[c][0], d.marked[c][1]} }, false)...)
	}
	return under, over, job.Err()
}

// ways returns the lines along which the points have come and, before the last step, small marks at their present
// positions. Merged paths are drawn once.
func (d *drift) ways() (under, over []picture.Layer) {
	k := len(d.modes)
	lines, heads := make([]*picture.Path, k+1), make([]*picture.Marks, k+1)
	been := make([][]bool, d.step+1)
	for t := range been {
		been[t] = make([]bool, len(d.drawn[t])/2)
	}
	for i := range d.p.N {
		c := k
		if d.arrived(i) {
			c = int(d.label[i])
		}
		end := min(d.step, d.moves[i])
		if end == 0 {
			continue
		}
		if lines[c] == nil {
			lines[c] = &picture.Path{Role: picture.RoleMember, Class: c, Says: "path of a point uphill"}
			heads[c] = &picture.Marks{Role: picture.RoleProjection, Says: "where points are now"}
			if c == k {
				lines[c].Role, lines[c].Class, lines[c].Says = picture.RoleProjection, picture.NoClass,
					"path of a point that has not arrived"
			}
		}
		var way []float64
		for t := 0; t <= end; t++ {
			u := d.at[t][i]
			way = append(way, d.drawn[t][2*u], d.drawn[t][2*u+1])
			if t > 0 && been[t][u] {
				break
			}
			been[t][u] = true
			if t == end && t > 0 && d.step < d.n {
				heads[c].XY = append(heads[c].XY, d.drawn[t][2*u], d.drawn[t][2*u+1])
				if c < k {
					heads[c].Class = append(heads[c].Class, c)
				}
			}
		}
		lines[c].AddLine(way...)
	}
	if l := d.merges(); l != nil {
		under = append(under, l)
	}
	for c, l := range lines {
		if l != nil {
			under = append(under, l)
			if len(heads[c].XY) > 0 {
				over = append(over, heads[c])
			}
		}
	}
	return under, over
}

// merges returns lines from the ends of paths to the modes to which they are assigned. It is nil if all paths end at
// their modes, or too near to be seen.
func (d *drift) merges() picture.Layer {
	lines := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.5, Says: "end of a path " +
		"within " + d.within() + " of a mode, counted as this mode"}
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
	if len(lines.XY) == 0 {
		return nil
	}
	return lines
}

// mostBadges is the number of modes, from the first, that may be drawn.
const mostBadges = 60

// badges returns the modes at which points have arrived, with the numbers of their clusters.
func (d *drift) badges(place func(c int) [3]float64, solid bool) (layers []picture.Layer) {
	has := make([]bool, len(d.modes))
	for i, c := range d.label {
		has[c] = has[c] || d.arrived(i)
	}
	for c := range min(len(d.modes), mostBadges) {
		if !has[c] {
			continue
		}
		at := place(c)
		mark := &picture.Marks{Role: picture.RoleCenter, XY: at[:2:2], Class: []int{c},
			Says: "mode of the density, with the number of its cluster", Keys: []string{key(c)}}
		label := &picture.Label{Role: picture.RoleCenter, X: at[0], Y: at[1], Text: strconv.Itoa(c + 1)}
		if solid {
			mark.Z, label.Z = at[2:], at[2:]
		}
		layers = append(layers, mark, label)
	}
	return layers
}

// SpaceLayers draws each mode at the weighted mean position of the rows, with their kernel weights at the mode.
func (d *drift) SpaceLayers(at []float64, show method.Shown) []picture.Layer {
	if !show["modes"] {
		return nil
	}
	return d.badges(func(c int) (place [3]float64) {
		all := 0.0
		for i := range d.p.N {
			w, _ := d.weigh(distance2(d.modes[c], d.p.X[i*d.p.D:]))
			all += w
			for j := range 3 {
				place[j] += w * at[3*i+j]
			}
		}
		for j := range 3 {
			place[j] /= all
		}
		return place
	}, true)
}

// Explain draws the path from x.
func (d *drift) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:d.p.D]
	start, known := [2]float64{x[0], x[len(x)-1]}, true
	if d.p.Wide() {
		start, known = d.p.DrawnOf(x)
	}
	places, drawn, from, to := d.way(x)
	if places == nil {
		e.Answer = "no path uphill"
		e.Lines = []string{"no point is within h = " + words.Number(d.h)}
		if d.nearest {
			e.Lines = append(e.Lines, "the nearest mode is that of "+name(d.closest(x)))
		}
		return e
	}
	end := places[len(places)-1]
	mode := d.closest(end)
	e.Answer = name(d.leads(x))
	e.Lines = []string{"density " + words.Number(from) + " here, " + words.Number(to) + " after " +
		words.Count(len(places), "move") + " uphill"}
	if d.leads(x) != mode {
		e.Lines = append(e.Lines, "the path leads to mode "+strconv.Itoa(mode+1)+", and mode "+strconv.Itoa(d.leads(x)+1)+
			" is nearer")
	}
	if known {
		line := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, XY: start[:], Says: "path uphill from here"}
		for _, at := range drawn {
			line.XY = append(line.XY, at[0], at[1])
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
			{Values: end, Name: "row", Says: "row and its mode", Title: "mode " + strconv.Itoa(mode+1)}})...)
	}
	return e
}

// Unseen gives the points the keys of their modes.
func (d *drift) Unseen(picture.Viewport, method.Shown) []picture.Layer {
	rows := &picture.Marks{}
	for i := range d.p.N {
		if d.arrived(i) {
			x, y := d.p.Drawn(i)
			rows.XY, rows.Keys = append(rows.XY, x, y), append(rows.Keys, key(int(d.label[i])))
		}
	}
	if rows.Keys == nil {
		return nil
	}
	return []picture.Layer{rows}
}

// Tell describes a mode. A click selects its points.
func (d *drift) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	c, ok := clusterKind.Number(of, len(d.modes))
	if !ok {
		return t, false
	}
	rings := &picture.Marks{Role: picture.RoleSupport, Says: "points of this mode"}
	for i, l := range d.label {
		if int(l) == c && d.arrived(i) {
			t.Click.Rows = append(t.Click.Rows, i)
			x, y := d.p.Drawn(i)
			rings.XY, rings.Size, rings.Ordinal = append(rings.XY, x, y), append(rings.Size, thin),
				append(rings.Ordinal, d.p.Ordinal(i))
		}
	}
	if len(t.Click.Rows) == 0 {
		return t, false
	}
	t.Layers = append(t.Layers, rings)
	t.Answer = name(c)
	if d.p.D <= 4 {
		for j, x := range d.p.OwnNames() {
			own, _ := d.p.Own(j, d.modes[c][j])
			t.Lines = append(t.Lines, "mode: "+x+" = "+words.Number(own))
		}
	}
	t.Lines = append(t.Lines, words.Count(len(t.Click.Rows), "point")+", density "+words.Number(d.top[c])+" at the mode")
	return t, true
}
