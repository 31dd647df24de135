package course

import (
	"reflect"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/json"
)

func TestSetTexts(t *testing.T) {
	for text, want := range map[string]string{
		"One\ntwo\n\nthree":               "<p>One\ntwo</p><p>three</p>",
		"# Head\ntext":                    "<h3>Head</h3><p>text</p>",
		"a **b *c* d** e":                 "<p>a <strong>b <em>c</em> d</strong> e</p>",
		"2 * 3 * 4":                       "<p>2 * 3 * 4</p>",
		"`a<b`":                           "<p><code>a&lt;b</code></p>",
		"- a\n- b\n  c\n\nd":              "<ul><li>a</li><li>b\nc</li></ul><p>d</p>",
		"1. a\n2. b":                      "<ol><li>a</li><li>b</li></ol>",
		"- a\n\n  more\n- b":              "<ul><li><p>a</p><p>more</p></li><li>b</li></ul>",
		"> why\n> not":                    "<blockquote><p>why\nnot</p></blockquote>",
		"```\nx < 1\n```":                 "<pre><code>x &lt; 1</code></pre>",
		"<script>alert(1)</script>":       "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
		"[a](https://b.example/?c=\"d&e)": `<p><a href="https://b.example/?c=&#34;d&amp;e" target="_blank" rel="noopener">a</a></p>`,
		"[next](?course=peyre/2)":         `<p><a href="?course=peyre/2">next</a></p>`,
		"\\*no\\* \\$5":                   "<p>*no* $5</p>",
		"[no link] (x)":                   "<p>[no link] (x)</p>",
		"$x_i$":                           `<p><math alttext="x_i"><mrow><msub><mi>x</mi><mi>i</mi></msub></mrow></math></p>`,
		"$$\\frac12$$":                    `<div class="display"><math display="block" alttext="\frac12"><mrow><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow></math></div>`,
		"to $n$, (of $a$). $b$ c":         `<p>to ` + joint("n", ",") + ` (of ` + joint("a", ").") + ` <math alttext="b"><mrow><mi>b</mi></mrow></math> c</p>`,
		"*$a*b$ c*":                       `<p><em><math alttext="a*b"><mrow><mi>a</mi><mo>*</mo><mi>b</mi></mrow></math> c</em></p>`,
	} {
		if got, err := Set(text); err != nil || got != want {
			t.Errorf("%q:\n%s, %v\nwant\n%s", text, got, err, want)
		}
	}
}

// joint returns a letter as a formula together with the punctuation after it, without a line break between them.
func joint(letter, signs string) string {
	return `<span class="joint"><math alttext="` + letter + `"><mrow><mi>` + letter + `</mi></mrow></math>` + signs + `</span>`
}

