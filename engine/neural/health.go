package neural

import (
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/words"
)

// health describes the saturation of a network at its points, or at a sample of them.
type health struct {
	rows  int         // number of points examined
	flat  [][]float64 // for each hidden layer and unit, the share of points at which its slope is nearly 0
	slope []float64   // for each layer, the root mean square of the mean loss's gradient by its weights
}

// flatter is the share of its maximum slope below which a unit counts as flat.
const flatter = 0.05

// fares examines the network at up to network.TileRows points, evenly spaced in the data, when it is first called.
func (s *state) fares() *health {
	s.look.Do(func() {
		h := &s.health
		step := (s.Rows + network.TileRows - 1) / network.TileRows
		some := func(list [][]float64) [][]float64 {
			c := make([][]float64, len(list))
			for j, from := range list {
				for i := 0; i < s.Rows; i += step {
					c[j] = append(c[j], from[i])
				}
			}
			return c
		}
		x, y := some(s.X), some(s.Y)
		h.rows = len(x[0])
		t := network.NewTile(&s.Net, h.rows)
		t.Load(x, 0, h.rows)
		t.Forward(s.Theta)
		for l := 1; l < s.Net.Layers(); l++ {
			shares := make([]float64, s.Net.Sizes[l])
			for j, a := range t.Units(l) {
				steep := slices.Repeat([]float64{1}, len(a))
				act := s.Net.Acts[l-1]
				act.Steepen(steep, a)
				limit := flatter
				if act == network.Logistic {
					limit /= 4
				}
				for _, d := range steep {
					if d < limit && act != network.LeakyReLU {
						shares[j] += 1 / float64(len(a))
					}
				}
			}
			h.flat = append(h.flat, shares)
		}
		grad := make([]float64, len(s.Theta))
		t.Backward(s.Theta, grad, y, 0, h.rows, 1/float64(h.rows))
		for l := range s.Net.Layers() {
			w, _ := s.Net.Part(grad, l)
			top, sum := 0.0, 0.0
			for _, g := range w {
				top = max(top, math.Abs(g))
			}
			if top > 0 {
				for _, g := range w {
					sum += g / top * (g / top)
				}
				top *= math.Sqrt(sum / float64(len(w)))
			}
			h.slope = append(h.slope, top)
		}
	})
	return &s.health
}

// off reports whether unit j of hidden layer l, counted from 0, is flat at all points.
func (h *health) off(l, j int) bool { return h.flat[l][j] > 1-1e-9 }

func (s *state) Status() method.Status {
	m := s.measure()
	at := m.loss + m.penalty
	steps := words.Count(s.Steps, s.StepName())
	running := func(format string, args ...any) method.Status {
		return method.Status{State: method.Running, Sentence: words.Sprintf(format, args...)}
	}
	switch {
	case s.Lost > 0:
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("The steps are too large: each overshoots "+
			"more than the one before, and in %s %d the weights diverged. The network before this is shown.%s",
			s.StepName(), s.Lost, s.smaller())}
	case s.Stopped > 0:
		return method.Status{State: method.Converged, Sentence: words.Sprintf("Stopped after %s: for %s the loss at the "+
			"validation points had not decreased. These are the weights of epoch %d, with the smallest loss, %s; %s.",
			words.Count(s.Stopped, "epoch"), words.Count(s.Patience, "epoch"), s.LeastAt, words.Number(s.Least), s.errorSaid())}
	case s.Steps == 0 && s.First != nil:
		return running("Before the first %s: the weights are those that are given, and %s.%s", s.StepName(), s.errorSaid(),
			s.ails())
	case s.Steps == 0 && s.greedy != nil:
		return running("Before the first %s: the weights into hidden units are those of autoencoders trained on the "+
			"inputs for %s; the others are random, and %s.%s", s.StepName(),
			words.Count(s.v.Int(pretraining), "epoch"), s.errorSaid(), s.ails())
	case s.Steps == 0:
		return running("Before the first %s: the weights are random, and %s.%s", s.StepName(), s.errorSaid(),
			s.ails())
	case !(at <= 1.5*s.first):
		return running("After %s the objective is %s, more than before the first (%s): the steps overshoot.%s", steps,
			words.Number(at), words.Number(s.first), s.smaller())
	}
	return running("After %s the objective is %s, and %s.%s", steps, words.Number(at), s.errorSaid(), s.ails())
}

// smaller says what to change if steps are too large.
func (s *state) smaller() string {
	t := words.Say(" Use a smaller learning rate")
	if rate := s.Solver.RateAt(float64(s.Epochs)); s.Solver.Schedule != network.Constant {
		t += words.Sprintf(" (by its schedule it was %s there)", words.Number(rate))
	}
	if s.Solver.Rule != network.Adam && s.Solver.Rule != network.RMSProp && s.Solver.Clip == 0 {
		t += words.Say(", or a limit for the longest gradient")
	}
	if !s.v.Bool("standardize") {
		t += words.Say(", or standardise the inputs")
	}
	return t + "."
}

