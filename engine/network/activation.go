package network

import "math"

// Activation is an activation function: a unit's output as a function of its sum z.
type Activation uint8

const (
	Identity  Activation = iota // z
	Tanh                        // tanh z, from −1 to 1
	ReLU                        // max(0, z)
	Logistic                    // 1/(1 + e^{−z})
	LeakyReLU                   // z, or Leak·z below 0
	ELU                         // z, or e^{z} − 1 below 0 (Clevert, Unterthiner and Hochreiter, ICLR 2016)
	Step                        // 1 if z > 0, otherwise 0; its gradient is 0, so weights before it can't be trained
)

// Activations is the number of activations.
const Activations = int(Step) + 1

// Leak is the slope of LeakyReLU below 0 (Maas, Hannun and Ng, ICML 2013).
const Leak = 0.01

// String returns the name in documents: that of scikit-learn or PyTorch, if one of them has the function.
func (act Activation) String() string {
	return [Activations]string{"identity", "tanh", "relu", "logistic", "leaky_relu", "elu", "step"}[act]
}

// ActivationOf returns the activation of a name; ok is false if there is none.
func ActivationOf(name string) (act Activation, ok bool) {
	for act := range Activation(Activations) {
		if act.String() == name {
			return act, true
		}
	}
	return 0, false
}

// Of applies the activation to each sum, in place.
func (act Activation) Of(z []float64) {
	switch act {
	case Tanh:
		TanhOf(z, 1)
	case Logistic:
		LogisticOf(z)
	case ReLU:
		for k, v := range z {
			if v < 0 {
				z[k] = 0
			}
		}
	case LeakyReLU:
		for k, v := range z {
			if v < 0 {
				z[k] = Leak * v
			}
		}
	case ELU:
		for k, v := range z {
			if v < 0 {
				z[k] = math.Expm1(v)
			}
		}
	case Step:
		for k, v := range z {
			switch {
			case v > 0:
				z[k] = 1
			case v <= 0:
				z[k] = 0
			}
		}
	}
}

// Steepen multiplies d by the derivative of the activation, given the unit's output a. At the corner of ReLU and
// LeakyReLU it uses the derivative from below.
func (act Activation) Steepen(d, a []float64) {
	a = a[:len(d)]
	switch act {
	case Tanh:
		steepenTanh(d, a)
	case Logistic:
		for k := range d {
			d[k] *= a[k] * (1 - a[k])
		}
	case ReLU:
		for k := range d {
			if !(a[k] > 0) {
				d[k] = 0
			}
		}
	case LeakyReLU:
		for k := range d {
			if !(a[k] > 0) {
				d[k] *= Leak
			}
		}
	case ELU:
		for k := range d {
			if !(a[k] > 0) {
				d[k] *= 1 + a[k]
			}
		}
	case Step:
		clear(d)
	}
}
