package kernelparam

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// Live describes the numbers in a kernel's expression.
var Live = &method.Live{Hyper: hyper}

// named is Live for a parameter that may also be a kernel's name with its parameters.
var named = &method.Live{Hyper: hyper, Rewrite: rewrite}

// hyper returns the numbers in an expression. A name has none.
func hyper(v method.Values) []method.Hyper {
	t, err := kernel.Read(v.String("kernel"))
	if err != nil {
		return nil
	}
	terms := termsOf(t.Kernel)
	list := make([]method.Hyper, len(t.Numbers))
	for i, n := range t.Numbers {
		h := called(kernel.Place{Name: n.Name, Axis: n.Axis, First: n.First, Last: n.Last}, terms)
		h.From, h.To, h.Value = n.From, n.To, n.Value
		h.reach(n.Name)
		list[i] = h.Hyper
	}
	return list
}

// Names returns the names of the hyperparameters of a kernel, in the order of its Hyper: within a line, and as titles.
func Names(k kernel.Kernel) (names, titles []string) {
	terms := termsOf(k)
	for _, p := range kernel.Places(k) {
		h := called(p, terms)
		names, titles = append(names, h.Name()), append(titles, h.Title())
	}
	return names, titles
}

// one is a hyperparameter that is being described.
type one struct{ method.Hyper }

// namesOf maps the parameters of kernels to their names and symbols.
var namesOf = map[string][2]string{
	"length_scale":   {"length scale", "ℓ"},
	"period":         {"period", "p"},
	"variance":       {"variance", "σ²"},
	"constant":       {"constant", "c"},
	"noise_variance": {"noise variance", "σₙ²"},
	"gamma":          {"coefficient", "γ"},
	"alpha":          {"mixture of scales", "α"},
	"coef0":          {"constant", "c₀"},
	"degree":         {"degree", "d"},
}

func called(p kernel.Place, terms []string) one {
	w := namesOf[p.Name]
	h := one{method.Hyper{Label: w[0], Symbol: w[1]}}
	if p.Axis > 0 {
		h.Symbol += string([]rune("₀₁₂₃₄")[p.Axis])
	}
	if p.First > 0 || p.Last < len(terms)-1 {
		h.Term = terms[p.First]
		for _, t := range terms[p.First+1 : p.Last+1] {
			h.Term += ", " + t
		}
	}
	return h
}

// termsOf returns the names of the kernels in an expression; repeated names are numbered.
func termsOf(k kernel.Kernel) []string {
	list := kernel.Leaves(k)
	out := slices.Clone(list)
	count := map[string]int{}
	for i, name := range list {
		count[name]++
		if slices.Index(list, name) < i || slices.Contains(list[i+1:], name) {
			out[i] += " " + strconv.Itoa(count[name])
		}
	}
	return out
}

// reach sets the range of the slider: suitable for data in the unit square, as for the parameters of a named kernel,
// and extended to include the value.
func (h *one) reach(name string) {
	h.Log = true
	switch name {
	case "length_scale", "period":
		h.Lo, h.Hi = 0.01, 10
	case "variance", "constant", "alpha":
		h.Lo, h.Hi = 0.01, 100
	case "noise_variance":
		h.Lo, h.Hi = 1e-6, 1
	case "gamma":
		h.Lo, h.Hi = 0.1, 1000
	case "coef0":
		h.Lo, h.Hi, h.Log = min(-2, math.Floor(h.Value)), max(2, math.Ceil(h.Value)), false
		return
	case "degree":
		h.Lo, h.Hi, h.Log, h.Whole = min(1, h.Value), max(8, h.Value), false, true
		return
	}
	e := math.Log10(h.Value)
	h.Lo, h.Hi = min(h.Lo, math.Pow(10, math.Floor(e))), max(h.Hi, math.Pow(10, math.Ceil(e)))
}

// rewrite converts a named kernel with its parameters into an expression, and an expression that equals a named kernel
// into the name.
func rewrite(v method.Values, to string) (map[string]any, bool) {
	k, err := Of(v, 2)
	if err != nil {
		return nil, false
	}
	if to == "*" {
		return map[string]any{"kernel": kernel.AsExpression(k)}, true
	}
	n, ok := kernel.NameOf(k)
	if !ok || n.Name != to {
		return nil, false
	}
	params := map[string]any{"kernel": to}
	if n.Gamma > 0 {
		params["gamma"] = n.Gamma
	}
	switch to {
	case "poly":
		params["coef0"], params["degree"] = n.Coef0, n.Degree
	case "sigmoid":
		params["coef0"] = n.Coef0
	case "laplacian":
		params["norm"] = n.Norm
	}
	return params, true
}
