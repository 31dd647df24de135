package assignment

import (
	"errors"
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

// mostShown is the maximum number of problems in the HTML; the table's JSON has all.
const mostShown = 100

// Answers returns a function that answers the page's requests about assignments. Its result for a request's text is, by
// kind, with the parts of texts separated by zero bytes:
//
//	handing     HTML of the form with which a student hands in
//	hand        for the name, the time (seconds since 1970), the playground's address, JSON of the progress on the pages
//	            (Handing.Pages) and the assignment: the name of the answer's file, its JSON, and HTML with the link
//	collecting  HTML of the dialog that collects answers
//	collect     for the assignment and the texts (see Split): the table as HTML, CSV and JSON, and a sentence with the
//	            numbers of answers and problems
//	collected   for ByName, ByScore or ByTime: the parts of the last collect, in that order
//
// Buttons in the HTML have the attribute data-do. ok is false for other kinds.
func Answers(s *session.Session, clock func() time.Time) func(job method.Job, kind, text string) (string, bool, error) {
	var last *Table
	return func(job method.Job, kind, text string) (made string, ok bool, err error) {
		switch kind {
		case "handing":
			return form(), true, nil
		case "hand":
			made, err = handIn(text)
			return made, true, err
		case "collecting":
			return dialog(), true, nil
		case "collect":
			deck, rest, _ := strings.Cut(text, "\x00")
			t, err := Collect(job, s, deck, Split(rest), clock)
			if err != nil {
				return "", true, err
			}
			last, text = t, ByName
		case "collected":
			if last == nil {
				return "", true, doc.Errorf("collected", "a table that was made before", "none")
			}
		default:
			return "", false, nil
		}
		last.Sort(text)
		made, err = last.made()
		return made, true, err
	}
}

// Split splits the texts of a request "collect": the pasted text, and for each file \x01, its name, \n and its text.
func Split(text string) (texts []Text) {
	for i, part := range strings.Split(text, "\x01") {
		t := Text{Text: part}
		if i > 0 {
			t.Name, t.Text, _ = strings.Cut(part, "\n")
		}
		texts = append(texts, t)
	}
	return texts
}

// handIn answers a request "hand".
func handIn(text string) (string, error) {
	parts := strings.SplitN(text, "\x00", 5)
	if len(parts) < 5 {
		return "", doc.Errorf("hand", "five parts", strconv.Itoa(len(parts)))
	}
	at, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return "", err
	}
	ask := &Handing{Name: parts[0], At: at, Deck: parts[4]}
	if err := json.Unmarshal([]byte(parts[3]), &ask.Pages); err != nil {
		return "", err
	}
	h, err := Hand(ask)
	if err != nil {
		return "", err
	}
	var w html.Writer
	w.Put(`<p>$ `, html.EscapeString(words.Fill("Done: %s of %s.", strconv.Itoa(h.Done), strconv.Itoa(h.Asked))))
	if h.Link != "" {
		w.Put(`$</p><div class="copy-line"><input id="hand-link" type="text" readonly="" aria-label="$" value="$"/>`+
			`<button class="button primary" type="button" data-do="copy">$</button></div>`,
			say("Send the link to your lecturer."), say("Link"),
			html.EscapeString(course.WithQuery(parts[2], "deck=answer")+"#"+h.Link), say("Copy the link"))
	} else {
		w.Put(`$</p>`, html.EscapeString(said(errors.New(h.Why))))
	}
	w.Put(`<button class="button" type="button" data-do="save">$</button>`, say("Save as file"))
	return h.Name + "\x00" + h.File + "\x00" + w.String(), nil
}

// say translates a text of the program and escapes it for HTML.
func say(text string) string { return html.EscapeString(words.Say(text)) }

// filled translates a text of the program, and puts a part into it that is not translated.
func filled(text, part string) string { return words.Fill(text, part) }

// form returns the HTML of the form with which a student hands in. The page puts the HTML that "hand" returns into the
// element hand-made.
func form() string {
	var w html.Writer
	w.Put(`<h3>$</h3><p class="help">$</p><div class="deck-field"><label class="label" for="hand-name">$</label>`+
		`<input id="hand-name" type="text" maxlength="80" autocomplete="name"/></div>`+
		`<button class="button primary" type="button" data-do="hand">$</button><div id="hand-made" tabindex="-1"></div>`,
		say("Hand in"), say("The link holds your answers and your name, and goes only to whom you send it."),
		say("Your name"), say("Hand in"))
	return w.String()
}

