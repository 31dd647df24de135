//go:build !js

package main

import (
	"fmt"
	"slices"

	"pointscape/engine/doc"
)

// Parameters of the workloads' forest: points, trees, and options that all contestants have. (The peer random-forest
// supports no leaves of one point, and misclassifies a third of all points if it considers one input at a time: so all
// consider both.)
const (
	forestPoints = 500
	forestTrees  = 100
	forestDepth  = 10
	forestLeaf   = 2
	forestFresh  = 2000
)

func forestDoc() document {
	return document{Method: "forest", Seed: 1, Params: map[string]any{
		"n_estimators": float64(forestTrees), "max_features": "all", "max_depth": float64(forestDepth),
		"min_samples_leaf": float64(forestLeaf)}}
}

// forestWork compares a random forest with those of npm: to train it, and to predict at each pixel.
func forestWork() []workload {
	pts, d := moons(forestPoints+forestFresh, moonsNoise, 7)[:forestPoints], forestDoc()
	args := map[string]any{"trees": forestTrees, "depth": forestDepth, "leaf": forestLeaf}
	train := call{Op: "train", Args: args, Send: true}
	field := call{Op: "field", Args: nodes()}
	check := (*checker).forest
	return []workload{
		{
			ID: "forest-train", group: "Random forest", title: fmt.Sprintf("train %d trees, n=%d", forestTrees, forestPoints),
			points: pts, Warm: 3, WarmMS: 1500, Min: 7, Max: 30, Budget: 5000, target: 3,
			Who: []entrant{
				{Name: engine, Call: call{Args: d.field(0, 0, true, false), Send: true},
					Examine: &call{Args: d.field(gridW, gridH, false, false)}, check: check},
				{Name: "forest", Label: "random-forest (wasm)", Call: train, Examine: &field, check: check},
				{Name: "mlforest", Label: "ml-random-forest", Call: train, Examine: &field, Max: 3, check: check},
			},
		},
		{
			ID: "forest-field", group: "Random forest", title: fmt.Sprintf("field %dx%d of %d trees, n=%d", gridW, gridH,
				forestTrees, forestPoints),
			points: pts, Warm: 2, WarmMS: 500, Min: 5, Max: 15, Budget: 8000, target: 100,
			Who: []entrant{
				{Name: engine, Prepare: &call{Args: d.field(0, 0, true, false), Send: true},
					// The engine caches the field that it has drawn last.
					Between: &call{Args: d.field(2, 2, false, false)},
					Call:    call{Args: d.field(gridW, gridH, false, false)}, check: check},
				{Name: "forest", Label: "random-forest (wasm)", Prepare: &train, Call: field, Max: 3, check: check},
				{Name: "mlforest", Label: "ml-random-forest", Prepare: &train, Call: field, Max: 3, check: check},
			},
		},
	}
}

// forest evaluates a forest, which differs between contestants, on fresh points: it may have a slightly larger error
// than the vote of the 15 nearest training points.
func (c *checker) forest() (string, error) {
	labels, err := c.labels()
	if err != nil {
		return "", err
	}
	fresh := moons(forestPoints+forestFresh, moonsNoise, 7)[forestPoints:] // not seen by any contestant
	best, err := once(c, "errors", func() (int, error) {
		wrong := 0
		for _, p := range fresh {
			if majorityAt(c.ours.points, 15, p.X, p.Y) != p.Class() {
				wrong++
			}
		}
		return wrong, nil
	})
	if err != nil {
		return "", err
	}
	wrong := 0
	for _, p := range fresh {
		i, j := min(int(p.X*gridW), gridW-1), min(int((1-p.Y)*gridH), gridH-1)
		if int(labels[j*gridW+i]) != p.Class() {
			wrong++
		}
	}
	said := fmt.Sprintf("%.1f %% of %d fresh points wrong, %.1f %% by their neighbours",
		100*float64(wrong)/float64(len(fresh)), len(fresh), 100*float64(best)/float64(len(fresh)))
	if float64(wrong-best) > 0.04*float64(len(fresh)) {
		return "", fmt.Errorf("%s", said)
	}
	return said, nil
}

// majorityAt returns the class of most of the k nearest points.
func majorityAt(pts []doc.Point, k int, x, y float64) int {
	type near struct {
		d2    float64
		class int
	}
	list := make([]near, len(pts))
	for i, p := range pts {
		list[i] = near{(p.X-x)*(p.X-x) + (p.Y-y)*(p.Y-y), p.Class()}
	}
	slices.SortFunc(list, func(a, b near) int {
		switch {
		case a.d2 < b.d2:
			return -1
		case a.d2 > b.d2:
			return 1
		}
		return 0
	})
	votes := 0
	for _, q := range list[:k] {
		votes += q.class
	}
	if 2*votes > k {
		return 1
	}
	return 0
}
