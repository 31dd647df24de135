package picture

import "slices"

// Box is a rectangle in CSS pixels from the top left corner of a plane.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Meets reports whether two boxes overlap.
func (b Box) Meets(c Box) bool { return b.X0 < c.X1 && c.X0 < b.X1 && b.Y0 < c.Y1 && c.Y0 < b.Y1 }

// Within reports whether b lies in a plane of w×h pixels, at least edge pixels away from its edges.
func (b Box) Within(w, h int, edge float64) bool {
	return b.X0 >= edge && b.Y0 >= edge && b.X1 <= float64(w)-edge && b.Y1 <= float64(h)-edge
}

// Grown returns b extended by x pixels on the left and right and by y pixels at the top and bottom.
func (b Box) Grown(x, y float64) Box { return Box{b.X0 - x, b.Y0 - y, b.X1 + x, b.Y1 + y} }

// Crosses reports whether the infinite line through two points meets b.
func (b Box) Crosses(x0, y0, x1, y1 float64) bool {
	side := func(x, y float64) float64 { return (x1-x0)*(y-y0) - (y1-y0)*(x-x0) }
	c := [4]float64{side(b.X0, b.Y0), side(b.X1, b.Y0), side(b.X0, b.Y1), side(b.X1, b.Y1)}
	return slices.Min(c[:]) <= 0 && slices.Max(c[:]) >= 0
}

// MeetsLine reports whether the line segment between two points meets b.
func (b Box) MeetsLine(x0, y0, x1, y1 float64) bool {
	_, _, ok := clipSegment(x0, y0, x1, y1, b.X0, b.Y0, b.X1, b.Y1)
	return ok
}

// toEdges returns b with each side that is less than near pixels from an edge of a w×h plane moved to that edge.
func (b Box) toEdges(w, h, near float64) Box {
	if b.X0 < near {
		b.X0 = 0
	}
	if b.Y0 < near {
		b.Y0 = 0
	}
	if b.X1 > w-near {
		b.X1 = w
	}
	if b.Y1 > h-near {
		b.Y1 = h
	}
	return b
}
