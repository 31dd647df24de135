package manifold

import (
	_ "embed"
	"sync"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// Methods for pre-images.
const (
	fixedPoint = "fixed_point"
	ridge      = "ridge"
)

const (
	maxKernel  = 2000 // largest number of points: the Gram matrix has n² entries
	components = 20   // largest number of components
	seen       = 12   // least number of components computed, for the spectrum
	// With more than imaged points, the points' pre-images are neither drawn nor measured. With more than learned
	// points, no pre-images are learned by ridge regression, which factorises an n×n matrix.
	imaged, learned = 400, 1000
)

//go:embed kernel_pca.jsonl
var kernelPcaExamples string

// KernelPCA declares kernel principal component analysis, id "kernel_pca".
func KernelPCA() method.Method {
	return method.Method{
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: maxKernel},
			ID:    "kernel_pca",
			Name:  "Kernel principal components",
			Aliases: []string{"KPCA", "Kernel PCA", "KernelPCA", "Nonlinear PCA", "Pre-images", "Denoising", "ACP à noyau",
				"Réduction de dimension"},
			Family: family,
			Task:   method.Cluster,
			Summary: "Finds the functions of a kernel that vary most over the points: " +
				"principal components in the kernel's feature space, which are curved in the plane. Classes are ignored.",
			Formula: "max_{f} Σᵢ (f(xᵢ) − f̄)² with ‖f‖ = 1:  zₖ(x) = Σᵢ aₖᵢ k̃(xᵢ, x),  JKJ vₖ = λₖvₖ,  aₖ = vₖ/√λₖ",
			Source: "Schölkopf, Smola and Müller, Nonlinear component analysis as a kernel eigenvalue problem, Neural " +
				"Computation 10, 1998; " +
				"Mika, Schölkopf, Smola, Müller, Scholz and Rätsch, Kernel PCA and de-noising in feature spaces, NIPS 11, 1998 " +
				"(fixed-point pre-images); " +
				"Bakır, Weston and Schölkopf, Learning to find pre-images, NIPS 16, 2004 (by ridge regression, as " +
				"scikit-learn's inverse_transform)",
			Params: append([]method.Param{
				{Name: "n_components", Label: "Components q",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: components, SoftMax: 8}}, Default: 2.0,
					Help: "Number of components kept, also for pre-images"},
				{Name: "component", Label: "Component shown",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: components, SoftMax: 8}}, Default: 1.0, Moves: true,
					Help: "The component shown by the colours; this and the next components place the rows of a table"},
			}, append(moving(append(kernelparam.Params(),
				method.Param{Name: "center_kernel", Label: "Centre in feature space", Kind: method.Bool{}, Default: true,
					Advanced: true,
					Help:     "On: variance about the mean of the images. Off: squares about the origin, by eigenvectors of K."})),
				method.Param{Name: "pre_image", Label: "Pre-images", Default: fixedPoint,
					Help: "How the pre-image of a projection is computed; kernels other than the Gaussian: by regression only",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: fixedPoint, Label: "Fixed point", Help: "Mika's iteration, which starts at the point itself: a " +
							"weighted mean of the points"},
						{Value: ridge, Label: "Learned", Help: "Kernel ridge regression from the components back to the points: " +
							"scikit-learn's inverse_transform"},
					}}, When: &method.When{Name: "kernel", In: []string{"rbf"}}},
				method.Param{Name: "alpha", Label: "Penalty α",
					Kind: method.Number{Range: method.Range{Min: 1e-6, Max: 1e4, SoftMin: 1e-3, SoftMax: 10, Log: true}}, Default: 1.0,
					Help: "Penalty of the regression from components to points: a large α draws pre-images to the origin",
					When: &method.When{Name: "pre_image", In: []string{ridge},
						Or: &method.When{Name: "kernel", In: []string{"rbf"}, Not: true}}})...),
			Shows: []method.Show{
				{Name: method.Regions, Label: "Component", Where: method.OnlyPoints, On: true, Help: "The values of the " +
					"component shown, over the plane; if centred, 0 is the mean over the points"},
				{Name: method.Isolines, Label: "Isolines", Where: method.OnlyPoints, On: true, Help: "Lines of equal value"},
				{Name: "pre_images", Label: "Pre-images", Where: method.OnlyPoints, Help: "From each point to its pre-image (up " +
					"to 400 points), its reconstruction from the kept components"},
				{Name: "spectrum", Label: "Spectrum", On: true, Help: "A plot: each component's share of the variance in " +
					"feature space"},
				{Name: "projections", Label: "Projections", Where: method.OnlyPoints, On: true,
					Help: "A plot: the points over the component shown and the next one"},
			},
			Examples: method.ExamplesIn(kernelPcaExamples),
		},
		Check: func(v method.Values) error {
			_, err := quiet(v, 2)
			return err
		},
		Python: kernelPcaPython,
		Fit:    fitKernel,
	}
}

// moving marks all parameters of the list as changing the projection of a table's rows, and returns the list.
func moving(list []method.Param) []method.Param {
	for i := range list {
		list[i].Moves = true
	}
	return list
}

// quiet reads the kernel. It rejects white noise.
func quiet(v method.Values, d int) (kernel.Kernel, error) {
	k, err := kernelparam.Of(v, d)
	if err == nil && kernel.HasWhite(k) {
		err = doc.Errorf("params.kernel", "a kernel without white noise", v.String("kernel"))
	}
	return k, err
}