// ails says what prevents a network from learning, and what to change; "" if nothing is found.
func (s *state) ails() string {
	hidden := s.Net.Layers() - 1
	if hidden == 0 {
		return ""
	}
	h := s.fares()
	if l := slices.Index(s.Net.Acts[:hidden], network.Step); l >= 0 {
		what := "the weights up to layer"
		for hidden > l+1 && s.Net.Acts[l+1] == network.Step {
			l++ // the last one matters
		}
		return words.Sprintf(" Step activations have zero slope: %s %d never move, and only those after it learn. Use "+
			"tanh or ReLU for them.", what, l+1)
	}
	if held := s.heldDown(); held != "" {
		return words.Text(" The penalty %s is so large that weights go to 0: the output is nearly constant. Use a smaller "+
			"%s.", held, held)
	}
	if s.alike() {
		return " All weights are 0, so the units of a layer are equal, all gradients before the last layer are 0, and " +
			"they stay equal. Draw other initial weights."
	}
	first, last := h.slope[0], h.slope[hidden]
	off, all := h.dead()
	m := s.measure()
	learned := m.err == 0 || m.loss < s.began/2 // after successful learning, gradients are small anyway
	switch {
	case hidden > 1 && last > 0 && first < 1e-2*last && !learned:
		return s.vanishing(h)
	case hidden > 1 && first > 1e3*last && last > 0 && !learned:
		return words.Sprintf(" The gradients of the first layer are %s times larger than those of the last one: with "+
			"this depth they explode. Use smaller initial weights, fewer layers, or a limit for the longest gradient.",
			words.Number(words.Significant(first/last, 1)))
	case off > 0 && s.layersWith(network.ReLU) > 0:
		why := words.Say("their output is 0 at every point, and they cannot learn")
		if off == 1 {
			why = words.Say("its output is 0 at every point, and it cannot learn")
		}
		says := words.Sprintf(" %s dead: %s.", words.Capital(share(off, all)), why)
		if 3*off >= all {
			says += words.Say(" Use Leaky ReLU, or a smaller learning rate.")
		}
		return says
	case 2*off > all:
		why := "there their slopes are nearly 0, and they hardly learn"
		if off == 1 {
			why = "there its slope is nearly 0, and it hardly learns"
		}
		return words.Sprintf(" %s saturated at all points: %s. Use smaller initial weights, or a higher penalty.",
			words.Capital(share(off, all)), why)
	}
	return ""
}

// layersWith returns the number of hidden layers with an activation.
func (s *state) layersWith(act network.Activation) (n int) {
	for _, a := range s.Net.Acts[:s.Net.Layers()-1] {
		if a == act {
			n++
		}
	}
	return n
}

// dead returns the number of hidden units that are flat at all points, and of all hidden units.
func (h *health) dead() (off, all int) {
	for l := range h.flat {
		for j := range h.flat[l] {
			all++
			if h.off(l, j) {
				off++
			}
		}
	}
	return off, all
}

// vanishing says that the gradients of the first layer are much smaller than those of the last, and what to change.
func (s *state) vanishing(h *health) string {
	less := "many times smaller than those"
	if first, last := h.slope[0], h.slope[len(h.slope)-1]; first > 0 {
		less = words.Text("%s times smaller than those", words.Number(words.Significant(last/first, 1)))
	}
	cure := "Take fewer layers"
	if s.layersWith(network.ReLU) == 0 {
		cure = "Use ReLU or tanh, or fewer layers"
		if s.layersWith(network.Tanh) > 0 {
			cure = "Use ReLU, fewer layers, or other initial weights"
		}
	}
	return words.Sprintf(" The gradients of the first layer are %s of the last: the first layer hardly learns. %s.",
		less, cure)
}

func share(n, all int) string {
	if n == 1 {
		return words.Sprintf("1 of %s is", words.Count(all, "hidden unit"))
	}
	return words.Sprintf("%d of %s are", n, words.Count(all, "hidden unit"))
}

// heldDown returns the penalty, α or λ, that has reduced the weights of a layer to less than a hundredth of their
// initial size, "" if there is none. Penalties below a thousandth per point are too small to be the cause.
func (s *state) heldDown() string {
	if s.Steps == 0 {
		return ""
	}
	most := func(theta []float64, l int) (top float64) {
		w, _ := s.Net.Part(theta, l)
		for _, v := range w {
			top = max(top, math.Abs(v))
		}
		return top
	}
	var began []float64
	for i, prices := range [...][]float64{s.L2, s.L1} {
		for l, price := range prices {
			if price < 1e-3 {
				continue
			}
			if began == nil {
				began = s.Start().Theta
			}
			if most(s.Theta, l) < 1e-2*most(began, l) {
				return [...]string{"α", "λ"}[i]
			}
		}
	}
	return ""
}

// alike reports whether all weights are 0.
func (s *state) alike() bool {
	for l := range s.Net.Layers() {
		w, _ := s.Net.Part(s.Theta, l)
		if slices.ContainsFunc(w, func(v float64) bool { return v != 0 }) {
			return false
		}
	}
	return true
}

// Take returns all weights and biases, layer by layer, for the parameter that holds them; nil for others.
func (s *state) Take(param string) []float64 {
	if param != weights {
		return nil
	}
	return slices.Clone(s.Theta)
}
