package cluster

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/draw"
	"pointscape/engine/flats"
	"pointscape/engine/grouping"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Largest numbers of points for the methods in feature space. The Gram matrix has n² entries; flats with directions
// need eigenvectors in each move.
const maxImages, maxFlatImages = 1500, 600

// imageShows returns the switches of both methods. distances is the default of the lines of equal distance.
func imageShows(distances bool) []method.Show {
	return append([]method.Show{
		{Name: method.Regions, Label: "Regions", Where: method.OnlyPoints, On: true, Help: "The cluster at each position, " +
			"fainter where another is nearly as near in feature space"},
		{Name: method.Boundary, Label: "Borders", Where: method.OnlyPoints, On: true, Help: "Where two clusters are " +
			"equally near in feature space"},
		{Name: "distances", Label: "Lines of equal distance", Where: method.OnlyPoints, On: distances,
			Help: "Points whose images are equally far from the nearest cluster in feature space",
			When: &method.When{Name: "kernel", In: []string{"sigmoid"}, Not: true}},
		{Name: "numbers", Label: "Numbers", Where: method.NotInSpace, On: true, Help: "Each cluster's number, at the point " +
			"whose image is nearest to the mean in feature space"},
	}, turnShows()...)
}

// checkQuiet is a Method.Check that rejects kernels with white noise.
func checkQuiet(v method.Values) error {
	_, err := quietKernel(v, 2)
	return err
}

// quietKernel reads the kernel. It rejects white noise, which is not an inner product of positions.
func quietKernel(v method.Values, d int) (kernel.Kernel, error) {
	k, err := kernelparam.Of(v, d)
	if err == nil && kernel.HasWhite(k) {
		err = doc.Errorf("params.kernel", "a kernel without white noise", v.String("kernel"))
	}
	return k, err
}

//go:embed kernel_kmeans.jsonl
var kernelKmeansExamples string

// KernelKMeans declares k-means in feature space, id "kernel_kmeans".
func KernelKMeans() method.Method {
	return method.Method{
		Info: method.Info{
			Takes:   method.Takes{Wide: true, MaxPoints: maxImages},
			ID:      "kernel_kmeans",
			Name:    "Kernel k-means",
			Aliases: []string{"Clustering in feature space", "Nonlinear k-means", "Kernel clustering", "k-moyennes à noyau"},
			Family:  "Clustering",
			Task:    method.Cluster,
			Summary: "k-means in the feature space of a kernel: centres are means of images, computed only by inner " +
				"products, and the borders between clusters are curved in the plane. The linear kernel gives plain k-means. " +
				"Among equally near centres a point stays with its own, otherwise the first wins.",
			Formula: "min Σᵢ minⱼ ‖φ(xᵢ) − mⱼ‖²,  ‖φ(x) − mⱼ‖² = k(x, x) − 2 meanᵢ k(x, xᵢ) + meanᵢₗ k(xᵢ, xₗ)",
			Source: "Schölkopf, Smola and Müller, Nonlinear component analysis as a kernel eigenvalue problem, Neural " +
				"Computation 10, 1998; " +
				"Dhillon, Guan and Kulis, Kernel k-means, spectral clustering and normalized cuts, KDD 2004",
			Seen: "Curved borders by kernels; the distances of the points to their centres.",
			Params: append(append([]method.Param{
				{Name: "n_clusters", Label: "Clusters k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 12}}, Default: 2.0,
					Help: "Number of clusters"},
			}, kernelparam.Params()...), turnParams(10)...),
			Shows:    imageShows(false),
			Examples: method.ExamplesIn(kernelKmeansExamples),
		},
		Random: true,
		Check:  checkQuiet,
		Python: kernelKmeansPython,
		Fit: func(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
			return fitImages(job, p, v, 0)
		},
	}
}

//go:embed kernel_kflats.jsonl
var kernelKflatsExamples string