func TestSetFormulas(t *testing.T) {
	for tex, want := range map[string]string{
		`\min_{w,b} \tfrac{1}{2}\|w\|^2`: `<munder><mo>min</mo><mrow><mi>w</mi><mo>,</mo><mi>b</mi></mrow></munder>` +
			`<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mo stretchy="false">‖</mo><mi>w</mi>` +
			`<msup><mo stretchy="false">‖</mo><mn>2</mn></msup>`,
		`\sum_{i=1}^n x_i^2`: `<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>` +
			`<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>`,
		`\mathbb R^d`: `<msup><mrow><mi>ℝ</mi></mrow><mi>d</mi></msup>`,
		`\hat f'`:     `<msup><mover accent="true"><mi>f</mi><mo stretchy="false">^</mo></mover><mo>′</mo></msup>`,
		`\log_2 n`:    `<msub><mo lspace="0" rspace="0.17em">log</mo><mn>2</mn></msub><mi>n</mi>`,
		`\big(a`:      `<mo minsize="1.2em" maxsize="1.2em" fence="true" stretchy="true">(</mo><mi>a</mi>`,
		`12.5-a`:      `<mn>12.5</mn><mo>−</mo><mi>a</mi>`,
		`(-3, -a)`: `<mo stretchy="false">(</mo><mo form="prefix">−</mo><mn>3</mn><mo>,</mo>` +
			`<mo form="prefix">−</mo><mi>a</mi><mo stretchy="false">)</mo>`,
		`d = -1`:       `<mi>d</mi><mo>=</mo><mo form="prefix">−</mo><mn>1</mn>`,
		`a \le -b`:     `<mi>a</mi><mo stretchy="false">≤</mo><mo form="prefix">−</mo><mi>b</mi>`,
		`12{,}5-a`:     `<mn>12,5</mn><mo>−</mo><mi>a</mi>`,
		`\sqrt[3]{x}`:  `<mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot>`,
		`\text{if } x`: "<mtext>if\u00a0</mtext><mi>x</mi>",
		`a<b`:          `<mi>a</mi><mo>&lt;</mo><mi>b</mi>`,
		`\left(\frac ab\right]`: `<mrow><mo fence="true" stretchy="true">(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac>` +
			`<mo fence="true" stretchy="true">]</mo></mrow>`,
		`\begin{cases}1 & x>0\\0\end{cases}`: `<mrow><mo fence="true" stretchy="true">{</mo><mtable class="cases"><mtr><mtd><mn>1</mn></mtd>` +
			`<mtd><mi>x</mi><mo>&gt;</mo><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd></mtr></mtable></mrow>`,
	} {
		got, err := mathML(tex, false, nil)
		if err != nil {
			t.Errorf("%s: %v", tex, err)
			continue
		}
		_, inner, _ := strings.Cut(got, "<mrow>")
		if inner = strings.TrimSuffix(inner, "</mrow></math>"); inner != want {
			t.Errorf("%s:\n%s\nwant\n%s", tex, inner, want)
		}
	}
	for tex, want := range map[string]string{
		`\foo`:                   `\foo is not known`,
		`{a`:                     "{ without }",
		`a}`:                     "} without {",
		`\frac1`:                 "ends too early",
		`x_1_2`:                  "two subscripts",
		`\left( a`:               `\left without \right`,
		`\begin{cases} a`:        `without \end`,
		`\begin{tikz}`:           "is not known",
		`a & b`:                  "has no meaning there",
		strings.Repeat("{", 100): "nested more than",
		`\left\foo a\right)`:     "is no bracket",
	} {
		if got, err := mathML(tex, false, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v; want %q", tex, got, err, want)
		}
	}
}

const small = `{"course": "margins", "title": "Margins", "pages": [{"id": "widest", "title": "The widest street",
	"text": ["Two", "lines."], "document": {"method": "svm", "params": {"kernel": "linear", "C": 1}, "dataset": {"name": "blobs2", "n": 40, "seed": 1}},
	"controls": ["C"], "facts": ["n_support"], "steps": [
	{"kind": "choose", "text": "What?", "veil": true, "set": {"params": {"C": 0.01}}, "choices": [
	  {"text": "a", "right": true, "why": "yes"}, {"text": "b"}]},
	{"kind": "number", "text": "How many?", "answer": "n_support", "within": 0.5},
	{"kind": "task", "text": "Do.", "check": "n_support == 3", "hints": ["Try."], "then": "So.",
	 "solution": [{"params": {"C": 100}}], "wrong": [{"params": {"C": 0.001}}]}]}]}`

