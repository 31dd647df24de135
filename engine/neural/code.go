package neural

import (
	"slices"

	"pointscape/engine/network"
	"pointscape/engine/program"
	"pointscape/engine/words"
)

// Code returns a program that computes the sums, and probabilities for the logistic activation.
func (n *neuron) Code(lang string) (string, bool) {
	net := n.program()
	if !net.Finite() {
		return "", false
	}
	text := net.Code(lang)
	return text, text != ""
}

// program converts the neuron, or one for each class, to a network without hidden layers. Its outputs are the sums.
func (n *neuron) program() *program.Net {
	net := &program.Net{Title: words.Text("A neuron after %s", words.Count(n.Seen, "example")), Inputs: n.p.InputNames(),
		Shift: n.shift, Scale: n.scale,
		Classes: n.p.ClassNames(), YScale: 1}
	one := program.Layer{B: make([]float64, n.units), Act: network.Identity.String()}
	for j := range n.p.D {
		net.Features = append(net.Features, program.Feature{Of: "x", I: j})
		for u := range n.units {
			one.W = append(one.W, n.W[u*(n.p.D+1)+j])
		}
	}
	for u := range one.B {
		one.B[u] = n.W[u*(n.p.D+1)+n.p.D]
	}
	net.Layers = []program.Layer{one}
	if n.act == network.Logistic && n.units == 1 {
		net.Proba = program.Logistic
	}
	return net
}

func (s *state) Code(lang string) (string, bool) {
	n := s.program()
	if !n.Finite() {
		return "", false
	}
	text := n.Code(lang)
	return text, text != ""
}

// written maps ids of features to those of programs.
var written = map[string]program.Feature{
	"x1": {Of: "x"}, "x2": {Of: "x", I: 1}, "x1^2": {Of: "square"}, "x2^2": {Of: "square", I: 1},
	"x1*x2": {Of: "product", J: 1}, "sin(x1)": {Of: "sin"}, "sin(x2)": {Of: "sin", I: 1},
	"x": {Of: "x"}, "x^2": {Of: "square"}, "sin(x)": {Of: "sin"},
}

// times returns a list multiplied by a number.
func times(by float64, list []float64) []float64 {
	list = slices.Clone(list)
	for i := range list {
		list[i] *= by
	}
	return list
}

// program converts the network with its current weights.
func (s *state) program() *program.Net {
	n := &program.Net{
		Title:  words.Text("A neural network after %s", words.Count(s.Steps, s.StepName())),
		Inputs: s.p.InputNames(), Shift: s.shift, Scale: s.scale, YShift: s.yShift[0], YScale: s.yScale[0],
	}
	for j, f := range s.features {
		if s.p.Wide() {
			n.Features = append(n.Features, program.Feature{Of: "x", I: j})
		} else {
			n.Features = append(n.Features, written[f.id])
		}
	}
	for l := range s.Net.Layers() {
		w, b := s.Net.Part(s.Theta, l)
		if g := s.Net.Steepness(l); g != 1 {
			w, b = times(g, w), times(g, b) // programs have no slope parameter
		}
		n.Layers = append(n.Layers, program.Layer{W: w, B: b, Act: s.Net.Acts[l].String()})
	}
	if s.p.Class == nil {
		if len(s.Y) > 1 { // each output in its own units: the last layer is linear
			n.YShift, n.YScale = 0, 1
			last := &n.Layers[len(n.Layers)-1]
			last.W, last.B = slices.Clone(last.W), slices.Clone(last.B)
			for i := range last.W {
				last.W[i] /= s.yScale[i%len(s.yScale)]
			}
			for o := range last.B {
				last.B[o] = last.B[o]/s.yScale[o] + s.yShift[o]
			}
		}
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
