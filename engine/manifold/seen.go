package manifold

import "pointscape/engine/kernel/kernelparam"

func (m *kpca) SeeKernel() kernelparam.Seen { return kernelparam.Seen{Kernel: m.kernel} }
