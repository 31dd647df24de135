package neural

import (
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/program"
	"pointscape/engine/words"
)

var _ method.Coder = (*state)(nil)

// Code implements method.Coder.
func (s *state) Code(lang string) (string, bool) {
	n := s.program()
	if n == nil || !n.Finite() {
		return "", false
	}
	text := n.Code(lang)
	return text, text != ""
}

// program is the network with its present weights; nil where it sees something else of the points than the standardised
// inputs.
func (s *state) program() *program.Net {
	n := &program.Net{
		Title:  "A neural network after " + words.Count(s.Steps, s.StepName()),
		Inputs: s.p.InputNames(), Shift: s.shift, Scale: s.scale, YShift: s.yShift, YScale: s.yScale,
	}
	if len(s.Data.X) != s.p.D {
		return nil
	}
	for i := range s.p.D {
		n.Features = append(n.Features, program.Feature{Of: "x", I: i})
		for k := range s.p.N {
			if s.Data.X[i][k] != (s.p.At(k)[i]-s.shift[i])*s.scale[i] {
				return nil
			}
		}
	}
	for l := range s.Net.Layers() {
		w, b := s.Net.Part(s.Theta, l)
		n.Layers = append(n.Layers, program.Layer{W: w, B: b, Act: s.Net.Acts[l].String()})
	}
	if s.p.Class == nil {
		return n
	}
	n.Classes = s.p.ClassNames()
	switch s.Net.Loss {
	case network.Binary:
		n.Proba = program.Logistic
	case network.Softmax:
		n.Proba = program.Softmax
	}
	return n
}
