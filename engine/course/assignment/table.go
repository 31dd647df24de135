package assignment

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/html"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// mostShown is how many problems are shown; files and the table's JSON have all.
const mostShown = 100

// Ask is what the page asks to be collected.
type Ask struct {
	Deck  string `json:"deck"`
	Texts []Text `json:"texts"`
}

// Made is the answer to that. HTML has columns by which it can be sorted, buttons with data-sort.
type Made struct {
	HTML string `json:"html"`
	CSV  string `json:"csv"`
	JSON string `json:"json"`
	Says string `json:"says"` // in a sentence
}

// Answers answers what the page asks of assignments, by kind:
//
//	hand      the answer of a Handing, as the JSON of a Handed
//	collect   the table of an Ask, as the JSON of a Made
//	collected the same in another order: ByName, ByScore or ByTime
//
// ok is false where the kind is another one.
func Answers(s *session.Session, clock func() time.Time) func(job method.Job, kind, text string) (string, bool, error) {
	var last *Table
	made := func() (string, bool, error) {
		m, err := last.made()
		if err != nil {
			return "", true, err
		}
		b, err := json.Marshal(m)
		return string(b), true, err
	}
	return func(job method.Job, kind, text string) (string, bool, error) {
		switch kind {
		case "hand":
			var ask Handing
			if err := json.Unmarshal([]byte(text), &ask); err != nil {
				return "", true, err
			}
			h, err := Hand(&ask)
			if err != nil {
				return "", true, err
			}
			b, err := json.Marshal(h)
			return string(b), true, err
		case "collect":
			var ask Ask
			err := json.Unmarshal([]byte(text), &ask)
			if err == nil {
				last, err = Collect(job, s, ask.Deck, ask.Texts, clock)
			}
			if err != nil {
				return "", true, err
			}
			last.order = ByName
			return made()
		case "collected":
			if last == nil {
				return "", true, doc.Errorf("collected", "a table that was made before", "none")
			}
			last.Sort(text)
			last.order = text
			return made()
		}
		return "", false, nil
	}
}

func (t *Table) made() (*Made, error) {
	b, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	says := words.Count(len(t.Rows), words.Say("answer"))
	if n := len(t.Problems); n > 0 {
		says += ", " + words.Count(n, words.Say("problem"))
	}
	return &Made{HTML: t.html(), CSV: t.CSV(), JSON: string(b), Says: says + "."}, nil
}

// when is a time as tables have it, in the time zone of the machine; "" where there is none.
func when(at int64) string {
	if at <= 0 || at > 1<<37 {
		return ""
	}
	return time.Unix(at, 0).Format("2006-01-02 15:04")
}

// told are what of a cell stands beside its answer.
func (c *Cell) told() (list []string) {
	if c.Tries > 0 {
		list = append(list, strings.Replace(words.Say("{} wrong before"), "{}", strconv.Itoa(c.Tries), 1))
	}
	if c.Hints > 0 {
		list = append(list, words.Count(c.Hints, words.Say("hint")))
	}
	if c.Shown {
		list = append(list, words.Say("solution shown"))
	}
	if len(c.Locked) > 0 {
		list = append(list, strings.Replace(words.Say("locked, and changed: {}"), "{}", strings.Join(c.Locked, ", "), 1))
	}
	if c.Note != "" {
		list = append(list, c.Note)
	}
	return list
}

// stateSays is what a state is called; those who see it see a sign (web/app.css).
func stateSays(state string) string {
	switch state {
	case Right:
		return words.Say("correct")
	case Wrong:
		return words.Say("wrong")
	}
	return words.Say("not answered")
}

