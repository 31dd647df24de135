package linear

import (
	"math"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// sum formats an affine function: "1.5 x₁ − 2 x₂ + 0.5".
func sum(f []float64) string { return sumOf("x", f) }

// sumOf is sum for inputs with the name x.
func sumOf(x string, f []float64) string {
	d := len(f) - 1
	s := words.Text("%s %s", words.Number(f[0]), x)
	if d == 1 {
		return s + words.Term(f[1])
	}
	s += words.Index(1)
	for j := 1; j < d; j++ {
		s += words.Text("%s %s%s", words.Term(f[j]), x, words.Index(j+1))
	}
	return s + words.Term(f[d])
}

// worked formats w·x + b with numbers: "1.5·0.2 − 2·0.4 + 0.5".
func worked(w, x []float64, b float64) string {
	s := ""
	for j, c := range w {
		s += words.TermAt(j, c) + "·" + bracketed(x[j])
	}
	return s + words.Term(b)
}

// bracketed formats a factor, in brackets if it is negative.
func bracketed(v float64) string {
	if v < 0 {
		return "(" + words.Number(v) + ")"
	}
	return words.Number(v)
}

// goal returns the objective in symbols, and with the numbers of the stage.
func (s *stage) goal() string {
	return strings.NewReplacer("xᵢ", s.p.Symbol()+"ᵢ", "| x)", words.Text("| %s)", s.p.Symbol())).Replace(s.goalOfX())
}

func (s *stage) goalOfX() string {
	o := s.o
	losses, pen := o.parts(s.theta)
	cost, of := o.loss.formula(), ",  m = yᵢ f(xᵢ)"
	switch {
	case o.class != nil:
		cost, of = "−ln P(yᵢ | xᵢ)", words.Say(",  −ln P(c | x) = LSE(f) − f_{c},  LSE(f) = ln Σ e^{f_{k}}")
	case !o.loss.ofMargin():
		of = ",  r = yᵢ − f(xᵢ)"
	}
	if strings.Contains(cost, "ε") {
		of += words.Text(",  ε = %s", words.Number(o.eps))
	}
	all := words.Number(s.run.Value[s.k])
	if o.rows > 1 && o.class == nil {
		of, all = words.Text("  for each class against the rest%s", of), words.Text("%s  in all", all)
	}
	if o.priced {
		return words.Sprintf("min J = ½‖w‖² + C Σ %s%s\nJ = %s + %s·%s = %s", cost, of, words.Number(pen),
			words.Number(o.weight), words.Number(losses), all)
	}
	penalty := s.penalty()
	nature := ""
	if !s.proba {
		nature = words.Text("\nThe %s loss is %s", o.loss.called(), o.loss.nature())
	}
	if penalty == "" {
		return words.Text("min J = Σ %s%s\nJ = %s%s", bracketedSum(cost), of, all, nature)
	}
	if s.v.String("penalty") == "elasticnet" {
		of += words.Text(",  ρ = %s", words.Number(s.v.Float("l1_ratio")))
	}
	return words.Sprintf("min J = Σ %s + %s%s,  λ = %s\nJ = %s + %s = %s", bracketedSum(cost), penalty, of,
		words.Number(s.v.Float("alpha")), words.Number(losses), words.Number(pen), all) + nature + s.prior()
}

// prior describes the prior that the penalty of a probabilistic model corresponds to: the result is the maximum a
// posteriori estimate.
func (s *stage) prior() string {
	if !s.proba {
		return ""
	}
	alpha := s.v.Float("alpha")
	switch s.v.String("penalty") {
	case "l1":
		return words.Text("\nλ ‖w‖₁ = −ln p(w) + constant of the prior: each wⱼ Laplace with the scale 1/λ = %s",
			words.Number(1/alpha))
	case "l2":
		return words.Text("\nλ/2 ‖w‖² = −ln p(w) + constant of the prior w ~ N(0, σ²I),  σ = 1/√λ = %s",
			words.Number(1/math.Sqrt(alpha)))
	}
	return ""
}

// bracketedSum puts the term of a sum in brackets if the text after the sum could be read as a part of it.
func bracketedSum(term string) string {
	if strings.Contains(term, " where ") {
		return "(" + term + ")"
	}
	return term
}

// penalty returns the penalty in symbols; "" if there is none.
func (s *stage) penalty() string {
	if s.v.Float("alpha") == 0 {
		return ""
	}
	switch s.v.String("penalty") {
	case "l2":
		return "λ/2 ‖w‖²"
	case "l1":
		return "λ ‖w‖₁"
	case "elasticnet":
		return "λ (ρ ‖w‖₁ + (1 − ρ)/2 ‖w‖²)"
	case "mahalanobis":
		return "λ/2 wᵀSw"
	}
	return ""
}

func fact(name string, value any, meaning string) method.Fact {
	return method.Fact{Name: name, Value: value, Meaning: meaning}
}

// quiet returns a fact for programs, which the page does not show.
func quiet(name string, value any, meaning string) method.Fact {
	return method.Fact{Name: name, Value: value, Meaning: meaning, Quiet: true}
}
