package method_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// made declares a method that consists of one to three of two other methods.
func made() *method.Method {
	near := method.Method{Info: method.Info{ID: "near", Name: "Near", Params: []method.Param{
		{Name: "k", Label: "k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 9}}, Default: 5.0},
		{Name: "metric", Kind: method.Choose{Choices: []method.Choice{{Value: "l2"}, {Value: "lp"}}}, Default: "l2"},
		{Name: "p", Kind: method.Number{Range: method.Range{Min: 1, Max: 20}}, Default: 3.0,
			When: &method.When{Name: "metric", In: []string{"lp"}}},
	}}}
	text := method.Method{
		Info: method.Info{ID: "text", Name: "Text",
			Params: []method.Param{{Name: "kernel", Kind: method.Kernel{Choices: []method.Choice{{Value: "rbf"}}},
				Default: "rbf",
				Live:    &method.Live{Hyper: func(method.Values) []method.Hyper { return []method.Hyper{{Label: "length"}} }}}}},
		Check: func(v method.Values) error {
			if strings.Contains(v.String("kernel"), "?") {
				return doc.Errorf("params.kernel", "a kernel", v.String("kernel"))
			}
			return nil
		},
	}
	return &method.Method{Info: method.Info{ID: "made", Name: "Made", Params: []method.Param{
		method.Param{Name: "of", Kind: method.Estimators{List: method.List{Entry: "part", MinLen: 1, MaxLen: 3}}, Label: "Of",
			Default: []doc.Estimator{{Method: "near"}, {Method: "text"}}}.Among([]method.Method{near, text}),
		{Name: "c", Kind: method.Number{Range: method.Range{Min: 0, Max: 2}}, Default: 1.0},
	}}}
}

func list(e ...doc.Estimator) map[string]any { return map[string]any{"of": e} }

func TestChosen(t *testing.T) {
	m := made()
	v, err := m.Validate(nil)
	if err != nil || len(v.Chosen("of")) != 2 || v.Chosen("of")[0].Values.Int("k") != 5 ||
		v.Chosen("of")[1].Method.ID != "text" {
		t.Fatalf("defaults: %v, %v", v, err)
	}
	for _, c := range []struct {
		params      map[string]any
		field, says string
	}{
		{list(doc.Estimator{Method: "near", Params: map[string]any{"k": 10.0}}), "params.of[0].params.k",
			"a whole number at least 1 and at most 9; got 10"},
		{list(doc.Estimator{Method: "near"}, doc.Estimator{Method: "far"}), "params.of[1].method",
			"one of near, text; got \"far\""},
		{list(doc.Estimator{Method: "made"}), "params.of[0].method", "one of near, text"},
		{list(doc.Estimator{Method: "near", Params: map[string]any{"kernel": "rbf"}}), "params.of[0].params.kernel",
			"a parameter of Near (k, metric, p)"},
		{list(doc.Estimator{Method: "text", Params: map[string]any{"kernel": "a?"}}), "params.of[0].params.kernel",
			"a kernel"},
		{list(), "params.of", "a list of 1 to 3 methods, each with its parameters; got 0"},
		{map[string]any{"of": 3.0}, "params.of", "a list of 1 to 3 methods"},
		{list(make([]doc.Estimator, 4)...), "params.of", "got 4"},
	} {
		var e *doc.Error
		if _, err := m.Validate(c.params); !errors.As(err, &e) || e.Field != c.field ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: got %v, want %s: %s", c.params, err, c.field, c.says)
		}
	}
	same := func(a, b map[string]any) bool {
		x, err1 := m.Validate(a)
		y, err2 := m.Validate(b)
		return err1 == nil && err2 == nil && x.Equal(y) && x.Equal(y, "of")
	}
	five := doc.Estimator{Method: "near", Params: map[string]any{"k": 5.0}}
	four := doc.Estimator{Method: "near", Params: map[string]any{"k": 4.0}}
	if !same(list(five), list(doc.Estimator{Method: "near"})) || same(list(five), list(four)) ||
		same(list(five), list(five, five)) {
		t.Error("equal are the same methods with the same values, defaults among them")
	}
}

