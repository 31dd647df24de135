package manifold

import "pointscape/engine/kernel/kernelparam"

// SeeKernel implements kernelparam.Seer.
func (m *kpca) SeeKernel() kernelparam.Seen { return kernelparam.Seen{Kernel: m.kernel} }
