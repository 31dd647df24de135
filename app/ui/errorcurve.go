package ui

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has the form of the document's study of errors (doc.Study): over which values, and of which fits.

// asked returns a copy of the document's study, or the one that is proposed if it has none: 5-fold cross-validation of
// the present setting. For unsupervised methods it goes over the first suitable parameter, or else over the number of
// points.
func (st *studies) asked() doc.Study {
	if s := st.editor.Now().Study; s != nil {
		return *s.Clone()
	}
	if st.editor.Task().Supervised() {
		return doc.Study{Folds: 5}
	}
	s := doc.Study{Over: doc.SampleSize, Folds: 5}
	if names := st.names(); len(names) > 0 {
		s.Over = names[0]
	}
	return s
}

// names returns the names of the parameters that a study can go over with the present data.
func (st *studies) names() []string {
	in, now := st.editor.Info(), st.editor.Now()
	return slices.DeleteFunc(in.StudiedNames(now.Params), func(name string) bool {
		return !in.Offers(in.Param(name), &now)
	})
}

// sets says which training sets a study fits the method to; see doc.Study.
type sets struct {
	folds, repeats, draws int
	bootstrap, seeds      bool
}

// sampling has the offered kinds of training sets with their names.
var sampling = []struct {
	sets
	says string
}{
	{sets{}, "one fit, no resampling"},
	{sets{folds: 5}, "5-fold cross-validation"},
	{sets{folds: 10}, "10-fold cross-validation"},
	{sets{folds: 10, repeats: 5}, "10-fold cross-validation, 5 times"},
	{sets{draws: 20}, "20 new draws of the data"},
	{sets{draws: 200}, "200 new draws of the data"},
	{sets{draws: 50, bootstrap: true}, "50 bootstrap samples"},
	{sets{draws: 500, bootstrap: true}, "500 bootstrap samples"},
	{sets{draws: 20, seeds: true}, "20 random seeds"},
	{sets{draws: 200, seeds: true}, "200 random seeds"},
}

func sampled(s doc.Study) sets {
	return sets{s.Folds, s.Repeats, s.Draws, s.Bootstrap, s.Seeds}
}

// String returns the name of the sets, even if they are not among those offered.
func (s sets) String() string {
	for _, way := range sampling {
		if way.sets == s {
			return way.says
		}
	}
	switch {
	case s.folds > 0 && s.repeats > 1:
		return words.Text("%s-fold cross-validation, %s", strconv.Itoa(s.folds), words.Count(s.repeats, "time"))
	case s.folds > 0:
		return words.Text("%s-fold cross-validation", strconv.Itoa(s.folds))
	case s.seeds:
		return words.Count(s.draws, "random seed")
	case s.bootstrap:
		return words.Count(s.draws, "bootstrap sample")
	}
	return words.Text("%s of the data", words.Count(s.draws, "new draw"))
}

// errorCurve returns the form of the study of errors.
func (f *Facts) errorCurve() app.UI {
	k := f.core
	s, info := k.studies.asked(), k.editor.Info()
	names := k.studies.names()
	label := func(name string) string {
		if p := info.Param(name); p != nil {
			return p.Label
		}
		return name
	}
	list := func(id, says string, options ...app.UI) app.UI {
		return box("div.row", box("div.head",
			el("label.label for=study-$|$", id, says),
			box("div.select",
				nest(listen(el("select id=study-$ data-study=$", id, id), "change", f.onStudied), options...),
				icon("down"))))
	}
	option := func(value, says, now string) app.UI {
		return el("option value=$ selected=$|$", value, strconv.FormatBool(value == now), says)
	}
	// A parameter that the document names is listed even if it does not suit: computing the study then gives the error.
	known := func(name string) bool {
		for _, n := range names {
			if n == name {
				return true
			}
		}
		return name == "" || doc.IsSize(name)
	}
	var over, and, by nodes
	over.add(option("", "none (present setting)", s.Over))
	for _, name := range names {
		over.add(option(name, label(name), s.Over))
	}
	if !known(s.Over) {
		over.add(option(s.Over, label(s.Over), s.Over))
	}
	if t := k.editor.Now().Table; t != nil && t.D > 0 || s.Over == doc.Dimension {
		over.add(option(doc.Dimension, "number of columns d", s.Over))
	}
	over.add(option(doc.SampleSize, "number of points n", s.Over))
	rows := nodes{list("over", "Parameter", over...)}
	if info.Param(s.Over) != nil && len(names) > 1 {
		and.add(option("", "none", s.And))
		for _, name := range names {
			if name != s.Over {
				and.add(option(name, label(name), s.And))
			}
		}
		rows.add(list("and", "Second parameter", and...))
	}
	if info.Param(s.Over) != nil {
		rows.add(list("tries", "Values", f.tries(&s, option)...))
	}
	now, listed := sampled(s), false
	for _, way := range sampling {
		anew := way.draws > 0 && !way.bootstrap && !way.seeds
		made := k.editor.Now().Dataset != nil || k.editor.Now().Table != nil && k.editor.Now().Table.Name != ""
		if way.sets != now && (anew && !made || way.folds > 0 && s.Over == doc.Dimension || way.bootstrap &&
			s.Over == doc.SampleSize || way.seeds && (!info.Seeded || doc.IsSize(s.Over))) {
			continue
		}
		listed = listed || way.sets == now
		by.add(option(way.says, way.says, now.String()))
	}
	if !listed {
		by.add(option(now.String(), now.String(), now.String()))
	}
	rows.add(list("by", "Method", by...))
	if info.Bounds != "" {
		now := strconv.FormatBool(s.Bounds)
		rows.add(list("bounds", "Error bounds", option("false", "none", now), option("true", info.Bounds, now)))
	}
	if info.Complexity != "" && info.Param(s.Over) != nil {
		rows.add(f.penalty(&s, info)...)
	}
	if n := k.editor.Split.Parts(); n > 0 {
		rows.add(f.parts(&s, n, list, option)...)
	}
	if s.Chosen != "" {
		rows.add(box("p.said#study-chosen", sentence(words.Text("Chosen: %s.", s.Chosen))))
	}
	return box("div.asks", rows...)
}

