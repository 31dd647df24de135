package session

import (
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Plane holds the values of one quantity of a model on a grid, row by row, or an outline: x and y of its points, with
// two NaN after each line.
type Plane struct {
	wire.Plane
	Values []float32
}

// Tabulate evaluates a fitted model at w x h equally spaced points of the view, a model on the line at w points. For an
// model without a table and raster, the result has the paths that it draws, as outlines. The error says
// that the model has no values, or is job's.
func Tabulate(job method.Job, f *Fit, v picture.Viewport, w, h int) ([]Plane, picture.Grid, error) {
	if f.Task == method.Regress {
		h = 1
	}
	g := v.Grid(w, h)
	var rasters []*picture.Raster
	var err error
	switch m := f.can; {
	case m.Table != nil:
		rasters, err = m.Table(job, g)
	case f.sectioned() || !f.Problem.Wide() && (m.ScoreRaster != nil || m.FieldRaster != nil):
		rasters = make([]*picture.Raster, 1)
		rasters[0], err = rasterOf(job, f, g)
	case f.Problem.Wide():
		return nil, g, words.Errorf("%s has no values at points of the plane", f.Method.Name)
	case m.Layers != nil:
		under, over, err := m.Layers(job, v, nil, f.Show)
		return outlines(append(under, over...)), g, err
	case m.Predictor != nil:
		return []Plane{predicted(f, m.Predictor, g)}, g, nil
	default:
		return nil, g, words.Errorf("%s has no values at points of the plane", f.Method.Name)
	}
	if err != nil {
		return nil, g, err
	}
	var out []Plane
	for _, r := range rasters {
		for k, p := range r.Planes {
			class := picture.NoClass
			if len(r.Planes) > 1 {
				class = r.Classes[k]
			}
			out = append(out, Plane{wire.Plane{Name: r.Name, Class: class, N: len(p)}, p})
		}
	}
	return out, g, nil
}

func outlines(layers []picture.Layer) []Plane {
	var out []Plane
	for _, l := range layers {
		p, ok := l.(*picture.Path)
		if !ok {
			continue
		}
		nan := float32(math.NaN())
		xy := make([]float32, len(p.XY)+2*max(len(p.Starts), 1))
		n := 0
		p.Lines(func(line []float64) {
			to := xy[n : n+len(line)+2]
			n += len(to)
			for i, c := range line {
				to[i] = float32(c)
			}
			to[len(line)], to[len(line)+1] = nan, nan
		})
		xy = xy[:n]
		out = append(out, Plane{wire.Plane{Name: string(p.Role), Class: p.Class, N: len(xy)}, xy})
	}
	return out
}

func predicted(f *Fit, m method.Predictor, g picture.Grid) Plane {
	d := f.Problem.D
	x := make([]float64, 0, g.W*g.H*d)
	for j := range g.H {
		for i := range g.W {
			x = append(x, g.X(i))
			if d == 2 {
				x = append(x, g.Y(j))
			}
		}
	}
	y := make([]float64, g.W*g.H)
	m.Predict(x, y)
	p := Plane{wire.Plane{Name: "prediction", Class: picture.NoClass, N: len(y)}, make([]float32, len(y))}
	for i, v := range y {
		p.Values[i] = float32(v)
	}
	return p
}
