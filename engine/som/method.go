// Package som implements the self-organising map: units on a grid, each with a position in the space of the points.
// Units move towards points together with their neighbours on the grid, so that the grid unfolds over the data.
package som

import (
	_ "embed"
	"math"
	"math/rand/v2"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Values of parameters.
const (
	ruleBatch, ruleOnline            = "batch", "online"
	gridRect, gridHex                = "rectangular", "hexagonal"
	hoodGaussian, hoodBubble         = "gaussian", "bubble"
	startAxes, startRows             = "pca", "random"
	maxSide                          = 30
	maxPoints                        = 5000
	leastRate                        = 0.01 // final learning rate, relative to the initial one
	along                    float64 = 1.5  // half the extent of the initial grid along an axis, in standard deviations
)

//go:embed som.jsonl
var somExamples string

// Method returns the self-organising map, id "som".
func Method() method.Method {
	side := method.Integer{Range: method.Range{Min: 1, Max: maxSide, SoftMin: 2, SoftMax: 20}}
	radius := method.Range{Min: 0.01, Max: 100, SoftMin: 0.1, SoftMax: 15, Log: true}
	return method.Method{
		Random: true,
		Info: method.Info{
			ID: "som",
			Aliases: []string{"SOM", "Kohonen map", "Kohonen network", "Self-organizing map", "Competitive learning",
				"Topology-preserving map", "U-matrix", "Carte auto-organisatrice", "Carte de Kohonen"},
			Name:   "Self-organising map",
			Family: "Clustering",
			Task:   method.Cluster,
			Takes:  method.Takes{Wide: true, MaxPoints: maxPoints},
			Summary: "A grid of units is laid over the points. Each point pulls the nearest unit, and less strongly that " +
				"unit's neighbours on the grid. So neighbours on the grid represent similar points: the grid is a map. Of " +
				"equally near units the first wins.",
			Formula: "bᵢ = argmin_{j} ‖xᵢ − w_{j}‖,  w_{j} ← Σᵢ h(j, bᵢ) xᵢ ∕ Σᵢ h(j, bᵢ)  " +
				"(online: w_{j} ← w_{j} + η h(j, bᵢ)(xᵢ − w_{j}))",
			Source: "Kohonen, Self-organized formation of topologically correct feature maps, Biological Cybernetics 43, " +
				"1982; Kohonen, Self-Organizing Maps, 3rd edition, 2001; Ultsch and Siemon, Kohonen's self organizing feature " +
				"maps for exploratory data analysis, INNC 1990 (U-matrix)",
			Seen: "The grid unfolding over the points, epoch by epoch; the U-matrix with the classes of its " +
				"units; digits as a map of pictures.",
			Params: []method.Param{
				{Name: "columns", Label: "Columns", Kind: side, Default: 8.0,
					Help: "Number of columns of units; initially, columns follow the first principal axis"},
				{Name: "rows", Label: "Rows", Kind: side, Default: 6.0,
					Help: "Number of rows of units; a single row makes a chain"},
				{Name: "topology", Label: "Grid", Default: gridRect, Help: "Neighbourhood of the units",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: gridRect, Label: "Rectangular", Help: "Four neighbours each"},
						{Value: gridHex, Label: "Hexagonal", Help: "Six equidistant neighbours each: every second row is shifted"},
					}}},
				{Name: "rule", Label: "Learning", Default: ruleBatch, Help: "When the units move",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: ruleBatch, Label: "Batch", Help: "Once an epoch, to the weighted mean of all points: no learning rate"},
						{Value: ruleOnline, Label: "Online", Help: "After each point, by a share η of the distance; the order is " +
							"reshuffled in each epoch"},
					}}},
				{Name: "learning_rate", Label: "Learning rate η", Default: 0.5,
					Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1, SoftMin: 0.01}},
					Help: "Initial step of the nearest unit, as a share of its distance; decreases to a hundredth",
					When: &method.When{Name: "rule", In: []string{ruleOnline}}},
				{Name: "neighborhood", Label: "Neighbourhood h", Default: hoodGaussian,
					Help: "Step of a unit at grid distance d from the nearest unit",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: hoodGaussian, Label: "Gaussian", Help: "exp(−d²∕2σ²)"},
						{Value: hoodBubble, Label: "Bubble", Help: "1 up to the radius σ, and 0 beyond"},
					}}},
				{Name: "sigma", Label: "First radius σ", Kind: method.Number{Range: radius}, Default: 3.0,
					Unit: "grid steps",
					Help: "Large: the whole map moves together, and unfolds. Small: each unit for itself, as in k-means."},
				{Name: "sigma_end", Label: "Last radius σ", Kind: method.Number{Range: radius}, Default: 0.5,
					Unit: "grid steps",
					Help: "The radius shrinks to this value by the same factor in each epoch; small: the map follows details"},
				{Name: "max_iter", Label: "Epochs", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1,
					SoftMax: 200, Log: true}}, Default: 60.0, Help: "Number of passes over all points"},
				{Name: "init", Label: "Start", Default: startAxes, Help: "Where the units start",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: startAxes, Label: "Principal axes", Help: "As a flat grid along the first two"},
						{Value: startRows, Label: "At random points", Help: "At random: a tangle that " +
							"training must unfold"},
					}}},
				method.InputsParam("Tables only: which columns the units use",
					"Units lie in the space of all columns; standardise the columns if their units differ"),
			},
			Shows: []method.Show{
				{Name: "mesh", Label: "Grid", On: true, Where: method.NotInSpace,
					Help: "Lines between units that are neighbours on the map"},
				{Name: "units", Label: "Units", On: true, Where: method.NotInSpace, Help: "Where each unit is"},
				{Name: "members", Label: "Nearest units", Where: method.NotInSpace,
					Help: "A line from each point to its nearest unit"},
				{Name: "cells", Label: "Cells", Where: method.OnlyPoints, Help: "The region nearer to a unit than to any other"},
				{Name: "map", Label: "Map", On: true, Help: "A plot: the grid laid flat, dark where neighbours are far apart " +
					"(U-matrix), with the points of each unit"},
			},
			Examples: method.ExamplesIn(somExamples),
		},
		Python: somPython,
		Fit:    fit,
	}
}