func TestRead(t *testing.T) {
	c, err := Read([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	p := c.Pages[0]
	if p.Text != "<p>Two\nlines.</p>" || len(p.Steps) != 3 || p.Steps[0].Choices[0].Why != "<p>yes</p>" ||
		!p.Steps[0].Veil ||
		p.Steps[2].Hints[0] != "<p>Try.</p>" || p.Steps[2].Solution[0] != `{"params": {"C": 100}}` {
		t.Errorf("read as %+v", c)
	}
}

func TestWrongCoursesNameTheField(t *testing.T) {
	for _, x := range []struct{ old, new, want string }{
		{`"title": "Margins"`, `"titel": "Margins"`, `titel must be a field that there is`},
		{`"course": "margins"`, `"course": "My course"`, "course must be 1 to 40 lower-case letters"},
		{`"id": "widest"`, `"id": ""`, "pages[0].id must be"},
		{`"method": "svm"`, `"method": 3`, "pages[0].document: method must be"},
		{`"kind": "number"`, `"kind": "guess"`, `pages[0].steps[1].kind must be one of note, choose`},
		{`"right": true, `, ``, "pages[0].steps[0].choices must be 2 to 8 answers, one of them correct"},
		{`"n_support == 3"`, `"n_support = 3"`, "pages[0].steps[2].check: '=' cannot stand"},
		{`"text": "Do."`, `"text": "$x"`, "pages[0].steps[2].text: line 1: $ without an end"},
		{`"set": {"params": {"C": 0.01}}`, `"set": {"parms": {}}`, "pages[0].steps[0].set: parms must be"},
		{`"answer": "n_support"`, `"answer": ""`, "pages[0].steps[1].answer: the condition ends too early"},
		{`"hints": ["Try."]`, `"hints": 3`, "a value of type []course.Text"},
		{`"lines."]`, `"lines."`, "course: json: byte 136"},
	} {
		text := strings.Replace(small, x.old, x.new, 1)
		if text == small {
			t.Fatalf("%q is not in it", x.old)
		}
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v; want %q", x.new, err, x.want)
		}
	}
}

func TestPatch(t *testing.T) {
	for _, x := range []struct{ d, p, want string }{
		{`{"method":"svm","params":{"C":1,"gamma":2}}`, `{"params":{"C":3}}`, `{"method":"svm","params":{"C":3,"gamma":2}}`},
		{`{"method":"svm","params":{"C":1}}`, `{"method":"knn"}`, `{"method":"knn"}`},
		{`{"method":"svm","params":{"C":1}}`, `{"method":"knn","params":{"k":2}}`, `{"method":"knn","params":{"k":2}}`},
		{`{"dataset":{"name":"moons"},"view":{"step":3}}`, `{"points":[],"view":{"step":null}}`, `{"points":[],"view":{}}`},
		{`{"points":[],"title":"a"}`, `{"dataset":{"name":"moons"}}`, `{"dataset":{"name":"moons"},"title":"a"}`},
	} {
		if got, err := Patch([]byte(x.d), []byte(x.p)); err != nil || string(got) != x.want {
			t.Errorf("%s with %s: %s, %v; want %s", x.d, x.p, got, err, x.want)
		}
	}
}

// hostile are texts with many unclosed delimiters, each of which causes a scan for its end.
var hostile = map[string]string{
	"brackets":         strings.Repeat("[", MaxText),
	"brackets (":       strings.Repeat("[](", MaxText/3),
	"emphasis":         strings.Repeat("*a ", MaxText/3),
	"strong":           strings.Repeat("**a ", MaxText/4),
	"mixed":            strings.Repeat("*a [**b ", MaxText/8),
	"an end far off":   strings.Repeat("*a ", MaxText/3-1) + "a*",
	"lines of a sum":   "$$" + strings.Repeat("\n", MaxText-4) + "$$",
	"roots":            "$" + strings.Repeat(`\sqrt[`, MaxText/6-1) + "$",
	"lists":            strings.Repeat("- ", MaxText/2),
	"items and blanks": "- a\n" + strings.Repeat("\n"+strings.Repeat(" ", 99), MaxText/100-1),
}

// The work for a text is bounded: a link may hold hundreds of texts.
func TestHostileTextsTakeNoTime(t *testing.T) {
	for name, text := range hostile {
		var w setter
		_, err := w.blocks(strings.Split(text, "\n"), 0)
		if most := maxLooked + 2*MaxText; w.looked > most {
			t.Errorf("%s: %d bytes were looked through, want at most %d", name, w.looked, most)
		}
		endless := map[string]bool{"brackets": true, "brackets (": true, "emphasis": true, "strong": true, "mixed": true,
			"an end far off": true}
		if endless[name] != (err != nil && strings.Contains(err.Error(), "are not closed")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Unclosed delimiters are plain characters.
	if got, err := Set(strings.Repeat("2 *a [b ", 40)); err != nil || strings.Contains(got, "<em>") {
		t.Errorf("%s, %v", got, err)
	}
}

// FuzzSet checks that no text becomes more than text, or takes more than the allowed time.
func FuzzSet(f *testing.F) {
	for _, text := range []string{"- a\n  - b\n\n> c", "**a *b** c*", "$\\frac{a}{b}_1^2$", "[a](b) `c` $$\nx\n$$",
		"```\n"} {
		f.Add(text)
	}
	for _, text := range attacks {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var w setter
		html, err := w.blocks(strings.Split(text, "\n"), 0)
		if most := maxLooked + 2*len(text); w.looked > most {
			t.Errorf("%q: %d bytes were looked through", text, w.looked)
		}
		if err != nil {
			return
		}
		if err := harmless(html); err != nil {
			t.Errorf("%q has become %q: %v", text, html, err)
		}
	})
}

// FuzzAnswer reads decks as the page lets the engine read them: the result can be read, and is unchanged when converted
// again.
func FuzzAnswer(f *testing.F) {
	f.Add(small)
	f.Add(`{"course":"a","title":"b","pages":[{"id":"c","title":"d","text":"$x$","document":{"method":"knn"}}]}`)
	f.Add(`{"version":99}`)
	f.Add(`{"course":"a","title":"b","pages":[{"id":"c","title":"d","text":[],"document":{"method":"a","points":[[1,2]]},` +
		`"steps":[{"kind":"place","text":"e","check":"x > 1","solution":[{"x":1,"y":2}],"wrong":[[]]},{"kind":"note","text":"f",` +
		`"set":{"view":{"show":["a"]},"dataset":null}}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		made, err := Answer("set", text)
		if err != nil {
			if len(err.Error()) > 10_000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		var c Course
		if err := json.Unmarshal([]byte(made), &c); err != nil {
			t.Fatal(err)
		}
		texts(reflect.ValueOf(c), "", func(field, html string) {
			if err := harmless(html); err != nil {
				t.Errorf("%s is %s: %v", field, html, err)
			}
		})
		for _, p := range c.Pages {
			if _, err := doc.Decode([]byte(p.Document)); err != nil {
				t.Errorf("the document of %s: %v", p.ID, err)
			}
		}
		// A link restores it.
		if link, err := Pack(text); err == nil {
			if back, err := Unpack(link); err != nil || back != text {
				t.Errorf("%v: %q came back as %q", err, text, back)
			}
		}
	})
}

// FuzzPatch changes documents as courses do: the result is JSON, applying a patch twice changes nothing more, and
// members that it does not mention stay.
func FuzzPatch(f *testing.F) {
	f.Add(`{"method":"svm","params":{"C":1,"gamma":2}}`, `{"params":{"C":3}}`)
	f.Add(`{"dataset":{"name":"moons"},"view":{"step":3}}`, `{"points":[],"view":{"step":null}}`)
	f.Add(`{"method":"svm","params":{"C":1}}`, `{"method":"knn","params":null,"title":"a"}`)
	f.Add(`{"view":[]}`, `{"view":{}}`)
	f.Fuzz(func(t *testing.T, document, patch string) {
		once, err := Patch([]byte(document), []byte(patch))
		if err != nil {
			return
		}
		twice, err := Patch(once, []byte(patch))
		if err != nil || !reflect.DeepEqual(parsed(t, once), parsed(t, twice)) {
			t.Errorf("%s with %s is %s, and then %s, %v", document, patch, once, twice, err)
		}
	})
}

func parsed(t *testing.T, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// FuzzUnpack decompresses links of decks, whose size is bounded.
func FuzzUnpack(f *testing.F) {
	for _, text := range []string{small, "", strings.Repeat("a", MaxBytes+1)} {
		link, err := doc.PackText([]byte(text))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(link)
	}
	f.Add("_-_-")
	f.Fuzz(func(t *testing.T, link string) {
		text, err := Unpack(link)
		if err == nil && len(text) > MaxBytes {
			t.Errorf("%d bytes", len(text))
		}
	})
}

// An answer has an accessible name that includes its formulas, which browsers ignore: otherwise a button with only a
// formula has no name.
func TestAnswersAreCalled(t *testing.T) {
	c, err := Read([]byte(strings.Replace(small, `{"text": "b"}`,
		`{"text": "$k = \\sqrt n$, or $n^{2/3}\\,/\\,2$", "why": "$\\sqrt n$"}`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	b := c.Pages[0].Steps[0].Choices[1]
	for _, want := range []string{`<math aria-label="k = sqrt n" alttext="k = \sqrt n">`, `aria-label="n^(2/3) / 2"`} {
		if !strings.Contains(b.Text, want) {
			t.Errorf("%s has no %s", b.Text, want)
		}
	}
	if strings.Contains(b.Why, "aria-label") {
		t.Errorf("what is no button is read as mathematics: %s", b.Why)
	}
}
