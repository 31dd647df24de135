package wall

// Deep tells whether the headings of pictures so many pixels wide need a second line for the errors; narrower ones,
// on a phone, show none. Presented, letters are larger.
func Deep(w int, presented bool) bool {
	most := 420
	if presented {
		most = 700
	}
	return w > 230 && w < most
}

// Grid is how n pictures stand in a box of w x h pixels: as many columns as let each of them be largest, whose planes
// are wider than high.
func Grid(n, w, h int) (cols, rows int) {
	const head, shape = 30, 1.25 // px above each, and width to height of a good one
	best := -1.0
	for c := 1; c <= n; c++ {
		r := (n + c - 1) / c
		if size := min(float64(w)/float64(c), shape*(float64(h)/float64(r)-head)); size > best {
			best, cols, rows = size, c, r
		}
	}
	return cols, rows
}
