package kernelmethods

import "pointscape/engine/kernel/kernelparam"

func (m *logistic) SeeKernel() kernelparam.Seen {
	s := kernelparam.Seen{Kernel: m.kernel, Sum: m.sum}
	if m.rows > 1 {
		s.Outputs = m.problem.ClassNames()
	}
	return s
}
