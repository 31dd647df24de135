package gaussian

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// cells are the entries of the covariance matrix: row and column, from 1, the smaller number first.
var cells = picture.KeyKind{Begins: "c", From: 1}

func cellKey(i, j int) string { return cells.Key(min(i, j), max(i, j)) }

// cell reads a key of a matrix of n rows.
func cell(key string, n int) (i, j int, ok bool) {
	ok = cells.Numbers(key, &i, &j) && 0 <= i && i <= j && j < n
	return i, j, ok
}

// entry is what an entry of a covariance matrix is called.
func entry(row, column string, value float64) string {
	if row == column {
		return "variance of " + row + ": " + words.Number(value)
	}
	return "covariance of " + row + " and " + column + ": " + words.Number(value)
}

// mostWritten is up to how many rows each entry is written.
const mostWritten = 6

// matrixPanel shows a symmetric matrix as colours, the first row at the top; where there is room its entries are
// written.
func matrixPanel(title, help string, values []float64, names []string) method.Panel {
	info := method.PanelInfo{ID: matrix, Title: title, Help: help, Bare: true}
	return method.Panel{PanelInfo: info, Draw: chart.InPixels(func(p *picture.Picture) {
		drawMatrix(p, values, names)
	})}
}

func drawMatrix(p *picture.Picture, values []float64, names []string) {
	n, w, h := len(names), p.View.X1, p.View.Y1
	const air, line = 6.0, 14.0
	left := 0.0
	for _, name := range names {
		left = max(left, picture.TextWidth(name, picture.LabelSize))
	}
	left = min(left, w/4) + air
	size := min(w-2*left, h-line-2*air) / float64(n) // as much air on the right: the matrix is in the middle
	if !(size > 0) {
		return
	}
	x, y := (w-size*float64(n))/2, h-line-air
	method.PutRaster(p, &picture.Raster{Kind: picture.Diverging, Sharp: true, Name: "covariance", Says: "covariance"},
		values,
		n, x, y, size, size)
	areas := &picture.Path{Closed: true}
	every := max(1, int(math.Ceil(line/size)))
	wide := 0.0
	for _, name := range names {
		wide = max(wide, picture.TextWidth(name, picture.LabelSize)+air)
	}
	across := max(every, int(math.Ceil(min(wide, w/4)/size)))
	for i := range n {
		cy := y - size*(float64(i)+0.5)
		if i%every == 0 {
			p.Add(&picture.Label{Role: picture.RoleTick, X: x, Y: cy, Text: picture.CutText(names[i], left-air),
				Anchor: picture.AnchorEnd})
		}
		if i%across == 0 {
			p.Add(&picture.Label{Role: picture.RoleTick, X: x + size*(float64(i)+0.5), Y: y + line/2,
				Text: picture.CutText(names[i], max(size, wide))})
		}
		for j := range n {
			cx := x + size*(float64(j)+0.5)
			areas.AddLine(cx-size/2, cy-size/2, cx+size/2, cy-size/2, cx+size/2, cy+size/2, cx-size/2, cy+size/2)
			areas.Keys = append(areas.Keys, cellKey(i, j))
			if text := short(values[i*n+j]); n <= mostWritten && picture.TextWidth(text, picture.LabelSize) < size-air {
				p.Add(&picture.Label{Role: picture.RoleGuide, X: cx, Y: cy, Text: text, Ground: true, Says: "its entries",
					Key: cellKey(i, j)})
			}
		}
	}
	p.Unseen = append(p.Unseen, areas)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
	}
	p.Alt = "Covariance matrix of " + words.Count(n, "variable") + ": entries from " + words.Number(lo) + " to " +
		words.Number(hi) + "."
	if n <= 3 {
		p.Alt = "Covariance matrix, row by row:"
		for i := range n {
			for j := range n {
				p.Alt += " " + words.Number(values[i*n+j])
			}
			p.Alt += map[bool]string{true: ";", false: "."}[i+1 < n]
		}
	}
}

// short is a number of three digits.
func short(x float64) string { return words.Number(words.Significant(x, 3)) }
