package words

import (
	"errors"
	"strings"
	"testing"
)

// latin returns a small language for tests.
func latin() *Language {
	return &Language{Tag: "la", Name: "Latin", Decimal: ",", Plural: 2,
		Marks: map[string]string{": ": " : ", "; ": " ; ", " and ": " et "},
		Texts: map[string]string{
			"point": "punctum¦puncta", "optimum¦optima": "optimum¦optima", "support vector": "vector¦vectores", "Save": "Serva",
			"%d of %s are wrong": "%[2]s: falsa %[1]d", "%s needs points of %d classes. %s": "%s puncta %d classium vult. %s",
			"%s needs points of %d classes. %q": "%s puncta %d classium vult. %q",
			"Click to add some.":                "Preme.", "Error %s, rate %.3g%s.": "Error %s, ratio %.3g%s.",
			"%d rounds": "%d gyrus¦%d gyri", "%g rounds": "%g gyrus¦%g gyri",
			"And more of %s.": "Et plus de %s.", "Margin width %s": "Latitudo %s", "data units": "unitates",
			"one lacks 5 % of it.¦many lack 5 % of it.": "unus 5 % caret.¦multi 5 % carent.",
			"the others": "cetera", "%s against %s": "%s contra %s", "Bounds": "Fines", "%.4g %% of it": "%.4g %% eius",
			"%s must be %s; got %s": "%s esse debet %s, non %s", "a number": "numerus", "%s must be %w": "%s esse debet %w",
			"%s %% of %s": "%[2]s: %[1]s %%",
		}}
}

func TestSay(t *testing.T) {
	Speak(latin())
	defer Speak(nil)
	Keep([]string{"Bounds", "the others"})
	for from, want := range map[string]string{
		"Save": "Serva", "save": "serva", "Save …": "Serva …", "": "", "nobody knows this": "nobody knows this",
		"points": "puncta",
		// Names given by the user stay, alone and in sentences.
		"Bounds": "Bounds", "the others": "the others",
		// Numbers: expressions, which programs parse, and version numbers keep their points.
		"0.5": "0,5", "0.1, 0.4, 1\n0.3, 0.6, 2": "0,1\u00a0; 0,4\u00a0; 1\n0,3\u00a0; 0,6\u00a0; 2",
		"(0.5, 1.25)": "(0,5\u00a0; 1,25)", "at (0.5, 1.25).": "at (0,5\u00a0; 1,25).",
		"1: l = 0.5, 2: s = 0.25": "1\u00a0: l = 0,5\u00a0; 2\u00a0: s = 0,25",
		"x − (0.5, 2): f = 0":     "x − (0,5\u00a0; 2)\u00a0: f = 0",
		"44.5, 44, 41.5":          "44,5\u00a0; 44\u00a0; 41,5",
		"(1, 0.5) (2, 3)":         "(1\u00a0; 0,5) (2, 3)", "3, 4": "3, 4", "a, 0.5": "a, 0,5",
		"1, 0.5, … (40)": "1\u00a0; 0,5\u00a0; … (40)", "rbf(0.2) + 0.5*linear()": "rbf(0.2) + 0.5*linear()",
		"scikit-learn 1.2": "scikit-learn 1.2", `"1.5" is no word`: `"1.5" is no word`, "0.2.0": "0.2.0",
		"of (C4.5)": "of (C4.5)", "12.5 %": "12,5\u00a0%", "−0.5": "−0,5",
	} {
		if got := Say(from); got != want {
			t.Errorf("%q is said %q, want %q", from, got, want)
		}
		if got := Say(Say(from)); got != want {
			t.Errorf("%q is said %q when it is said twice, want %q", from, got, want)
		}
	}
	for want, got := range map[string]string{
		"7 puncta: falsa 3": Sprintf("%d of %s are wrong", 3, Count(7, "point")),
		"SVM puncta 2 classium vult. Preme.": Sprintf("%s needs points of %d classes. %s", "SVM", 2,
			"Click to add some."),
		"Error x, ratio 3 %.":                     Sprintf("Error %s, rate %.3g%s.", "x", 3.0, " %"),
		`puncta puncta 2 classium vult. "points"`: Sprintf("%s needs points of %d classes. %q", "points", 2, "points"),
		"Et plus de puncta.":                      Text("And more of %s.", "points"),
		"Latitudo 0.5 unitates":                   Text("Margin width %s", Text("%s %s", "0.5", "data units")),
		"the others contra puncta":                Text("%s against %s", "the others", "points"),
		"12.5 % eius":                             Sprintf("%.4g %% of it", 12.5),
		"puncta: 5 %":                             Text("%s %% of %s", "5", "points"),
		"points\u00a0: 5\u00a0%":                  Fill("%s %% of %s", "5", "points"),
		"1 gyrus":                                 Sprintf("%d rounds", 1), "5 gyri": Sprintf("%d rounds", 5),
		"x.point esse debet numerus, non 3": Errorf("%s must be %s; got %s", "x.point", "a number",
			errors.New("3")).Error(),
		"1 punctum": Count(1, "point"), "0 punctum": Count(0, "point"), "12 puncta": Count(12,
			"point"),
		"2 optima": CountOf(2, "optimum", "optima"), "3 vectores": Count(3, "support vector"),
		"2 things": Count(2, "thing"), "1 unus 5 % caret.": CountOf(1, "one lacks 5 % of it.", "many lack 5 % of it."),
		"2 multi 5 % carent.": CountOf(2, "one lacks 5 % of it.", "many lack 5 % of it."),
		"puncta":              Plural("point"), "things": Plural("thing"),
		"serva et puncta": Join([]string{"save", "points"}, " and "),
	} {
		if got != want {
			t.Errorf("%q is put together, want %q", got, want)
		}
		if again := Say(got); again != Say(again) {
			t.Errorf("%q is said %q, and then %q", got, again, Say(again))
		}
	}
	set := "Save\u00a0: 0,5 or «\u00a012\u00a0%\u00a0»\u00a0; 1 000"
	if got := latin().Set("Save : 0.5 or « 12 % » ; 1 000"); got != set || latin().Set(got) != set {
		t.Errorf("it is set as %q, and then as %q", got, latin().Set(got))
	}
	if got := Readable("-0.5 of 1e-05"); got != "−0,5 of 10⁻⁵" {
		t.Errorf("numbers are read %q", got)
	}
	if got := Decimal("2.5"); got != "2,5" {
		t.Errorf("2.5 is written %q", got)
	}
}

