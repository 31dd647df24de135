package kernel

import (
	"math"
	"strconv"
	"strings"
)

// form is the profile phi(s) of a radial kernel; s is the scaled squared distance.
type form uint8

const (
	formRBF      form = iota // exp(-s/2), s = r²/l²
	formRBFGamma             // exp(-s), s = gamma r²
	formLaplace              // exp(-√s), s = gamma² r²
	formMatern12             // exp(-√s), s = r²/l²
	formMatern32             // (1+u) exp(-u), u = √(3s)
	formMatern52             // (1+u+u²/3) exp(-u), u = √(5s)
	formRQ                   // (1 + s/(2 alpha))^-alpha
	formPeriodic             // exp(-2 sin²(pi √s/period)/l²), s = r²
	formCos                  // cos(2 pi √s), s = r²/period²
	formTriangle             // max(0, 1 - √s), s = r²/l²
	formBox                  // 1 where s < 1, else 0, s = r²/l²
)

var formNames = [...]string{"rbf", "rbf", "laplacian", "matern12", "matern32", "matern52", "rq", "periodic", "cos",
	"triangle", "box"}

// radial is a kernel of r = |x - z|, or of the distance with one length scale
// per coordinate.
type radial struct {
	form  form
	par   []float64 // length scales, gamma, or the period of cos; of the periodic kernel: its l
	shape float64   // rq: alpha; periodic: period
	w     []float64 // s = Σ w[d]·(x[d]−z[d])²; a single w applies to all coordinates
}

func newRadial(f form, par []float64, shape float64) *radial {
	k := &radial{form: f, par: par, shape: shape, w: make([]float64, len(par))}
	for i, p := range par {
		switch f {
		case formRBFGamma:
			k.w[i] = p
		case formLaplace:
			k.w[i] = p * p
		case formPeriodic:
			k.w[i] = 1
		default:
			k.w[i] = 1 / (p * p)
		}
	}
	return k
}

// The constructors do not check their arguments, which must be positive, finite numbers. Parse and ByName do. More than
// one length scale means one per coordinate (automatic relevance determination); CheckDim checks their number.

// RBF returns exp(-r²/(2 l²)), the Gaussian kernel by length scale.
func RBF(length ...float64) Kernel { return newRadial(formRBF, clone(length), 0) }

// RBFGamma returns exp(-gamma r²), the Gaussian kernel as scikit-learn's SVC has it.
func RBFGamma(gamma float64) Kernel { return newRadial(formRBFGamma, []float64{gamma}, 0) }

// Laplacian returns exp(-gamma r) with the Euclidean norm.
func Laplacian(gamma float64) Kernel { return newRadial(formLaplace, []float64{gamma}, 0) }

// RQ returns the rational quadratic kernel (1 + r²/(2 alpha l²))^-alpha.
func RQ(length, alpha float64) Kernel { return newRadial(formRQ, []float64{length}, alpha) }

// Periodic returns exp(-2 sin²(pi r/period)/l²). It is positive definite on the
// line, not in the plane (r is the Euclidean distance, as in scikit-learn).
func Periodic(length, period float64) Kernel {
	return newRadial(formPeriodic, []float64{length}, period)
}

// Cos returns cos(2 pi r/period). On the line it is positive definite, with one frequency; in the plane it is not.
func Cos(period float64) Kernel { return newRadial(formCos, []float64{period}, 0) }

// Triangle returns max(0, 1 - r/l). On the line it is positive definite, as its Fourier transform is a square; in the
// plane it is not.
func Triangle(length float64) Kernel { return newRadial(formTriangle, []float64{length}, 0) }

// Box returns 1 where r < l, and 0 elsewhere. Its Fourier transform is negative at some frequencies, so it is not
// positive definite, not even on the line.
func Box(length float64) Kernel { return newRadial(formBox, []float64{length}, 0) }

func clone(a []float64) []float64 {
	if len(a) == 0 {
		return []float64{1}
	}
	return append([]float64(nil), a...)
}

// dist2 returns the scaled squared distance.
func (k *radial) dist2(x, z []float64) float64 {
	s := 0.0
	if len(k.w) == 1 {
		for i, v := range x {
			d := v - z[i]
			s += d * d
		}
		return k.w[0] * s
	}
	for i, v := range x {
		d := v - z[i]
		s += k.w[i] * d * d
	}
	return s
}

// phi returns the profile at s.
func (k *radial) phi(s float64) float64 {
	switch k.form {
	case formRBF:
		return math.Exp(-s / 2)
	case formRBFGamma:
		return math.Exp(-s)
	case formLaplace, formMatern12:
		return math.Exp(-math.Sqrt(s))
	case formMatern32:
		u := math.Sqrt(3 * s)
		return (1 + u) * math.Exp(-u)
	case formMatern52:
		u := math.Sqrt(5 * s)
		return (1 + u + u*u/3) * math.Exp(-u)
	case formRQ:
		return math.Exp(-k.shape * math.Log1p(s/(2*k.shape)))
	case formCos:
		return math.Cos(2 * math.Pi * math.Sqrt(s))
	case formTriangle:
		return max(0, 1-math.Sqrt(s))
	case formBox:
		if s < 1 {
			return 1
		}
		return 0
	default:
		v := math.Sin(math.Pi * math.Sqrt(s) / k.shape)
		return math.Exp(-2 * v * v / (k.par[0] * k.par[0]))
	}
}

