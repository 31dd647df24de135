package methodtest

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pointscape/engine/method"
)

// groups checks the groups that color the points, on ordinary data, for each variant and at several steps.
func groups(t T, m method.Method) {
	variants := inTurn(&m, 2)
	for _, v := range variants {
		model, p := fit(t, m, Points(m.TaskOf(v.Params), 30, 17), v.Params, nil)
		if model == nil {
			continue // other checks require a model
		}
		grouped(t, v.Name, &m, model, p)
		st := model.Can().Stepper
		if st == nil {
			continue
		}
		end := model.Can().Groups != nil
		for _, k := range []int{0, st.Steps() / 2, st.Steps()} {
			stage := st.Stage(k)
			if stage.Can().Groups != nil != end {
				t.Errorf("%s: the points are grouped at the end or at stage %d of %d, not at both", v.Name, k, st.Steps())
			}
			grouped(t, v.Name, &m, stage, p)
		}
		if g := model.Can(); g.Groups != nil && !reflect.DeepEqual(g.Groups(nil),
			st.Stage(st.Steps()).Can().Groups(nil)) {
			t.Errorf("%s: the last stage groups the points otherwise than the model", v.Name)
		}
	}
}

// grouped checks the groups of one model.
func grouped(t T, what string, of *method.Method, model method.Model, p *method.Problem) {
	t.Helper()
	m := model.Can()
	if m.Groups == nil {
		return
	}
	var show method.Shown
	for _, s := range of.Shows {
		if m.Groups(show).Of == nil {
			show = method.Shown{s.Name: true}
		}
	}
	g := m.Groups(show)
	if g.Of == nil {
		return // no groups for these data and parameters
	}
	if len(g.Of) != p.N || g.Weight != nil && len(g.Weight) != p.N {
		t.Fatalf("%s: groups of %d points with %d weights; there are %d points", what, len(g.Of), len(g.Weight), p.N)
	}
	if g.K < 1 {
		t.Errorf("%s: %d groups", what, g.K)
	}
	for i, of := range g.Of {
		if of != method.NoGroup && (of < 0 || of >= g.K) {
			t.Errorf("%s: point %d is in group %d of %d", what, p.Number(i), of, g.K)
			break
		}
	}
	for i, w := range g.Weight {
		if !(w >= 0 && w <= 1) {
			t.Errorf("%s: point %d weighs %v", what, p.Number(i), w)
			break
		}
	}
	if g.Shares != nil && len(g.Shares) != p.N*g.K {
		t.Fatalf("%s: %d shares of %d points in %d groups", what, len(g.Shares), p.N, g.K)
	}
	for i := range len(g.Shares) / g.K {
		row, sum := g.Shares[i*g.K:(i+1)*g.K], 0.0
		for _, s := range row {
			if sum += s; !(s >= 0) {
				t.Errorf("%s: a group has a share of %v in point %d", what, s, p.Number(i))
			}
		}
		if math.Abs(sum-1) > 1e-9 || g.Of[i] == method.NoGroup || row[g.Of[i]] < slices.Max(row) {
			t.Errorf("%s: point %d of group %d is shared as %v", what, p.Number(i), g.Of[i], row)
		}
	}
	// The name is used in "Cluster 2" and "points in each cluster".
	if first, _ := utf8.DecodeRuneInString(g.Name); !unicode.IsLower(first) || strings.TrimSpace(g.Name) != g.Name ||
		strings.ContainsAny(g.Name, "0123456789.,") || len(g.Name) > 24 {
		t.Errorf("%s: %q is no name of a group", what, g.Name)
	}
	phrase := func(s string) bool {
		return s != "" && strings.TrimSpace(s) == s && !strings.HasSuffix(s, ".") && len([]rune(s)) <= 90
	}
	if !phrase(g.Says) {
		t.Errorf("%s: %q says nothing of the colours", what, g.Says)
	}
	if (g.Weight != nil) != phrase(g.Fainter) || g.Fainter != "" && g.Fainter == g.Says {
		t.Errorf("%s: with %d weights, %q is said of faint points", what, len(g.Weight), g.Fainter)
	}
	if !reflect.DeepEqual(g, m.Groups(show)) {
		t.Errorf("%s: the groups are others when they are asked for again", what)
	}
}
