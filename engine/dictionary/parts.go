package dictionary

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// shownTerms is the number of entries after which lists in texts are cut. Facts of more than shownInputs inputs are
// hidden from the page.
const shownTerms, shownInputs = 4, 4

// drawn is the largest number of points for which lines are drawn.
const drawn = 2000

// name returns the number of an atom, counted from 1; key returns its key.
func name(k int) string { return strconv.Itoa(k + 1) }
func key(k int) string  { return atomKind.Key(k) }

var atomKind, rowKind = picture.KeyKind{Begins: "d", From: 1}, picture.KeyKind{Begins: "row"}

// symbol returns the name of an atom in pictures, index its name in formulas.
func symbol(k int) string { return "d" + words.Subscript(k+1) }
func index(k int) string  { return "d" + words.Index(k+1) }

// names returns the names of p atoms for rows of facts.
func names(p int) (list []string) {
	for k := range p {
		list = append(list, words.Text("Atom %s", name(k)))
	}
	return list
}

// plane reports whether the rows are points of the picture's plane.
func plane(p *method.Problem) bool { return p.D == 2 && !p.Wide() }

// vector formats a position or direction.
func vector(x []float64) string {
	s := "("
	for j, v := range x {
		if j > 0 {
			s += ", "
		}
		s += words.Number(v)
	}
	return s + ")"
}

// sum formats a code as a sum of atoms, in descending order of the coefficients.
func sum(code []float64) string {
	list := order(code)
	if len(list) == 0 {
		return "0"
	}
	s := ""
	for i, k := range list {
		if i == shownTerms && len(list) > shownTerms+1 {
			return words.Text("%s + … (%s)", s, words.Count(len(list), "atom"))
		}
		s += words.Text("%s %s", words.TermAt(i, code[k]), index(k))
	}
	return s
}

// through returns a line through a point in direction u that extends beyond the view.
func through(at, u []float64, v picture.Viewport) []float64 {
	l := length(u)
	if l == 0 {
		return nil
	}
	reach := (math.Hypot(v.X1-v.X0, v.Y1-v.Y0) + math.Hypot(at[0]-v.X0, at[1]-v.Y0)) / l
	return []float64{at[0] - reach*u[0], at[1] - reach*u[1], at[0] + reach*u[0], at[1] + reach*u[1]}
}

// chain draws a code as a path from the base: one arrow after the other, each an atom times its coefficient.
func chain(v picture.Viewport, base, code []float64, atom func(k int) []float64, says string) (layers []picture.Layer) {
	x, y := base[0], base[1]
	for _, k := range order(code) {
		u := atom(k)
		nx, ny := x+code[k]*u[0], y+code[k]*u[1]
		p := &picture.Path{Role: picture.RoleEllipse, Class: k, Says: says}
		p.AddArrow(v, x, y, nx, ny, key(k))
		layers = append(layers, p)
		x, y = nx, ny
	}
	return layers
}

// ways draws the reconstructions of n points, with lines from the points in the colours of their groups, the leading
// atoms; nothing for more than drawn points.
func ways(n, k int, point func(i int) (x, y float64), foot func(i int, at []float64), group func(i int) int) (
	layers []picture.Layer) {
	if n > drawn {
		return nil
	}
	feet := &picture.Marks{Role: picture.RoleProjection, XY: make([]float64, 2*n), Class: make([]int, n),
		Says: "reconstruction of a point: its sum of atoms"}
	lines := make([]*picture.Path, k+1)
	for i := range n {
		at, c := feet.XY[2*i:2*i+2], group(i)
		foot(i, at)
		feet.Class[i] = c
		if lines[c+1] == nil {
			lines[c+1] = &picture.Path{Role: picture.RoleProjection, Class: c, Weight: 0.3, Says: "error of a point"}
			layers = append(layers, lines[c+1])
		}
		x, y := point(i)
		lines[c+1].AddLine(x, y, at[0], at[1])
	}
	return append(layers, feet)
}

