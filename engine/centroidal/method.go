// Package centroidal moves sites repeatedly to the centroids of their Voronoi cells (Lloyd's algorithm), for a density
// on the unit square that is chosen or painted.
package centroidal

import (
	_ "embed"

	"pointscape/engine/method"
)

const (
	// paintedSide is the number of squares per side of the painted density, and levelTop the highest level.
	paintedSide, levelTop = 32, 9
	maxPoints, maxDrawn   = 2000, 2000
)

// painted is the condition that something is painted.
var painted = &method.When{Name: "painting", In: []string{""}, Not: true}

var bumpy = &method.When{Name: "density", In: []string{ofBump, ofBumps, ofRing}}

//go:embed cvt.jsonl
var cvtExamples string

// Method declares centroidal Voronoi tessellations by Lloyd's algorithm, id "cvt".
func Method() method.Method {
	return method.Method{
		Random: true,
		Info: method.Info{
			ID:   "cvt",
			Name: "Centroidal Voronoi tessellation",
			Aliases: []string{"CVT", "Weighted Voronoi stippling", "Continuous k-means", "Lloyd’s algorithm for a density",
				"Voronoi relaxation", "Quantisation of a density", "Relaxation de Lloyd", "Pointillisme"},
			Family: "Clustering",
			Task:   method.Cluster,
			Summary: "Moves each site to the centroid of its Voronoi cell, again and again, until the sites suit a density " +
				"on the square: k-means of infinitely many points.",
			Formula: "min E = Σ ∫_{cell(i)} ρ(x) ‖x − sᵢ‖² dx,  sᵢ ← ∫ρ x / ∫ρ over cell(i)",
			Source: "Lloyd, Least squares quantization in PCM, IEEE Trans. Inf. Theory 28, 1982; Du, Faber and Gunzburger, " +
				"Centroidal Voronoi tessellations, SIAM Rev. 41, 1999; " +
				"Secord, Weighted Voronoi stippling, NPAR 2002; the limit: Gersho, Asymptotically optimal block quantization, " +
				"IEEE Trans. Inf. Theory 25, 1979",
			Seen: "Lloyd's algorithm on a density of the square, chosen or painted by hand: up to 2,000 " +
				"sites move while their energy falls towards that of hexagons; stippling.",
			Takes: method.Takes{MaxPoints: maxPoints},
			Params: []method.Param{
				{Name: "n_sites", Label: "Sites drawn", Kind: method.Integer{Range: method.Range{Min: 0, Max: maxDrawn,
					SoftMax: 1000}}, Default: 0.0,
					Help: "Number of sites that start at positions drawn from the density; each point adds another site"},
				{Name: "density", Label: "Density", Default: ofUniform, Help: "Where in the square from 0 to 1 the sites " +
					"should be dense",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: ofUniform, Label: "Uniform", Help: "The same everywhere: the cells become hexagons"},
						{Value: ofPainted, Label: "Painted by hand", Help: "As you paint it on the plane"},
						{Value: ofGradient, Label: "Gradient", Help: "From 0.1 on the left to 1 on the right"},
						{Value: ofBump, Label: "A bump", Help: "A Gaussian in the middle"},
						{Value: ofBumps, Label: "Three bumps", Help: "Three Gaussians of different heights and widths"},
						{Value: ofRing, Label: "A ring"},
						{Value: ofChecker, Label: "Checkerboard", Help: "Squares of density 1 and 0.1"},
						{Value: ofLeaf, Label: "Picture of a leaf", Help: "The darkness of a small picture"},
						{Value: ofFace, Label: "Picture of a face", Help: "The darkness of a small picture"},
					}}},
				{Name: "painting", Label: "Painted density",
					Kind:    method.Painting{Canvas: &method.Canvas{Name: "density", Side: paintedSide, Top: levelTop, Size: 1}},
					Default: "",
					When:    &method.When{Name: "density", In: []string{ofPainted}},
					Help: "Paint on the plane: the darker, the denser. Between the middles of the squares the density is " +
						"interpolated."},
				{Name: "exponent", Label: "Exponent", Kind: method.Number{Range: method.Range{Min: 0.25, Max: 4, Log: true}},
					Default: 1.0,
					When:    &method.When{Name: "density", In: []string{ofLeaf, ofFace}, Or: painted},
					Help: "Density = darkness to this power. Sites per area follow the square root of the " +
						"density: with 2, the darkness."},
				{Name: "width", Label: "Width", Kind: method.Number{Range: method.Range{Min: 0.05, Max: 1, SoftMin: 0.05,
					SoftMax: 0.4, Log: true}}, Default: 0.15, When: bumpy,
					Help: "Standard deviation of a bump; that of the ring across its line is half as large"},
				{Name: "relaxation", Label: "Relaxation",
					Kind: method.Number{Range: method.Range{Min: 0.01, Max: 1.95, SoftMin: 0.1, SoftMax: 1.95}}, Default: 1.0,
					Help: "1 moves a site to its centroid; up to 2 moves it beyond: the energy still falls, mostly in fewer steps"},
				{Name: "tol", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 1e-8, Max: 0.1, Log: true}},
					Default: 1e-3, Advanced: true,
					Help: "It stops when every site is nearer to its centroid than this, in units of 1/√sites"},
			},
			Shows: []method.Show{
				{Name: "density", Label: "Density", On: true, Help: "Shading of the square: the darker, the denser",
					When: &method.When{Name: "density", In: []string{ofUniform, ofPainted}, Not: true, Or: painted}},
				{Name: "cells", Label: "Edges of cells", On: true, Help: "Points with two nearest sites"},
				{Name: "centroids", Label: "Lines to the centroids", On: true, Help: "From each site to the centroid of its " +
					"cell, its position after the next step"},
				{Name: "sides", Label: "Pentagons and heptagons", Help: "Inner cells with fewer than six sides, or more"},
				{Name: "ways", Label: "Paths of the sites", Help: "From where each site started to where it is now"},
				{Name: "masses", Label: "Masses of cells", Help: "A plot: a square for each site, by the mass of its cell"},
				{Name: "energy", Label: "Energy", Help: "A plot: the energy over the steps, and that of regular hexagons"},
			},
			Examples: method.ExamplesIn(cvtExamples),
		},
		Python: cvtPython,
		Fit:    fit,
	}
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	r := &run{p: p, name: v.String("density"), drawn: v.Int("n_sites"), relax: v.Float("relaxation"), tol: v.Float("tol")}
	if p.N+r.drawn == 0 {
		return nil, &method.Need{Sentence: "Click to place a site, or draw sites at random."}
	}
	r.values = v
	if old, ok := prev.(*state); ok && old.values.Equal(v, "density", "width", "exponent", "painting") {
		r.d = old.d
	} else {
		c := method.Canvas{Side: paintedSide}
		r.d = newDensity(r.name, v.Float("width"), v.Float("exponent"), c.Levels(v.String("painting")))
	}
	r.starts = append(append([]float64(nil), p.X...), r.d.draw(r.drawn, p.Seed)...)
	h := r.begin(append([]float64(nil), r.starts...), 0)
	if err := h.goOn(job); err != nil {
		return nil, err
	}
	return h.done(), nil
}
