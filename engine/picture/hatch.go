package picture

// Hatched returns slanted lines over the marked nodes of a grid that covers all of v.
func Hatched(g Grid, v Viewport, marked []bool) *Path {
	const gap, step = 7.0, 2.0 // CSS pixels: between lines, and between two samples on a line
	path := &Path{Role: RoleGuide, Class: NoClass, Hatch: true}
	w, h := float64(v.W), float64(v.H)
	at := func(px, py float64) bool {
		i, j := int(px/w*float64(g.W)), int(py/h*float64(g.H))
		return marked[min(j, g.H-1)*g.W+min(i, g.W-1)]
	}
	for x0 := gap / 2; x0 < w+h; x0 += gap { // from x0 at the top down to the left
		from := -1.0
		end := min(h, x0)
		for py := max(0, x0-w); ; py += step {
			in := py < end && at(min(x0-py, w-1), py)
			if in && from < 0 {
				from = py
			}
			if !in && from >= 0 {
				to := min(py, end)
				path.AddLine(v.DX(x0-from), v.DY(from), v.DX(x0-to), v.DY(to))
				from = -1
			}
			if py >= end {
				break
			}
		}
	}
	return path
}
