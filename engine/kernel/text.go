package kernel

import (
	"slices"
	"strconv"
	"strings"
)

// Text is an expression as it was written, with the numbers that stand in it.
type Text struct {
	Expr    string
	Kernel  Kernel
	Numbers []Number
	hyper   []Place
}

// Number is a number in an expression.
type Number struct {
	From, To int // its bytes
	Value    float64
	// Name is that of the parameter: "length_scale", "gamma", "degree", ...; of a
	// factor "variance", of a term "constant".
	Name string
	Axis int // of a length scale of one coordinate, from 1; else 0
	// First and Last are the kernels that it belongs to, counted from 0 in the
	// order of the expression: a variance may belong to several.
	First, Last int
	Hyper       int // which of Kernel.Hyper it is; -1 = none of them alone
}

// unread marks a number of which it is not known yet what it is a factor of.
const unread = -1

func (p *parser) note(n Number) {
	if p.read {
		p.numbers = append(p.numbers, n)
	}
}

// factors says of the numbers of a product what they are, and of which kernels.
func (p *parser) factors(from int, name string, first, last int) {
	for i := min(from, len(p.numbers)); i < len(p.numbers); i++ {
		if n := &p.numbers[i]; n.Axis == unread {
			n.Name, n.Axis, n.First, n.Last = name, 0, first, last
		}
	}
}

// Read is Parse for those who want to know where the numbers stand.
func Read(expr string) (Text, error) {
	p := &parser{s: expr, read: true}
	k, err := parse(p)
	if err != nil {
		return Text{}, err
	}
	t := Text{Expr: expr, Kernel: k, Numbers: p.numbers, hyper: Places(k)}
	kinds := Leaves(k)
	scales := make([]int, len(kinds)) // length scales of each kernel
	for _, n := range t.Numbers {
		if n.Name == "length_scale" {
			scales[n.First]++
		}
	}
	used := make([]int, len(t.hyper))
	for i := range t.Numbers {
		n := &t.Numbers[i]
		if n.Name == "value" { // of constant(1) and white(1)
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
	for i := range t.Numbers { // 2*3*rbf(1): each is part of the variance
		if n := &t.Numbers[i]; n.Hyper >= 0 && used[n.Hyper] > 1 {
			n.Hyper = -1
		}
	}
	return t, nil
}

// With is the expression with other values of Kernel.Hyper. It is written as it was,
// unless one of them is no number of its own there.
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

// Place is what a hyperparameter is, and of which kernels; see Number.
type Place struct {
	Name        string
	Axis        int
	First, Last int
}

// Places are those of k.Hyper, in its order.
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

// Leaves are the names of the kernels that k is made of, in the order of its
// expression.
func Leaves(k Kernel) []string {
	var list []string
	leaves(k, func(k Kernel) bool {
		name, _, _ := strings.Cut(k.String(), "(")
		list = append(list, name)
		return true
	})
	return list
}