// dialog returns the HTML of the dialog that collects answers. The page puts the sentence of "collect" into the element
// collect-says, and the table into collect-table.
func dialog() string {
	const button = `<button class="button" type="button" data-do="$">$</button>`
	var w html.Writer
	w.Put(`<div class="figure-body"><div class="figure-head"><h2 id="collect-title">$</h2>`+
		`<button class="tool" type="button" data-do="close" aria-label="$">`+
		`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">`+
		`<path d="m5 5 10 10M15 5 5 15"/></svg></button></div>`+
		`<label class="label" for="collect-text">$</label><div class="paste">`+
		`<textarea id="collect-text" rows="4" spellcheck="false" autofocus=""></textarea></div><div class="lesson-buttons">`+
		`<button class="button primary" type="button" data-do="check">$</button>`+
		`<input class="sr" id="collect-file" type="file" multiple="" accept=".txt,.csv,.json,.eml,.html"/>`+
		`<label class="button" for="collect-file">$</label>`+button+button+button+
		`</div><p class="help" id="collect-says" role="status"></p><div id="collect-table"></div></div>`,
		say("Collect answers"), say("Close"),
		say("Paste the links; other text between them does no harm. Or open the files."), say("Check the answers"),
		say("Open files"), "cancel", say("Cancel"), "csv", say("Save as CSV"), "json", say("Save as JSON"))
	return w.String()
}

// made returns the parts that "collect" returns.
func (t *Table) made() (string, error) {
	b, err := json.Marshal(t)
	if err != nil {
		return "", err
	}
	says := words.Count(len(t.Rows), words.Say("answer"))
	if n := len(t.Problems); n > 0 {
		says += ", " + words.Count(n, words.Say("problem"))
	}
	return strings.Join([]string{t.html(), t.CSV(), string(b), says + "."}, "\x00"), nil
}

// when formats a time in seconds since 1970 in the local time zone; "" if it is not positive or too large.
func when(at int64) string {
	if at <= 0 || at > 1<<37 {
		return ""
	}
	return time.Unix(at, 0).Format("2006-01-02 15:04")
}

// told returns the remarks about a cell: tries, hints, changed locks, and the note.
func (c *Cell) told() (list []string) {
	if c.Tries > 0 {
		list = append(list, filled("%s wrong before", strconv.Itoa(c.Tries)))
	}
	if c.Hints > 0 {
		list = append(list, words.Count(c.Hints, words.Say("hint")))
	}
	if c.Shown {
		list = append(list, words.Say("solution shown"))
	}
	if len(c.Locked) > 0 {
		list = append(list, filled("locked, and changed: %s", strings.Join(c.Locked, ", ")))
	}
	if c.Note != "" {
		list = append(list, c.Note)
	}
	return list
}

// stateSays returns a state in words, for screen readers; the style sheet shows a sign (web/app.css).
func stateSays(state string) string {
	switch state {
	case Right:
		return words.Say("correct")
	case Wrong:
		return words.Say("wrong")
	}
	return words.Say("not answered")
}

