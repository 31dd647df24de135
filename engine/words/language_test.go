package words

import (
	"strings"
	"testing"
)

// latin returns a small language for tests.
func latin() *Language {
	return &Language{Tag: "la", Name: "Latin", Decimal: ",", Plural: 2,
		Marks: map[string]string{": ": " : ", "; ": " ; ", " and ": " et "},
		Texts: map[string]string{
			"point": "punctum¦puncta", "optimum¦optima": "optimum¦optima", "support vector": "vector¦vectores", "Save": "Serva",
			"%d of {} are wrong": "{2}: falsa %[1]d", "%s needs points of %d classes. %s": "%s puncta %d classium vult. %s",
			"Click to add some.": "Preme.", "Error {}, rate %.3g%s.": "Error {}, ratio %.3g%s.", "%d rounds": "%d gyrus¦%d gyri",
			"A sentence. And more of {}.": "Sententia. Et plus de {}.", "Margin width": "Latitudo", "data units": "unitates",
			"the others": "cetera", "{} against {}": "{} contra {}", "Bounds": "Fines", "%.4g %% of it": "%.4g %% eius",
			"{} must be {}; got {}": "{} esse debet {}, non {}", "a number": "numerus",
		}}
}

func TestSay(t *testing.T) {
	Speak(latin())
	defer Speak(nil)
	Keep([]string{"Bounds", "the others"})
	for from, want := range map[string]string{
		"Save": "Serva", "save": "serva", "Save …": "Serva …", "": "", "nobody knows this": "nobody knows this",
		"1 point": "1 punctum", "0 points": "0 punctum", "12 points": "12 puncta", "points": "puncta",
		"2 optima": "2 optima", "3 support vectors": "3 vectores", "1 rounds": "1 gyrus", "5 rounds": "5 gyri",
		"3 of 7 points are wrong":                           "7 puncta\u00a0: falsa 3",
		"SVM needs points of 2 classes. Click to add some.": "SVM puncta 2 classium vult. Preme.",
		"Error of it, rate 0.25 %.":                         "Error of it, ratio 0,25\u00a0%.",
		"Error x, rate 3.":                                  "Error x, ratio 3.",
		"And more of points":                                "Et plus de puncta",
		"Margin width 0.5 data units":                       "Latitudo 0,5 unitates",
		"Save: 3 points":                                    "Serva\u00a0: 3 puncta", "save and points": "serva et puncta",
		"a against points": "a contra puncta",
		// Fields of documents stay.
		"params.point must be a number; got x": "params.point esse debet numerus, non x",
		// Names given by the user stay, alone and in sentences.
		"Bounds": "Bounds", "the others against points": "the others contra puncta",
		// Numbers: expressions, which programs parse, and version numbers keep their points.
		"0.5": "0,5", "0.1, 0.4, 1\n0.3, 0.6, 2": "0,1\u00a0; 0,4\u00a0; 1\n0,3\u00a0; 0,6\u00a0; 2",
		"(0.5, 1.25)": "(0,5\u00a0; 1,25)", "44.5, 44, 41.5": "44,5\u00a0; 44\u00a0; 41,5",
		"(1, 0.5) (2, 3)": "(1\u00a0; 0,5) (2, 3)", "3, 4": "3, 4", "a, 0.5": "a, 0,5",
		"1, 0.5, … (40)": "1\u00a0; 0,5\u00a0; … (40)", "rbf(0.2) + 0.5*linear()": "rbf(0.2) + 0.5*linear()",
		"scikit-learn 1.2": "scikit-learn 1.2", `"1.5" is no word`: `"1.5" is no word`, "0.2.0": "0.2.0", "of (C4.5)": "of (C4.5)", "12.5 % of it": "12,5\u00a0% eius", "−0.5": "−0,5",
	} {
		if got := Say(from); got != want {
			t.Errorf("%q is said %q, want %q", from, got, want)
		}
		if got := Say(Say(from)); got != want {
			t.Errorf("%q is said %q when it is said twice, want %q", from, got, want)
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

// Any combination of texts is read in a limited number of steps.
func TestSayEnds(t *testing.T) {
	l := latin()
	for _, form := range []string{"{} of {}", "{}: {}", "{} and {}", "{}, {}", "{} at {} of {}", "{} is {}", "the {}"} {
		l.Texts[form] = form
	}
	Speak(l)
	defer Speak(nil)
	s := strings.Repeat("the mean of a, at b of c: d and e is of f at g of h, ", 20)
	if Say(s); l.work > 2*hardest {
		t.Errorf("it has taken %d tries", l.work)
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
		if got := Say(Count(n, "weight")); got != want {
			t.Errorf("%d weights are said %q, want %q", n, got, want)
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
	for plural, want := range map[int]string{0: "0 puncta, 1 punctum, -1 punctum, 0.5 puncta, 2 puncta",
		2: "0 punctum, 1 punctum, -1 punctum, 0.5 punctum, 2 puncta"} {
		l := latin()
		l.Plural, l.Decimal = plural, "."
		Speak(l)
		var said []string
		for _, s := range []string{"0 points", "1 point", "-1 points", "0.5 points", "2 points"} {
			said = append(said, Say(s))
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("plural %d: %s, want %s", plural, got, want)
		}
	}
}
