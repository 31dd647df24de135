package network

import "math"

// Loss is a loss function of the outputs z of a row with target y.
type Loss uint8

const (
	Squared Loss = iota // ½ Σ (z − y)²
	Binary              // one output, y in {0, 1}: ln(1 + e^{z}) − y z
	Softmax             // y is 1 for the row's class, otherwise 0: ln Σ e^{z} − Σ y z
	// one output, y in {−1, 1}: max(0, 1 − y z); several outputs, y as for Softmax: Σ max(0, 1 + z − z of the row's
	// class) over the other classes (Weston and Watkins, ESANN 1999)
	Hinge
)

// Losses is the number of losses.
const Losses = int(Hinge) + 1

// Answers converts the inputs of the output units to predictions, in place: probabilities, or the values themselves.
func (n *Net) Answers(z [][]float64) {
	switch n.Loss {
	case Binary:
		LogisticOf(z[0])
	case Softmax:
		SoftmaxOf(z)
	}
}

// SoftmaxOf converts sums to probabilities, in place. z has one list of rows for each output.
func SoftmaxOf(z [][]float64) {
	for k := range z[0] {
		top := math.Inf(-1)
		for _, c := range z {
			top = max(top, c[k])
		}
		sum := 0.0
		for _, c := range z {
			c[k] = math.Exp(c[k] - top)
			sum += c[k]
		}
		for _, c := range z {
			c[k] /= sum
		}
	}
}

// Value returns the total loss of the rows that Forward has computed. y holds columns of targets, and the rows are
// from..to of these.
func (t *Tile) Value(y [][]float64, from, to int) (sum float64) {
	z := t.a[t.net.Layers()]
	if t.net.Loss == Hinge {
		for k := range to - from {
			sum += hinge(z, y, k, from+k)
		}
		return sum
	}
	for k := range to - from {
		top := 0.0
		if t.net.Loss == Softmax {
			top = z[0][k]
		}
		for _, c := range z {
			top = max(top, c[k])
		}
		e := 0.0
		for o, c := range z {
			goal := y[o][from+k]
			if t.net.Loss == Squared {
				e += (c[k] - goal) * (c[k] - goal) / 2
				continue
			}
			e += math.Exp(c[k] - top)
			sum -= goal * (c[k] - top)
		}
		switch t.net.Loss {
		case Squared:
			sum += e
		case Binary: // the other output is 0, with target 1 − y
			sum += math.Log(e+math.Exp(-top)) + (1-y[0][from+k])*top
		case Softmax:
			sum += math.Log(e)
		}
	}
	return sum
}

// hinge returns the loss of row k of z, whose targets are row at of y.
func hinge(z, y [][]float64, k, at int) (sum float64) {
	if len(z) == 1 {
		return max(0, 1-y[0][at]*z[0][k])
	}
	own := ownClass(y, at)
	for o, c := range z {
		if o != own {
			sum += max(0, 1+c[k]-z[own][k])
		}
	}
	return sum
}

// ownClass returns the output whose target is 1.
func ownClass(y [][]float64, at int) int {
	for o, c := range y {
		if c[at] > 0 {
			return o
		}
	}
	return 0
}

// derive writes weight times the derivative of the losses by the inputs of the output units, for rows from..to of the
// targets. Except for Hinge, it replaces the outputs of the tile by the predictions (Answers).
func (t *Tile) derive(y [][]float64, from, to int, weight float64) {
	last := t.net.Layers()
	z, d := t.a[last], t.d[last]
	if t.net.Loss == Hinge {
		for k := range to - from {
			if len(z) == 1 {
				if d[0][k] = 0; y[0][from+k]*z[0][k] < 1 {
					d[0][k] = -weight * y[0][from+k]
				}
				continue
			}
			own, sum := ownClass(y, from+k), 0.0
			for o := range z {
				if d[o][k] = 0; o != own && 1+z[o][k]-z[own][k] > 0 {
					d[o][k] = weight
					sum += weight
				}
			}
			d[own][k] = -sum
		}
		return
	}
	t.net.Answers(z)
	for o, d := range d {
		p, goal := z[o][:len(d)], y[o][from:to][:len(d)]
		for k := range d {
			d[k] = weight * (p[k] - goal[k])
		}
	}
}
