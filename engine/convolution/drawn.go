package convolution

import "math"

// This file makes a picture, as the table has them, of what a hand has drawn.

// inked is where pictures of w x h pixels have their ink: the mean box round what is more than a quarter
// of the most in each, as left, top, right and bottom.
func inked(x []float64, w, h int) (box [4]float64) {
	n := 0.0
	for ; len(x) > 0; x = x[w*h:] {
		left, top, right, bottom := w, h, 0, 0
		for i, v := range x[:w*h] {
			if v > 0.25 {
				left, right = min(left, i%w), max(right, i%w+1)
				top, bottom = min(top, i/w), max(bottom, i/w+1)
			}
		}
		if left < right {
			n++
			for k, b := range [...]int{left, top, right, bottom} {
				box[k] += (float64(b) - box[k]) / n
			}
		}
	}
	if n == 0 {
		return [4]float64{0, 0, float64(w), float64(h)}
	}
	return box
}

// drawn is a drawing as the network sees a picture: as large as the ink of the table's pictures is, in the same
// place, and of each pixel the share that is drawn on. nil = nothing is.
func (r *run) drawn(value string) []float64 {
	left, top, right, bottom := float64(pad), float64(pad), 0.0, 0.0
	for i := range len(value) {
		if value[i] != '0' {
			x, y := float64(i%pad), float64(i/pad)
			left, top, right, bottom = min(left, x), min(top, y), max(right, x+1), max(bottom, y+1)
		}
	}
	if left >= right {
		return nil
	}
	// Squares of the pad for a pixel: the larger of what width and height ask for, as the shape is kept.
	box := r.ink
	unit := max((right-left)/(box[2]-box[0]), (bottom-top)/(box[3]-box[1]))
	const fine = 8 // a pixel is looked at in so many places along each side
	w, h := r.net.w, r.net.h
	picture := make([]float64, w*h)
	for i := range picture {
		for k := range fine * fine {
			x := float64(i%w) + (float64(k%fine)+0.5)/fine
			y := float64(i/w) + (float64(k/fine)+0.5)/fine
			at := math.Floor((left+right)/2 + (x-(box[0]+box[2])/2)*unit)
			line := math.Floor((top+bottom)/2 + (y-(box[1]+box[3])/2)*unit)
			if at < 0 || line < 0 || at >= pad || line >= pad {
				continue
			}
			if q := int(line)*pad + int(at); q < len(value) && value[q] != '0' {
				picture[i] += 1. / (fine * fine)
			}
		}
	}
	return picture
}

// three is a digit that was drawn with the mouse, for the lesson.
const three = "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001111000000000000000000000000011111111111000000000000000000011111111111110000000000000000000111110001111110000000000000000000110000000011100000000000000000000000000000011100000000000000000000000000000111000000000000000000000000000011110000000000000000000000000000111000000000000000000000000000111110000000000000000000000001111111000000000000000000000000111111100000000000000000000000001111111100000000000000000000000001111111100000000000000000000000000011111000000000000000000000000000001111000000000000000000000000000001110000000000000000000000000000011110000000000000000000000000000011100000000000000000000000000001110000000000000000000000000000011100000000000000000000000000001111000000000000000001111100001111100000000000000000011111111111111000000000000000000011111111111000000000000000000000000111111"
