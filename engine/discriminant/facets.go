package discriminant

import (
	"math"
	"slices"
)

// facet is a convex piece of what is nearest to one of some sites.
type facet struct {
	site int
	xy   []float64 // corners, counterclockwise
	// side says of the edge from each corner to the next what lies behind it: a site that is as near all along it, or
	// the edge of the piece of the plane in which distances are linear.
	side []int
}

// edge is the side of a facet where its piece of the plane ends.
const edge = -1

// facets are what is nearest to each of the sites within a box, in convex pieces: Euclidean, whose pieces are whole,
// or by the Manhattan distance, which is linear between the lines through the sites along both axes. Of sites that
// are equally near all over a piece the first has it.
type facets struct {
	sites     [][]float64
	manhattan bool
	x, y      []float64 // the lines between pieces, the box's edges first and last
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

// bisector is how much farther than site a site b is, as a linear function in the piece about (mx, my):
// gx (x − x₀) + gy (y − y₀) + c, negative where b is nearer.
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

// farther is how much farther from x site q is than p, all at once: by the Manhattan distance, or half the difference
// of the squares. No distances are subtracted, so that what is equally far is so to the bit, over whole areas, too.
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

// taxi is |x − q| − |x − p| as a linear function about the middle of p and q, where x is on the same sides of both
// as m.
func taxi(p, q, m float64) (g, c float64) {
	sp, sq := math.Copysign(1, m-p), math.Copysign(1, m-q)
	if sp == sq {
		return 0, sp * (p - q)
	}
	return 2 * sq, 0
}

// each calls fn with every piece.
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

// piece is what is nearest to site a in one piece of the plane; without corners where nothing is.
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

// clip keeps what of a facet lies where h is not negative; what lies behind the new edge is site b.
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

// borders calls fn with the edges between two sites' pieces.
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
			if b != edge && b < p.site { // each once
				fn(x0, y0, x1, y1)
			}
		}
	})
}

// behind is the site on the other side of an edge where pieces of the plane meet; edge where the box ends.
func (f *facets) behind(p facet, x0, y0, x1, y1 float64) int {
	i, j := slices.Index(f.x, x0), slices.Index(f.y, y0)
	x, y := x0+(x1-x0)/2, y0+(y1-y0)/2
	var a, b, c, d float64 // from where to where the pieces on both sides are, across the edge
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

// nearest is the site that is nearest to a place, the first of equals.
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