// album shows how a row that is a picture is composed: the row, then the base with one more atom each time, in
// descending order of the coefficients, as many as there is room for, and the complete sum.
func album(p *method.Problem, x, base, code []float64, atom func(k int) []float64, centred bool,
	v picture.Viewport) []picture.Layer {
	const says = "row, and the atoms that add up to it"
	tile := func(values []float64, title string) method.Tile {
		return method.Tile{Values: values, Name: "row", Says: says, Title: title}
	}
	list := []method.Tile{tile(x, "row")}
	at := append([]float64(nil), base...)
	if centred {
		list = append(list, tile(append([]float64(nil), at...), "mean"))
	}
	room := max(3, int((float64(v.W)-12)/(min(72, float64(v.W)/5)+6)))
	terms := order(code)
	for i, k := range terms {
		for j, u := range atom(k) {
			at[j] += code[k] * u
		}
		last := i == len(terms)-1
		if len(list) < room-1 || last {
			title := words.Text("%s %s", strings.TrimSpace(words.Term(words.Significant(code[k], 2))), symbol(k))
			if last && len(list) >= room-1 && i > 0 {
				title = words.Text("all %s", strconv.Itoa(len(terms)))
			}
			list = append(list, tile(append([]float64(nil), at...), title))
		}
	}
	return p.Album(x, v, list)
}

// tiles draws atoms as pictures.
func tiles(p *picture.Picture, across int, mean []float64, atoms [][]float64, says []string) {
	var list []method.Tile
	if mean != nil {
		list = append(list, method.Tile{Values: mean, Name: "mean", Says: "mean of the rows", Title: "mean"})
	}
	for k, u := range atoms {
		list = append(list, method.Tile{Values: u, Diverging: true, Name: "coordinate", Says: "coordinate of an atom",
			Title: symbol(k) + says[k], Short: symbol(k), Key: key(k)})
	}
	method.Tiles(p, across, list)
}

// table draws atoms as a table of colours, with the names of the inputs; of many inputs, those with the largest
// coordinates.
func table(p *picture.Picture, names []string, atoms [][]float64) {
	const line, gap, cell = 13.0, 6.0, 44.0
	left := 0.0
	for _, s := range names {
		left = max(left, picture.TextWidth(s, picture.LabelSize))
	}
	left = min(left+2*gap, 0.5*p.View.X1)
	cols := max(1, min(len(atoms), int((p.View.X1-left)/24)))
	size := make([]float64, len(names))
	for j := range size {
		for _, u := range atoms[:cols] {
			size[j] = max(size[j], math.Abs(u[j]))
		}
	}
	rows := method.LargestOf(size, max(1, min(len(names), int((p.View.Y1-line)/line))))
	wide := min(cell, (p.View.X1-left)/float64(cols))
	high := min(2*line, (p.View.Y1-line)/float64(len(rows)))
	top := p.View.Y1 - line
	values := make([]float64, 0, len(rows)*cols)
	for i, j := range rows {
		for _, u := range atoms[:cols] {
			values = append(values, u[j])
		}
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: top - high*(float64(i)+0.5),
			Text: picture.CutName(names[j], left-gap), Anchor: picture.AnchorEnd})
	}
	method.PutRaster(p, &picture.Raster{Kind: picture.Diverging, Sharp: true, Name: "coordinate",
		Says: "coordinate of an atom"}, values, cols, left, top, wide, high)
	for k := range cols {
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left + wide*(float64(k)+0.5), Y: p.View.Y1 - line/2, Text: symbol(k),
			Key: key(k)})
	}
}

// keyed returns the atom of a key.
func keyed(of string, p int) (k int, ok bool) {
	return atomKind.Number(of, p)
}

// rowKeys returns the key of each row's leading atom. With the keys of all its atoms, most other rows would be
// highlighted, too.
func rowKeys(n int, code func(i int) []float64) []string {
	keys := make([]string, n)
	for i := range keys {
		if k := leading(code(i)); k >= 0 {
			keys[i] = key(k)
		}
	}
	return keys
}
