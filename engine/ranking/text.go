package ranking

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// axis returns the name of a component of the preferences.
func (m *model) axis(k int) string {
	share := 0.0
	if k < len(m.share) {
		share = m.share[k]
	}
	name := words.Text("preferences %s", strconv.Itoa(k+1))
	return words.Text("%s (%s %%)", name, words.Number(math.Round(1000*share)/10))
}

// said formats an order of items, the best one first.
func (m *model) said(order []int) string { return words.Join(m.named(order), " > ") }

// named returns the names of items.
func (m *model) named(items []int) (list []string) {
	for _, i := range items {
		list = append(list, m.names[i])
	}
	return list
}

// ranking formats a voter's ranking: the best items first, with = between tied items.
func (u *votes) ranking(v int, names []string) string {
	at := u.places(v)
	var order []int
	for i, x := range at {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(at[i], at[j]) })
	var s strings.Builder
	for k, i := range order {
		if k > 0 && at[order[k-1]] == at[i] {
			s.WriteString(" = ")
		} else if k > 0 {
			s.WriteString(" > ")
		}
		s.WriteString(names[i])
	}
	return s.String()
}

// equal returns the first two consecutive items with the same score in a ranking; ok is false if there are none, or the
// rule has no scores.
func (m *model) equal(r *ruled) (a, b string, ok bool) {
	for k := 1; k < len(r.order) && r.score != nil; k++ {
		if r.score[r.order[k-1]] == r.score[r.order[k]] {
			return m.names[r.order[k-1]], m.names[r.order[k]], true
		}
	}
	return "", "", false
}

func (m *model) Status() method.Status {
	r := m.answer()
	s := words.Text("%s: %s.", r.name, m.said(r.order))
	if i := m.condorcet(); i >= 0 {
		format := " %s beats every other item head to head."
		if i != r.order[0] {
			format = " %s beats every other item head to head, and this rule does not put it first."
		}
		s += words.Text(format, words.Capital(m.names[i]))
	} else if c := m.cycle(); c != nil {
		s += words.Text(" The majorities form a cycle: %s.", m.round(c))
	} else {
		s += words.Say(" No item beats every other item head to head.")
	}
	if a, b, ok := m.equal(r); ok {
		s += words.Text(" %s and %s have equal scores: they keep the order of their columns.", words.Capital(a), b)
	}
	if r.optimal > 1 {
		s += words.Text(" %s rankings have the smallest distance from the voters: shown is the first of them by the "+
			"order of the columns.", words.Capital(strconv.Itoa(r.optimal)))
	}
	return method.Status{State: method.Exact, Sentence: s}
}

// round formats a cycle.
func (m *model) round(cycle []int) string {
	return words.Text("%s > %s", m.said(cycle), m.names[cycle[0]])
}

func (m *model) Facts() []method.Fact {
	var f method.FactList
	r := m.answer()
	f.Add("ranking", m.said(r.order), "", "The items, the best one first").Call("Ranking")
	names, at := m.named(r.order), make([]int, m.m)
	for k := range at {
		at[k] = k + 1
	}
	f.Add("place", at, "", "In the ranking, 1 for the best item").By(names).Call("Place")
	if r.score != nil {
		score, says, label := make([]float64, m.m), "Points of the item by the rule", "Score"
		for k, i := range r.order {
			score[k] = r.score[i]
		}
		if r.rule == meanRank {
			says, label = "Mean rank of the item among the voters", "Mean rank"
			for k := range score {
				score[k] = -score[k]
			}
		}
		f.Add("score", score, "", says).By(names).Call(label)
	}
	f.Add("kendall_distance", r.total, "pairs", "Sum over the voters of the number of pairs that voter and ranking order "+
		"differently; a tie counts half").Call("Kendall distance")
	var tau []float64
	mean := 0.0
	for v := range m.n {
		t := m.tau(v, r.order)
		tau, mean = append(tau, t), mean+t/float64(m.n)
	}
	f.Add("mean_tau", mean, "",
		"Mean over the voters of Kendall's τ_b between voter and ranking: 1 for the same order, −1 "+
			"for the reverse").Call("Mean of Kendall's τ")
	var rules []string
	var totals []float64
	for _, q := range m.rules {
		rules, totals = append(rules, q.name), append(totals, q.total)
	}
	f.Add("kendall_distance_by_rule", totals, "pairs", "Kendall distance of the ranking that each rule makes").By(rules).
		Call("Kendall distance by rule")
	winner, cycle, length := "none", "none", 0
	if i := m.condorcet(); i >= 0 {
		winner = m.names[i]
	}
	if c := m.cycle(); c != nil {
		cycle, length = m.round(c), len(c)
	}
	f.Add("condorcet_winner", winner, "", "The item that beats every other item by a majority").Call(
		"Condorcet winner")
	f.Add("condorcet_cycle", cycle, "", "A smallest cycle of items, each of which beats the next by a majority").Call(
		"Condorcet cycle")
	f.Add("condorcet_cycle_length", length, "", "Number of items of that cycle, 0 if there is none").Hide()
	if r.optimal > 0 {
		f.Add("n_optimal", r.optimal, "", "Number of rankings with the smallest Kendall distance").Call("Optimal rankings")
	}
	rows := make([][]float64, m.m)
	for k, i := range r.order {
		for _, j := range r.order {
			rows[k] = append(rows[k], float64(m.above[i*m.m+j]))
		}
	}
	pairs := f.Add("preferences", rows, "voters", "How many voters put the item of the row above that of the "+
		"column").By(names, names...).Call("Pairwise preferences")
	if m.m > mostExact {
		pairs.Hide()
	}
	var list []string
	for v := range m.n {
		list = append(list, words.Text("Voter %s", strconv.Itoa(m.p.Number(v))))
	}
	f.Add("kendall_tau", tau, "", "Kendall's τ_b between each voter and the ranking").By(list).Hide()
	return f
}

