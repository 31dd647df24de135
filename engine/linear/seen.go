package linear

import "pointscape/engine/kernel/kernelparam"

func (m *kernelSnapshot) SeeKernel() kernelparam.Seen {
	s := kernelparam.Seen{Kernel: m.kernel, Sum: m.f}
	if len(m.f.Coef) > 1 {
		s.Outputs = m.P.ClassNames()
	}
	return s
}
