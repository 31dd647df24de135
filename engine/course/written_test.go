package course

import (
	"fmt"
	"strings"
	"testing"

	"pointscape/engine/json"

	"pointscape/engine/doc"
)

// ownDeck returns a deck whose page has one step of its own, and a text.
func ownDeck(t *testing.T, text string) []byte {
	t.Helper()
	b, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(`{"course": "my-deck", "title": "Mine", "pages": [{"id": "a", "title": "A", "text": ` + string(b) +
		`, "document": {"method": "svm"}, "steps": [{"kind": "note", "text": "First."}]}]}`)
}

func TestStepsInText(t *testing.T) {
	c, err := Read(ownDeck(t, "Before $x$.\n\n- a list\n- [ ] that is none\n\n"+
		"```\n? no question\n```\n\n"+
		"? Which boundary\nis *straight*?\n- [ ] The left one\n- [X] The right one\n  It is\n  a line.\n\n"+
		"?? How many?\r\nNumber : 60*training_error +- 0.5\nhint: Count\n  them.\nhint: Again.\n"+
		"? Click.\nplace: y > 80\n"+
		"? Draw.\ndraw: mine.training_error < 0.2\n"+
		"? Make no mistake.\ntask: training_error == 0\nthen: What to notice.\n"+
		"? A remark: that is all.\n"))
	if err != nil {
		t.Fatal(err)
	}
	p := c.Pages[0]
	if !strings.HasPrefix(p.Text, "<p>Before ") || !strings.HasSuffix(p.Text, "<pre><code>? no question</code></pre>") {
		t.Errorf("the text is %s", p.Text)
	}
	var kinds []string
	for _, s := range p.Steps {
		kinds = append(kinds, s.Kind)
	}
	if k := strings.Join(kinds, " "); k != "note choose number place draw task note" {
		t.Fatalf("the steps are %s", k)
	}
	s := p.Steps[1]
	if s.Text != "<p>Which boundary\nis <em>straight</em>?</p>" || s.Veil || len(s.Choices) != 2 || s.Choices[0].Right ||
		s.Choices[0].Why != "" || !s.Choices[1].Right || s.Choices[1].Text != "<p>The right one</p>" ||
		s.Choices[1].Why != "<p>It is\na line.</p>" {
		t.Errorf("the choice is %+v", s)
	}
	s = p.Steps[2]
	if !s.Veil || s.Answer != "60*training_error" || s.Within != 0.5 || len(s.Hints) != 2 ||
		s.Hints[0] != "<p>Count\nthem.</p>" {
		t.Errorf("the number is %+v", s)
	}
	if p.Steps[3].Check != "y > 80" || p.Steps[4].Check != "mine.training_error < 0.2" ||
		p.Steps[5].Check != "training_error == 0" || p.Steps[5].Then != "<p>What to notice.</p>" {
		t.Errorf("the conditions are %+v", p.Steps[3:6])
	}
}

func TestWrongStepsInText(t *testing.T) {
	for text, want := range map[string]string{
		"? Which?\n- [ ] One":                   "pages[0].steps[1].choices must be 2 to 8 answers, one of them correct",
		"Text.\n\n? How many?\nnumber: 3 ± few": `pages[0].text: line 4: "few" is no number`,
		"? How many?\nnumber: 3\ntask: C > 1": "pages[0].text: line 3: a question has one answer; got " +
			`"task" below "number"`,
		"? Make it so.\ntask: training_error = 0":      "pages[0].steps[1].check: ",
		"? Make it so.\ntask:":                         "pages[0].steps[1].check: ",
		"?? \ntask: C > 1":                             "pages[0].steps[1].text must be a text",
		strings.Repeat("? A remark.\n", MaxSteps):      "pages[0].steps must be at most 20 steps",
		"? Which?\n" + strings.Repeat("- [x] it\n", 2): "one of them correct",
	} {
		if _, err := Read(ownDeck(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The QR code of a page that asks a question has the page alone, without its notes, if a phone can read it; that of
// another page has its picture.
func TestCodeOfAPage(t *testing.T) {
	deck := strings.Replace(string(ownDeck(t, "?? How many?\nnumber: 3")), `"steps"`, `"notes": "Mine alone", "steps"`, 1)
	const site, document = "https://host.example/ml/", `{"method":"knn","points":[[0.123456,0.2,0],[0.9,0.7654321,1]]}`
	to, err := told(site + "\n" + document + "\na\n" + deck)
	link, ok := strings.CutPrefix(to, site+"?deck=link#")
	if err != nil || !ok {
		t.Fatalf("the code tells %s, %v", to, err)
	}
	text, err := Unpack(link)
	if err != nil || strings.Contains(text, "Mine alone") {
		t.Errorf("the page goes as %s, %v", text, err)
	}
	c, err := Read([]byte(text))
	if err != nil || len(c.Pages) != 1 || len(c.Pages[0].Steps) != 2 || c.Pages[0].Steps[1].Answer != "3" {
		t.Errorf("read as %+v, %v", c, err)
	}
	var long strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&long, "%x ", i*i*i)
	}
	for what, ask := range map[string]string{
		"a page that is not there": "\nb\n" + deck,
		"a page that asks nothing": "\na\n" + strings.Replace(string(ownDeck(t, "")), `{"kind": "note", "text": "First."}`, "", 1),
		"a page that is long":      "\na\n" + string(ownDeck(t, "?? How many?\nnumber: 3\nthen: "+long.String())),
		"no deck":                  "\na\n{",
		"a document alone":         "",
	} {
		to, err := told(site + "\n" + document + ask)
		d, wrong := doc.DecodeLink(to)
		if err != nil || wrong != nil || !strings.HasPrefix(to, site+"#.") || len(d.Points) != 2 ||
			d.Points[0].X != 0.124 || d.Points[1].Y != 0.766 {
			t.Errorf("%s: the code tells %.80s, %v: %+v, %v", what, to, err, d.Points, wrong)
		}
	}
	if to, err := told(site + "?course=linear/margin"); err != nil || to != site+"?course=linear/margin" {
		t.Errorf("of an address the code tells %s, %v", to, err)
	}
	if to, err := told(site + "?lang=fr\n" + document + "\na\n" + deck); err != nil ||
		!strings.HasPrefix(to, site+"?lang=fr&deck=link#") {
		t.Errorf("the code of a page in another language tells %s, %v", to, err)
	}
	if _, err := told(site + "\n{"); err == nil {
		t.Error("what is no document has a code")
	}
	if code, err := Answer("code", site+"\n"+document+"\na\n"+deck); err != nil || len(code) < 1000 ||
		!strings.Contains(code, " modules a side.</p>") || strings.Contains(code, "dense") {
		t.Errorf("the code is %.40s, %v", code, err)
	}
}
