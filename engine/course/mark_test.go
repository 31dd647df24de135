package course

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNumerals(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "Fifteen points, 18 % of 1,200; at −0.53 and -2.", "Fifteen=15 18 %=18% 1,200=1200 −0.53=-0.53 -2=-2"},
		{"en", "x1, L2, 2D and k_3 are names; 9–25 is a range, (0,100) a pair", "9=9 25=25 0=0 100=100"},
		{"en", "four thousand million, a thousand million, two million", "four thousand million=4e+09 " +
			"thousand million=1e+09 two million=2e+06"},
		{"en", "C4.5, and C4. 5 of them; x1.", "5=5"},
		{"en", "two hundred and fifty, twenty-one, five-point, ten thousand, twelve hundred, five and six",
			"two hundred and fifty=250 twenty-one=21 ten thousand=10000 twelve hundred=1200 five=5 six=6"},
		{"en", "$w=(4,-2)$, $20\\,000$, $1{,}346$, $x_{11}^{12}$ and $\\tfrac12d$",
			"4=4 -2=-2 20\\,000=20000 1{,}346=1346 11=11! 12=12! 1=1 2=2"},
		{"en", "10⁸, $8\\cdot10^{12}$, 2·10⁻³ and 1e-9; $10^{-4}$",
			"10⁸=1e+08^ 8\\cdot10^{12}=8e+12^ 2·10⁻³=0.002^ 1e-9=1e-09^ 10^{-4}=0.0001^"},
		{"en", "90 percent", "90 percent=90%"}, {"fr", "en pour cent", ""},
		{"en", "$10^{3", "10=10 3=3!"}, {"en", "10^{3", "10=10 3=3"},
		{"en", "88 %. And 0.5. So", "88 %=88% 0.5=0.5"}, {"en", "2.77. A", "2.77=2.77"}, {"en", "−5.32. B", "−5.32=-5.32"},
		{"en", "In 1958, as (1963) and (Cover, 1965; Leshno and others 1993); to 2000. In 2000 steps.\n1. one\n12. twelve",
			"1958=1958! 1963=1963! 1965=1965! 1993=1993! 2000=2000 2000=2000 1=1! one=1 12=12! twelve=12"},
		{"en", "`k = 12` and [page 7](?course=a/b12) and \\$5", "7=7 5=5"},
		{"en", "[[18 % = test_error]], [[Nine = w[x[0]]]], $[[0.5 : Hoeffding 1963]]$ and [[1, 2], [3, 4]]",
			"18 %=18%{= test_error} Nine=9{= w[x[0]]} 0.5=0.5{: Hoeffding 1963} 1=1 2=2 3=3 4=4"},
		{"fr", "0,5 et 1\u202f200 ; 18\u00a0% ; 5 pour cent ; $(0,1)$ ; $0{,}25$",
			"0,5=0.5 1\u202f200=1200 18\u00a0%=18% 5 pour cent=5% 0=0 1=1 0{,}25=0.25"},
		{"es", "0,5 y 1\u00a0200; 18\u00a0%; 5 por ciento; treinta y uno, dos mil doscientos, una docena, veintidós",
			"0,5=0.5 1\u00a0200=1200 18\u00a0%=18% 5 por ciento=5% treinta y uno=31 dos mil doscientos=2200 una=1 " +
				"docena=12 veintidós=22"},
		{"fr", "quatre-vingt-dix-sept, soixante et onze, vingt et un, deux cents, dix-huit, une douzaine, neuf",
			"quatre-vingt-dix-sept=97 soixante et onze=71 vingt et un=21 deux cents=200 dix-huit=18 une=1 douzaine=12 " +
				"neuf=9"},
	} {
		var got []string
		for _, n := range Numerals(c.text, c.lang) {
			s := fmt.Sprintf("%s=%v", c.text[n.From:n.To], n.Value)
			for mark, is := range map[string]bool{"%": n.Percent, "!": n.Free, "^": n.Power} {
				if is {
					s += mark
				}
			}
			if m := n.Mark; m != nil {
				s += "{" + string(m.Is) + " " + m.Expr + m.Source + "}"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s %q:\ngot  %s\nwant %s", c.lang, c.text, s, c.want)
		}
	}
}

