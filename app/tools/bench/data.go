//go:build !js

package main

import (
	"math"

	"pointscape/engine/doc"
)

// random is mulberry32, a generator that JavaScript benchmarks use, so that others can reproduce the data in a few
// lines.
type random uint32

func (r *random) float() float64 {
	*r += 0x6D2B79F5
	t := uint32(*r)
	t = (t ^ t>>15) * (1 | t)
	t = t + (t^t>>7)*(61|t) ^ t
	return float64(t^t>>14) / (1 << 32)
}

// normal returns a standard normal number, by the Box-Muller method.
func (r *random) normal() float64 {
	u := 1 - r.float()
	return math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*r.float())
}

// moons returns two half circles with noise, scaled to the unit square.
func moons(n int, noise float64, seed uint32) []doc.Point {
	r := random(seed)
	pts := make([]doc.Point, n)
	for i := range pts {
		a := math.Pi * r.float()
		p := doc.Point{X: math.Cos(a), Y: math.Sin(a)}
		if i%2 == 1 {
			p = doc.Point{X: 1 - math.Cos(a), Y: 0.5 - math.Sin(a), Z: 1}
		}
		p.X += noise * r.normal()
		p.Y += noise * r.normal()
		pts[i] = p
	}
	x0, x1, y0, y1, _ := doc.Bounds(pts)
	for i, p := range pts {
		pts[i].X, pts[i].Y = (p.X-x0)/(x1-x0), (p.Y-y0)/(y1-y0)
	}
	return pts
}

// sine returns a function of x with noise of standard deviation 0.2.
func sine(n int, seed uint32) []doc.Point {
	r := random(seed)
	pts := make([]doc.Point, n)
	for i := range pts {
		x := r.float()
		pts[i] = doc.Point{X: x, Y: math.Sin(3*math.Pi*x) + 0.2*r.normal()}
	}
	return pts
}

// waves returns a function over the plane with noise of standard deviation 0.2.
func waves(n int, seed uint32) []doc.Point {
	r := random(seed)
	pts := make([]doc.Point, n)
	for i := range pts {
		x, y := r.float(), r.float()
		pts[i] = doc.Point{X: x, Y: y, Z: math.Sin(6*x)*math.Cos(6*y) + 0.2*r.normal()}
	}
	return pts
}

// scatter returns uniform points in the unit square.
func scatter(n int, seed uint32) []doc.Point {
	r := random(seed)
	pts := make([]doc.Point, n)
	for i := range pts {
		pts[i] = doc.Point{X: r.float(), Y: r.float()}
	}
	return pts
}

// heaps returns k normal clusters, whose centres are uniform in the unit square.
func heaps(n, k int, seed uint32) []doc.Point {
	r := random(seed)
	middles := make([]doc.Point, k)
	for i := range middles {
		middles[i] = doc.Point{X: r.float(), Y: r.float()}
	}
	pts := make([]doc.Point, n)
	for i := range pts {
		m := middles[r.below(k)]
		pts[i] = doc.Point{X: m.X + 0.1*r.normal(), Y: m.Y + 0.1*r.normal()}
	}
	return pts
}

func (r *random) below(k int) int { return int(r.float() * float64(k)) }
