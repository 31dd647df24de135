package picture

// FitViewport returns the viewport of a stage of w×h CSS pixels that shows at least the ranges x and y. If equal is
// set, both axes have the same scale, and the range that is too short for the stage is widened around its middle.
func FitViewport(x, y [2]float64, equal bool, w, h int, scale float64) Viewport {
	v := Viewport{X0: x[0], X1: x[1], Y0: y[0], Y1: y[1], W: w, H: h, Scale: scale}
	if !equal || w <= 0 || h <= 0 {
		return v
	}
	unit := max((x[1]-x[0])/float64(w), (y[1]-y[0])/float64(h)) // data units per pixel
	cx, cy := (x[0]+x[1])/2, (y[0]+y[1])/2
	hw, hh := unit*float64(w)/2, unit*float64(h)/2
	v.X0, v.X1, v.Y0, v.Y1 = cx-hw, cx+hw, cy-hh, cy+hh
	return v
}
