package classify

import (
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// WeightsShow declares the switch of the panel of weights for tables.
func WeightsShow() method.Show {
	return method.Show{Name: "weights", Label: "Weights", On: true,
		Help: "A plot: the weight of each column; of rows that are pictures, as a picture",
		When: &method.When{Name: "inputs", In: []string{"all"}}}
}

// WeightsPanel returns the panel of the weights: as images if rows are images, as bars for two classes, otherwise as a
// table of colours.
func (r *Rows) WeightsPanel() method.Panel {
	info := method.PanelInfo{ID: "weights", Title: "Weights", Bare: true}
	list, _, _ := r.vectors()
	k := len(list)
	switch {
	case r.direction():
		info.Title, info.Help = "Direction", "The coordinates of the direction. With several classes, neither side "+
			"represents a single class."
	case r.Vectors != nil && k > 1:
		info.Title, info.Help = "Directions", "The coordinates of each direction: its component along each input"
	case r.P.Across > 0 && k == 1:
		info.Help = words.Text("The weight of each pixel: bright pixels are evidence for %s where it is positive, for "+
			"%s where it is negative", r.P.ClassName(1), r.P.ClassName(0))
	case r.P.Across > 0:
		info.Help = "The weights of each class as a picture: the change of the score of the class by ink in a pixel"
	case k == 1:
		info.Help = words.Text("The weight of each %s: evidence for %s to the right, for %s to the left.", r.P.InputNoun(),
			r.P.ClassName(1), r.P.ClassName(0))
	default:
		info.Help = words.Text("The weights of each class, %s by %s: the change of the class's score per unit.",
			r.P.InputNoun(), r.P.InputNoun())
	}
	if r.P.Across == 0 {
		if r.P.Scales == nil {
			info.Help = words.Say(info.Help) + words.Text(" They are comparable only for %s of equal scale, such as "+
				"standardised ones.",
				words.Plural(r.P.InputNoun()))
		}
		if r.direction() {
			info.Help = words.Say(info.Help) + words.Text(" Of many %s, those with the largest coordinates are shown.",
				words.Plural(r.P.InputNoun()))
		} else if k == 1 {
			info.Help = words.Say(info.Help) + words.Text(" Of many %s, those with the largest weights are shown.",
				words.Plural(r.P.InputNoun()))
		} else {
			info.Help = words.Say(info.Help) + words.Say(" Point at a cell for its value.")
		}
		info.Tall = int(rowHigh)*r.P.D + 2*weightsLine
	}
	switch {
	case r.P.Across > 0:
		return method.Panel{PanelInfo: info, Draw: chart.InPixels(r.tiles)}
	case k == 1:
		return method.Panel{PanelInfo: info, Draw: chart.InPixels(r.bars)}
	}
	return chart.Matrix{Key: info.ID}.Panel(info, func(job method.Job) (*chart.Matrix, error) {
		return r.table(), job.Err()
	})
}

// direction reports whether a single direction is shown for a rule with several classes: its coordinates are not
// weights for or against a class.
func (r *Rows) direction() bool { return len(r.Vectors) == 1 && r.outputs() > 1 }

// vectors returns the vectors of the panel, their names, and short names.
func (r *Rows) vectors() (list [][]float64, names, short []string) {
	if r.Vectors != nil {
		return r.Vectors, r.Called, r.Called
	}
	for k := range r.outputs() {
		list, names, short = append(list, r.weights(k)), append(names, r.P.ClassName(k)), append(short, r.P.ClassIndex(k))
	}
	return list, names, short
}

// Sizes in pixels: height of a line of text, and of a row.
const weightsLine, rowHigh = 13, 24.0

// tiles draws the weights as images.
func (r *Rows) tiles(p *picture.Picture) {
	var list []method.Tile
	vectors, names, _ := r.vectors()
	says := "weight of a pixel: for the class, or against it"
	if r.Vectors != nil && len(vectors) > 1 || r.direction() {
		says = "coordinate of a direction"
	}
	for k, w := range vectors {
		title := names[k]
		if len(vectors) == 1 && !r.direction() {
			title = words.Text("w: %s against %s", r.P.ClassName(1), r.P.ClassName(0))
		}
		list = append(list, method.Tile{Values: w, Diverging: true, Name: "weight",
			Says: says, Title: title})
	}
	p.Alt = words.Text("%s of weights as pictures.", words.Capital(words.Count(len(list), "vector")))
	if r.direction() {
		p.Alt = "The direction as a picture."
	} else if len(list) == 1 {
		p.Alt = "The weights as a picture."
	}
	method.Tiles(p, r.P.Across, list)
}

// bars draws the weights for two classes as bars, in the colour of the class that they favour, or the coordinates of a
// direction, coloured by sign.
func (r *Rows) bars(p *picture.Picture) {
	all, _, _ := r.vectors()
	b := chart.Weights{Names: r.P.OwnNames(), Values: all[0], Of: "weight", Noun: r.P.InputNoun()}
	for c := range b.Looks {
		if r.direction() {
			b.Looks[c] = chart.Of(picture.RoleBar, 1-c, [2]string{"coordinate of the direction, below 0",
				"coordinate of the direction"}[c])
			continue
		}
		b.Looks[c] = chart.Of(picture.RoleCell, r.P.ClassIDs[c], words.Text("weight in favour of %s", r.P.ClassName(c)))
	}
	if r.direction() {
		b.Of = "coordinate"
	}
	b.Draw(p)
}

// table returns the weights of several classes as a matrix, with a row for each column of the data.
func (r *Rows) table() *chart.Matrix {
	vectors, names, short := r.vectors()
	m := &chart.Matrix{Rows: r.P.D, Cols: len(vectors), Signed: true, Name: "weight", RowNames: r.P.OwnNames(),
		ColNames: names, Short: short, Numbers: "the class whose weights these are",
		Says: words.Text("weight of a %s: for the class, or against it", r.P.InputNoun()),
		Row: func(j int, out []float64) {
			for c, v := range vectors {
				out[c] = v[j]
			}
		}}
	if r.Vectors != nil {
		m.Name, m.Says, m.Numbers = "coordinate", "coordinate of a direction", "number of a direction"
	}
	m.Alt = words.Text("The weights of %s for %s.", words.Count(len(vectors), "vector"), words.Count(r.P.D,
		r.P.InputNoun()))
	return m
}
