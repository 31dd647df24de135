package hittest

import "pointscape/engine/picture"

// pen draws on a canvas in a plot, by the pointer or by the keyboard.
type pen struct {
	param string // the canvas's parameter while the pointer draws, "" = it does not
	box   [4]float64
	erase bool

	walks, down bool    // walks: the arrow keys move it; down: it leaves a stroke
	x, y        float64 // its position then, as fractions of the sides from the lower left corner
}

// step is how far an arrow key moves the pen, as a fraction of the canvas.
const step = 1. / 32

// edges returns the edges of a canvas or a box of cells: left, top, right, bottom.
func edges(s *picture.Spot) (x0, y0, x1, y1 float64) { return s.XY[0], s.XY[1], s.XY[4], s.XY[5] }

// Draw begins a stroke at a position in a plot, see Plot; it returns false if there is no canvas.
func (k *Index) Draw(plot string, x, y float64, erase bool) bool {
	if !k.Shapes.Canvas(plot, x, y) {
		return false
	}
	param, b := k.Shapes.Pad(plot)
	k.lift()
	k.pen = pen{param: param, box: b, erase: erase}
	k.DrawOn(x, y)
	return true
}

// DrawOn extends the stroke to a position in the plot; it returns false if the pointer is not drawing.
func (k *Index) DrawOn(x, y float64) bool {
	if k.pen.param == "" {
		return false
	}
	b := k.pen.box
	k.Page.Stroke(k.pen.param, (x-b[0])/(b[2]-b[0]), (b[3]-y)/(b[3]-b[1]), k.pen.erase)
	return true
}

// Draws reports whether the pointer is drawing, Drawing whether the pointer or the keyboard is.
func (k *Index) Draws() bool   { return k.pen.param != "" }
func (k *Index) Drawing() bool { return k.Draws() || k.pen.down }

// lift ends all strokes.
func (k *Index) lift() {
	if k.pen.param != "" || k.pen.down {
		k.Page.EndStroke()
	}
	k.pen = pen{}
}

// penned handles a key while the canvas of a plot is the keyboard's position: Enter takes the pen, puts it down and
// lifts it, arrows move it, Delete erases, Escape puts it away. It returns false if the key has another use.
func (k *Index) penned(plot, name string) bool {
	s, p := k.Shapes.first(picture.Pad, plot), &k.pen
	if s == nil || s.Key != k.key || !p.walks && name != "Enter" && name != " " {
		return false
	}
	switch name {
	case "Enter", " ":
		if !p.walks {
			*p = pen{walks: true, x: 0.5, y: 0.5}
			k.Page.Say("In the middle. Arrows move the pen, Enter puts it down and lifts it, Delete erases, Escape ends.")
			break
		}
		if p.down = !p.down; p.down {
			k.Page.Stroke(s.Key, p.x, p.y, false)
		} else {
			k.Page.EndStroke()
		}
	case "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown":
		right, down := arrow(name)
		p.x, p.y = min(max(p.x+step*float64(right), 0), 1), min(max(p.y-step*float64(down), 0), 1)
		if p.down {
			k.Page.Stroke(s.Key, p.x, p.y, false)
		}
	case "Delete", "Backspace":
		if p.down {
			k.Page.EndStroke()
		}
		p.down = false
		k.Page.Stroke(s.Key, p.x, p.y, true)
		k.Page.EndStroke()
	case "Escape":
		k.lift()
	default:
		return false
	}
	k.Page.Highlight()
	return true
}
