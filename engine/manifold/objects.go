package manifold

import (
	_ "embed"
	"errors"

	"pointscape/engine/chart"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/kernel/objects"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed object_kernel_pca.jsonl
var objectKernelPcaExamples string

// ObjectPCA declares kernel principal components of words and graphs, id "object_kernel_pca".
func ObjectPCA() method.Method {
	return method.Method{
		Info: method.Info{
			ID:   "object_kernel_pca",
			Name: "Kernel components of words and graphs",
			Aliases: []string{"String kernel", "Graph kernel", "Kernel PCA", "Spectrum kernel", "Subsequence kernel",
				"Structured data", "Noyau de chaînes", "ACP à noyau", "Noyau de graphes"},
			Family: family,
			Task:   method.Cluster,
			Takes:  method.Takes{Wide: true, Mixed: true, Objects: true, MaxPoints: objects.MaxThings},
			Traits: method.Traits{Featured: true},
			Summary: "Maps words, or small graphs, to points of a plane by the parts that they share: the principal " +
				"components of a kernel. Classes are ignored.",
			Formula: "zₖ(s) = Σᵢ aₖᵢ k̃(sᵢ, s),  JKJ vₖ = λₖvₖ,  aₖ = vₖ/√λₖ,  k(s, t) = Σᵤ φᵤ(s) φᵤ(t)",
			Source: "Schölkopf, Smola and Müller, Nonlinear component analysis as a kernel eigenvalue problem, Neural " +
				"Computation 10, 1998; Shawe-Taylor and Cristianini, Kernel methods for pattern analysis, 2004, chapter 11 " +
				"(strings); the kernels are those of the support vector machine of words and graphs",
			Params: method.Moving(append([]method.Param{
				{Name: "component", Label: "Component shown",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: components, SoftMax: 8}}, Default: 1.0,
					Help: "Component on the horizontal axis; the next one is on the vertical axis"},
			}, objects.Params()...), "component", "kernel", "p", "lambda", "normalize"),
			Shows: []method.Show{
				{Name: "names", Label: "Words and graphs", On: true, Help: "As many as fit"},
				{Name: "spectrum", Label: "Spectrum", On: true, Help: "A plot: each component's share of the variance in " +
					"feature space"},
			},
			Examples: method.ExamplesIn(objectKernelPcaExamples),
		},
		Python: objectKernelPcaPython,
		Fit:    fitObjects,
	}
}

// objectComponents are the components of objects without coordinates. They have neither a field in the plane nor
// pre-images.
type objectComponents struct {
	kpca   *kpca
	things *objects.Things
}

func (m *objectComponents) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m.kpca, PointScorer: m.kpca},
		Drawing: method.Drawing{Layers: m.Layers, Panels: m.Panels, Projected: m.kpca.Projected, Located: m.Located},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Pointer: method.Pointer{Tell: m.kpca.Tell},
	}
}

var _ kernelparam.Seer = (*objectComponents)(nil)

// keptOfObjects is the number of components, from the first on, whose share is stated: as many as the plane shows.
const keptOfObjects = 2

func fitObjects(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N < 2 {
		return nil, &method.Need{Sentence: "There are too few words or graphs: at least 2 are needed."}
	}
	var things *objects.Things
	if old, ok := prev.(*objectComponents); ok {
		things = old.things
	}
	things, err := objects.For(method.Stretch(job, 0, 0.5), p, v, things)
	if err != nil {
		return nil, err
	}
	m := &kpca{p: p, kernel: things.Numbered, asked: keptOfObjects, want: v.Int("component")}
	err = m.solve(method.Stretch(job, 0.5, 1), v, min(p.N, max(m.want+1, seen)))
	if need := (*method.Need)(nil); errors.As(err, &need) {
		return nil, &method.Need{Sentence: "All objects are equal under this kernel: choose another kernel, " +
			"or a smaller p."}
	} else if err != nil {
		return nil, err
	}
	m.q, m.c = min(m.asked, len(m.lambda)), min(m.want, len(m.lambda))-1
	return &objectComponents{m, things}, job.Err()
}

func (m *objectComponents) Facts() []method.Fact { return m.kpca.facts(nil) }

func (m *objectComponents) Status() method.Status { return m.kpca.Status() }

func (m *objectComponents) SeeKernel() kernelparam.Seen { return m.kpca.SeeKernel() }

func (m *objectComponents) Located(x []float64) method.Projection {
	pl := m.kpca.Projected()
	if pl.Q == 0 {
		return pl
	}
	first, n := m.kpca.across(), len(x)
	pl.At = make([]float64, pl.Q*n)
	for i := range n {
		z := m.kpca.sum.Eval(x[i : i+1])
		copy(pl.At[pl.Q*i:pl.Q*(i+1)], z[first:min(first+pl.Q, len(z))])
	}
	return pl
}

func (m *objectComponents) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["names"] {
		under = m.things.Layers(m.kpca.p, v)
	}
	return under, nil, nil
}

// Explain returns the components of the word or graph at x, and the rows that are most similar to it.
func (m *objectComponents) Explain(x []float64, _ picture.Viewport, _ method.Shown) (e method.Explanation) {
	s := m.things.Number(x)
	if s < 0 {
		e.Answer = "There is no word."
		return e
	}
	z := m.kpca.sum.Eval(x[:1])
	e.Answer = words.Text("%s: z%s = %s", objects.Said(m.things.Texts[s]), words.Index(m.kpca.c+1),
		words.Number(z[m.kpca.c]))
	e.Lines = append(e.Lines, numbers("z", z))
	if m.things.Plain(s, s) == 0 {
		e.Lines = append(e.Lines, "k(s, s) = 0: there is no part that this kernel counts")
	}
	lines, layers := m.things.Alike(m.kpca.p, s, objects.Row(m.kpca.p, s))
	e.Lines, e.Layers = append(e.Lines, lines...), layers
	return e
}

func (m *objectComponents) Formula() string {
	k := words.Index(m.kpca.c + 1)
	return words.Text("z%s(s) = Σᵢ a%sᵢ k(sᵢ, s)%s,  Σᵢ a%sᵢ = 0\nλ%s = Σᵢ z%s(sᵢ)^{2} = %s,  %s of Σλ = %s\nk = %s", k,
		k, words.Term(m.kpca.sum.Bias[m.kpca.c]), k, k, k, words.Number(m.kpca.lambda[m.kpca.c]),
		words.Percent(m.kpca.share(m.kpca.c)), words.Number(m.kpca.trace), m.things.Kernel.String())
}

func (m *objectComponents) Panels(show method.Shown) (list []method.Panel) {
	if show["spectrum"] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "spectrum", Title: "Spectrum", XLabel: "component",
			XCounts: true, YLabel: "share", YFrom0: true,
			Help: "The share of each component in the variance in feature space. A click shows the component."},
			m.kpca.spectrum))
	}
	return list
}