// Without a language everything stays as it is.
func TestSayNothing(t *testing.T) {
	for _, s := range []string{"Save", "1 point", "0.5", "SVM needs points of 2 classes. Click to add some."} {
		if got := Say(s); got != s {
			t.Errorf("%q is said %q", s, got)
		}
	}
	if got := Decimal("2.5"); got != "2.5" || Speaks() != nil {
		t.Errorf("2.5 is written %q", got)
	}
}

// An error in another language wraps the same errors.
func TestErrorf(t *testing.T) {
	cause := errors.New("a number")
	for _, l := range []*Language{nil, latin()} {
		Speak(l)
		err, want := Errorf("%s must be %w", "x", cause), "x must be a number"
		if l != nil {
			want = "x esse debet numerus"
		}
		if !errors.Is(err, cause) || err.Error() != want {
			t.Errorf("%q does not wrap its cause, or should be %q", err, want)
		}
		if err := Errorf("%s must be %v", "x", cause); errors.Is(err, cause) {
			t.Errorf("%v wraps what it only tells", err)
		}
	}
	Speak(nil)
}

// Formats without a language are those of package fmt.
func TestFormats(t *testing.T) {
	for want, got := range map[string]string{
		"3 of 7 points are wrong": Sprintf("%d of %s are wrong", 3, Count(7, "point")),
		"a against b":             Text("%s against %s", "a", "b"),
		"100 % of a":              Text("100 %% of %s", "a"), "no verbs, 5 %": Text("no verbs, 5 %"),
		"b before a": Text("%[2]s before %[1]s", "a", "b"), "−5 − 10⁻⁵": Readable(Fill("%s − %s", "-5", "1e-05")),
	} {
		if got != want {
			t.Errorf("%q is put together, want %q", got, want)
		}
	}
}

// Names that are translated already, as in the page's declarations, have the plural of the language, not that of
// English.
func TestCountSaid(t *testing.T) {
	l := latin()
	l.Texts["weight"] = "pondus¦pondus"
	Speak(l)
	defer Speak(nil)
	for n, want := range map[int]string{0: "0 pondus", 1: "1 pondus", 8: "8 pondus"} {
		if got := Count(n, "pondus"); got != want {
			t.Errorf("%d of them are %q, want %q", n, got, want)
		}
		if got := Count(n, "weight"); got != want {
			t.Errorf("%d weights are counted %q, want %q", n, got, want)
		}
	}
	if a, b := Plural("punctum"), Plural("class"); a != "puncta" || b != "classes" {
		t.Errorf("the plurals are %q and %q", a, b)
	}
	if got := Count(3, "punctum"); got != "3 puncta" || Say(got) != got {
		t.Errorf("three points are %q, and said again %q", got, Say(got))
	}
}

// In Spanish, only 1 has the singular; in French, all numbers below 2.
func TestSingular(t *testing.T) {
	defer Speak(nil)
	for plural, want := range map[int]string{0: "0 puncta, 1 punctum, -1 punctum, 2 puncta, 0.5 gyri",
		2: "0 punctum, 1 punctum, -1 punctum, 2 puncta, 0.5 gyrus"} {
		l := latin()
		l.Plural, l.Decimal = plural, "."
		Speak(l)
		var said []string
		for _, n := range []int{0, 1, -1, 2} {
			said = append(said, Count(n, "point"))
		}
		said = append(said, Sprintf("%g rounds", 0.5))
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("plural %d: %s, want %s", plural, got, want)
		}
	}
}
