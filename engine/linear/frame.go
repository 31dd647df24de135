package linear

import (
	"math"

	"pointscape/engine/descent"
	"pointscape/engine/picture"
)

// far is the distance from the best point within which all iterates are inside the frame, in distances from the start
// to the best point; near is that for runs that diverge.
const far, near = 8, 2.5

// frame returns the part of the parameter plane that contains the start, the best point and the tracks of the runs,
// except for outlying iterates, which would make the others too small to see.
func (m *whole) frame(i, j, w, h int, runs []*descent.Run) picture.Viewport {
	best, start := m.plane.best, m.run.At(0)
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	put := func(x, y float64) {
		lo[0], hi[0] = min(lo[0], x), max(hi[0], x)
		lo[1], hi[1] = min(lo[1], y), max(hi[1], y)
	}
	put(best[i], best[j])
	put(start[i], start[j])
	// The distance is the same for both axes, whose units are similar, and not below what rounding errors allow.
	r := max(hi[0]-lo[0], hi[1]-lo[1], 4e-4*(1+math.Abs(best[i])+math.Abs(best[j])))
	// Iterates whose objective is not far above that of the start are inside, too.
	least := m.o.value(best)
	for _, run := range runs {
		high, reach := least+3*(run.Value[0]-least), far*r
		if run.End == descent.Diverged {
			reach = near * r
		}
		// Include all points of the track: a pass of sgd may go far between its ends.
		for t := range len(run.Path) / run.Dim {
			x, y := run.Path[t*run.Dim+i], run.Path[t*run.Dim+j]
			away := max(math.Abs(x-best[i]), math.Abs(y-best[j]))
			if away <= reach || run.Value[min((t+run.Every-1)/run.Every, run.Steps())] <= high && away <= 4*reach {
				put(x, y)
			}
		}
	}
	// Neither axis may be much shorter than the other.
	span := 0.4 * max(hi[0]-lo[0], hi[1]-lo[1])
	for a := range lo {
		if short := span - (hi[a] - lo[a]); short > 0 {
			lo[a], hi[a] = lo[a]-short/2, hi[a]+short/2
		}
		pad := max(0.08*(hi[a]-lo[a]), 0.1*r)
		lo[a], hi[a] = lo[a]-pad, hi[a]+pad
	}
	return picture.Viewport{X0: lo[0], X1: hi[0], Y0: lo[1], Y1: hi[1], W: w, H: h, Scale: 1}
}

// leaves reports whether a track leaves the frame.
func leaves(run *descent.Run, i, j int, v picture.Viewport) bool {
	xy := track(run, run.Steps(), i, j, picture.RoleTrack, picture.NoClass).XY
	for k := 0; k < len(xy); k += 2 {
		if x, y := xy[k], xy[k+1]; !(x >= v.X0 && x <= v.X1 && y >= v.Y0 && y <= v.Y1) {
			return true
		}
	}
	return false
}

// names places the name of each line next to it, at the free position farthest from the other lines. A line without
// such a position is named by the legend only. Lines beyond len(texts) are only avoided.
func names(v picture.Viewport, lines []*picture.Path, texts []string) (labels []picture.Layer) {
	const air, apart, least = 1.5, 5, 5 // px
	free := picture.NewPlaces(v, 4)
	places := make([][]float64, len(lines))
	for i, l := range lines {
		places[i] = spaced(l.XY, v)
	}
	for own, text := range texts {
		best, found := 0.0, picture.Box{}
		var label *picture.Label
		at := places[own]
		for k := len(at) - 2; k >= 0; k -= 2 * max(len(at)/2/24, 1) {
			for _, l := range [2]*picture.Label{{X: at[k] + apart, Anchor: picture.AnchorStart},
				{X: at[k] - apart, Anchor: picture.AnchorEnd}} {
				l.Role, l.Text, l.Y = picture.RoleGuide, text, at[k+1]
				b := l.Box(l.X, l.Y, picture.LabelSize).Grown(0, air)
				if !free.Free(b) {
					continue
				}
				if room := clearance(b, places, own, max(best, least)); room > best {
					best, found, label = room, b, l
				}
			}
		}
		if label != nil {
			free.Take(found)
			label.X, label.Y = v.DX(label.X), v.DY(label.Y)
			labels = append(labels, label)
		}
	}
	return labels
}

// spaced returns positions along a line in pixels, a few pixels apart, and only as many as can be searched quickly.
func spaced(xy []float64, v picture.Viewport) (px []float64) {
	const step, most = 8, 400
	for k := 0; k+1 < len(xy) && len(px) < most; k += 2 {
		x, y := v.PX(xy[k]), v.PY(xy[k+1])
		if k == 0 {
			px = append(px, x, y)
			continue
		}
		ax, ay := px[len(px)-2], px[len(px)-1]
		d := math.Hypot(x-ax, y-ay)
		if !(d >= step) && k+3 < len(xy) {
			continue
		}
		n := int(min(d/step, 60)) + 1
		for s := 1; s <= n && len(px) < most; s++ {
			u := float64(s) / float64(n)
			px = append(px, ax+u*(x-ax), ay+u*(y-ay))
		}
	}
	return px
}

// clearance returns the distance, in pixels, of a box from the nearest line; the distance to its own line counts three
// times. A distance below least is returned as 0.
func clearance(b picture.Box, places [][]float64, own int, least float64) float64 {
	nearest := math.Inf(1) // squared, like least
	least *= least
	for i, px := range places {
		f := 1.0
		if i == own {
			f = 9
		}
		for k := 0; k < len(px); k += 2 {
			dx := max(b.X0-px[k], px[k]-b.X1, 0)
			dy := max(b.Y0-px[k+1], px[k+1]-b.Y1, 0)
			if nearest = min(nearest, f*(dx*dx+dy*dy)); nearest < least {
				return 0
			}
		}
	}
	return math.Sqrt(nearest)
}
