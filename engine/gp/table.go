package gp

import (
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// lineTable returns the mean and the standard deviation of f at the g.W abscissas of a grid with one row.
func (m *model) lineTable(job method.Job, g picture.Grid) ([]*picture.Raster, error) {
	q := m.post
	box := [4]float64{g.X(0) - g.DX/2, g.X(g.W-1) + g.DX/2, 0, 0}
	c, err := q.columnsOver(job, box, ask{limX: max(g.W/3, 24), w: g.W}, func(lat *lattice) *lattice {
		lat.x = newAxis(g.X(0), g.X(g.W-1), g.W, linear)
		return lat
	})
	if err != nil {
		return nil, err
	}
	xs := make([]float64, g.W)
	for i := range xs {
		xs[i] = g.X(i)
	}
	b := c.lat.x.basis(xs)
	mean, vari := make([]float64, g.W), make([]float64, g.W)
	for i := range xs {
		mean[i], vari[i] = b.at(i, c.mean), b.at(i, c.vari)
	}
	return q.rasters(g, mean, vari), job.Err()
}

// planeTable returns the mean and the standard deviation of f on a grid.
func (m *model) planeTable(job method.Job, g picture.Grid) ([]*picture.Raster, error) {
	mean, vari, _, err := m.post.overGrid(job, g)
	if err != nil {
		return nil, err
	}
	return m.post.rasters(g, mean, vari), nil
}

// rasters returns rasters of the mean and the standard deviation of f in the targets' units, given mean (overwritten)
// and variance in normalised units.
func (q *posterior) rasters(g picture.Grid, mean, vari []float64) []*picture.Raster {
	q.raise(g, mean)
	mu, sd := make([]float32, len(mean)), make([]float32, len(vari))
	for i, v := range mean {
		mu[i] = float32(v)
	}
	for i, v := range vari {
		sd[i] = float32(q.scale * math.Sqrt(max(v, 0)))
	}
	return []*picture.Raster{
		{Kind: picture.Diverging, Grid: g, Planes: [][]float32{mu}, Name: "mean of f"},
		{Kind: picture.Sequential, Grid: g, Planes: [][]float32{sd}, Name: "standard deviation of f"},
	}
}