// A path leads to the parameter of a method that the document chooses.
func TestPaths(t *testing.T) {
	m := made()
	params := list(doc.Estimator{Method: "text"},
		doc.Estimator{Method: "near", Params: map[string]any{"metric": "lp", "k": 7.0}})
	path := m.Param("of").PathTo(1) + "k"
	if path != "of[1].params.k" || method.NameOf(path) != "k" || method.NameOf("c") != "c" {
		t.Fatalf("the path is %s", path)
	}
	p := m.ParamAt(path, params)
	if p == nil || p.Name != path || p.Range().Max != 9 || m.ParamAt(m.Param("of").PathTo(0)+"k", params) != nil ||
		m.ParamAt("c", params) != m.Param("c") {
		t.Errorf("the parameter at %s is %v", path, p)
	}
	for _, bad := range []string{"of[2].params.k", "of[-1].params.k", "of[x].params.k", "c[0].params.k", "no[0].params.k",
		"of[1].params."} {
		if p := m.ParamAt(bad, params); p != nil {
			t.Errorf("%s leads to %v", bad, p)
		}
	}
	if x := m.Given(path, params); x != 7.0 {
		t.Errorf("given is %v", x)
	}
	with := m.Info.With(params, path, 3.0)
	if m.Given(path, with) != 3.0 || m.Given(path, params) != 7.0 {
		t.Errorf("with another value it is %v, and %v where it was", m.Given(path, with), m.Given(path, params))
	}
	if again := m.Info.With(with, path, nil); m.Given(path, again) != nil ||
		m.Given("of[1].params.metric", again) != "lp" {
		t.Errorf("with its default: %v", again)
	}
	// A document without a list has the default list.
	if fresh := m.Info.With(nil, "of[0].params.k", 2.0); !reflect.DeepEqual(fresh,
		map[string]any{"of": []doc.Estimator{{Method: "near", Params: map[string]any{"k": 2.0}}, {Method: "text"}}}) {
		t.Errorf("a change of a default one: %v", fresh)
	}
	names := func(i int, params map[string]any) (list []string) {
		for _, p := range m.Inner(m.Param("of"), i, params) {
			list = append(list, method.NameOf(p.Name))
		}
		return list
	}
	if got := names(1, params); !reflect.DeepEqual(got, []string{"k", "metric", "p"}) {
		t.Errorf("with metric lp apply %v", got)
	}
	if got := names(0, nil); !reflect.DeepEqual(got, []string{"k", "metric"}) {
		t.Errorf("by default apply %v", got)
	}
	for field, want := range map[string]string{
		"params.c": "c", "params.at[2]": "at", "params.of[1].method": "of", "params.of[1].params.k": path,
		"params.of[1].params.at[3]": "of[1].params.at",
	} {
		if got, ok := method.ParamOf(field); got != want || !ok {
			t.Errorf("%s belongs to %s, want %s", field, got, want)
		}
	}
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	if of, values, before := m.At(path, v); of.ID != "near" || values.Int("k") != 7 || before != "of[1].params." {
		t.Errorf("at the path are %s, %v, %s", of.ID, values, before)
	}
	if of, _, before := m.At("c", v); of != m || before != "" {
		t.Errorf("at a name are %s, %s", of.ID, before)
	}
	if told := m.Tuning(v, nil); told == nil || len(told.Texts) != 1 || told.Texts[0].Param != "of[0].params.kernel" {
		t.Errorf("the numbers of a kernel within are told as %v", told)
	}
}

// Declarations that were decoded from JSON are linked to each other.
func TestLink(t *testing.T) {
	m := made()
	p := m.Param("of")
	infos := []method.Info{p.Of()[0].Info, m.Info, p.Of()[1].Info}
	infos[1].Params = []method.Param{*p, m.Params[1]}
	method.Change(&infos[1].Params[0], func(k *method.Estimators) { k.Of = nil })
	infos[1].Params[0].Default = []any{map[string]any{"method": "near",
		"params": map[string]any{"at": []any{1.0, 2.0}, "k": 3.0}}, map[string]any{"method": "text"}}
	method.Link(infos)
	q := infos[1].Param("of")
	if q.Choose("near") == nil || q.Choose("text") == nil || q.Choose("made") != nil || len(q.Of()) != 2 {
		t.Errorf("the methods to choose among are %v", q.Of())
	}
	want := []doc.Estimator{{Method: "near", Params: map[string]any{"at": []float64{1, 2}, "k": 3.0}},
		{Method: "text", Params: map[string]any{}}}
	if !reflect.DeepEqual(q.Default, want) {
		t.Errorf("the default is %v", q.Default)
	}
}

