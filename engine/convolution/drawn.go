package convolution

import "math"

// This file converts a hand drawing to an image like those of the table.

// inked returns the mean bounding box of the ink in images of w×h pixels, as left, top, right and bottom. Ink is a
// pixel above 0.25, a quarter of the largest value. Images without ink do not count; if none has ink, the box is the
// whole image.
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

// drawn converts a drawing to the network's input: it is scaled and moved to the mean bounding box of the table's
// images, and each pixel has the share of its area that is drawn on. It returns nil if the drawing is empty.
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
	// unit is the side of an image pixel on the canvas; the larger of the ratios of widths and heights, to keep the
	// aspect ratio.
	box := r.ink
	unit := max((right-left)/(box[2]-box[0]), (bottom-top)/(box[3]-box[1]))
	const fine = 8 // sampling positions along each side of a pixel
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
