package results

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/html"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// writer writes HTML.
type writer struct{ html.Writer }

// say translates a text of the program, and puts parts into it that are not translated.
func say(text string, parts ...string) string {
	return words.Readable(words.Fill(text, parts...))
}

// said returns say(text, parts...) escaped for HTML.
func said(text string, parts ...string) string { return html.EscapeString(say(text, parts...)) }

func count(n int) string { return strconv.Itoa(n) }

// percent formats n/of as a whole number of percent; "–" if of is 0.
func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return words.Readable(strconv.Itoa(int(math.Round(100*float64(n)/float64(of)))) + " %")
}

// html returns the HTML of the kind "class".
func (m *maker) html(job method.Job, p *class.Panel) (string, error) {
	rows, err := m.rows(job, p)
	if err != nil {
		return "", err
	}
	w := &writer{}
	w.Put(`<div class="tally-results">`)
	if p.Title != "" {
		w.Put(`<h3>$</h3>`, html.EscapeString(p.Title))
	}
	if p.Text != "" {
		w.Put(`<div class="tally-asks">$</div>`, p.Text)
	}
	w.counts(p, rows)
	if list := answered(rows); p.Revealed && len(list) > 0 {
		w.right(list)
		switch p.Kind {
		case course.Choose:
			w.choices(p, list)
		case course.Number:
			err = m.numbers(job, w, p, list)
		case course.Place:
			err = m.places(job, w, p, list)
		case course.Draw:
			err = m.lines(job, w, p, list)
		case course.Task:
			w.solved(rows, list)
		}
		if err != nil {
			return "", err
		}
	}
	w.members(p, rows)
	w.Put(`</div>`)
	return w.String(), nil
}

// counts writes how many members have answered (or sent a document, if the step asks nothing), of those who are
// connected or have answered.
func (w *writer) counts(p *class.Panel, rows []row) {
	did, all, here := 0, 0, 0
	for i := range rows {
		r := &rows[i]
		done := r.answer != nil || kinds[p.Kind] == "" && r.sent
		if r.Here {
			here++
		}
		if done {
			did++
		}
		if done || r.Here {
			all++
		}
	}
	all += max(p.Here-here, 0) // members who have joined but are not in the list yet
	what := "Answered: %s of %s"
	switch {
	case p.Kind == course.Task:
		what = "Solved: %s of %s"
	case kinds[p.Kind] == "":
		what = "Pictures sent: %s of %s"
	}
	told := said(what, count(did), count(all))
	w.Put(`<p class="tally-count"><strong>$</strong> <span>$</span></p>`, told, said("Connected: %s", count(p.Here)))
	w.Put(`<progress class="tally-progress" aria-label="$" max="$" value="$"></progress>`, told, count(max(all, 1)),
		count(did))
}

// right writes how many of the answers are right, except for tasks, whose answers all are.
func (w *writer) right(list []*row) {
	if list[0].answer.Kind == class.Solved {
		return
	}
	if n, known := rightOf(list); known > 0 {
		w.Put(`<p class="tally-right">$</p>`, said("Correct: %s of %s (%s)", count(n), count(known), percent(n, known)))
	}
}

// members writes the table of all members: names, answers once they are revealed, and buttons that open their
// documents.
func (w *writer) members(p *class.Panel, rows []row) {
	if len(rows) == 0 {
		return
	}
	asked := kinds[p.Kind] != ""
	w.Put(`<details id="tally-members"><summary>$</summary><div class="tally-scroll" tabindex="0" role="group" `+
		`aria-label="$"><table class="tally-table"><thead><tr>`, said("Students: %s", count(len(rows))),
		said("List of students"))
	w.heads("Student", "Connected")
	if asked {
		w.heads("Answer")
	}
	w.heads("Picture")
	w.Put(`</tr></thead><tbody>`)
	for i := range rows {
		r := &rows[i]
		name := called(&r.Member)
		w.Put(`<tr><th scope="row">$</th><td>$</td>`, html.EscapeString(name), yes(r.Here))
		if asked {
			w.Put(`<td>`)
			w.answer(p, r)
			w.Put(`</td>`)
		}
		w.Put(`<td>`)
		if r.sent {
			w.Put(`<button type="button" class="button" data-look="$" aria-label="$">$</button>`, count(r.ID),
				said("Open the picture of %s", name), said("Open"))
		}
		w.Put(`</td></tr>`)
	}
	w.Put(`</tbody></table></div></details>`)
}

