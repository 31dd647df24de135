package wire_test

import (
	"math"
	"pointscape/engine/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

var view = picture.Viewport{X0: -1.5, X1: 2e-7, Y0: 0, Y1: 1e22, W: 960, H: 7, Scale: 1.25}

// Every head is decoded as it was encoded, with all of its fields.
func TestEngineWritesWhatThePageReads(t *testing.T) {
	hello := wire.Hello{Protocol: wire.Protocol, Methods: []string{"1 \"quoted\" <b>\n\u2028", "tree"}, Whole: true}
	facts := []method.Fact{
		{Name: "a", Label: "A", Group: method.Solver, Value: 1.5, Unit: "u", Meaning: "m", Rows: []string{"r", "s"},
			Cols: []string{"c"}, Quiet: true}, {Name: "b", Value: true}, {Name: "c", Value: "τ"}, {Name: "late", Late: true},
		{Name: "d", Value: []any{1.0, "∞", nil}}, {Name: "e", Value: []any{[]any{1.0}, []any{}}},
	}
	status := method.Status{State: method.Limited, Sentence: "s"}
	tuning := &method.Tuning{Method: "gp", Texts: []method.Tuned{{Param: "kernel", Text: "0.5*rbf(0.2)",
		Hyper: []method.Hyper{
			{From: 4, To: 7, Value: 0.2, Term: "rbf", Label: "length scale", Symbol: "ℓ", Lo: 0.01, Hi: 10, Log: true,
				Whole: true, Learned: 0.3}}}},
		Lists: []method.Listed{{Param: "map_x", Choices: []method.Choice{{Value: "0", Label: "Automatic"}}}}}
	full(t, *tuning)
	full(t, tuning.Texts[0].Hyper[0])
	heads := []any{
		hello,
		wire.Picture{View: view, PointsVersion: 4, Last: true, Staged: true, Terse: true, Same: true, Alt: "a", Facts: facts,
			Status: status, Formula: "f", Coded: true, Proba: true, Section: true,
			Learned: map[string]any{"kernel": "rbf(1)", "alpha": 0.5},
			Places:  map[string][][]float64{"starts": {{0.5, 1}, {2, 3}}}, Tuning: tuning, Tuned: 1 << 30,
			Heights: []float64{-3, 3},
			Panels: []method.PanelInfo{{ID: "i", Title: "t", XLabel: "x", YLabel: "y", XLog: true, YLog: true, Help: "h",
				Tall: 90, Pad: true}}, PanelsDrawn: []string{"i"}, N: 7, FitMS: 1, DrawMS: 2e-9, Engines: 3, Tile: 2,
			Legend:    &wire.Legend{Name: "n", Lo: -1, Hi: 1, Diverging: true},
			Keys:      []picture.Key{everyKey(t)},
			PanelKeys: [][]picture.Key{{}, {everyKey(t)}},
			Over: []wire.Over{{Role: picture.RoleCentroid, Class: 2, Level: 1, Weight: 0.5, Closed: true, Says: "s", Lo: -1,
				Hi: 1, Sequential: true, Among: 9,
				Text: "t", Anchor: picture.AnchorEnd, Turned: true, Ground: true, Own: true, Kind: "path", N: 4, Starts: 2,
				Classes: 1,
				Sizes:   1, Values: 1, Groups: 1, Weights: 1, Held: "t", Ordinals: 1, Deep: true}},
			Spots:  []wire.Spots{{Keys: "a b", N: 2, List: []picture.Spot{{}}}, {}},
			Placed: &wire.Placed{Q: 2, Names: []string{"u", "v"}, N: 2, At: []float64{1, 2}},
			Groups: &wire.Groups{K: 3, N: 2, Name: "cluster", Weighted: true, Mixed: true, Classes: true, Of: []int{0, 1},
				Weight: []float64{0, 1}, Mix: []int{0, 44}},
			Player: &wire.Player{Step: 1, Steps: 2, StepName: "mistake", Run: 9,
				Trace:   []wire.Series{{Name: "o", Log: true, N: 3}},
				Here:    []wire.Reading{{Name: "o", Value: 0.175}},
				Endless: true, Grows: true, First: 1, Kept: true, Ended: true}},
		wire.Picture{},
		wire.Facts{Facts: facts, Alt: "a", Run: 3, Tests: []wire.Series{{Name: "t", Log: true, Same: true, Fresh: true,
			Help: "h", N: 2}, {Name: "v", N: 1}}, Step: 5, Here: []wire.Reading{{Name: "t", Value: 0.25}}},
		wire.Explanation{X: 1, Y: -2, Answer: "a", Lines: []string{"l", ""}, Layers: wire.Layers{
			&picture.Path{Role: picture.RoleTrack, Class: -1, Level: 2, XY: []float64{1, 2, 3, 4}, Starts: []int{0, 1},
				Closed: true, Weight: 0.5, Says: "s"},
			&picture.Marks{Role: picture.RoleNeighbor, XY: []float64{1, 2}, Class: []int{-1}, Size: []float64{1},
				Value: []float64{3}, Lo: -1, Hi: 1, Sequential: true, Ordinal: []int{7}, Among: 9, Group: []int{2},
				Weight: []float64{0.5}, Held: "v", Says: "s"},
			&picture.Label{Role: picture.RoleGuide, X: 1, Y: 2, Text: "t", Anchor: picture.AnchorBelow, Turned: true,
				Ground: true, Own: true, Says: "s"}}, Keys: []picture.Key{everyKey(t)}, Key: "k", Does: "d",
			Act:   &wire.Action{Set: map[string]any{"a": 1.5, "b": "c"}, Step: new(int), Points: []int{0, 7}},
			Taken: []float64{0.5, -1e-9}, Knob: &wire.Knob{Param: "coefs", Index: 1, Value: -0.25, Scale: 2,
				All: []float64{1, -0.25}}},
		wire.Loaded{Doc: json.RawMessage(`{"version":1}`), Notes: []string{"n"},
			Table: &method.Table{Rows: 3, Picks: []int{0, 2, -1}, Fits: true,
				Read: method.Read{Encoding: "utf-8", Guessed: true, Doubts: []method.Doubt{{Line: 2, Column: 1, Text: "1,234",
					Thousands: "1234", Decimals: "1.234", Decimal: ",", Open: true}}, Alike: []method.Alike{{Column: 2,
					Labels: []string{"a", "A"}, Rows: []int{2, 1}}}, Limit: 5, WideLimit: 4},
				Columns: []method.Column{{Name: "<a>", Kind: method.NumberColumn, Values: 100, Many: true, Missing: 2, Whole: true,
					Counts: true, Sample: []string{"1", ""}}, {Kind: method.DateColumn}}}},
		wire.Exported{Name: "n", MIME: "m"},
		wire.Progress{Done: 0.25},
		wire.Reach{X: [2]float64{-1, 0}, Y: [2]float64{0, 2e-9}},
		wire.Staged{View: view},
		wire.Error{Field: "f", Message: "m", Got: `"g"`, Need: true, Tuning: tuning, Tuned: 7},
		wire.Table{FitMS: 1, FieldMS: 2, Status: status, Facts: facts, Grid: view.Grid(3, 4),
			Planes: []wire.Plane{{Name: "p", Class: -1, N: 12}}},
		wire.Nothing{},
	}
	full(t, heads[1])
	full(t, *heads[1].(wire.Picture).Player)
	full(t, *heads[1].(wire.Picture).Groups)
	for _, h := range heads {
		if l, ok := h.(wire.Loaded); ok {
			full(t, l)
			full(t, *l.Table)
			full(t, l.Table.Columns[0])
		}
		if e, ok := h.(wire.Explanation); ok {
			full(t, e)
			full(t, *e.Act)
			for _, l := range e.Layers {
				full(t, reflect.ValueOf(l).Elem().Interface())
			}
		}
	}
	full(t, heads[1].(wire.Picture).Over[0])
	full(t, heads[1].(wire.Picture).Spots[0])
	for _, h := range heads {
		got := reflect.New(reflect.TypeOf(h))
		text := wire.Append(nil, h)
		if err := json.Unmarshal(text, got.Interface()); err != nil {
			t.Errorf("%T: %v in %s", h, err, text)
			continue
		}
		a, _ := json.Marshal(got.Elem().Interface())
		b, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		if lean(t, a) != lean(t, b) {
			t.Errorf("%T:\n got %s\nwant %s", h, a, b)
		}
	}
	if text := string(wire.Append(nil, wire.Progress{Done: math.Inf(1)})); text != `{"done":null}` {
		t.Errorf("a number that JSON does not have is %s", text)
	}
}

func TestCurvesRideBesideTheHead(t *testing.T) {
	var p wire.Player
	if p.Numbers() != nil || (&wire.Picture{Player: &p}).Take(nil) != nil || (&wire.Picture{}).Take(nil) != nil {
		t.Error("without a curve there is something to carry")
	}
	var a, empty, b wire.Series
	for k, v := range []float64{3, math.NaN(), 1e-300, math.Inf(1), 1e300} {
		a.Add(k, v)
	}
	b.Add(7, -1)
	p.Trace = []wire.Series{a, empty, b}
	pic := wire.Picture{Player: &p}
	var got wire.Picture
	if err := json.Unmarshal(wire.Append(nil, pic), &got); err != nil {
		t.Fatal(err)
	}
	numbers := p.Numbers()
	if err := got.Take(numbers); err != nil {
		t.Fatal(err)
	}
	for i, want := range p.Trace {
		if s := got.Player.Trace[i]; !slices.Equal(s.At, want.At) || !slices.Equal(s.Values, want.Values) {
			t.Errorf("curve %d: %v at %v, not %v at %v", i, s.Values, s.At, want.Values, want.At)
		}
	}
	if n := got.Player.Trace[0].N; n != 3 {
		t.Errorf("%d finite values", n)
	}
	for _, wrong := range [][]float64{nil, numbers[1:], append(numbers, 1)} {
		if got.Take(wrong) == nil {
			t.Errorf("%d numbers were taken for %d", len(wrong), len(numbers))
		}
	}
	got.Player.Trace[0].N = -1
	if got.Take(numbers) == nil {
		t.Error("a curve of -1 values was taken")
	}
}

// Layers above the points are decoded as they were encoded, to the bit, after the curves.
func TestLayersRideBesideTheHead(t *testing.T) {
	every := []picture.Layer{ // with all fields of layers
		&picture.Path{Role: picture.RoleEllipse, Class: 2, Level: 0.5, XY: []float64{1e-300, 2, 3, 4, 5, 6},
			Starts: []int{0, 1}, Closed: true, Weight: 0.5, Says: "ellipse"},
		&picture.Marks{Role: picture.RoleCentroid, XY: []float64{1, 2, 3, 4}, Class: []int{-1, 3}, Size: []float64{1, 0.5},
			Value: []float64{3, 1e17}, Lo: -1, Hi: 1, Sequential: true, Ordinal: []int{7, 8}, Among: 60, Group: []int{1, -1},
			Weight: []float64{0.5, 1}, Held: ".t", Says: "mean"},
		&picture.Label{Role: picture.RoleGuide, X: 1, Y: -2e-9, Text: "3:1", Anchor: picture.AnchorBelow, Turned: true,
			Ground: true, Own: true, Says: "votes"},
	}
	for _, l := range every {
		full(t, reflect.ValueOf(l).Elem().Interface())
	}
	layers := append(every,
		&picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, XY: []float64{1, 2}},
		&picture.Marks{Role: picture.RoleCentroid, XY: []float64{1, 2}},
		// In space.
		&picture.Path{Role: picture.RoleTrack, XY: []float64{1, 2, 3, 4}, Z: []float64{-5, 1e-300}},
		&picture.Marks{Role: picture.RoleCenter, XY: []float64{1, 2, 5, 6}, Class: []int{1, 2}, Z: []float64{3, 4}},
		&picture.Label{Role: picture.RoleCenter, X: 7, Y: 8, Text: "1", Z: []float64{9}})
	curve := wire.Series{Name: "objective"}
	curve.Add(0, 1)
	pic := wire.Picture{Player: &wire.Player{Steps: 1, Trace: []wire.Series{curve}}, Over: wire.OverOf(layers)}
	read := func() (p wire.Picture) {
		t.Helper()
		if err := json.Unmarshal(wire.Append(nil, pic), &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	numbers := pic.Numbers()
	got := read()
	if err := got.Take(numbers); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Above(), layers) || !slices.Equal(got.Player.Trace[0].Values, curve.Values) {
		t.Errorf("got %+v", got.Above())
	}
	for _, wrong := range [][]float64{nil, numbers[:5], numbers[1:], append(slices.Clone(numbers), 1)} {
		if got := read(); got.Take(wrong) == nil {
			t.Errorf("%d numbers were taken for %d", len(wrong), len(numbers))
		}
	}
	for _, spoil := range []func(o *wire.Over){
		func(o *wire.Over) { o.N = -1 }, func(o *wire.Over) { o.Kind = "raster" },
		func(o *wire.Over) { o.N, o.Starts = 0, 8 },
	} {
		got := read()
		spoil(&got.Over[0])
		if got.Take(numbers) == nil {
			t.Errorf("%+v was taken", got.Over[0])
		}
	}
}

func TestErrorOnFreshPointsIsACurve(t *testing.T) {
	test := wire.Series{Name: "test error"}
	test.Add(0, 0.5)
	f := wire.Facts{Tests: []wire.Series{test}}
	if f.Take(f.Numbers()) != nil || f.Take(nil) == nil || f.Take([]float64{1, 2, 3}) == nil ||
		(&wire.Facts{}).Take(nil) != nil {
		t.Error("the numbers of a test don't ride as they should")
	}
	names := func(list []wire.Series) (s string) {
		for _, x := range list {
			s += x.Name + ";"
			if x.Same {
				s += "same;"
			}
		}
		return s
	}
	o, e, g := wire.Series{Name: "objective"}, wire.Series{Name: "training error"}, wire.Series{Name: "gap"}
	for want, list := range map[string][]wire.Series{
		"objective;training error;test error;same;gap;": {o, e, g},
		"objective;gap;test error;objective;":           {o, g, o},
		"objective;test error;":                         {o},
		"objective;test error; ":                        {o, {Name: "test error", Fresh: true}},
	} {
		if got := names(wire.WithTests(list, []wire.Series{test})); got != strings.TrimSpace(want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	held := wire.Series{Name: "validation error"}
	held.Add(0, 0.25)
	held.Add(4, 0.125)
	two := wire.Facts{Tests: []wire.Series{held, test}}
	got := wire.Facts{Tests: []wire.Series{{Name: "validation error", N: 2}, {Name: "test error", N: 1}}}
	if err := got.Take(two.Numbers()); err != nil || !reflect.DeepEqual(got, two) {
		t.Errorf("two series come as %+v, %v", got, err)
	}
	if got := names(wire.WithTests([]wire.Series{o, e, g}, two.Tests)); got != "objective;training error;validation "+
		"error;same;test error;same;gap;" {
		t.Errorf("two of them stand as %s", got)
	}
	if got := names(wire.WithTests([]wire.Series{o, g}, two.Tests)); got != "objective;gap;validation error;test "+
		"error;same;" {
		t.Errorf("without a training error two of them stand as %s", got)
	}
}

// everyKey returns a legend entry in which every field is set.
func everyKey(t *testing.T) picture.Key {
	t.Helper()
	l := picture.Look{Kind: picture.LookArea, Role: picture.RoleBand, Class: 2, Level: 1, Weight: 0.5, Size: 0.5, Group: 3,
		Mix: 44, Held: "t", Text: "t", Raster: picture.Diverging, Lo: -1, Hi: 1,
		On: []picture.Look{{Kind: picture.LookMark, Role: picture.RolePoint, Class: picture.NoClass}}}
	k := picture.Key{Says: "band of f, ±1 σ", Looks: []picture.Look{l, {Kind: picture.LookLine, Role: picture.RoleMargin}}}
	full(t, l)
	full(t, k)
	return k
}

// full checks that a sample sets all exported fields of a struct, so that a new field of a message is tested, too.
func full(t *testing.T, sample any) {
	t.Helper()
	v := reflect.ValueOf(sample)
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" && v.Field(i).IsZero() {
			t.Errorf("the sample of %T lacks %s", sample, v.Type().Field(i).Name)
		}
	}
}

// lean writes JSON without members that are null or empty lists: a nil slice and an empty one mean the same here.
func lean(t *testing.T, b []byte) string {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	var strip func(v any) any
	strip = func(v any) any {
		switch x := v.(type) {
		case map[string]any:
			for k, y := range x {
				y = strip(y)
				if list, ok := y.([]any); y == nil || ok && len(list) == 0 {
					delete(x, k)
					continue
				}
				x[k] = y
			}
		case []any:
			for i := range x {
				x[i] = strip(x[i])
			}
		}
		return v
	}
	out, _ := json.Marshal(strip(v))
	return string(out)
}

// Every head of a message from the page is decoded as it was encoded, with all of its fields.
func TestEngineReadsWhatThePageWrites(t *testing.T) {
	draw := wire.Draw{Doc: json.RawMessage(`{"version":1,"method":"svm"}`), PointsVersion: 7, View: view, Fine: true,
		Palette: "dark", Stage: wire.StageToo, Terse: true, Run: 3, Tuned: 5, Grow: true, Keep: 4, Calm: true,
		Curve:  json.RawMessage(`{"best":2}`),
		Runs:   json.RawMessage(`{"runs":[]}`),
		Panels: []wire.PanelAsk{{ID: "a", W: 3, H: 4}, {ID: "b"}}}
	full(t, draw)
	try := func(in any, parse func(text string) (any, error)) {
		t.Helper()
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parse(string(text))
		if err != nil || !reflect.DeepEqual(got, in) {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
		for cut := range len(text) {
			if _, err := parse(string(text[:cut])); err == nil {
				t.Errorf("%s: no error", text[:cut])
			}
		}
	}
	try(draw, func(s string) (any, error) { return wire.Parse[wire.Draw](s) })
	try(wire.Draw{}, func(s string) (any, error) { return wire.Parse[wire.Draw](s) })
	try(wire.Export{Draw: draw, Kind: "svg", Options: picture.DefaultExport()},
		func(s string) (any, error) { return wire.Parse[wire.Export](s) })
	try(wire.Tabulate{Draw: draw, W: 1, H: 2, Cold: true, Facts: true},
		func(s string) (any, error) { return wire.Parse[wire.Tabulate](s) })
	try(wire.Study{Draw: draw, Study: "leave_one_out"}, func(s string) (any, error) { return wire.Parse[wire.Study](s) })
	try(wire.Explain{X: 0.5, Y: -1e300, View: view, Take: "coefs"},
		func(s string) (any, error) { return wire.Parse[wire.Explain](s) })
	try(wire.Load{Kind: "rewrite", Doc: json.RawMessage(`{}`), Param: "kernel", To: "*"},
		func(s string) (any, error) { return wire.Parse[wire.Load](s) })
	try(wire.Load{Kind: "csv", Text: "a\"\\\n\t😀\u2028</script>", Doc: json.RawMessage(`{"b":[1,{}]}`),
		Columns: []int{3, 0, -1}}, func(s string) (any, error) { return wire.Parse[wire.Load](s) })
	for _, bad := range []string{`{"x":"1"}`, `[]`, `{"x":1}x`, `{"view":3}`} {
		if _, err := wire.Parse[wire.Explain](bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

// FuzzParse decodes arbitrary text.
func FuzzParse(f *testing.F) {
	f.Add(`{"doc":{},"pointsVersion":1,"view":{"X0":0},"panels":[{"id":"a"}]}`)
	f.Add(`{"text":"\ud83d\ude00\ud83d","kind":"\u00e9"}`)
	f.Fuzz(func(t *testing.T, s string) {
		wire.Parse[wire.Draw](s)
		wire.Parse[wire.Export](s)
		wire.Parse[wire.Tabulate](s)
		wire.Parse[wire.Study](s)
		wire.Parse[wire.Explain](s)
		wire.Parse[wire.Load](s)
	})
}

// A row's picture can be sent in an explanation.
func TestRastersInExplanations(t *testing.T) {
	r := &picture.Raster{Kind: picture.Diverging, Grid: picture.Grid{X0: 1.5, Y0: -2, DX: 0.25, DY: -0.5, W: 2, H: 2},
		Planes: [][]float32{{1, 0, -3, 2.5}}, Lo: -3, Hi: 3, Sharp: true, Name: "n", Says: "s"}
	var back wire.Explanation
	if err := json.Unmarshal(wire.Append(nil, wire.Explanation{Layers: wire.Layers{r}}), &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Layers) != 1 || !reflect.DeepEqual(back.Layers[0], r) {
		t.Errorf("%+v came as %+v", r, back.Layers)
	}
}

// A program handles the methods that it names; only the whole engine handles further features and stored runs.
func TestNeeds(t *testing.T) {
	first := wire.Hello{Methods: []string{"svm"}}
	whole := wire.Hello{Methods: []string{"svm", "tree"}, Whole: true}
	for n, want := range map[wire.Need]bool{
		{Method: "svm"}:                true,
		{Method: "tree"}:               false,
		{Method: "svm", Further: true}: false,
		{Method: "svm", Runs: true}:    false,
	} {
		if first.Has(n) != want {
			t.Errorf("the first program serves %+v: %v, want %v", n, !want, want)
		}
		if silent := (wire.Hello{}); !whole.Has(n) || !silent.Has(n) {
			t.Errorf("the whole program, or one that names no methods, does not serve %+v", n)
		}
	}
}