// penalty returns the field for a formula that penalises complexity, with suggestions.
func (f *Facts) penalty(s *doc.Study, info *method.Info) []app.UI {
	penalties := nodes{el("option value=0.5*h/n|")}
	if info.Loss == "" {
		penalties.add(el("option value='sqrt((h*(log(2*n/h)+1)-log(0.05/4))/n)'|VC"))
	} else {
		penalties.add(el("option value=h/n|AIC"), el("option value=log(n)*h/(2*n)|BIC"))
	}
	return []app.UI{
		box("div.row", box("div.head", el("label.label for=study-penalty|Penalty on complexity"),
			listen(el("input#study-penalty.expr type=text list=penalties data-study=penalty placeholder='none, or 0.5*h/n' "+
				"autocomplete=off spellcheck=false maxlength=200 value=$", s.Penalty), "change", f.onStudied)),
			nest(el("datalist#penalties"), penalties...)),
		box("p.said#penalty-said", sentence(words.Text("h is %s, n the number of points of a fit.", info.Complexity))),
	}
}

// partsListed is the number of folds in the list, besides the one shown: there may be 10,000 folds.
const partsListed = 100

// parts returns the controls that choose one of n folds: the picture then shows the fit to the other folds.
func (f *Facts) parts(s *doc.Study, n int, list func(id, says string, options ...app.UI) app.UI,
	option func(value, says, now string) app.UI) []app.UI {
	now := f.core.editor.Now().View.Part
	at := strconv.Itoa(now)
	options := nodes{option("0", "none (all points)", at)}
	for k := 1; k <= n; k++ {
		if k <= partsListed || k == now { // the other folds are reached with “Next fold”
			options.add(option(strconv.Itoa(k), words.Text("fold %s held out", strconv.Itoa(k)), at))
		}
	}
	if n > partsListed {
		options.add(el("option disabled|$", words.Text("total %s", words.Count(n, "fold"))))
	}
	next := click(el("button.button#next-part type=button data-study=$ data-do=next|Next fold",
		method.ErrorCurve.ID), f.onStudy)
	rows := []app.UI{list("part", "Show fold", options...), box("div.buttons", next)}
	if now == 0 {
		return rows
	}
	says := words.Text("The hollow points are fold %s: the fit uses the %s.", at, words.Count(s.Folds-1, "other fold"))
	if s.Folds == 2 {
		says = words.Text("The hollow points are fold %s: the fit uses the other fold.", at)
	}
	if s.Repeats > 1 {
		says = words.Text("Division %s of %s. %s", strconv.Itoa((now-1)/s.Folds+1), strconv.Itoa(s.Repeats), says)
	}
	return append(rows, box("p.said#study-part", sentence(says)))
}

// triedAtRandom are the offered numbers of random values.
var triedAtRandom = []int{30, 60, 100, 200}

// tries returns the options for choosing values: a grid, or a number of random values.
func (f *Facts) tries(s *doc.Study, option func(value, says, now string) app.UI) (list []app.UI) {
	says, now := "even grid", ""
	if s.And != "" {
		says = "grid of all pairs"
	}
	list = append(list, option("", says, now))
	counts := triedAtRandom
	if s.Search == doc.RandomSearch {
		n := s.Tries
		if n == 0 {
			n = 60
		}
		if now = strconv.Itoa(n); !slices.Contains(counts, n) {
			counts = append(slices.Clip(counts), n)
		}
	}
	for _, n := range counts {
		list = append(list, option(strconv.Itoa(n), words.Text("%s at random", strconv.Itoa(n)), now))
	}
	return list
}