// called returns a member's nickname, or "Student 3".
func called(x *class.Member) string {
	if strings.TrimSpace(x.Nick) == "" {
		return say("Student %s", count(x.ID))
	}
	return x.Nick
}

// yes returns the HTML of a check mark, or "" if is is false.
func yes(is bool) string {
	if is {
		return `<span role="img" aria-label="` + said("yes") + `">✓</span>`
	}
	return ""
}

// answer writes a member's answer; before the answers are revealed only a check mark.
func (w *writer) answer(p *class.Panel, r *row) {
	if r.answer == nil {
		return
	}
	if !p.Revealed || r.answer.Kind == class.Solved {
		w.Put(`$`, yes(true))
		return
	}
	switch r.answer.Kind {
	case class.Choice:
		w.Put(`$`, p.Choices[r.choice])
	case class.Number:
		w.Put(`$`, html.EscapeString(figure4(r.number)))
	case class.Place:
		w.Put(`$`, html.EscapeString(position(r.place)))
	case class.Line:
		if x, ok := r.risk(); ok {
			w.Put(`$`, said("Error: %s", errorText(x, r.share)))
		} else {
			w.Put(`$`, yes(true))
		}
	}
	if r.right != nil && *r.right {
		w.Put(` <span class="tally-good">$</span>`, said("correct"))
	}
}

// figure4 formats a number with four significant digits in typographic form.
func figure4(x float64) string { return words.Readable(words.Number(x)) }

// position formats a position as "(x, y)".
func position(at [2]float64) string {
	return words.Readable("(" + words.Number(at[0]) + ", " + words.Number(at[1]) + ")")
}

// heads writes header cells of columns. The texts are translated.
func (w *writer) heads(texts ...string) {
	for _, s := range texts {
		w.Put(`<th scope="col">$</th>`, said(s))
	}
}

// table writes the table of a chart, which is closed until the user opens it. head are the column headers, and the
// first cell of each line is a row header. All texts are translated already.
func (w *writer) table(id string, head []string, lines [][]string) {
	w.Put(`<details id="tally-$"><summary>$</summary><table class="tally-table"><thead><tr>`, id, said("As a table"))
	w.lines(head, lines)
	w.Put(`</details>`)
}

// lines writes the cells of a table's header row, the other rows, and the end tags of the table.
func (w *writer) lines(head []string, lines [][]string) {
	cells := func(from, to string, list []string) {
		for _, s := range list {
			if s == "" { // a header cell must not be empty
				w.Put(`<td></td>`)
				continue
			}
			w.Put(from)
			w.Put("$", html.EscapeString(s))
			w.Put(to)
		}
	}
	cells(`<th scope="col">`, `</th>`, head)
	w.Put(`</tr></thead><tbody>`)
	for _, line := range lines {
		w.Put(`<tr>`)
		cells(`<th scope="row">`, `</th>`, line[:1])
		cells(`<td>`, `</td>`, line[1:])
		w.Put(`</tr>`)
	}
	w.Put(`</tbody></table>`)
}

// choices writes a bar for each choice with the number of members who have chosen it.
func (w *writer) choices(p *class.Panel, list []*row) {
	counts := make([]int, len(p.Choices))
	for _, r := range list {
		counts[r.choice]++
	}
	right := make([]bool, len(p.Choices))
	for _, k := range p.Right {
		right[k] = true
	}
	w.Put(`<table class="tally-bars"><caption class="sr">$</caption><thead class="sr"><tr>`,
		said("Distribution of the answers"))
	w.heads("Answer", "Students", "Percentage")
	w.Put(`</tr></thead><tbody>`)
	for k, text := range p.Choices {
		look := ""
		if right[k] {
			look = ` class="tally-is-right"`
		}
		w.Put(`<tr$><th scope="row">$`, look, text)
		if right[k] {
			w.Put(` <span class="tally-good">✓ $</span>`, said("correct"))
		}
		w.Put(`<svg class="tally-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">`+
			`<rect width="100" height="4" class="tally-ground"/><rect width="$" height="4"/></svg></th>`,
			short(100*float64(counts[k])/float64(len(list))))
		w.Put(`<td>$</td><td>$</td></tr>`, count(counts[k]), percent(counts[k], len(list)))
	}
	w.Put(`</tbody></table>`)
}

// short formats a coordinate with at most one decimal.
func short(x float64) string {
	s := strconv.FormatFloat(x, 'f', 1, 64)
	if s = strings.TrimSuffix(s, ".0"); s == "-0" {
		return "0"
	}
	return s
}