// slope returns the derivative of phi at s, given phi(s). It is not used for the periodic, cosine, triangular and box
// kernels. At s = 0, where the Laplacian has no derivative, it is 0, since it always multiplies a squared difference.
func (k *radial) slope(s, phi float64) float64 {
	switch k.form {
	case formRBF:
		return -phi / 2
	case formRBFGamma:
		return -phi
	case formLaplace, formMatern12:
		if s == 0 {
			return 0
		}
		return -phi / (2 * math.Sqrt(s))
	case formMatern32:
		return -1.5 * phi / (1 + math.Sqrt(3*s))
	case formMatern52:
		u := math.Sqrt(5 * s)
		return -5. / 6 * (1 + u) * phi / (1 + u + u*u/3)
	default: // formRQ
		return -phi / (2 + s/k.shape)
	}
}

func (k *radial) Eval(x, z []float64) float64 { return k.phi(k.dist2(x, z)) }

func (k *radial) Grad(x, z []float64, _ bool, grad []float64) float64 {
	s := k.dist2(x, z)
	v := k.phi(s)
	k.gradAt(s, v, x, z, grad)
	return v
}

// gradAt writes the derivatives with respect to the logarithms of the hyperparameters.
func (k *radial) gradAt(s, v float64, x, z, grad []float64) {
	switch k.form {
	case formBox:
		return
	case formCos:
		a := 2 * math.Pi * math.Sqrt(s)
		grad[0] = a * math.Sin(a)
		return
	case formTriangle:
		grad[0] = 0
		if s < 1 {
			grad[0] = math.Sqrt(s)
		}
		return
	case formRBFGamma:
		grad[0] = -s * v
		return
	case formLaplace:
		grad[0] = -math.Sqrt(s) * v
		return
	case formPeriodic:
		l2 := k.par[0] * k.par[0]
		a := math.Pi * math.Sqrt(s) / k.shape
		sin, cos := math.Sincos(a)
		grad[0] = v * 4 * sin * sin / l2
		grad[1] = v * 4 * sin * cos * a / l2
		return
	case formRQ:
		t := s / (2 * k.shape)
		grad[1] = k.shape * v * (t/(1+t) - math.Log1p(t))
	}
	p := k.slope(s, v)
	if len(k.w) == 1 {
		grad[0] = -2 * s * p
		return
	}
	for i, w := range k.w {
		d := x[i] - z[i]
		grad[i] = -2 * w * d * d * p
	}
}

// Hyper leaves out the length of a box, as the derivative with respect to it is 0 except at the jump.
func (k *radial) Hyper() []Hyper {
	name := "length_scale"
	switch k.form {
	case formBox:
		return nil
	case formRBFGamma, formLaplace:
		name = "gamma"
	case formCos:
		name = "period"
	}
	var h []Hyper
	for i, p := range k.par {
		n := name
		if len(k.par) > 1 {
			n += "_" + strconv.Itoa(i+1)
		}
		h = append(h, Hyper{n, p})
	}
	switch k.form {
	case formRQ:
		h = append(h, Hyper{"alpha", k.shape})
	case formPeriodic:
		h = append(h, Hyper{"period", k.shape})
	}
	return h
}

func (k *radial) WithHyper(v []float64) Kernel {
	if k.form == formBox {
		return k
	}
	n := len(k.par)
	shape := k.shape
	if len(v) > n {
		shape = v[n]
	}
	return newRadial(k.form, append([]float64(nil), v[:n]...), shape)
}

func (k *radial) String() string {
	args := make([]string, 0, 4)
	for _, p := range k.par {
		args = append(args, num(p))
	}
	switch k.form {
	case formRBFGamma:
		args[0] = "gamma=" + args[0]
	case formRQ, formPeriodic:
		args = append(args, num(k.shape))
	}
	return formNames[k.form] + "(" + strings.Join(args, ", ") + ")"
}

// laplaceL1 is exp(-gamma (|x1-z1| + |x2-z2| + ...)), scikit-learn's Laplacian.
type laplaceL1 struct{ gamma float64 }

// LaplacianL1 returns exp(-gamma |x-z|₁), the Laplacian kernel with the l1 norm.
func LaplacianL1(gamma float64) Kernel { return laplaceL1{gamma} }

func (k laplaceL1) dist(x, z []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += math.Abs(v - z[i])
	}
	return s
}

func (k laplaceL1) Eval(x, z []float64) float64 { return math.Exp(-k.gamma * k.dist(x, z)) }
func (k laplaceL1) Grad(x, z []float64, _ bool, grad []float64) float64 {
	s := k.gamma * k.dist(x, z)
	v := math.Exp(-s)
	grad[0] = -s * v
	return v
}
func (k laplaceL1) Hyper() []Hyper               { return []Hyper{{"gamma", k.gamma}} }
func (k laplaceL1) WithHyper(v []float64) Kernel { return laplaceL1{v[0]} }
func (k laplaceL1) String() string               { return "laplacian(" + num(k.gamma) + ", norm=l1)" }

func num(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
