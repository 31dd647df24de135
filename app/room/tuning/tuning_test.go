package tuning

import (
	"testing"

	"pointscape/engine/method"
)

// told returns the engine's report of "rbf(0.2) + 0.5*rbf(3)".
func told(text string, places ...int) *method.Tuning {
	list := []method.Hyper{{Value: 0.2, Term: "rbf 1", Label: "length scale", Symbol: "ℓ", Lo: 0.01, Hi: 10, Log: true},
		{Value: 0.5, Term: "rbf 2", Label: "variance", Symbol: "σ²", Lo: 0.01, Hi: 100, Log: true},
		{Value: 3, Term: "rbf 2", Label: "length scale", Symbol: "ℓ", Lo: 0.01, Hi: 10, Log: true}}
	for i := range list {
		list[i].From, list[i].To = places[2*i], places[2*i+1]
	}
	return &method.Tuning{Method: "gp", Texts: []method.Tuned{{Param: "kernel", Text: text, Hyper: list}},
		Lists: []method.Listed{{Param: "map_x", Choices: []method.Choice{{Value: "0", Label: "Automatic"},
			{Value: "1", Label: "length scale ℓ"}}}}}
}

const first = "rbf(0.2) + 0.5*rbf(3)"

func present(text string) func(string) string { return func(string) string { return text } }

// Replacing a number moves the positions of those after it, and all can be changed further without the engine.
func TestNumbersArePutInTheirPlaces(t *testing.T) {
	var room Tuning
	if !room.Take(told(first, 4, 7, 11, 14, 19, 20), 7, "gp", present(first), false) {
		t.Error("other controls were not told of")
	}
	text := first
	for _, step := range []struct {
		i    int
		v    float64
		want string
	}{
		{0, 0.125, "rbf(0.125) + 0.5*rbf(3)"},
		{2, 10, "rbf(0.125) + 0.5*rbf(10)"},
		{1, 2, "rbf(0.125) + 2*rbf(10)"},
		{0, 1, "rbf(1) + 2*rbf(10)"},
		{2, 0.25, "rbf(1) + 2*rbf(0.25)"},
		{1, 1e-7, "rbf(1) + 1e-07*rbf(0.25)"},
	} {
		if other, ok := room.With("gp", "kernel", text, step.i, step.v); !ok || other != step.want {
			t.Errorf("with number %d = %v it would be %q", step.i, step.v, other)
		}
		var ok bool
		if text, ok = room.Put("gp", "kernel", text, step.i, step.v); !ok || text != step.want {
			t.Fatalf("number %d = %v makes %q (%v), want %q", step.i, step.v, text, ok, step.want)
		}
		for _, h := range room.Hyper("gp", "kernel") {
			if text[h.From:h.To] != write(h.Value) {
				t.Errorf("in %q %v stands at %q", text, h.Value, text[h.From:h.To])
			}
		}
	}
	if room.Known() != 0 {
		t.Error("the engine would leave out what it has not told of this text")
	}
	// Nothing is known about a text that the engine has not reported.
	if got, ok := room.Put("gp", "kernel", "rbf(7)", 0, 1); ok || got != "rbf(7)" {
		t.Errorf("another text became %q", got)
	}
	if _, ok := room.Put("svm", "kernel", text, 0, 1); ok {
		t.Error("another method's text was changed")
	}
}

// A late report of a former text undoes nothing; a report that the engine leaves out is the known one.
func TestLateTuning(t *testing.T) {
	var room Tuning
	room.Take(told(first, 4, 7, 11, 14, 19, 20), 7, "gp", present(first), false)
	if room.Take(nil, 7, "gp", present(first), false) || len(room.Hyper("gp", "kernel")) != 3 || room.Known() != 7 {
		t.Error("what was left out is forgotten")
	}
	now, _ := room.Put("gp", "kernel", first, 0, 0.125)
	room.Take(told(first, 4, 7, 11, 14, 19, 20), 7, "gp", present(now), false)
	if _, ok := room.With("gp", "kernel", now, 0, 1); !ok {
		t.Error("a picture of the text before took the present one's places away")
	}
	// While a slider is dragged, its ends do not change.
	wide := told(now, 4, 9, 13, 16, 21, 22)
	wide.Texts[0].Hyper[0].Hi = 99
	room.Take(wide, 8, "gp", present(now), true)
	if h := room.Hyper("gp", "kernel"); h[0].Hi != 10 {
		t.Errorf("under the hand the slider ends at %v", h[0].Hi)
	}
	if room.Take(wide, 8, "gp", present(now), false); room.Hyper("gp", "kernel")[0].Hi != 99 || room.Known() != 8 {
		t.Error("when it has let go they are not the engine's")
	}
	// A text that has changed elsewhere (undo) gets its own report.
	room.Take(told(first, 4, 7, 11, 14, 19, 20), 7, "gp", present(first), false)
	if _, ok := room.With("gp", "kernel", first, 0, 1); !ok {
		t.Error("what is told of the present text is not taken")
	}
	if !room.Take(nil, 0, "svm", present(""), false) || room.Hyper("gp", "kernel") != nil {
		t.Error("a method without texts keeps those of another")
	}
}

// Controls are different if their names or whether they are learned differ, but not if only their values do.
func TestOtherControls(t *testing.T) {
	var room Tuning
	room.Take(told(first, 4, 7, 11, 14, 19, 20), 7, "gp", present(first), false)
	if got := room.Choices("gp", "map_x"); len(got) != 2 || room.Choices("gp", "map_y") != nil ||
		room.Choices("svm", "map_x") != nil {
		t.Errorf("map_x has the choices %v", got)
	}
	again := told(first, 4, 7, 11, 14, 19, 20)
	again.Texts[0].Hyper[1].Hi = 1e4
	if room.Take(again, 8, "gp", present(first), false) {
		t.Error("another end makes other controls")
	}
	learned := told(first, 4, 7, 11, 14, 19, 20)
	learned.Texts[0].Hyper[0].Learned = 0.3
	if !room.Take(learned, 9, "gp", present(first), false) {
		t.Error("learned values are not told of")
	}
	renamed := told(first, 4, 7, 11, 14, 19, 20)
	renamed.Lists[0].Choices[1].Label = "period p"
	if !room.Take(renamed, 10, "gp", present(first), false) {
		t.Error("other names are not told of")
	}
}