// KernelKFlats declares k-flats in feature space, id "kernel_kflats".
func KernelKFlats() method.Method {
	return method.Method{
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: maxFlatImages},
			ID:    "kernel_kflats",
			Name:  "Kernel k-flats",
			Aliases: []string{"k-flats in feature space", "Curves as clusters", "Kernel subspace clustering", "Local kernel PCA",
				"Conics", "Sous-espaces à noyau"},
			Family: "Clustering",
			Task:   method.Cluster,
			Summary: "k-flats in the feature space of a kernel: each cluster keeps the leading kernel principal directions " +
				"about its mean, and points go where the residual is smallest. The quadratic kernel has 5 dimensions in the " +
				"plane, so that four directions leave a conic section: clusters are ellipses, parabolas, hyperbolas. Among " +
				"equally near flats a point stays with its own, otherwise the first wins.",
			Formula: "min Σᵢ minⱼ ‖φ(xᵢ) − mⱼ‖² − Σₗ zⱼₗ(xᵢ)²,  zⱼₗ(x) = ⟨uⱼₗ, φ(x) − mⱼ⟩",
			Source: "Tseng, Nearest q-flat to m points, Journal of Optimization Theory and Applications 105, 2000, in the " +
				"feature space of " +
				"Schölkopf, Smola and Müller, Nonlinear component analysis as a kernel eigenvalue problem, Neural " +
				"Computation 10, 1998",
			Seen: "Curved flats by kernels; the distances of the points to them.",
			Params: append(append([]method.Param{
				{Name: "n_clusters", Label: "Clusters k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 12}}, Default: 2.0,
					Help: "Number of flats"},
				{Name: "dim", Label: "Dimension q", Kind: method.Integer{Range: method.Range{Max: 10, SoftMax: 6}}, Default: 1.0,
					Help: "Dimension of each affine flat in feature space: 0 is kernel k-means; 4 with a quadratic kernel: conics"},
			}, kernelparam.Params()...), turnParams(5)...),
			Shows:    imageShows(true),
			Examples: method.ExamplesIn(kernelKflatsExamples),
		},
		Random: true,
		Check:  checkQuiet,
		Python: kernelKflatsPython,
		Fit: func(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
			return fitImages(job, p, v, v.Int("dim"))
		},
	}
}

// imageModel is k-means or k-flats in feature space after some steps.
type imageModel struct {
	turn[*flats.Image]
	kernel  kernel.Kernel // kernel of the Gram matrix, centred for data far from the origin
	chosen  kernel.Kernel
	gram    []float64
	total   float64 // sum of the squared distances of the images to their mean
	sound   bool    // the kernel is positive definite for all data
	found   kernel.Soundness
	rises   int     // number of half-steps of the whole run that increased the energy
	visible float64 // difference of squared distances at which colours have full strength
	narrow  string  // note that the kernel is too narrow for the points; "" if it is not
}

// Can states that Predict gives no answer before the first centre.
func (m *imageModel) Can() *method.Capabilities {
	return draw.Parts{Problem: m.p, Shapes: m.shapes, Keys: m.keys}.Give(&method.Capabilities{
		Answers: method.Answers{Predictor: m, Partial: len(m.flats) == 0},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, PartSays: m.PartSays, Panels: m.Panels, Groups: m.Groups},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Stepper: m},
	})
}

func fitImages(job method.Job, p *method.Problem, v method.Values, q int) (method.Model, error) {
	k, err := quietKernel(v, p.D)
	if err != nil {
		return nil, err
	}
	o := turnOptions(job, p, v, q)
	if err := grouping.Enough(p, o.K); err != nil {
		return nil, err
	}
	if err := p.CheckKernel(kernel.Diag(k, p.X, p.N, p.D, nil)); err != nil {
		return nil, err
	}
	m := &imageModel{chosen: k, sound: kernel.PositiveDefiniteIn(k, p.D)}
	m.kernel, _ = kernelparam.Centred(k, p, nil) // distances in feature space do not change
	n := p.N
	m.gram = make([]float64, n*n)
	rower := kernel.NewRower(m.kernel, p.X, n, p.D)
	for i := range n {
		if err := job.Err(); err != nil {
			return nil, err
		}
		rower.Row(i, m.gram[i*n:i*n+i+1])
		for j := range i {
			m.gram[j*n+i] = m.gram[i*n+j]
		}
	}
	m.found = kernel.CheckCentred(m.kernel, p.X, n, p.D)
	m.narrow = kernelparam.TooNarrow(v, k, p, m.gram)
	r, err := flats.Gram(m.gram, n, m.sound, o)
	if err != nil {
		return nil, err
	}
	for i := range n {
		m.total += m.gram[i*n+i]
		mean := 0.0
		for _, g := range m.gram[i*n : (i+1)*n] {
			mean += g
		}
		m.total -= mean / float64(n)
	}
	for h := 1; h < len(r.Energy); h++ {
		if r.Energy[h] > r.Energy[h-1]+1e-9*math.Abs(r.Energy[0]) {
			m.rises++
		}
	}
	m.turn = newTurns(p, r, o)
	return m.Stage(m.Steps()), nil
}

func (m *imageModel) Stage(k int) method.Model {
	s := *m
	s.turn = m.at(k)
	if k > 0 {
		s.visible = s.lead()
	}
	return &s
}

