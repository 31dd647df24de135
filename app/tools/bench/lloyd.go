//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// lloydSteps is the number of steps of Lloyd's algorithm with lloydSites sites.
const lloydSites, lloydSteps = 1000, 100

// lloydWork compares Lloyd's algorithm for the uniform density with a loop over d3-delaunay's cells, which is what
// stippling on Observable does for each pixel's weight. The engine must make at least 30 steps per second.
func lloydWork() workload {
	step := lloydSteps
	d := document{Method: "cvt", Seed: 1, View: doc.View{Step: &step}, Params: map[string]any{"tol": 1e-8}}
	return workload{
		ID: "lloyd-1000", group: "Lloyd", title: fmt.Sprintf("%d steps of %d sites, uniform density", lloydSteps, lloydSites),
		points: scatter(lloydSites, 7), Warm: 2, WarmMS: 1500, Min: 7, Max: 20, Budget: 8000, limit: lloydSteps * 1000 / 30.0,
		Who: []entrant{
			{Name: engine, Call: call{Args: d.field(0, 0, true, false), Send: true},
				Examine: &call{Args: d.field(0, 0, false, true)}, check: (*checker).lloyd},
			{Name: "d3", Label: "by hand on d3-delaunay", Call: call{Op: "lloyd", Args: map[string]any{"steps": lloydSteps},
				Send: true}, check: (*checker).lloyd},
		},
	}
}

// lloyd checks the positions of the sites by cells that are cut from the square, bisector by bisector.
func (c *checker) lloyd() (string, error) {
	truth, err := once(c, "lloyd", func() (*[]float64, error) {
		var at []float64
		for _, p := range c.ours.points {
			at = append(at, p.X, p.Y)
		}
		for range lloydSteps {
			at = lloydStep(at)
		}
		return &at, nil
	})
	if err != nil {
		return "", err
	}
	var got []float64
	if c.engine() {
		var v wire.Table // of a state that is still running
		if err := json.Unmarshal(c.mine.info, &v); err != nil {
			return "", err
		}
		f := facts{}
		for _, x := range v.Facts {
			f[x.Name] = x.Value
		}
		if k, err := f.number("n_iter"); err != nil || k != lloydSteps {
			return "", fmt.Errorf("%g steps, %w", k, err)
		}
		rows, _ := f["sites"].([]any)
		for _, r := range rows {
			at, err := facts{"site": r}.numbers("site")
			if err != nil {
				return "", err
			}
			got = append(got, at...)
		}
	} else {
		for _, x := range c.mine.values {
			got = append(got, float64(x))
		}
	}
	if len(got) != len(*truth) {
		return "", fmt.Errorf("%d numbers for %d sites", len(got), lloydSites)
	}
	worst := 0.0
	for i, x := range *truth {
		worst = max(worst, math.Abs(got[i]-x))
	}
	if !(worst < 1e-5) {
		return "", fmt.Errorf("a site is %.3g from where it should be", worst)
	}
	return fmt.Sprintf("sites after %d steps within %.1g", lloydSteps, worst), nil
}

// lloydStep moves each site to the centroid of its cell in the unit square.
func lloydStep(at []float64) []float64 {
	next := make([]float64, len(at))
	inParallel(len(at)/2, func(i int) {
		x, y := at[2*i], at[2*i+1]
		cell := [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
		for j := 0; j < len(at); j += 2 {
			dx, dy := at[j]-x, at[j+1]-y
			if j == 2*i || dx*dx+dy*dy > 0.09 { // cells of so many sites are much smaller
				continue
			}
			side := func(p [2]float64) float64 { return (p[0]-x-dx/2)*dx + (p[1]-y-dy/2)*dy }
			var kept [][2]float64
			for k, p := range cell {
				q := cell[(k+1)%len(cell)]
				sp, sq := side(p), side(q)
				if sp <= 0 {
					kept = append(kept, p)
				}
				if sp < 0 && sq > 0 || sp > 0 && sq < 0 {
					t := sp / (sp - sq)
					kept = append(kept, [2]float64{p[0] + t*(q[0]-p[0]), p[1] + t*(q[1]-p[1])})
				}
			}
			cell = kept
		}
		area, mx, my := 0.0, 0.0, 0.0
		for k, p := range cell {
			q := cell[(k+1)%len(cell)]
			a := (p[0]-x)*(q[1]-y) - (q[0]-x)*(p[1]-y)
			area += a
			mx += a * (p[0] - x + q[0] - x)
			my += a * (p[1] - y + q[1] - y)
		}
		next[2*i], next[2*i+1] = x+mx/(3*area), y+my/(3*area)
	})
	return next
}