// html returns the table as HTML, with the problems above it. Texts from outside are escaped.
func (t *Table) html() string {
	w, esc := &html.Writer{}, html.EscapeString
	t.problems(w)
	if len(t.Rows) == 0 {
		return w.String()
	}
	w.Put(`<div class="answers-scroll" tabindex="0" role="region" aria-label="$"><table class="answers"><thead><tr>`,
		say("Answers"))
	for _, x := range [][2]string{{ByName, "Name"}, {ByTime, "Handed in"}, {ByScore, "Right answers"}} {
		sorted := ""
		switch {
		case x[0] != t.order:
		case x[0] == ByScore:
			sorted = ` aria-sort="descending"`
		default:
			sorted = ` aria-sort="ascending"`
		}
		w.Put(`<th scope="col"$><button type="button" data-do="$">$</button></th>`, sorted, x[0], say(x[1]))
	}
	for _, h := range t.Heads {
		w.Put(`<th scope="col" title="$">$</th>`, esc(h.Text), h.Label)
	}
	w.Put("</tr></thead><tbody>")
	heads := strconv.Itoa(len(t.Heads))
	small := func(texts []string) {
		for _, x := range texts {
			w.Put("<small>$</small>", esc(x))
		}
	}
	for _, r := range t.Rows {
		w.Put(`<tr><th scope="row">$`, esc(r.called()))
		small(r.Notes)
		w.Put(`</th><td>$</td><td>$ / $<small>$</small></td>`, when(r.At), strconv.Itoa(r.Score), heads,
			esc(filled("%s at once", strconv.Itoa(r.First))))
		for i := range r.Steps {
			c := &r.Steps[i]
			w.Put(`<td data-state="$"><span class="sr">$</span> `, c.State, esc(stateSays(c.State)))
			if to := c.link(t.Title); to != "" {
				w.Put(`<a target="_blank" rel="noopener" href="$">$<span class="sr"> $</span></a>`, esc(to),
					esc(or(c.Answer, words.Say("open"))), esc(t.Heads[i].Label+", "+r.called()))
			} else {
				w.Put("$", esc(c.Answer))
			}
			small(c.told())
			w.Put("</td>")
		}
		w.Put("</tr>")
	}
	w.Put(`</tbody><tfoot><tr><th scope="row" colspan="3">$</th>`, say("Right answers, of all"))
	rows := strconv.Itoa(len(t.Rows))
	for _, h := range t.Heads {
		w.Put("<td>$ / $</td>", strconv.Itoa(h.Rights), rows)
	}
	w.Put("</tr></tfoot></table></div><details><summary>$</summary><dl>", say("Questions"))
	for _, h := range t.Heads {
		w.Put("<dt>$</dt><dd>$</dd>", h.Label, esc(h.Text))
	}
	w.Put("</dl></details>")
	return w.String()
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func (r *Row) called() string { return or(r.Name, words.Say("without a name")) }

// problems writes the first mostShown problems as a list.
func (t *Table) problems(w *html.Writer) {
	if len(t.Problems) == 0 {
		return
	}
	w.Put(`<ul class="answers-problems">`)
	for i, p := range t.Problems {
		says := words.Capital(where(p.File, p.Line)) + colon() + p.Says
		if i == mostShown {
			says = filled("And %s more: the JSON file has all.", strconv.Itoa(len(t.Problems)-mostShown))
		}
		w.Put("<li>$</li>", html.EscapeString(says))
		if i == mostShown {
			break
		}
	}
	w.Put("</ul>")
}

// link returns a link, relative to the playground's address, that shows a student's document for a task, or the drawing
// as a page of a deck with the title; "" for other kinds, without a document, or if the link would be too long.
func (c *Cell) link(title string) string {
	if c.document == nil || c.Kind != course.Task && c.Kind != course.Draw {
		return ""
	}
	text, before := c.document, "?#"
	if c.Kind == course.Draw {
		deck := course.Source{Version: course.Version, Course: "answer", Title: title, Pages: []course.PageSource{
			{ID: "answer", Title: title, Document: c.document, Ink: strokes(c.line)}}}
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

// strokes splits a drawing into strokes of a page. Each stroke begins where the previous one ends; what exceeds
// course.MaxStrokes is left out.
func strokes(line [][2]float64) (list []course.Stroke) {
	for len(line) > 1 && len(list) < course.MaxStrokes {
		n := min(len(line), course.MaxStroke)
		list = append(list, course.Stroke{Kind: course.Pen, At: line[:n]})
		line = line[n-1:]
	}
	return list
}

// CSV returns the table for a spreadsheet: with a byte order mark, by which spreadsheets recognize UTF-8, and without
// cells that they would read as formulas. Each step has two columns: 1 for right, 0 for wrong or nothing if it was not
// answered; and the answer with the remarks.
func (t *Table) CSV() string {
	b := []byte("\ufeff")
	row := func(list []string) {
		for i, x := range list {
			list[i] = words.Harmless(x)
		}
		b = words.AppendCSV(b, list...)
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
	return string(b)
}