func (m *model) Formula() string {
	r := m.answer()
	first := m.names[r.order[0]]
	of := ""
	switch r.rule {
	case borda:
		of = words.Text("B(i) = Σ_{j≠i} (N_{ij} + ½(n − N_{ij} − N_{ji})),  B(%s) = %s", first,
			words.Number(r.score[r.order[0]]))
	case meanRank:
		of = words.Text("R(i) = mean place of i over the voters who rank it,  R(%s) = %s", first,
			words.Number(-r.score[r.order[0]]))
	case copeland:
		of = words.Text("C(i) = Σ_{j≠i} ([N_{ij} > N_{ji}] + ½[N_{ij} = N_{ji}]),  C(%s) = %s", first,
			words.Number(r.score[r.order[0]]))
	case kemeny:
		of = "π̂ = argmin_{π} K(π)"
	}
	return words.Text("%s\nK(π) = Σ_{i above j} (N_{ji} + ½T_{ij}) = %s\nN_{ij}: voters who put i above j,  T_{ij}: "+
		"in one place,  n = %s", of, words.Number(r.total), strconv.Itoa(m.n))
}

// mostPairs is the maximum number of pairs listed in a voter's readout.
const mostPairs = 4

// Explain gives the ranking of the voter with row x, and how it differs from the chosen rule's.
func (m *model) Explain(x []float64, _ picture.Viewport, _ method.Shown) (e method.Explanation) {
	one := votes{n: 1, m: m.m, entry: m.entries(x[:m.m])}
	e.Answer = one.ranking(0, m.names)
	if e.Answer == "" {
		e.Answer = "no ranking"
	}
	order := m.answer().order
	e.Lines = append(e.Lines, words.Text("Kendall distance %s, τ = %s", words.Number(one.distance(0, order)),
		words.Number(words.Significant(one.tau(0, order), 3))))
	var list []string
	for k, i := range order {
		for _, j := range order[k+1:] {
			if one.entry[i] > one.entry[j] {
				list = append(list, words.Text("%s > %s", m.names[j], m.names[i]))
			}
		}
	}
	if n := len(list); n > 0 {
		s := words.Text("unlike the ranking: %s", words.Join(list[:min(n, mostPairs)], ", "))
		if n > mostPairs {
			s += ", …"
		}
		e.Lines = append(e.Lines, s)
	}
	return e
}

var itemKind = picture.KeyKind{Begins: "item", From: 1}

// Tell describes an item. A click selects the voters who rank it first, without a tie.
func (m *model) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, ok := itemKind.Number(key, m.m)
	if !ok {
		return t, false
	}
	t.Answer = words.Capital(m.names[i])
	var at, wins, losses []string
	for _, r := range m.rules {
		at = append(at, words.Text("%s %s", r.name, strconv.Itoa(slices.Index(r.order, i)+1)))
	}
	for j := range m.m {
		if m.beats(i, j) {
			wins = append(wins, m.names[j])
		} else if m.beats(j, i) {
			losses = append(losses, m.names[j])
		}
	}
	t.Lines = append(t.Lines, words.Text("rank: %s", words.Join(at, ", ")))
	if wins != nil {
		t.Lines = append(t.Lines, words.Text("beats %s", words.Join(wins, ", ")))
	}
	if losses != nil {
		t.Lines = append(t.Lines, words.Text("loses to %s", words.Join(losses, ", ")))
	}
	for v := range m.n {
		if m.places(v)[i] == 1 {
			t.Click.Rows = append(t.Click.Rows, v)
		}
	}
	t.Lines = append(t.Lines, words.Text("first for %s", words.Count(len(t.Click.Rows), "voter")))
	return t, true
}
