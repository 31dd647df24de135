package kernel

import "math"

// Choosing the cheapest plan: panels, nodes per panel, and estimated costs.

// Costs in ns of the inner loops, measured in WebAssembly.
const (
	costGemm  = 0.45 // a multiply-add in a matrix product
	costAxpy  = 0.8  // a multiply-add elsewhere
	costExp   = 7
	costTable = 5 // square root and look-up
)

// cost returns the estimated cost of one evaluation of k in row, in ns.
func cost(k Kernel) float64 {
	switch k := k.(type) {
	case *radial:
		switch k.form {
		case formPeriodic, formRQ:
			return 35
		case formCos:
			return 25
		case formTriangle, formBox:
			return 6
		}
		return 10
	case *wide:
		return 16
	case *tabled:
		return costTable + 3
	case laplaceL1:
		return 9
	case inner:
		if k.kind == dotSigmoid {
			return 13
		}
		return 3
	case *about:
		return 4 + 4*float64(k.degree)
	case constant, white:
		return 1
	case scaled:
		return 1 + cost(k.k)
	case minus:
		return 1 + cost(k.k)
	case sum:
		c := 0.0
		for _, t := range k.terms {
			c += 2 + cost(t)
		}
		return c
	case product:
		c := 0.0
		for _, t := range k.factors {
			c += 2 + cost(t)
		}
		return c
	}
	return 100
}

// option is a way to cover one axis: by q panels of m Chebyshev nodes each, or (m == 0) by the columns or rows of the
// grid themselves.
type option struct{ q, m int }

func (o option) nodes(count int) int {
	if o.m == 0 {
		return count
	}
	return o.q * o.m
}

// plan is a way to evaluate one kernel on the grid.
type plan struct {
	k    Kernel
	eps  float64
	axis [2]option
	cost float64 // estimated, in ns
}

var panelCounts = [...]int{1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48}

// maxNodes is the largest number of nodes per panel.
const maxNodes = 40

// options returns the ways to cover an axis with an interpolation error of at most eps.
func (f *field2) options(k Kernel, axis int, eps float64) []option {
	at := f.xs
	if axis == 1 {
		at = f.ys
	}
	count := len(at)
	opts := []option{{}}
	if eps == 0 || !fastPanels {
		return opts
	}
	if deg := degree(k); deg >= 0 && deg+1 < count {
		opts = append(opts, option{1, deg + 1})
	}
	for _, q := range panelCounts {
		if q*2 >= count {
			break
		}
		h := 0.0 // half-width of the widest panel
		for p := 0; p < q; p++ {
			h = max(h, math.Abs(at[(p+1)*count/q-1]-at[p*count/q])/2)
		}
		if m := f.chebNodes(k, axis, h, eps); m > 0 && q*m < count {
			opts = append(opts, option{q, m})
		}
	}
	return opts
}

// chebNodes returns how many Chebyshev nodes on an interval of half-width h
// interpolate k within eps, or 0 if more than maxNodes. With |k| <= M in the
// ellipse whose half-axes h·(rho±1/rho)/2 sum to h·rho, m nodes err by at most
// 4 M rho^(1-m)/(rho-1).
func (f *field2) chebNodes(k Kernel, axis int, h, eps float64) int {
	best := maxNodes + 1
	for rho := 1.25; rho < 400; rho *= 1.3 {
		b := f.bound(k, axis, h*(rho-1/rho)/2)
		if math.IsInf(b, 1) || math.IsNaN(b) {
			break
		}
		m := 1 + math.Ceil(math.Log(4*b/((rho-1)*eps))/math.Log(rho))
		best = min(best, int(max(m, 2)))
		if m > 3*maxNodes {
			break
		}
	}
	if best > maxNodes {
		return 0
	}
	return best
}

// gaussCut is where a Gaussian is cut off: exp(-gaussCut) = 1e-9.
const gaussCut = 20.7

// coverage returns the fraction of an axis of the view that a Gaussian reaches.
func (f *field2) coverage(axis int, w float64) float64 {
	if r := math.Sqrt(gaussCut / w); r < f.half[axis] {
		return r / f.half[axis]
	}
	return 1
}

// outerCost returns the cost per node and centre in gauss, for Gaussians that cover a fraction share of the nodes.
func outerCost(share float64) float64 { return min(costGemm, share*costAxpy) }

// plan chooses the cheapest way to evaluate k within eps (0: at every node).
func (f *field2) plan(k Kernel, eps float64) plan { return f.planWith(k, eps, f.fastCost(k), true) }

// planWith is plan with another cost of one evaluation; separable says that Gaussians may be factored.
func (f *field2) planWith(k Kernel, eps, c float64, separable bool) plan {
	// The error of interpolation along y is amplified by the interpolation along x, by its Lebesgue constant, which is
	// at most 1 + 2/pi ln 40 < 3.4.
	ox := f.options(k, 0, 0.3*eps)
	oy := f.options(k, 1, 0.2*eps)
	best := plan{k: k, eps: eps, cost: math.Inf(1)}
	_, wx, wy, gauss := gaussian(k)
	gauss = gauss && separable && fastGauss
	n, outs := float64(f.e.N), float64(len(f.out))
	for _, x := range ox {
		for _, y := range oy {
			mx, my := float64(x.nodes(len(f.xs))), float64(y.nodes(len(f.ys)))
			var t float64
			if gauss {
				cx, cy := f.coverage(0, wx), f.coverage(1, wy)
				t = n*(cx*mx+cy*my)*costExp + n*mx*my*outs*outerCost(cx*cy)
			} else {
				t = n * mx * my * (c + outs*costAxpy)
			}
			if x.m > 0 {
				t += outs * my * float64(len(f.xs)*x.m) * costGemm
			}
			if y.m > 0 {
				t += outs * float64(len(f.ys)*len(f.xs)*y.m) * costGemm
			}
			if t < best.cost {
				best.axis, best.cost = [2]option{x, y}, t
			}
		}
	}
	return best
}
