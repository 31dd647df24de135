package classify

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// WeightsShow declares the switch of the panel of the weights of whole rows.
func WeightsShow() method.Show {
	return method.Show{Name: "weights", Label: "Weights", On: true,
		Help: "A plot: the weight of each column; of rows that are pictures, as a picture",
		When: &method.When{Name: "inputs", In: []string{"all"}}}
}

// WeightsPanel shows the weights: as pictures where rows are pictures, as bars for two classes, else as a table of
// colours.
func (r *Rows) WeightsPanel() method.Panel {
	info := method.PanelInfo{ID: "weights", Title: "Weights", Bare: true}
	list, _, _ := r.vectors()
	k := len(list)
	switch {
	case r.Vectors != nil && k > 1:
		info.Title, info.Help = "Directions", "The coordinates of each direction: how much of each input is in it"
	case r.P.Across > 0 && k == 1:
		info.Help = "The weight of each pixel: bright ones speak for " + r.P.ClassName(1) + " where it is positive, for " +
			r.P.ClassName(0) + " where it is negative"
	case r.P.Across > 0:
		info.Help = "The weights of each class as a picture: what ink in a pixel adds to the score of the class, or takes off"
	case k == 1:
		info.Help = "The weight of each " + r.P.InputNoun() + ": to the right those that speak for " + r.P.ClassName(1) +
			", to the left for " + r.P.ClassName(0) + "."
	default:
		info.Help = "The weights of each class, " + r.P.InputNoun() + " by " + r.P.InputNoun() +
			": what a unit more adds to the score of the class."
	}
	if r.P.Across == 0 {
		if r.P.Scales == nil {
			info.Help += " They are comparable where the " + words.Plural(r.P.InputNoun()) +
				" are: standardised ones count alike."
		}
		info.Help += " Of many " + words.Plural(r.P.InputNoun()) + ", those of the largest weights are shown."
		info.Tall = int(rowHigh)*r.P.D + 2*weightsLine
	}
	return method.Panel{PanelInfo: info, Draw: func(_ method.Job, w, h int) (*picture.Picture, error) {
		p := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
		switch {
		case r.P.Across > 0:
			r.tiles(p)
		case k == 1:
			r.bars(p)
		default:
			r.table(p)
		}
		return p, nil
	}}
}

// vectors are what is shown, with their names, and short ones.
func (r *Rows) vectors() (list [][]float64, names, short []string) {
	if r.Vectors != nil {
		return r.Vectors, r.Called, r.Called
	}
	for k := range r.outputs() {
		list, names, short = append(list, r.weights(k)), append(names, r.P.ClassName(k)), append(short, r.P.ClassIndex(k))
	}
	return list, names, short
}

// Sizes of the panel, in pixels.
const weightsLine, weightsGap, rowHigh = 13, 6, 24.0

// tiles draws the weights as pictures.
func (r *Rows) tiles(p *picture.Picture) {
	var list []method.Tile
	vectors, names, _ := r.vectors()
	says := "weight of a pixel: for the class, or against it"
	if r.Vectors != nil && len(vectors) > 1 {
		says = "coordinate of a direction"
	}
	for k, w := range vectors {
		title := names[k]
		if len(vectors) == 1 {
			title = "w: " + r.P.ClassName(1) + " against " + r.P.ClassName(0)
		}
		list = append(list, method.Tile{Values: w, Diverging: true, Name: "weight",
			Says: says, Title: title})
	}
	p.Alt = words.Capital(words.Count(len(list), "vector")) + " of weights as pictures."
	if len(list) == 1 {
		p.Alt = "The weights as a picture."
	}
	method.Tiles(p, r.P.Across, list)
}

// shownColumns are those of the largest weights, as many as there is room for, in the table's order.
func (r *Rows) shownColumns(room float64) []int {
	size := make([]float64, r.P.D)
	list, _, _ := r.vectors()
	for _, v := range list {
		for j, w := range v {
			size[j] = max(size[j], math.Abs(w))
		}
	}
	return method.LargestOf(size, max(1, int(room/weightsLine)))
}

// left is the room for the names of columns before a panel's rows.
func (r *Rows) left(p *picture.Picture, list []int) float64 {
	left, names := 0.0, r.P.OwnNames()
	for _, j := range list {
		left = max(left, picture.TextWidth(names[j], picture.LabelSize))
	}
	return min(left+2*weightsGap, 0.45*p.View.X1)
}

func (r *Rows) name(p *picture.Picture, j int, left, y float64) {
	p.Add(&picture.Label{Role: picture.RoleGuide, X: left - weightsGap/2, Y: y,
		Text: picture.CutText(r.P.OwnNames()[j], left-weightsGap), Anchor: picture.AnchorEnd})
}

// bars draws the weights of two classes as bars, in the colour of the class that they speak for.
func (r *Rows) bars(p *picture.Picture) {
	all, _, _ := r.vectors()
	b := chart.Weights{Names: r.P.OwnNames(), Values: all[0], Of: "weight", Noun: r.P.InputNoun()}
	for c := range b.Looks {
		b.Looks[c] = chart.Of(picture.RoleCell, r.P.ClassIDs[c], "weight that speaks for "+r.P.ClassName(c))
	}
	b.Draw(p)
}

func figure(x float64) string { return words.Number(words.Significant(x, 3)) }

// table draws the weights of several classes as a table of colours.
func (r *Rows) table(p *picture.Picture) {
	const most = 84.0 // pixels of a column
	vectors, names, short := r.vectors()
	k, top := len(vectors), p.View.Y1-weightsLine-2
	list := r.shownColumns(top - weightsGap)
	left := r.left(p, list)
	wide, high := min(most, (p.View.X1-left-weightsGap)/float64(k)), min(rowHigh, (top-weightsGap)/float64(len(list)))
	var values []float64
	for i, j := range list {
		for c := range k {
			values = append(values, vectors[c][j])
		}
		r.name(p, j, left, top-high*(float64(i)+0.5))
	}
	raster := &picture.Raster{Kind: picture.Diverging, Sharp: true, Name: "weight",
		Says: "weight of a " + r.P.InputNoun() + ": for the class, or against it"}
	if r.Vectors != nil {
		raster.Name, raster.Says = "coordinate", "coordinate of a direction"
	}
	method.PutRaster(p, raster, values, k, left, top, wide, high)
	for c := range k {
		text, says := names[c], ""
		if wide < 48 && picture.TextWidth(text, picture.LabelSize) > wide-2 {
			text, says = short[c], "number of the class whose weights these are"
		}
		x := left + wide*(float64(c)+0.5)
		p.Add(&picture.Label{Role: picture.RoleGuide, X: x, Y: p.View.Y1 - weightsLine/2, Text: picture.CutText(text, wide),
			Says: says})
		if high >= weightsLine && wide >= 36 {
			for i, j := range list {
				p.Add(&picture.Label{Role: picture.RoleGuide, X: x, Y: top - high*(float64(i)+0.5), Text: figure(vectors[c][j]),
					Ground: true, Says: "value of a " + raster.Name})
			}
		}
	}
	p.Alt = "The weights of " + words.Count(k, "vector") + " for " + words.Count(len(list), r.P.InputNoun()) + "."
}