// lead returns the median over the rows of the second smallest minus the smallest squared distance to a flat, or a
// small positive number if that is larger; 1 if there are fewer than two flats.
func (m *imageModel) lead() float64 {
	if len(m.flats) < 2 {
		return 1
	}
	list := make([]float64, m.N)
	d2 := make([]float64, len(m.flats))
	for i := range list {
		for c := range d2 {
			d2[c] = m.square(i, c)
		}
		slices.Sort(d2)
		list[i] = d2[1] - d2[0]
	}
	slices.Sort(list)
	return max(list[m.N/2], 1e-6*math.Abs(m.total)/float64(m.N), 1e-30)
}

// square returns the squared distance of row i's image to flat c.
func (m *imageModel) square(i, c int) float64 {
	d2 := m.flats[c].Residual(m.gram[i*m.N+i], m.gram[i*m.N:(i+1)*m.N], nil)
	if m.sound {
		return max(d2, 0)
	}
	return d2
}

// squares returns the squared distances of the rows to their own flats.
func (m *imageModel) squares() []float64 { return m.own(m.square) }

// far writes the squared distances of x's image to the flats into out. row is a buffer for kernel values.
func (m *imageModel) far(rower *kernel.Rower, x, row, out []float64) {
	rower.At(x, row)
	self := kernel.DiagLatent(m.kernel, x, 1, m.p.D, nil)[0]
	for c, f := range m.flats {
		out[c] = f.Residual(self, row, nil)
		if m.sound {
			out[c] = max(out[c], 0)
		}
	}
}

// Predict writes the index of the nearest flat; at the position of a row, of the row's own flat.
func (m *imageModel) Predict(x, out []float64) {
	rower := kernel.NewRower(m.kernel, m.p.X, m.N, m.p.D)
	row, d2 := make([]float64, m.N), make([]float64, len(m.flats))
	for i := range out {
		out[i] = math.NaN()
		if len(d2) > 0 {
			m.far(rower, x[i*m.p.D:(i+1)*m.p.D], row, d2)
			out[i] = float64(m.nearest(x[i*m.p.D:(i+1)*m.p.D], d2))
		}
	}
}

func (m *imageModel) Facts() []method.Fact {
	var facts method.FactList
	m.begin(&facts, "", m.squares())
	if e, ok := m.reached(); ok && m.total > 0 {
		facts.Add("explained_share", max(0, 1-e/m.total), "",
			"1 − the energy as a share of the variance in feature space").Call("Share explained")
	}
	if m.o.Q > 0 && len(m.flats) > 0 {
		rows := make([][]float64, len(m.flats))
		var of []string
		for c, f := range m.flats {
			rows[c] = make([]float64, m.o.Q)
			copy(rows[c], f.Sizes)
		}
		for l := range m.o.Q {
			of = append(of, words.Sprintf("Direction %d", l+1))
		}
		facts.Add("eigenvalues", rows, "", "Eigenvalues of the centred Gram matrix of each cluster's points, one for "+
			"each direction").Call("Eigenvalue").By(m.in.Names()[:len(m.flats)], of...)
	}
	m.finish(&facts, "")
	return facts
}

func (m *imageModel) Status() method.Status {
	s := m.turn.Status()
	follows := words.Say("squared distances may be negative, and the energy may rise.")
	if m.rises > 0 {
		follows += words.Sprintf(" It has risen in %s.", words.CountOf(m.rises, "half-step", "half-steps"))
	}
	s = kernelparam.Doubt(s, m.found, follows)
	s.Sentence = words.Say(s.Sentence) + words.Say(m.narrow)
	return s
}

func (m *imageModel) Formula() string {
	value := ""
	if e, ok := m.reached(); ok {
		value = words.Text(" = %s", words.Number(e))
	}
	kernel := words.Text("\nk(x, x′): %s", m.chosen.String())
	if m.seeding() {
		text := words.Text("Σᵢ D(xᵢ)²%s,  D(x) = distance of φ(x) to the nearest %s", value, m.one)
		if m.o.Init == flats.PlusPlus {
			text += words.Say("\nP(xᵢ is the next) = D(xᵢ)² / Σⱼ D(xⱼ)²")
		}
		return text + kernel
	}
	text := words.Text("min Σᵢ d²(xᵢ)%s,  d²(x) = minⱼ dⱼ²(x)", value)
	for c, f := range m.flats {
		j := words.Index(c + 1)
		text += words.Text("\nd%s²(x) = k(x, x) − 2 ⟨m%s, φ(x)⟩%s", j, j, words.Term(f.Self))
		if len(f.Dirs) > 0 {
			text += words.Text(" − %s z²", words.Count(len(f.Dirs), "square"))
		}
		of := words.Text("mean of %s", words.Count(len(f.Rows), "image"))
		if m.moved == 0 {
			of = words.Sprintf("image of point %d", m.p.Number(m.Seeds[c]))
		}
		text += words.Text(",  m%s = %s", j, of)
	}
	return text + kernel
}
