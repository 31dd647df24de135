package motion

import (
	"image"
	"image/color"
	"math"

	"pointscape/engine/sorts"
)

// census counts colors in cells, of bitsPer bits per channel.
type census struct {
	cells [1 << (3 * bitsPer)]struct{ n, r, g, b uint64 }
}

const bitsPer = 6

func cell(p []byte) int {
	const off = 8 - bitsPer
	return int(p[0]>>off)<<(2*bitsPer) | int(p[1]>>off)<<bitsPer | int(p[2]>>off)
}

func (c *census) count(im *image.RGBA) {
	for i := 0; i < len(im.Pix); i += 4 {
		p := im.Pix[i:]
		k := &c.cells[cell(p)]
		k.n, k.r, k.g, k.b = k.n+1, k.r+uint64(p[0]), k.g+uint64(p[1]), k.b+uint64(p[2])
	}
}

// fewer is a palette, with the palette index of each cell. The last color is transparent.
type fewer struct {
	palette color.Palette
	of      [1 << (3 * bitsPer)]uint8
	nothing uint8
}

// shade is the mean color of a cell, with its number of pixels.
type shade struct {
	cell int
	n    float64
	at   [3]float64
}

// fewer chooses at most most colors for the counted ones, and a transparent one. Boxes of colors are cut in two where
// this most reduces the sum of squared distances to their means, as long as there may be more boxes: the box with the
// largest sum first, along the channel that varies most. (P. Heckbert, 1982, cuts at the median instead.)
func (c *census) fewer(most int) *fewer {
	var all []shade
	for i, k := range c.cells {
		if n := float64(k.n); n > 0 {
			all = append(all, shade{i, n, [3]float64{float64(k.r) / n, float64(k.g) / n, float64(k.b) / n}})
		}
	}
	boxes := [][]shade{all}
	spread := []float64{spreadOf(all)}
	for len(boxes) < most {
		worst := 0
		for i, s := range spread {
			if s > spread[worst] {
				worst = i
			}
		}
		if spread[worst] == 0 {
			break // all boxes have a single color
		}
		a, b := split(boxes[worst])
		boxes[worst], spread[worst] = a, spreadOf(a)
		boxes, spread = append(boxes, b), append(spread, spreadOf(b))
	}
	f := &fewer{}
	for i, box := range boxes {
		_, mean := moments(box)
		f.palette = append(f.palette, color.RGBA{round(mean[0]), round(mean[1]), round(mean[2]), 255})
		for _, s := range box {
			f.of[s.cell] = uint8(i)
		}
	}
	f.nothing = uint8(len(f.palette))
	f.palette = append(f.palette, color.RGBA{})
	return f
}

func round(x float64) uint8 { return uint8(math.Round(x)) }

// moments returns the number of pixels of a box, and their mean color.
func moments(box []shade) (n float64, mean [3]float64) {
	for _, s := range box {
		n += s.n
		for i, x := range s.at {
			mean[i] += s.n * x
		}
	}
	for i := range mean {
		mean[i] /= n
	}
	return n, mean
}

// spreadOf returns the sum of the squared distances of a box's pixels from their mean; variances has the sums for each
// channel.
func spreadOf(box []shade) float64 {
	v := variances(box)
	return v[0] + v[1] + v[2]
}

func variances(box []shade) (v [3]float64) {
	if len(box) < 2 {
		return v
	}
	_, mean := moments(box)
	for _, s := range box {
		for i, x := range s.at {
			v[i] += s.n * (x - mean[i]) * (x - mean[i])
		}
	}
	return v
}

// split cuts a box of at least two colors in two, along the channel that varies most, such that the remaining variance
// of that channel is smallest. It sorts the box; a and b are parts of it.
func split(box []shade) (a, b []shade) {
	v := variances(box)
	axis := 0
	for i := range v {
		if v[i] > v[axis] {
			axis = i
		}
	}
	sorts.StableFunc(box, func(p, q shade) int {
		switch {
		case p.at[axis] < q.at[axis]:
			return -1
		case p.at[axis] > q.at[axis]:
			return 1
		}
		return 0
	})
	n, mean := moments(box)
	sum, left, best, at := 0.0, 0.0, -1.0, 1
	for i, s := range box[:len(box)-1] {
		left += s.n
		sum += s.n * (s.at[axis] - mean[axis])
		// The variance between both sides is largest if that within them is smallest.
		if between := sum * sum * (1/left + 1/(n-left)); between > best {
			best, at = between, i+1
		}
	}
	return box[:at:at], box[at:]
}

// paint paints an image in the palette.
func (f *fewer) paint(out *image.Paletted, im *image.RGBA) {
	for i := range out.Pix {
		out.Pix[i] = f.of[cell(im.Pix[4*i:])]
	}
}
