package discriminant

import (
	"math"
	"slices"
)

// facet is a convex polygon of points whose nearest site is site.
type facet struct {
	site int
	xy   []float64 // corners, counterclockwise
	// side holds what is behind the edge from each corner to the next: a site that is equally near all along the edge,
	// or the constant edge.
	side []int
}

// edge marks a side of a facet that is on a line of the grid of facets.
const edge = -1

// facets divides a box by nearest site into convex facets. With the Euclidean distance, each site has a single facet;
// the Manhattan distance is linear only between the lines through the sites along both axes, so the facets are within
// this grid. Where several sites are equally near in a whole facet, it belongs to the first of them.
type facets struct {
	sites     [][]float64
	manhattan bool
	x, y      []float64 // lines of the grid, including the box's edges first and last
}

func newFacets(sites [][]float64, manhattan bool, x0, y0, x1, y1 float64) *facets {
	f := &facets{sites: sites, manhattan: manhattan, x: []float64{x0, x1}, y: []float64{y0, y1}}
	if manhattan {
		for _, s := range sites {
			if x0 < s[0] && s[0] < x1 {
				f.x = append(f.x, s[0])
			}
			if y0 < s[1] && s[1] < y1 {
				f.y = append(f.y, s[1])
			}
		}
		for _, cuts := range []*[]float64{&f.x, &f.y} {
			slices.Sort(*cuts)
			*cuts = slices.Compact(*cuts)
		}
	}
	return f
}

// bisector returns the difference of the distances to sites b and a as a linear function in the grid cell around (mx,
// my): gx (x − x₀) + gy (y − y₀) + c, negative where b is nearer.
func (f *facets) bisector(a, b int, mx, my float64) (gx, gy, x0, y0, c float64) {
	p, q := f.sites[a], f.sites[b]
	x0, y0 = (p[0]+q[0])/2, (p[1]+q[1])/2
	if !f.manhattan { // half the difference of the squares
		return p[0] - q[0], p[1] - q[1], x0, y0, 0
	}
	gx, cx := taxi(p[0], q[0], mx)
	gy, cy := taxi(p[1], q[1], my)
	return gx, gy, x0, y0, cx + cy
}

// farther returns how much farther from x site q is than site p: the difference of the Manhattan distances, or half the
// difference of the squared distances. Distances are not subtracted, so that ties are exact, also in whole regions.
func farther(manhattan bool, x, p, q []float64) (h float64) {
	for j, at := range x {
		g, c := p[j]-q[j], 0.0
		if manhattan {
			g, c = taxi(p[j], q[j], at)
		}
		if g != 0 {
			h += float64(g * (at - (p[j]+q[j])/2)) // rounded, so that no machine fuses it
		}
		h += c
	}
	return h
}

// taxi returns |x − q| − |x − p| as a linear function g (x − (p + q)/2) + c, for x on the same sides of both as m.
func taxi(p, q, m float64) (g, c float64) {
	sp, sq := math.Copysign(1, m-p), math.Copysign(1, m-q)
	if sp == sq {
		return 0, sp * (p - q)
	}
	return 2 * sq, 0
}

// each calls fn with every facet.
func (f *facets) each(fn func(facet)) {
	for i := range len(f.x) - 1 {
		for j := range len(f.y) - 1 {
			for a := range f.sites {
				if p := f.piece(a, i, j); p.xy != nil {
					fn(p)
				}
			}
		}
	}
}

// piece returns the facet of site a in a grid cell; it has no corners if it is empty.
func (f *facets) piece(a, i, j int) facet {
	x0, x1, y0, y1 := f.x[i], f.x[i+1], f.y[j], f.y[j+1]
	p := facet{a, []float64{x0, y0, x1, y0, x1, y1, x0, y1}, []int{edge, edge, edge, edge}}
	for b := range f.sites {
		if b == a {
			continue
		}
		gx, gy, bx, by, c := f.bisector(a, b, x0+(x1-x0)/2, y0+(y1-y0)/2)
		if gx == 0 && gy == 0 {
			if c < 0 || c == 0 && b < a {
				return facet{}
			}
			continue
		}
		if p = p.clip(b, func(x, y float64) float64 { return gx*(x-bx) + gy*(y-by) + c }); len(p.side) < 3 {
			return facet{}
		}
	}
	return p
}

// clip returns the part of a facet where h is not negative; site b is behind the new side.
func (p facet) clip(b int, h func(x, y float64) float64) (out facet) {
	out.site = p.site
	n := len(p.side)
	for k := range n {
		l := (k + 1) % n
		x0, y0, x1, y1 := p.xy[2*k], p.xy[2*k+1], p.xy[2*l], p.xy[2*l+1]
		h0, h1 := h(x0, y0), h(x1, y1)
		if h0 >= 0 {
			side := p.side[k]
			if h0 == 0 && h1 <= 0 {
				side = b
			}
			out.xy, out.side = append(out.xy, x0, y0), append(out.side, side)
		}
		if h0 > 0 && h1 < 0 || h0 < 0 && h1 > 0 {
			t, side := h0/(h0-h1), b
			if h0 < 0 {
				side = p.side[k]
			}
			out.xy, out.side = append(out.xy, x0+t*(x1-x0), y0+t*(y1-y0)), append(out.side, side)
		}
	}
	return out
}

// borders calls fn with the edges between facets of different sites.
func (f *facets) borders(fn func(x0, y0, x1, y1 float64)) {
	f.each(func(p facet) {
		n := len(p.side)
		for k, b := range p.side {
			l := (k + 1) % n
			x0, y0, x1, y1 := p.xy[2*k], p.xy[2*k+1], p.xy[2*l], p.xy[2*l+1]
			if x0 == x1 && y0 == y1 {
				continue
			}
			if b == edge {
				b = f.behind(p, x0, y0, x1, y1)
			}
			if b != edge && b < p.site { // each edge once
				fn(x0, y0, x1, y1)
			}
		}
	})
}

// behind returns the site on the other side of a grid line, edge at the border of the box.
func (f *facets) behind(p facet, x0, y0, x1, y1 float64) int {
	i, j := slices.Index(f.x, x0), slices.Index(f.y, y0)
	x, y := x0+(x1-x0)/2, y0+(y1-y0)/2
	var a, b, c, d float64 // a, b, c: ends of the two cells beside the edge, across it; d: just beyond the edge
	const near = 1e-6
	switch {
	case x0 == x1 && i > 0 && i < len(f.x)-1:
		a, b, c = f.x[i-1], f.x[i], f.x[i+1]
		if d = b + near*(c-b); y1 > y0 { // counterclockwise: the facet is left of its edge
			return f.nearest(d, y)
		}
		return f.nearest(b-near*(b-a), y)
	case y0 == y1 && j > 0 && j < len(f.y)-1:
		a, b, c = f.y[j-1], f.y[j], f.y[j+1]
		if d = b + near*(c-b); x1 < x0 {
			return f.nearest(x, d)
		}
		return f.nearest(x, b-near*(b-a))
	}
	return edge
}

// nearest returns the site nearest to a point (ties: the first one).
func (f *facets) nearest(x, y float64) (site int) {
	i, _ := slices.BinarySearch(f.x, x)
	j, _ := slices.BinarySearch(f.y, y)
	mx, my := f.x[i-1]+(f.x[i]-f.x[i-1])/2, f.y[j-1]+(f.y[j]-f.y[j-1])/2
	for b := range f.sites {
		if b == site {
			continue
		}
		if gx, gy, bx, by, c := f.bisector(site, b, mx, my); gx*(x-bx)+gy*(y-by)+c < 0 {
			site = b
		}
	}
	return site
}