// onStudied changes a field of the study.
func (f *Facts) onStudied(ctx app.Context, e app.Event) {
	f.core.studies.ask(data(ctx, "study"), ctx.JSSrc().Get("value").String())
}

// ask sets one field of the study to the value of its control, in one step of undo. The field "part" belongs to the
// view and not to the study: the fold that is held out.
func (st *studies) ask(part, value string) {
	s := st.asked()
	switch part {
	case "part":
		if n, err := strconv.Atoi(value); err == nil {
			st.editor.Split.LookAtPart(n)
		}
		return
	case "over":
		if value == s.Over {
			return
		}
		s.Over, s.Values, s.Rules = value, nil, nil
		if st.editor.Info().Param(value) == nil {
			s.Search, s.Tries, s.Penalty = "", 0, ""
		}
		if s.And == value || st.editor.Info().Param(value) == nil {
			s.And, s.AndValues = "", nil
		}
		switch {
		case value == doc.Dimension:
			s.Draws, s.Bootstrap, s.Seeds, s.Folds, s.Repeats = 20, false, false, 0, 0
		case value == doc.SampleSize && (s.Bootstrap || s.Seeds):
			s.Draws, s.Bootstrap, s.Seeds, s.Folds = 0, false, false, 5
		}
	case "and":
		s.And, s.AndValues = value, nil
	case "bounds":
		s.Bounds = value == "true"
	case "penalty":
		s.Penalty = strings.TrimSpace(value)
	case "tries":
		s.Search, s.Tries = "", 0
		if n, err := strconv.Atoi(value); err == nil {
			s.Search, s.Tries = doc.RandomSearch, n
			s.Values, s.AndValues = ends(s.Values), ends(s.AndValues)
		}
	case "by":
		for _, way := range sampling {
			if way.says == value {
				s.Folds, s.Repeats, s.Draws, s.Bootstrap = way.folds, way.repeats, way.draws, way.bootstrap
				s.Seeds = way.seeds
			}
		}
	}
	st.setUp = s.Clone()
	st.editor.Split.SetStudy(&s)
}

// widen extends the study's values beyond the end at which the error is least, and starts the study.
func (st *studies) widen() {
	v, ok := st.study.Show(&method.ErrorCurve)
	if !ok || v.Result == nil || v.Result.Wider == nil {
		return
	}
	s := st.asked()
	s.Values, s.AndValues = v.Result.Wider, v.Result.WiderAnd
	st.editor.Split.SetStudy(&s)
	st.study.Start(&method.ErrorCurve)
}

// untried returns a sentence about the first parameter whose present value is not among those tried. It returns "" if
// there is none, or the document gives the values itself.
func (st *studies) untried(tried map[string][]float64) string {
	s := st.editor.Now().Study
	if s == nil || s.Values != nil || s.AndValues != nil {
		return ""
	}
	for i := range st.editor.Info().Params {
		p := &st.editor.Info().Params[i]
		list, ok := tried[p.Name]
		if now, is := st.editor.Param(p).(float64); ok && is && !slices.Contains(list, now) {
			return words.Text("%s = %s, the current value, is not among the values tried.", p.Label, p.Say(now))
		}
	}
	return ""
}

// ends returns the first and the last value; nil if there are fewer than two.
func ends(values []float64) []float64 {
	if len(values) < 2 {
		return nil
	}
	return []float64{values[0], values[len(values)-1]}
}

// offerings returns a button for each offer of a study, which applies its values.
func (f *Facts) offerings(s *method.Study, labels []string) (list []app.UI) {
	for i, label := range labels {
		list = append(list,
			click(el("button.button type=button id=take-$-$ data-study=$ data-do='take $'|$", s.ID, strconv.Itoa(i),
				s.ID, strconv.Itoa(i), label), f.onStudy))
	}
	return list
}

// chosen returns the criterion (Chosen) of the offer of the newest study of errors whose values are params; "" if there
// is no such offer.
func (st *studies) chosen(params map[string]any) string {
	if v, ok := st.study.Show(&method.ErrorCurve); ok && v.Result != nil {
		for _, o := range v.Result.Offers {
			if maps.EqualFunc(o.Set, params, method.SameValue) {
				return o.Chosen
			}
		}
	}
	return ""
}

// take applies the values of an offer of a study; do is "take " and the offer's index.
func (st *studies) take(s *method.Study, do string) {
	n, err := strconv.Atoi(strings.TrimPrefix(do, "take "))
	if v, ok := st.study.Show(s); err == nil && ok && v.Result != nil && n < len(v.Result.Offers) {
		offer := v.Result.Offers[n]
		st.editor.Params.Take(offer.Set, offer.Chosen, words.Within(offer.Label))
	}
}
