package regression

import (
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/words"
)

func (m *kernelRidge) SeeKernel() kernelparam.Seen {
	return kernelparam.Seen{Kernel: m.sum.Kernel, Sum: m.sum, Noise: m.alpha, NoiseName: "the penalty α"}
}

// SeeKernel describes the kernel: weights with the prior N(0, I/λ) make f a Gaussian process with covariance
// φ(x)·φ(z)/λ (Bishop, Pattern Recognition and Machine Learning, 2006, 6.54).
func (m *bayesian) SeeKernel() kernelparam.Seen {
	return kernelparam.Seen{Kernel: ofFeatures{m}, Noise: 1 / m.alpha, NoiseName: "the noise variance 1/α"}
}

// ofFeatures is the kernel of the prior: the inner product of features, divided by λ. It has no hyperparameters to
// learn.
type ofFeatures struct{ m *bayesian }

// Eval returns φ(x)·φ(z)/λ.
func (k ofFeatures) Eval(x, z []float64) float64 {
	return linalg.Dot(k.at(x), k.at(z)) / k.m.lambda
}

func (k ofFeatures) at(x []float64) []float64 {
	phi := make([]float64, len(k.m.v))
	k.m.features(x[0], phi)
	return k.m.raw(phi)
}

func (k ofFeatures) Grad(x, z []float64, _ bool, _ []float64) float64 { return k.Eval(x, z) }

func (k ofFeatures) Hyper() []kernel.Hyper { return nil }

func (k ofFeatures) WithHyper([]float64) kernel.Kernel { return k }

// String returns a description: the kernel is not one that Parse could read.
func (k ofFeatures) String() string { return "φ(x)·φ(z)/" + words.Number(k.m.lambda) }
