package bands

import (
	"math"
	"unicode/utf8"

	"pointscape/engine/picture"
)

// labels names bands where they are: in the strip between a band's edge and what lies
// within it, or, where all of the strip is too thin, on the edge itself, as isolines
// are named. A band that is out of sight gets no name.
type labels struct {
	layers []picture.Layer
	taken  []box
}

// box is the room of a text, in pixels.
type box struct{ x0, x1, y0, y1 float64 }

func (b box) meets(c box) bool { return b.x0 < c.x1 && c.x0 < b.x1 && b.y0 < c.y1 && c.y0 < b.y1 }

const (
	textHeight = 13  // pixels
	textLetter = 6.2 // width of a letter of it, about
	textGap    = 4   // to the text's right: as AnchorEnd has it
	least      = 5   // from the border of the view
	places     = 120 // along the band are tried
)

// add names a band with the sides (upper and lower) outer edge and inner edge, at x.
func (n *labels) add(v picture.Viewport, x []float64, sides [2][2][]float64, text string) {
	width := textLetter*float64(utf8.RuneCountInString(text)) + textGap
	w, h := float64(v.W), float64(v.H)
	best, cost := box{}, math.Inf(1)
	at := 0
	try := func(b box, c float64, i int) {
		if c >= cost || b.x0 < least || b.x1 > w-least || b.y0 < least || b.y1 > h-least {
			return
		}
		for _, t := range n.taken {
			if b.meets(t) {
				return
			}
		}
		best, cost, at = b, c, i
	}
	pixels := func(of []float64, in func(float64) float64) []float64 {
		p := make([]float64, len(of))
		for i, c := range of {
			p[i] = in(c)
		}
		return p
	}
	px := pixels(x, v.PX)
	for k := range sides {
		sides[k] = [2][]float64{pixels(sides[k][0], v.PY), pixels(sides[k][1], v.PY)}
	}
	from := 0
	for i := 0; i < len(x); i += 1 + len(x)/places {
		for px[from] < px[i]-width {
			from++
		}
		if from == 0 {
			continue
		}
		away := (w - px[i]) / w // on the right there is most often room
		for k, side := range sides {
			top, bottom := math.Inf(-1), math.Inf(1) // of the strip, all along the text
			first, last := math.Inf(1), math.Inf(-1) // of the outer edge
			for j := from - 1; j <= i; j++ {
				out, in := side[0][j], side[1][j]
				first, last = min(first, out), max(last, out)
				top, bottom = max(top, min(out, in)), min(bottom, max(out, in))
			}
			top, bottom = max(top, least), min(bottom, h-least)
			if bottom-top >= textHeight+2 {
				y := top + 1 // beside the outer edge
				if k == 1 {
					y = bottom - textHeight - 1
				}
				try(box{px[i] - width, px[i], y, y + textHeight}, away+0.2*float64(k), i)
			}
			y := side[0][(from+i)/2] - textHeight/2
			try(box{px[i] - width, px[i], y, y + textHeight}, 2+away+(last-first)/textHeight, i)
		}
	}
	if math.IsInf(cost, 1) {
		return
	}
	n.taken = append(n.taken, best)
	n.layers = append(n.layers, &picture.Label{Role: picture.RoleBand, X: x[at], Y: v.DY((best.y0 + best.y1) / 2), Text: text, Anchor: picture.AnchorEnd})
}
