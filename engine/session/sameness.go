package session

import (
	"pointscape/engine/picture"
)

// nearlyAll is the share of a view from which on a class counts as predicted everywhere.
const nearlyAll = 0.99

// sameAll reports whether a model predicts the same class nearly everywhere in the view, or the same value everywhere.
// It looks at a few thousand nodes of a raster.
func sameAll(r *picture.Raster) bool {
	if len(r.Planes) == 0 || len(r.Planes[0]) < 2 {
		return false
	}
	n := len(r.Planes[0])
	step := max(1, n/4000)
	if r.Grid.W%step == 0 {
		step++ // otherwise only some columns are looked at
	}
	switch r.Kind {
	case picture.Sequential, picture.Diverging:
		lo, hi := r.Planes[0][0], r.Planes[0][0]
		for i := 0; i < n; i += step {
			lo, hi = min(lo, r.Planes[0][i]), max(hi, r.Planes[0][i])
		}
		return lo == hi
	case picture.Decision, picture.Scores, picture.Shares, picture.Labels:
	default:
		return false
	}
	if r.Kind != picture.Labels && len(r.Classes) < 2 {
		return false
	}
	counts, all := map[int]int{}, 0
	for i := 0; i < n; i += step {
		all++
		switch v := r.Planes[0][i]; {
		case r.Kind == picture.Labels:
			counts[int(v)]++
		case r.Kind == picture.Decision:
			k := 0
			if v > 0 {
				k = 1
			}
			counts[k]++
		default:
			best := 0
			for k, p := range r.Planes {
				if p[i] > r.Planes[best][i] {
					best = k
				}
			}
			counts[best]++
		}
	}
	most := 0
	for _, c := range counts {
		most = max(most, c)
	}
	return float64(most) >= nearlyAll*float64(all)
}
