package hittest

import (
	"math"

	"pointscape/engine/picture"
)

const (
	near        = 8  // px: a mark within this distance is hit, whatever lies under it
	beside      = 5  // px: so is a line within this one
	reach       = 12 // px: a mark within this distance is hit if nothing lies under it
	reachFinger = 22
)

// hit returns the key at a position in pixels; area reports whether the position is inside its shape. Cells lie above
// marks and lines, and these above areas; of nested areas the smallest is hit.
func hit(list []picture.Spot, x, y float64, px, py func(float64) float64, finger bool) (key string, area bool) {
	dot, dotAt := "", math.Inf(1)
	line, lineAt := "", math.Inf(1)
	in, size := "", math.Inf(1)
	for i := range list {
		s := &list[i]
		switch s.Kind {
		case picture.Dot:
			if d := math.Hypot(px(s.XY[0])-x, py(s.XY[1])-y); d < dotAt {
				dot, dotAt = s.Key, d
			}
		case picture.Line:
			for k := 3; k < len(s.XY); k += 2 {
				if d := distance(x, y, px(s.XY[k-3]), py(s.XY[k-2]), px(s.XY[k-1]), py(s.XY[k])); d < lineAt {
					line, lineAt = s.Key, d
				}
			}
		case picture.Cells:
			if cell := cellAt(s, x, y, px, py); cell != "" {
				return cell, true
			}
		case picture.Area:
			inside, twice := false, 0.0
			n := len(s.XY)
			x0, y0 := px(s.XY[n-2]), py(s.XY[n-1])
			for k := 1; k < n; k += 2 {
				x1, y1 := px(s.XY[k-1]), py(s.XY[k])
				if (y0 > y) != (y1 > y) && x < x0+(x1-x0)*(y-y0)/(y1-y0) {
					inside = !inside
				}
				twice += x0*y1 - x1*y0
				x0, y0 = x1, y1
			}
			if a := math.Abs(twice); inside && a < size {
				in, size = s.Key, a
			}
		}
	}
	far := float64(reach)
	if finger {
		far = reachFinger
	}
	switch {
	case dotAt <= near:
		return dot, false
	case lineAt <= beside:
		return line, false
	case in != "":
		return in, true
	case dotAt <= far:
		return dot, false
	}
	return "", false
}

// distance returns the distance of a point from a line segment.
func distance(x, y, x0, y0, x1, y1 float64) float64 {
	dx, dy := x1-x0, y1-y0
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = min(max(((x-x0)*dx+(y-y0)*dy)/l, 0), 1)
	}
	return math.Hypot(x-x0-t*dx, y-y0-t*dy)
}
