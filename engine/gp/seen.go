package gp

import (
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
)

// SeeKernel describes the kernel. Sum is the posterior mean without the prior mean, in the units of the normalised
// targets; nil without observations.
func (m *model) SeeKernel() kernelparam.Seen {
	s := kernelparam.Seen{Kernel: m.k, Noise: m.noise, NoiseName: "the noise variance"}
	if q := m.post; q != nil && q.n > 0 {
		s.Sum = &kernel.Expansion{Kernel: m.k, X: q.x, N: q.n, D: q.d, Coef: [][]float64{q.alpha}}
	}
	return s
}
