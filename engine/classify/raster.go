package classify

import (
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Planes returns n empty planes for a grid.
func Planes(n int, g picture.Grid) [][]float32 { return picture.NewPlanes(n, g) }

// Outputs returns the number of scores for a problem's classes: one for two classes, otherwise one for each.
func Outputs(p *method.Problem) int {
	if len(p.ClassIDs) == 2 {
		return 1
	}
	return len(p.ClassIDs)
}

// Raster returns a raster to be filled with scores: with one plane, the decision value of two classes, otherwise a
// plane for each class. hi is the score with full opacity.
func Raster(p *method.Problem, g picture.Grid, planes int, hi float64, name string) *picture.Raster {
	return RasterOf(p, g, Planes(planes, g), hi, name)
}

// RasterOf is Raster with existing planes.
func RasterOf(p *method.Problem, g picture.Grid, planes [][]float32, hi float64, name string) *picture.Raster {
	r := &picture.Raster{Kind: picture.Scores, Grid: g, Planes: planes, Classes: p.ClassIDs, Hi: hi, Name: name}
	if len(planes) == 1 && len(p.ClassIDs) == 2 {
		r.Kind = picture.Decision
	}
	return r
}

// SharesRaster returns a raster to be filled with probabilities, or shares of votes.
func SharesRaster(p *method.Problem, g picture.Grid, name string) *picture.Raster {
	return &picture.Raster{Kind: picture.Shares, Grid: g, Planes: Planes(len(p.ClassIDs), g), Classes: p.ClassIDs, Hi: 1,
		Name: name}
}

// Put writes shares to node i of planes. Class w remains the winner after rounding.
func Put(planes [][]float32, i int, share []float64, w int) { picture.PutShares(planes, i, share, w) }

// Ask fills a raster with the scores at its nodes, converted by link unless that is nil. each is the number of nodes
// that are evaluated at a time. The error is job's.
func Ask(job method.Job, m Scored, r *picture.Raster, each int, link Link) error {
	g, x, row := r.Grid, []float64(nil), make([]float64, len(r.Classes))
	for from := 0; from < g.W*g.H; from += each {
		if err := job.Err(); err != nil {
			return err
		}
		x = x[:0]
		for i := from; i < min(from+each, g.W*g.H); i++ {
			x = append(x, g.X(i%g.W), g.Y(i/g.W))
		}
		m.Scores(x, func(i int, f []float64) {
			if link != nil {
				link(f, row)
				f = row
			}
			for c, v := range f {
				r.Planes[c][from+i] = picture.Finite(v)
			}
		})
	}
	return nil
}

// Lead writes a − b to out, clamped to float32.
func Lead(out []float32, a, b []float64) {
	a, b = a[:len(out)], b[:len(out)]
	near := int32(0)
	for i := range out {
		v := float32(a[i] - b[i])
		out[i] = v
		near |= 0x70000000 - int32(math.Float32bits(v)&0x7fffffff)
	}
	if near < 0 {
		for i := range out {
			out[i] = picture.Finite(a[i] - b[i])
		}
	}
}

// Leads converts rows of scores, one row for each class, to values of a raster at the nodes from index at on: for two
// classes, the lead of the second one; for more, each class's score minus the largest score, which is 0 for both
// classes at a boundary. best is a buffer for a row.
func Leads(r *picture.Raster, at int, rows [][]float64, best []float64) {
	n := len(rows[0])
	if len(rows) == 2 {
		Lead(r.Planes[0][at:at+n], rows[1], rows[0])
		return
	}
	maxima(rows, best)
	for k, row := range rows {
		Lead(r.Planes[k][at:at+n], row, best)
	}
}

// maxima writes the elementwise maximum of the rows to best, without branches.
func maxima(rows [][]float64, best []float64) {
	copy(best, rows[0])
	for _, row := range rows[1:] {
		for i, v := range row[:len(best)] {
			more := uint64(0)
			if v > best[i] {
				more = 1
			}
			a, b := math.Float64bits(v), math.Float64bits(best[i])
			best[i] = math.Float64frombits(b ^ (a^b)&-more)
		}
	}
}

// Probabilities writes the class probabilities at node i of a raster that holds them (method.OnGrids).
func Probabilities(r *picture.Raster, i int, out []float64) {
	if r.Kind == picture.Decision {
		LogOdds([]float64{float64(r.Planes[0][i])}, out)
		return
	}
	for c, plane := range r.Planes {
		out[c] = float64(plane[i])
	}
	if r.Kind != picture.Shares {
		LogOdds(out, out)
	}
}