// kpca is kernel principal component analysis of a problem's rows.
type kpca struct {
	p           *method.Problem
	asked, want int // number of components to keep, and number of the component shown, from 1
	q, c        int // asked and want limited to the components that exist; c counts from 0

	lambda  []float64   // largest positive eigenvalues of JKJ, where J centres (of K if free), in descending order
	scores  [][]float64 // per component: √λ v, its coordinates at the rows
	trace   float64     // trace of JKJ, n times the variance in feature space; at least the sum of lambda
	below   float64     // least eigenvalue found, if it is negative; else 0
	found   kernel.Soundness
	sum     *kernel.Expansion
	kernel  kernel.Kernel // kernel as chosen
	gauss   bool          // pre-images are computed by fixed-point iteration, else learned
	gamma   float64       // the kernel's γ for the fixed-point iteration
	inverse *kernel.Expansion
	free    bool   // images are not centred: squared lengths instead of variance
	why     string // reason why there are no pre-images; "" if there are

	narrow string     // note that the kernel is too narrow for the points; "" if it is not
	plane  bool       // the points' pre-images are computed when they are needed
	lock   sync.Mutex // guards images
	images []float64  // pre-images of the first points so far, x and y each; NaN if there is none
}

func (m *kpca) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m},
		Drawing: method.Drawing{FieldRaster: m.FieldRaster, Layers: m.Layers, Panels: m.Panels,
			Projected: m.Projected},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula, Assess: m.Assess},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

// least is the ratio to the largest eigenvalue below which an eigenvalue counts as 0.
const least = 1e-11

func fitKernel(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	k, err := quiet(v, p.D)
	if err != nil {
		return nil, err
	}
	if err := varies(p, 2); err != nil {
		return nil, err
	}
	if err := p.CheckKernel(kernel.Diag(k, p.X, p.N, p.D, nil)); err != nil {
		return nil, err
	}
	m := &kpca{p: p, kernel: k, asked: v.Int("n_components"), want: v.Int("component"),
		free: !v.Bool("center_kernel")}
	if v.String("kernel") == "rbf" && v.String("pre_image") == fixedPoint {
		m.gauss, m.gamma = true, v.Float("gamma")
	}
	if err := m.solve(job, v, min(p.N, max(m.asked, m.want, seen))); err != nil {
		return nil, err
	}
	m.q, m.c = min(m.asked, len(m.lambda)), min(m.want, len(m.lambda))-1
	if !m.gauss {
		if err := m.learn(job, v); err != nil {
			return nil, err
		}
	}
	m.plane = plane(p) && p.N <= imaged && m.why == ""
	return m, job.Err()
}

// solve computes the largest eigenpairs of the Gram matrix, centred unless m.free.
func (m *kpca) solve(job method.Job, v method.Values, count int) error {
	p := m.p
	k := m.kernel
	if !m.free {
		k, _ = kernelparam.Centred(m.kernel, p, nil) // same centred matrix up to rounding errors
	}
	n := p.N
	gram, rower := make([]float64, n*n), kernel.NewRower(k, p.X, n, p.D)
	for i := range n {
		if err := job.Err(); err != nil {
			return err
		}
		method.Progress(job, 0.3*float64(i)/float64(n))
		rower.Row(i, gram[i*n:(i+1)*n])
	}
	m.narrow = kernelparam.TooNarrow(v, m.kernel, p, gram)
	found, err := kernel.Principal(telling(job, 0.3, 1), k, gram, p.X, n, p.D, count, !m.free)
	if err != nil {
		return err
	}
	m.lambda, m.scores, m.sum, m.below = found.Lambda, found.Scores, found.Sum, found.Below
	if m.lambda == nil {
		return &method.Need{Sentence: "With this kernel all points have the same image: choose another kernel or γ."}
	}
	// Negative eigenvalues may be among those that were not computed.
	check := kernel.CheckCentred
	if m.free {
		check = kernel.Check
	}
	if m.found = check(m.kernel, p.X, n, p.D); m.below < 0 {
		m.found = kernel.Indefinite
	}
	rest := 0.0
	for _, l := range m.lambda {
		rest += l
	}
	m.trace = max(found.Trace, rest) // with negative eigenvalues the trace may be smaller
	return nil
}

// learn fits the regression from the components kept back to the points, as scikit-learn's fit_inverse_transform does,
// with the same kernel on the components.
func (m *kpca) learn(job method.Job, v method.Values) error {
	p, n := m.p, m.p.N
	if n > learned {
		m.why = "pre-images are learned for up to 1,000 points"
		return nil
	}
	k, err := kernelparam.Of(v, m.q)
	if err != nil {
		m.why = "the kernel's expression does not apply to so many components, so no pre-images are learned"
		return nil
	}
	z := make([]float64, n*m.q)
	for j := range m.q {
		for i := range n {
			z[i*m.q+j] = m.scores[j][i]
		}
	}
	g := kernel.Gram(k, z, n, m.q, nil)
	for i := range n {
		g[i*n+i] += v.Float("alpha")
	}
	ok, err := linalg.CholeskyFor(job.Err, g, n)
	if err != nil {
		return err
	}
	if !ok {
		m.why = "the regression back to the points has no solution with this kernel and α"
		return nil
	}
	coef := make([]float64, n*p.D)
	copy(coef, p.X)
	linalg.CholSolve(g, n, coef, p.D)
	m.inverse = &kernel.Expansion{Kernel: k, X: z, N: n, D: m.q}
	for j := range p.D {
		column := make([]float64, n)
		for i := range column {
			column[i] = coef[i*p.D+j]
		}
		m.inverse.Coef = append(m.inverse.Coef, column)
	}
	return nil
}
