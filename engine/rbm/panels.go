package rbm

import (
	"math"
	"math/rand/v2"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (s *state) Panels(show method.Shown) (list []method.Panel) {
	if show[filters] {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: filters, Title: "Filters", Bare: true,
			Help: "The biases of the pixels, then the weights of each hidden unit, in colours about 0. Ink " +
				"where weights are positive makes the unit more likely to be 1."}, Draw: chart.InPixels(s.drawFilters)})
	}
	if show[chain] {
		help := "Rows of the next minibatch and samples drawn from them, layer after layer. The step makes the first pair " +
			"of layers more likely and the last one less likely."
		if s.Persistent {
			help = "Rows of the next minibatch, then the chains: their hidden units, and samples drawn from them, layer " +
				"after layer. The step makes the rows more likely and the chains' last layers less likely."
		}
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: chain, Title: "Contrastive divergence",
			Bare: true, Help: help}, Draw: chart.InPixels(s.drawChain)})
	}
	if show[reconstructions] {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: reconstructions, Title: "Reconstructions",
			Bare: true, Help: words.Text("Rows, their reconstructions by the hidden units, and the pixels' probabilities "+
				"after a chain of %s alternations from the row", strconv.Itoa(long))}, Draw: chart.InPixels(s.drawRebuilt)})
	}
	if show[activity] {
		list = append(list, chart.Matrix{Key: activity}.Panel(method.PanelInfo{ID: activity,
			Title: "Activity of hidden units", Help: "The mean of P(h = 1 | v) for the rows of each " +
				"class. Point at a cell for its value."},
			func(job method.Job) (*chart.Matrix, error) { return s.activities(), job.Err() }))
	}
	return list
}

// filter returns the weights of a hidden unit.
func (s *state) filter(j int) []float64 {
	w, _, _ := s.Parts(s.Theta)
	x := make([]float64, s.Visible)
	for i := range x {
		x[i] = w[i*s.Hidden+j]
	}
	return x
}

// drawFilters draws the biases of the pixels and the filters as images.
func (s *state) drawFilters(p *picture.Picture) {
	_, _, b := s.Parts(s.Theta)
	list := []method.Tile{{Values: append([]float64(nil), b...), Diverging: true, Name: "bias", Says: "bias of a pixel",
		Title: "b"}}
	for j := range s.Hidden {
		list = append(list, method.Tile{Values: s.filter(j), Diverging: true, Name: "weight", Says: "weight of a hidden unit",
			Title: symbol(j), Key: unitKind.Key(j)})
	}
	p.Alt = words.Text("The biases of the pixels and the weights of %s, as pictures.", words.Count(s.Hidden,
		"hidden unit"))
	method.Tiles(p, s.p.Across, list)
}

// gap is the size of gaps, in pixels.
const gap = 6.0

// long is the number of alternations of the chains of the reconstructions.
const long = 100

// band is a row of small images with a title on the left.
type band struct {
	title  string
	across int
	list   [][]float64
}

// bands draws rows of small images below each other, as large as possible: if that makes the images larger, it divides
// the images of each row into groups, and draws the first groups of all rows, below them the second ones, and so on.
func bands(p *picture.Picture, list []band, says string) {
	left := 0.0
	for _, b := range list {
		left = max(left, picture.TextWidth(b.title, picture.LabelSize))
	}
	left += 2 * gap
	n, cols, side := len(list[0].list), 1, 0.0
	for groups := 1; groups <= n; groups++ {
		c := (n + groups - 1) / groups
		if z := min((p.View.X1-left)/float64(c), (p.View.Y1-gap*float64(groups))/float64(groups*len(list))); z > side {
			cols, side = c, z
		}
	}
	wide, high := (p.View.X1-left)/float64(cols), side
	side -= gap / 2
	for k, b := range list {
		for i, values := range b.list {
			y := p.View.Y1 - gap/2 - high*float64(k) - float64(i/cols)*(high*float64(len(list))+gap)
			if i%cols == 0 {
				p.Add(&picture.Label{Role: picture.RoleGuide, X: left - gap, Y: y - side/2, Text: b.title,
					Anchor: picture.AnchorEnd})
			}
			down := (len(values) + b.across - 1) / b.across
			size := side / float64(max(b.across, down))
			x := left + wide*float64(i%cols) + (side-size*float64(b.across))/2
			whole := len(values) / b.across * b.across
			for _, part := range [...][]float64{values[:whole], values[whole:]} { // the last line may be shorter
				if len(part) > 0 {
					method.PutRaster(p, &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: "value", Says: says, Lo: 0,
						Hi: 1}, part, min(b.across, len(part)), x, y, size, size)
				}
				y -= size * float64(whole/b.across)
			}
		}
	}
}

