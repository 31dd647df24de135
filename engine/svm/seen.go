package svm

import "pointscape/engine/kernel/kernelparam"

// SeeKernel implements kernelparam.Seer.
func (m *model) SeeKernel() kernelparam.Seen {
	s := kernelparam.Seen{Kernel: m.kernel, Sum: m.decision}
	for _, p := range m.pairs {
		s.Outputs = append(s.Outputs, m.pairName(p))
	}
	return s
}

// SeeKernel implements kernelparam.Seer.
func (s *support) SeeKernel() kernelparam.Seen {
	return kernelparam.Seen{Kernel: s.sum.Kernel, Sum: s.sum}
}
