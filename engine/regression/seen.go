package regression

import "pointscape/engine/kernel/kernelparam"

// SeeKernel implements kernelparam.Seer.
func (m *kernelRidge) SeeKernel() kernelparam.Seen {
	return kernelparam.Seen{Kernel: m.sum.Kernel, Sum: m.sum, Noise: m.alpha, NoiseName: "the penalty α"}
}