// drawChain draws the samples of the next step for a few rows.
func (s *state) drawChain(p *picture.Picture) {
	const most, least = 8, 22 // maximum number of rows; least height of an image in pixels
	square := int(math.Ceil(math.Sqrt(float64(s.Hidden))))
	var list []band
	rows := s.Coming(s.Machine, most, func(k int, hidden bool, units [][]float64) {
		b := band{across: s.p.Across}
		name := "v"
		if hidden {
			b.across, name = square, "h"
		}
		b.title = name + words.Superscript(k)
		for i := range units[0] {
			b.list = append(b.list, row(units, i))
		}
		list = append(list, b)
	})
	if room := max(3, int(p.View.Y1/least)); len(list) > room { // the first ones and the last
		last := list[len(list)-1]
		list = append(list[:room-1], last)
	}
	p.Alt = words.Sprintf("%s of the next minibatch, and samples drawn from them in %s.", words.Count(len(rows), "row"),
		words.Count(s.K, "alternation"))
	bands(p, list, "unit, from 0 to 1")
}

// examples returns n rows, the first ones of each class, balanced over the classes.
func (s *state) examples(n int) (list []int) {
	for round := 0; len(list) < min(n, s.p.N); round++ {
		seen := map[int]int{}
		for i, c := range s.class {
			if seen[c]++; seen[c] == round+1 && len(list) < n {
				list = append(list, i)
			}
		}
	}
	return list
}

// drawRebuilt draws rows above their reconstructions, and the results of a long chain.
func (s *state) drawRebuilt(p *picture.Picture) {
	rows := s.examples(10)
	v := s.Columns(rows)
	again := s.rebuilt(v)
	list := []band{{title: "row", across: s.p.Across}, {title: "rebuilt", across: s.p.Across},
		{title: words.Sprintf("after %d", long), across: s.p.Across}}
	far := s.chain(v, long)
	for k := range rows {
		for b, of := range [...][][]float64{v, again, far} {
			list[b].list = append(list[b].list, row(of, k))
		}
	}
	p.Alt = words.Sprintf("%s, their reconstructions, and the results of chains of %d alternations.",
		words.Count(len(rows), "row"), long)
	bands(p, list, "pixel, from 0 to 1")
}

// chain returns the probabilities of the pixels after n alternations that begin at rows.
func (s *state) chain(v [][]float64, n int) [][]float64 {
	r := rand.New(rand.NewPCG(s.Seed, 0xc4a1))
	rows := len(v[0])
	h, at := network.Columns(s.Hidden, rows), network.Columns(s.Visible, rows)
	s.Up(s.Theta, v, h)
	for k := range n {
		s.DrawHidden(h, r)
		s.Down(s.Theta, h, at)
		if k < n-1 {
			s.DrawVisible(at, r)
			s.Up(s.Theta, at, h)
		}
	}
	return at
}

// activities returns the means of P(h = 1 | v) as a matrix, with a row for each class, or a single row.
func (s *state) activities() *chart.Matrix {
	seen := s.look()
	m := &chart.Matrix{Rows: max(1, len(s.classes)), Cols: s.Hidden, Lo: 0, Hi: 1, Name: "P(h = 1 | v)",
		Says: "mean of P(h = 1 | v)", Numbers: "number of a hidden unit", RowNames: []string{"all rows"},
		Row: func(i int, out []float64) {
			if s.classes == nil {
				copy(out, seen.on)
			} else {
				copy(out, seen.byClass[i])
			}
		}}
	if s.classes != nil {
		m.RowNames = nil
		for _, id := range s.classes {
			m.RowNames = append(m.RowNames, s.p.Names.Class(id))
		}
	}
	for j := range s.Hidden {
		m.ColNames, m.Short = append(m.ColNames, symbol(j)), append(m.Short, strconv.Itoa(j+1))
		m.ColKeys = append(m.ColKeys, unitKind.Key(j))
	}
	m.Alt = words.Text("How often each of %s is 1, for the rows of %s.", words.Count(s.Hidden, "hidden unit"),
		words.Count(m.Rows, "class"))
	if s.classes == nil {
		m.Alt = words.Text("How often each of %s is 1.", words.Count(s.Hidden, "hidden unit"))
	}
	return m
}
