package diagram

import (
	"cmp"
	"slices"

	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Series is a kind of bars: one number for each input.
type Series struct {
	Values []float64
	Says   string          // text in the legend
	Look   func(j int) int // series number (see Palette.Thing) of a bar
	Figure func(float64) string
}

// edge is the margin above and below the bars, in pixels.
const edge = 6

// rowOf returns the least and the greatest height of a row of one or two bars, in pixels.
func rowOf(series int) (least, most float64) {
	if series > 1 {
		return 28, 38
	}
	return Line + 3, 28
}

// BarsTall returns the greatest height that the bars of so many inputs use, in pixels.
func BarsTall(inputs, series int) int {
	_, most := rowOf(series)
	return 2*edge + int(most)*inputs
}

// Bars draws one or two bars for each input, sorted by the first series in decreasing order; two inputs keep their
// order. If there is not enough room, the last ones are left out, and a line says how many. A row has the key of its
// input.
func Bars(w, h int, names []string, list ...Series) *picture.Picture {
	v := picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}
	pic := &picture.Picture{View: v}
	first := list[0]
	order := make([]int, len(names))
	for j := range order {
		order[j] = j
	}
	if len(order) > 2 {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(first.Values[b], first.Values[a]) })
	}
	least, most := rowOf(len(list))
	room := float64(h - 2*edge)
	if float64(len(order))*least > room {
		room -= Line + 2 // for the line about the bars left out
		order = order[:max(1, int(room/least))]
	}
	high := min(most, room/float64(len(order)))
	left, top, low, figures := 0.0, 1e-9, 0.0, 0.0
	for _, j := range order {
		left = max(left, picture.TextWidth(shortened(names[j]), picture.LabelSize))
		for _, s := range list {
			top, low = max(top, s.Values[j]), min(low, s.Values[j])
			figures = max(figures, picture.TextWidth(s.Figure(s.Values[j]), picture.LabelSize))
		}
	}
	left = min(left+10, float64(w)/2)
	unit := max(0, float64(w)-left-figures-6) / (top - low)
	zero := left - low*unit
	bars := make([]map[int]*picture.Path, len(list)) // for each series, by Look
	var texts []picture.Layer
	for k, j := range order {
		y := edge + high*(float64(k)+0.5)
		thick := 0.34 * high / float64(len(list)) // half the height of a bar
		for n, s := range list {
			mid := y + (2*float64(n)-float64(len(list)-1))*1.1*thick
			if bars[n] == nil {
				bars[n] = map[int]*picture.Path{}
			}
			p := bars[n][s.Look(j)]
			if p == nil && s.Values[j] != 0 { // a legend shows no colour that has only bars of length 0
				p = &picture.Path{Role: picture.RoleBar, Class: s.Look(j), Closed: true, Says: s.Says}
				bars[n][s.Look(j)] = p
				pic.Add(p)
			}
			long := s.Values[j] * unit
			if p != nil {
				p.AddLine(v.DX(zero), v.DY(mid-thick), v.DX(zero+long), v.DY(mid-thick), v.DX(zero+long), v.DY(mid+thick),
					v.DX(zero), v.DY(mid+thick))
				p.Keys = append(p.Keys, InputKey(j))
			}
			texts = append(texts, &picture.Label{Role: picture.RoleTick, X: v.DX(zero + max(long, 0) + 2), Y: v.DY(mid),
				Anchor: picture.AnchorStart, Text: s.Figure(s.Values[j])})
		}
		pic.Hits.Box(InputKey(j), v.DX(0), v.DY(y-high/2), v.DX(float64(w)), v.DY(y+high/2))
		texts = append(texts, &picture.Label{Role: picture.RoleGuide, X: v.DX(left - 3), Y: v.DY(y),
			Anchor: picture.AnchorEnd, Text: shortened(names[j])})
		if k < 3 {
			pic.Alt = words.Say(pic.Alt) + words.Sprintf(", %s %s", names[j], first.Figure(first.Values[j]))
		}
	}
	if more := len(names) - len(order); more > 0 {
		texts = append(texts, &picture.Label{Role: picture.RoleGuide, X: v.DX(left),
			Y: v.DY(edge + high*float64(len(order)) + Line/2 + 1), Anchor: picture.AnchorStart, Text: words.Text("and %s",
				words.Count(more, "more input"))})
	}
	pic.Add(texts...)
	pic.Alt = words.Text("%s: %s.", words.Capital(first.Says), pic.Alt[2:])
	return pic
}

// shortened abbreviates the name of an input for bars.
func shortened(name string) string {
	const most = 18
	if len([]rune(name)) > most {
		name = picture.BareName(name)
	}
	return lettered(name, most)
}
