package network

import (
	"math"
	"math/rand/v2"
)

// Init is the distribution of the initial weights.
type Init uint8

const (
	// Auto draws weights and biases uniformly from (−r, r). As in scikit-learn, r is √(6/(inputs + outputs)) of the
	// layer, or √(2/(inputs + outputs)) with the logistic function (Glorot and Bengio, AISTATS 2010). For layers with
	// ReLU and similar activations r is √(6/inputs) (He et al., ICCV 2015), since half of the units output 0.
	Auto   Init = iota
	Glorot      // uniform in (−r, r), r = √(6/(inputs + outputs)); biases are 0
	He          // normal, variance 2/inputs; biases are 0
	LeCun       // normal, variance 1/inputs; biases are 0 (LeCun et al., Efficient BackProp, 1998)
	Small       // normal, standard deviation 0.01; biases are 0
	Large       // normal, standard deviation 3; biases are 0
	Zeros       // all 0: units of a layer stay equal forever
)

// Inits is the number of distributions.
const Inits = int(Zeros) + 1

// String returns the name in documents.
func (i Init) String() string {
	return [Inits]string{"auto", "glorot", "he", "lecun", "small", "large", "zeros"}[i]
}

// InitOf returns the distribution of a name; ok is false if there is none.
func InitOf(name string) (i Init, ok bool) {
	for i := range Init(Inits) {
		if i.String() == name {
			return i, true
		}
	}
	return 0, false
}

// Initial returns random parameters.
func (n *Net) Initial(seed uint64, how Init) []float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	theta := make([]float64, n.Dim())
	for l := range n.Layers() {
		in, out := float64(n.Sizes[l]), float64(n.Sizes[l+1])
		w, b := n.Part(theta, l)
		if how == Auto {
			bound := math.Sqrt(6 / (in + out))
			act := n.Acts[l]
			if l > 0 && l+1 == n.Layers() && n.Acts[l-1] == Logistic {
				act = Logistic // as in scikit-learn
			}
			switch act {
			case Logistic:
				bound = math.Sqrt(2 / (in + out))
			case ReLU, LeakyReLU, ELU:
				bound = math.Sqrt(6 / in)
			}
			for _, list := range [...][]float64{w, b} {
				for k := range list {
					list[k] = bound * (2*r.Float64() - 1)
				}
			}
			continue
		}
		for k := range w {
			switch how {
			case Glorot:
				w[k] = math.Sqrt(6/(in+out)) * (2*r.Float64() - 1)
			case He:
				w[k] = math.Sqrt(2/in) * r.NormFloat64()
			case LeCun:
				w[k] = math.Sqrt(1/in) * r.NormFloat64()
			case Small:
				w[k] = 0.01 * r.NormFloat64()
			case Large:
				w[k] = 3 * r.NormFloat64()
			}
		}
	}
	return theta
}