// Readers see the number of a mark, in prose and in formulas; text that is no mark is unchanged.
func TestMarksAreShown(t *testing.T) {
	for text, want := range map[string]string{
		"**[[33 = n_support]]** points, [[18\u00a0% ~ test_error @ wide]]": "<p><strong>33</strong> points, 18\u00a0%</p>",
		"[[Six : the course]] of [[40 > n[0]]], [[a, b]] and [[7]]":        "<p>Six of 40, [[a, b]] and [[7]]</p>",
		"`X[[1 = 2]]` \\[[1 = 2]]":                                         "<p><code>X[[1 = 2]]</code> [[1 = 2]]</p>",
	} {
		if got, err := Text(text).set("text", nil); err != nil || got != want {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
		}
	}
	plain, err := Text("$w=0{,}5$").set("text", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Text("$w=[[0{,}5 = w[1]]]$").set("text", nil); err != nil || got != plain {
		t.Errorf("in a formula: got %q, %v; want %q", got, err, plain)
	}
	for text, want := range map[string]string{
		"[[5 = n +]]":    "pages[0].text: [[5 = n +]]: the condition ends too early",
		"[[5 = n @ ]]":   "the name of settings is missing after @",
		"[[5 : ]]":       "the source of the number is missing",
		"[[18 % = a b]]": "an operator was expected",
	} {
		if _, err := Text(text).set("pages[0].text", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v; want %q", text, err, want)
		}
	}
}

func TestNumbersFit(t *testing.T) {
	for _, c := range []struct {
		text  string
		value float64
		fits  bool
	}{
		{"[[0.53 = x]]", 0.534, true}, {"[[0.53 = x]]", 0.536, false}, {"[[0.530 = x]]", 0.534, false},
		{"[[18 % = x]]", 0.1849, true}, {"[[18 % = x]]", 0.1851, false}, {"[[−2 = x]]", -2.4, true}, {"[[2 = x]]", -2, false},
		{"[[30 ~ x]]", 34, true}, {"[[30 ~ x]]", 36, false}, {"[[30 = x]]", 34, false}, {"[[200 ~ x]]", 249, true},
		{"[[40 > x]]", 39, true}, {"[[40 > x]]", 40, false}, {"[[40 < x]]", 41, true},
		{"[[Fifteen = x]]", 15, true}, {"[[Fifteen = x]]", 16, false}, {"$[[2\\cdot10^{-3} = x]]$", 0.0021, true},
		{"$[[2\\cdot10^{-3} = x]]$", 0.0026, false}, {"[[1,200 = x]]", 1200, true},
	} {
		n := Numerals(c.text, "en")
		if len(n) != 1 {
			t.Fatalf("%s has %d numbers", c.text, len(n))
		}
		if got := n[0].Fits(c.value); got != c.fits {
			t.Errorf("%s with x = %v: got %v", c.text, c.value, got)
		}
	}
}

// A deck may have marks; the converted deck has neither marks nor the settings that they name.
func TestDeckWithMarks(t *testing.T) {
	deck := `{"course": "my-deck", "title": "Mine", "pages": [{"id": "a", "title": "[[Two = n_points]] points",
		"text": "[[0.5 = training_error @ wide]]", "document": {"method": "svm"},
		"settings": {"wide": {"params": {"gamma": 10}}}, "steps": [{"kind": "note", "text": "[[7 : Cover]].",
		"settings": {"narrow": {"params": {"gamma": 1}}}}]}]}`
	got, err := Answer("set", deck)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got, "[[") || strings.Contains(got, "wide") || strings.Contains(got, "narrow") ||
		!strings.Contains(got, "Two points") {
		t.Errorf("the deck is set as %s", got)
	}
	for field, to := range map[string]string{"pages[0].settings.wide": `"wide": {"params": 3}`,
		"pages[0].settings.end": `"end": {"params": {"gamma": 10}}`, "pages[0].settings.Wide": `"Wide": {}`} {
		bad := strings.Replace(deck, `"wide": {"params": {"gamma": 10}}`, to, 1)
		if _, err := Answer("set", bad); err == nil || !strings.HasPrefix(err.Error(), field) {
			t.Errorf("%s: got %v", to, err)
		}
	}
}

// Numerals accepts any text: its numbers are in order and don't overlap. Shown does not lengthen a text.
func TestNumeralsOfAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := strings.Split(`[[ ]] = ~ : @ 10 ^ { } 1 2,345 0{,}5 . % \% $ $$ \frac \cdot · ⁻³ _ - − + ( ) `+"` twenty hundred - "+
		"quatre vingt et and five- \xff \n \\ e-3 x ]( per cent", " ")
	for range 50_000 {
		text := ""
		for range 1 + r.IntN(12) {
			text += parts[r.IntN(len(parts))]
			if r.IntN(3) == 0 {
				text += " "
			}
		}
		for _, lang := range []string{"en", "fr", "de"} {
			at := 0
			for _, n := range Numerals(text, lang) {
				if n.From < at || n.To <= n.From || n.To > len(text) {
					t.Fatalf("%s %q: a number from %d to %d, behind %d", lang, text, n.From, n.To, at)
				}
				at = n.To
			}
		}
		if shown, err := Shown(text); err == nil && len(shown) > len(text) {
			t.Fatalf("%q is shown as %q", text, shown)
		}
	}
}
