package svm

import "pointscape/engine/kernel/kernelparam"

func (m *model) SeeKernel() kernelparam.Seen {
	s := kernelparam.Seen{Kernel: m.kernel, Sum: m.decision}
	for _, p := range m.pairs {
		s.Outputs = append(s.Outputs, m.pairName(p))
	}
	return s
}

func (s *support) SeeKernel() kernelparam.Seen {
	return kernelparam.Seen{Kernel: s.sum.Kernel, Sum: s.sum}
}