// html is the table as the page shows it. Whatever came from outside is text.
func (t *Table) html() string {
	var b strings.Builder
	esc := html.EscapeString
	t.problems(&b)
	if len(t.Rows) == 0 {
		return b.String()
	}
	head := func(by, label string) {
		sorted := ""
		if by == t.order {
			sorted = ` aria-sort="` + map[bool]string{true: "descending", false: "ascending"}[by == ByScore] + `"`
		}
		fmt.Fprintf(&b, `<th scope="col"%s><button type="button" data-sort="%s">%s</button></th>`, sorted, by, esc(label))
	}
	b.WriteString(`<div class="answers-scroll" tabindex="0" role="region" aria-label="` + esc(words.Say("Answers")) +
		`"><table class="answers"><thead><tr>`)
	head(ByName, words.Say("Name"))
	head(ByTime, words.Say("Handed in"))
	head(ByScore, words.Say("Right answers"))
	for _, h := range t.Heads {
		fmt.Fprintf(&b, `<th scope="col" title="%s">%s</th>`, esc(h.Text), h.Label)
	}
	b.WriteString("</tr></thead><tbody>")
	for _, r := range t.Rows {
		fmt.Fprintf(&b, `<tr><th scope="row">%s`, esc(r.called()))
		for _, n := range r.Notes {
			b.WriteString("<small>" + esc(n) + "</small>")
		}
		fmt.Fprintf(&b, `</th><td>%s</td><td>%d / %d<small>%s</small></td>`, when(r.At), r.Score, len(t.Heads),
			esc(strings.Replace(words.Say("{} at once"), "{}", strconv.Itoa(r.First), 1)))
		for i := range r.Steps {
			c := &r.Steps[i]
			fmt.Fprintf(&b, `<td data-state="%s"><span class="sr">%s</span> `, c.State, esc(stateSays(c.State)))
			text := esc(c.Answer)
			if to := c.link(t.Title); to != "" {
				text = `<a target="_blank" rel="noopener" href="` + esc(to) + `">` + esc(or(c.Answer, words.Say("open"))) +
					`<span class="sr"> ` + esc(t.Heads[i].Label+", "+r.called()) + `</span></a>`
			}
			b.WriteString(text)
			for _, x := range c.told() {
				b.WriteString("<small>" + esc(x) + "</small>")
			}
			b.WriteString("</td>")
		}
		b.WriteString("</tr>")
	}
	fmt.Fprintf(&b, `</tbody><tfoot><tr><th scope="row" colspan="3">%s</th>`, esc(words.Say("Right answers, of all")))
	for _, h := range t.Heads {
		fmt.Fprintf(&b, "<td>%d / %d</td>", h.Rights, len(t.Rows))
	}
	b.WriteString("</tr></tfoot></table></div><details><summary>" + esc(words.Say("Questions")) + "</summary><dl>")
	for _, h := range t.Heads {
		b.WriteString("<dt>" + h.Label + "</dt><dd>" + esc(h.Text) + "</dd>")
	}
	b.WriteString("</dl></details>")
	return b.String()
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func (r *Row) called() string { return or(r.Name, words.Say("without a name")) }

// problems lists what is wrong with texts and answers.
func (t *Table) problems(b *strings.Builder) {
	if len(t.Problems) == 0 {
		return
	}
	b.WriteString(`<ul class="answers-problems">`)
	for i, p := range t.Problems {
		if i == mostShown {
			fmt.Fprintf(b, "<li>%s</li>", html.EscapeString(strings.Replace(words.Say("And {} more: the JSON file has all."), "{}",
				strconv.Itoa(len(t.Problems)-mostShown), 1)))
			break
		}
		at := words.Capital(where(p.File, p.Line))
		fmt.Fprintf(b, "<li>%s</li>", html.EscapeString(at+colon()+p.Says))
	}
	b.WriteString("</ul>")
}

// link leads, from the page of the playground, to what a student has made: the document, or a page of a deck on which the drawing is; "" where there is
// none, or it is too long for a link.
func (c *Cell) link(title string) string {
	if c.document == nil || c.Kind != course.Task && c.Kind != course.Draw {
		return ""
	}
	text, before := c.document, "?#"
	if c.Kind == course.Draw {
		deck := course.Source{Version: course.Version, Course: "answer", Title: title, Pages: []course.PageSource{{ID: "answer",
			Title: title, Document: c.document, Ink: strokes(c.line)}}}
		b, err := json.Marshal(deck)
		if err != nil {
			return ""
		}
		text, before = b, "?deck=link#"
	}
	link, err := doc.PackText(text)
	if err != nil || len(link) > MaxLink {
		return ""
	}
	return before + link
}

// strokes are a drawing as a page has it: of long ones, each stroke begins where the one before it ends.
func strokes(line [][2]float64) (list []course.Stroke) {
	for len(line) > 1 && len(list) < course.MaxStrokes {
		n := min(len(line), course.MaxStroke)
		list = append(list, course.Stroke{Kind: course.Pen, At: line[:n]})
		line = line[n-1:]
	}
	return list
}

// CSV is the table for a spreadsheet: a byte order mark, by which spreadsheets know UTF-8, and no cell that one takes
// for a formula. A step has two columns: 1 or 0, nothing where it was not answered, and the answer with what is told.
func (t *Table) CSV() string {
	var b strings.Builder
	b.WriteString("\ufeff")
	row := func(list []string) {
		for i, x := range list {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quoted(x))
		}
		b.WriteString("\r\n")
	}
	head := []string{words.Say("Name"), words.Say("Handed in"), words.Say("Right answers"), words.Say("Of"),
		words.Say("Right at once")}
	for _, h := range t.Heads {
		head = append(head, h.Label, h.Label+" "+words.Say("answer"))
	}
	row(append(head, words.Say("Notes")))
	for _, r := range t.Rows {
		list := []string{r.Name, when(r.At), strconv.Itoa(r.Score), strconv.Itoa(len(t.Heads)), strconv.Itoa(r.First)}
		for i := range r.Steps {
			c := &r.Steps[i]
			says := c.told()
			if c.Answer != "" {
				says = append([]string{c.Answer}, says...)
			}
			list = append(list, map[string]string{Right: "1", Wrong: "0"}[c.State], strings.Join(says, "; "))
		}
		row(append(list, strings.Join(r.Notes, " ")))
	}
	return b.String()
}

// quoted is a cell of a CSV file. Where a spreadsheet would take the text for a formula, an apostrophe stands before it;
// a number with a sign is none.
func quoted(x string) string {
	if x != "" && strings.ContainsRune("=+-@\t\r\n|%", rune(x[0])) {
		if _, err := strconv.ParseFloat(x, 64); err != nil {
			x = "'" + x
		}
	}
	if strings.ContainsAny(x, ",;\"\t\r\n") {
		x = `"` + strings.ReplaceAll(x, `"`, `""`) + `"`
	}
	return x
}
