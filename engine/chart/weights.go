package chart

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Weights shows numbers of both signs as bars beside their names, sorted by absolute value, as many as fit.
type Weights struct {
	Names  []string
	Values []float64
	Looks  [2]Look // looks of negative and of other values
	Of     string  // name of a value, in the singular
	Noun   string  // name of the thing that a value belongs to; "" = column
}

// Sizes in pixels: a line of text, the gap around it, and the largest height of a bar.
const weightsLine, weightsGap, weightHigh = 13, 6, 24.0

// Tall returns the height of a panel with room for n bars.
func (Weights) Tall(n int) int { return int(weightHigh)*n + 2*weightsLine }

func (b Weights) noun() string { return cmp.Or(b.Noun, "column") }

// Draw draws the bars on a picture in pixels.
func (b Weights) Draw(p *picture.Picture) {
	w, high, n := b.Values, p.View.Y1, len(b.Values)
	room := high - 2*weightsGap
	if float64(n)*weightsLine > room {
		room -= weightsLine // for the number of values left out
	}
	size := make([]float64, n)
	for j, v := range w {
		size[j] = math.Abs(v)
	}
	list := method.LargestOf(size, max(1, int(room/weightsLine)))
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(size[j], size[i]) })
	left := 0.0
	for _, j := range list {
		left = max(left, picture.TextWidth(b.Names[j], picture.LabelSize))
	}
	left = min(left+2*weightsGap, 0.45*p.View.X1)
	step := min(weightHigh, room/float64(len(list)))
	lo, hi, figures := 0.0, 0.0, [2]float64{}
	for _, j := range list {
		lo, hi = min(lo, w[j]), max(hi, w[j])
		side := 0
		if w[j] > 0 {
			side = 1
		}
		figures[side] = max(figures[side], picture.TextWidth(short(w[j]), picture.LabelSize)+weightsGap)
	}
	// If there is no room for both, bars are more important than their numbers.
	const least = 10
	written := p.View.X1-left-figures[0]-figures[1]-weightsGap >= least
	if !written {
		figures = [2]float64{}
	}
	unit := max(0, p.View.X1-left-figures[0]-figures[1]-weightsGap)
	if hi-lo > 1e-290 { // otherwise the range is too small for a scale
		unit /= hi - lo
	}
	zero := left + figures[0] - lo*unit
	bars := [2]*picture.Path{}
	for c := range bars {
		bars[c] = b.Looks[c].path()
		bars[c].Closed = true
	}
	var texts []picture.Layer
	for k, j := range list {
		y, end := high-weightsGap-step*(float64(k)+0.5), zero+w[j]*unit
		side, anchor := 0, picture.AnchorEnd
		if w[j] > 0 {
			side, anchor = 1, picture.AnchorStart
		}
		bars[side].AddLine(zero, y-step/3, end, y-step/3, end, y+step/3, zero, y+step/3)
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left - weightsGap/2, Y: y,
			Text: picture.CutName(b.Names[j], left-weightsGap), Anchor: picture.AnchorEnd})
		if !written {
			continue
		}
		texts = append(texts, &picture.Label{Role: picture.RoleTick, X: end, Y: y, Text: short(w[j]), Anchor: anchor})
	}
	p.Layers = picture.AppendPath(picture.AppendPath(p.Layers, bars[0]), bars[1])
	p.Add(&picture.Path{Role: picture.RoleAxis, Class: picture.NoClass, XY: []float64{zero, high - weightsGap, zero,
		high - weightsGap - step*float64(len(list))}})
	p.Add(texts...)
	if more := n - len(list); more > 0 {
		p.Add(&picture.Label{Role: picture.RoleGuide, X: weightsGap, Y: weightsGap + weightsLine/2.0,
			Anchor: picture.AnchorStart, Text: words.Text("and %s of smaller %s", words.Count(more, b.noun()),
				words.Plural(b.Of))})
	}
	p.Alt = words.Text("The %s of %s.", words.Plural(b.Of), words.Count(len(list), b.noun()))
	for _, j := range list[:min(len(list), 4)] {
		p.Alt = words.Say(p.Alt) + words.Text(" %s: %s.", b.Names[j], short(w[j]))
	}
}

func short(x float64) string { return words.Number(words.Significant(x, 3)) }