// run is shared by all states of a map.
type run struct {
	p                   *method.Problem
	cols, rows          int
	hex, online, bubble bool
	rate                float64
	sigma0, sigma1      float64
	end                 int
	at                  [][2]float64 // position of each unit on the grid
	near                [][]int      // neighbours of each unit on the grid
	middle              []float64    // mean of the rows
	begun               method.Begun[*state, *halfStep]
	images              draw.Maps
}

func fit(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points."}
	}
	r := &run{p: p, cols: v.Int("columns"), rows: v.Int("rows"), hex: v.String("topology") == gridHex,
		online: v.String("rule") == ruleOnline, bubble: v.String("neighborhood") == hoodBubble,
		rate: v.Float("learning_rate"), sigma0: v.Float("sigma"), sigma1: v.Float("sigma_end"), end: v.Int("max_iter")}
	r.grid()
	r.middle = make([]float64, p.D)
	for i := range p.N {
		for j, x := range p.At(i) {
			r.middle[j] += x / float64(p.N)
		}
	}
	s := &state{run: r}
	if v.String("init") == startAxes {
		s.w = r.flat()
	} else {
		random := rand.New(rand.NewPCG(p.Seed, 0))
		for range r.at {
			s.w = append(s.w, p.At(random.IntN(p.N))...)
		}
	}
	h := &halfStep{next: s, moved: true}
	if err := h.goOn(job); err != nil {
		return nil, err
	}
	return s, nil
}

// grid sets the positions of the units on the map, and their neighbours.
func (r *run) grid() {
	for row := range r.rows {
		for col := range r.cols {
			at := [2]float64{float64(col), float64(row)}
			if r.hex {
				at[0] += 0.5 * float64(row%2)
				at[1] *= math.Sqrt(3) / 2
			}
			r.at = append(r.at, at)
		}
	}
	r.near = make([][]int, len(r.at))
	for a := range r.at {
		for b := range r.at {
			if a != b && r.apart2(a, b) < 1.01 {
				r.near[a] = append(r.near[a], b)
			}
		}
	}
}

// apart2 returns the squared distance of two units on the map.
func (r *run) apart2(a, b int) float64 {
	dx, dy := r.at[a][0]-r.at[b][0], r.at[a][1]-r.at[b][1]
	return float64(dx*dx) + float64(dy*dy)
}

// touch reports whether two units are adjacent on the map; in a rectangular grid also diagonally.
func (r *run) touch(a, b int) bool {
	if r.hex {
		return r.apart2(a, b) < 1.01
	}
	return r.apart2(a, b) < 2.01
}

// flat returns a grid along the first two principal axes, with its longer side along the first one.
func (r *run) flat() (w []float64) {
	p := r.p
	for range r.at {
		w = append(w, r.middle...)
	}
	scores, _, ok := linalg.Components(p.X, p.N, p.D, min(2, p.D))
	if !ok {
		return w
	}
	q := min(2, p.D)
	last := [2]float64{r.at[len(r.at)-1][0], r.at[len(r.at)-1][1]}
	if r.hex && r.rows > 1 {
		last[0] = float64(r.cols) - 0.5
	}
	for c := range q {
		axis, size := make([]float64, p.D), 0.0
		for i := range p.N {
			t := scores[i*q+c]
			size += float64(t * t)
			for j, x := range p.At(i) {
				axis[j] += float64(t * (x - r.middle[j]))
			}
		}
		if !(size > 0) {
			continue
		}
		side := c
		if r.rows > r.cols {
			side = 1 - c
		}
		if last[side] == 0 {
			continue
		}
		reach := along * math.Sqrt(size/float64(p.N)) // one standard deviation is √(Σt²/n)
		for u, at := range r.at {
			share := reach * (2*at[side]/last[side] - 1) / size
			for j, a := range axis {
				w[u*p.D+j] += float64(share * a)
			}
		}
	}
	return w
}

// sigma returns the radius after k steps; k need not be an integer.
func (r *run) sigma(k float64) float64 {
	if r.end == 1 {
		return r.sigma0
	}
	return r.sigma0 * math.Pow(r.sigma1/r.sigma0, min(k/float64(r.end-1), 1))
}

// eta returns the learning rate after k steps.
func (r *run) eta(k float64) float64 { return r.rate * math.Pow(leastRate, k/float64(r.end)) }

// unitName returns the name of a unit with its column and row, or with its number if the map is a chain.
func (r *run) unitName(u int) string {
	if r.rows == 1 || r.cols == 1 {
		return words.Text("unit %s", strconv.Itoa(u+1))
	}
	return words.Text("unit %s, %s", strconv.Itoa(u%r.cols+1), strconv.Itoa(u/r.cols+1))
}

// radiusText formats a radius.
func radiusText(sigma float64) string { return words.Text("%s grid steps", words.Number(sigma)) }