func TestSameValue(t *testing.T) {
	a := []doc.Estimator{{Method: "near", Params: map[string]any{"k": 3.0, "at": []float64{1}}}}
	b := []doc.Estimator{{Method: "near", Params: map[string]any{"k": 3.0, "at": []float64{1}}}}
	c := []doc.Estimator{{Method: "near", Params: map[string]any{"k": 3.0, "at": []float64{2}}}}
	for _, x := range []struct {
		a, b any
		same bool
	}{
		{a, b, true}, {a, c, false}, {a, nil, false}, {nil, a, false}, {1.0, a, false}, {a, 1.0, false}, {"x", "x", true},
		{1.0, true, false},
		{[]float64{1}, []float64{1}, true}, {[]float64{1}, []float64{2}, false}, {[]float64{1}, 1.0, false},
		{nil, []float64{1}, false},
		{[][]float64{{1}}, [][]float64{{1}}, true}, {[][]float64{{1}}, []float64{1}, false},
	} {
		if method.SameValue(x.a, x.b) != x.same {
			t.Errorf("%v and %v: same is not %v", x.a, x.b, x.same)
		}
	}
}

// A parameter with a single method is written, validated, found and changed without a list.
func TestOne(t *testing.T) {
	of := made().Param("of").Of()
	m := &method.Method{Info: method.Info{ID: "bag", Name: "Bag", Params: []method.Param{
		method.Param{Name: "base", Kind: method.Estimators{List: method.List{Entry: "base"}, One: true}, Label: "Base",
			Default: doc.Estimator{Method: "near"}}.Among(of),
	}}}
	base := func(x any) map[string]any { return map[string]any{"base": x} }
	if v, err := m.Validate(nil); err != nil || len(v.Chosen("base")) != 1 || v.Chosen("base")[0].Values.Int("k") != 5 {
		t.Fatalf("by default %v, %v", v, err)
	}
	for _, c := range []struct {
		x           any
		field, says string
	}{
		{doc.Estimator{Method: "near", Params: map[string]any{"k": 10.0}}, "params.base.params.k", "at most 9; got 10"},
		{doc.Estimator{Method: "far"}, "params.base.method", "one of near, text"},
		{[]doc.Estimator{{Method: "near"}}, "params.base", "a method with its parameters"},
		{3.0, "params.base", "a method with its parameters; got 3"},
	} {
		var e *doc.Error
		if _, err := m.Validate(base(c.x)); !errors.As(err, &e) || e.Field != c.field ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: got %v, want %s: %s", c.x, err, c.field, c.says)
		}
	}
	path := m.Param("base").PathTo(0) + "k"
	given := base(doc.Estimator{Method: "near", Params: map[string]any{"k": 7.0}})
	if path != "base.params.k" || m.ParamAt(path, given).Range().Max != 9 || m.Given(path, given) != 7.0 ||
		m.ParamAt("base[0].params.k", given) != nil {
		t.Errorf("the path is %s, with %v", path, m.Given(path, given))
	}
	if with := m.Info.With(given, path, 3.0); !reflect.DeepEqual(with,
		base(doc.Estimator{Method: "near", Params: map[string]any{"k": 3.0}})) {
		t.Errorf("with another value: %v", with)
	}
	if with := m.Info.With(nil, "base", []doc.Estimator{{Method: "text"}}); !reflect.DeepEqual(with,
		base(doc.Estimator{Method: "text"})) {
		t.Errorf("with another method: %v", with)
	}
	for field, want := range map[string]string{"params.base.method": "base", "params.base.params.k": path,
		"params.base.params.at[2]": "base.params.at"} {
		if got, ok := method.ParamOf(field); got != want || !ok {
			t.Errorf("%s belongs to %s, want %s", field, got, want)
		}
	}
	x, err := m.Param("base").Check(method.ValueOf(map[string]any{"method": "near", "params": map[string]any{"k": 2.0}}))
	if one, ok := x.(doc.Estimator); err != nil || !ok || one.Params["k"] != 2.0 {
		t.Errorf("as JSON made it: %v, %v", x, err)
	}
	if !method.SameValue(given["base"], doc.Estimator{Method: "near", Params: map[string]any{"k": 7.0}}) ||
		method.SameValue(given["base"], []doc.Estimator{given["base"].(doc.Estimator)}) ||
		method.SameValue(1.0, given["base"]) {
		t.Error("one method is the same as itself alone")
	}
}
