package kernel

import (
	"slices"
	"strconv"
	"strings"
)

// Text is an expression as written, with the numbers that it contains.
type Text struct {
	Expr    string
	Kernel  Kernel
	Numbers []Number
	hyper   []Place
}

// Number is a number in an expression.
type Number struct {
	From, To int // range of its bytes
	Value    float64
	// Name is the name of the parameter: "length_scale", "gamma", "degree", …; "variance" for a factor, "constant" for
	// a term.
	Name string
	Axis int // coordinate of a length scale of one coordinate, from 1; else 0
	// First and Last are the kernels to which it belongs, counted from 0 in the order of the expression: a variance may
	// belong to several.
	First, Last int
	Hyper       int // index in Kernel.Hyper; −1 if it is not a hyperparameter of its own
}

// unread marks a number whose role as a factor is not known yet.
const unread = -1

func (p *parser) note(n Number) {
	if p.read {
		p.numbers = append(p.numbers, n)
	}
}

// factors sets the role and the kernels of the numbers in a product.
func (p *parser) factors(from int, name string, first, last int) {
	for i := min(from, len(p.numbers)); i < len(p.numbers); i++ {
		if n := &p.numbers[i]; n.Axis == unread {
			n.Name, n.Axis, n.First, n.Last = name, 0, first, last
		}
	}
}

// Read is Parse, and also returns the positions of the numbers.
func Read(expr string) (Text, error) {
	p := &parser{s: expr, read: true}
	k, err := parse(p)
	if err != nil {
		return Text{}, err
	}
	t := Text{Expr: expr, Kernel: k, Numbers: p.numbers, hyper: Places(k)}
	kinds := Leaves(k)
	scales := make([]int, len(kinds)) // number of length scales of each kernel
	for _, n := range t.Numbers {
		if n.Name == "length_scale" {
			scales[n.First]++
		}
	}
	used := make([]int, len(t.hyper))
	for i := range t.Numbers {
		n := &t.Numbers[i]
		if n.Name == "value" { // in constant(1) and white(1)
			n.Name = kinds[n.First]
			if n.Name == "white" {
				n.Name = "noise_variance"
			}
		}
		if n.Name != "length_scale" || scales[n.First] < 2 {
			n.Axis = 0
		}
		n.Hyper = slices.IndexFunc(t.hyper, func(h Place) bool {
			return h == Place{n.Name, n.Axis, n.First, n.Last}
		})
		if n.Hyper >= 0 {
			used[n.Hyper]++
		}
	}
	for i := range t.Numbers { // in 2*3*rbf(1), each number is a part of the variance
		if n := &t.Numbers[i]; n.Hyper >= 0 && used[n.Hyper] > 1 {
			n.Hyper = -1
		}
	}
	return t, nil
}

// With returns the expression with other values of Kernel.Hyper. The text is kept otherwise, unless a hyperparameter is
// not a single number in it.
func (t Text) With(values []float64) string {
	at := make([]int, len(t.hyper))
	for i := range at {
		at[i] = slices.IndexFunc(t.Numbers, func(n Number) bool { return n.Hyper == i })
		if at[i] < 0 {
			return t.Kernel.WithHyper(values).String()
		}
	}
	var b strings.Builder
	from := 0
	for _, n := range t.Numbers {
		if n.Hyper < 0 || values[n.Hyper] == n.Value {
			continue
		}
		b.WriteString(t.Expr[from:n.From])
		b.WriteString(num(values[n.Hyper]))
		from = n.To
	}
	b.WriteString(t.Expr[from:])
	return b.String()
}

// Place describes a hyperparameter and the kernels to which it belongs; see Number.
type Place struct {
	Name        string
	Axis        int
	First, Last int
}

// Places describes k.Hyper, in its order.
func Places(k Kernel) []Place {
	var list []Place
	leaf := 0
	var walk func(k Kernel)
	walk = func(k Kernel) {
		switch k := k.(type) {
		case scaled:
			list = append(list, Place{"variance", 0, leaf, leaf + len(Leaves(k.k)) - 1})
			walk(k.k)
		case minus:
			walk(k.k)
		case sum:
			for _, t := range k.terms {
				walk(t)
			}
		case product:
			for _, f := range k.factors {
				walk(f)
			}
		default:
			for _, h := range k.Hyper() {
				p := Place{h.Name, 0, leaf, leaf}
				if axis, ok := strings.CutPrefix(h.Name, "length_scale_"); ok {
					p.Name = "length_scale"
					p.Axis, _ = strconv.Atoi(axis)
				}
				list = append(list, p)
			}
			leaf++
		}
	}
	walk(k)
	return list
}

// Leaves returns the names of the simple kernels in k, in the order of its expression.
func Leaves(k Kernel) []string {
	var list []string
	leaves(k, func(k Kernel) bool {
		name, _, _ := strings.Cut(k.String(), "(")
		list = append(list, name)
		return true
	})
	return list
}
