package trial

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/course"
	"pointscape/engine/method"
	"pointscape/engine/sorts"
)

// Change is a number in a text that is no longer right, with its right value.
type Change struct {
	Lang, Page, Field string
	Line              string // the line of the text that contains it
	From, To          int    // byte range in Line
	Shown, Right      string
	By                string // why it must be changed by hand; "" = Rewrite can change it
}

// Changes returns the numbers of a page that differ from their expressions, and the same numbers in its translations.
// Bounds, and expressions without a value, are reported only by Page.
func (t *Trial) Changes(job method.Job, p *course.Page, said ...*course.Page) (list []Change) {
	type wrong struct {
		was   course.Numeral
		value float64
	}
	found := map[string][]wrong{} // by field
	t.visit = func(page *course.Page, w *course.Written, n *course.Numeral, at *place) {
		var value float64
		switch {
		case n.Mark != nil:
			x, err := 0.0, error(nil)
			if n.Mark.Is == '=' || n.Mark.Is == '~' {
				x, err = t.value(job, n.Mark, w.Late, at)
			}
			if err != nil || n.Mark.Is != '=' && n.Mark.Is != '~' || n.Fits(x) {
				return
			}
			value = x
			if page == p {
				found[w.At] = append(found[w.At], wrong{*n, x})
			}
		case page == p:
			return
		default:
			i := slices.IndexFunc(found[w.At], func(o wrong) bool { return same(n, &o.was) })
			if i < 0 {
				return
			}
			if value = found[w.At][i].value; found[w.At][i].was.Value*n.Value < 0 {
				value = -value // the text has it without its sign
			}
			found[w.At] = slices.Delete(found[w.At], i, i+1)
		}
		text := string(w.Text)
		from := strings.LastIndexByte(text[:n.From], '\n') + 1
		line, _, _ := strings.Cut(text[from:], "\n")
		c := Change{Lang: page.Lang, Page: p.ID, Field: w.At, Line: line, From: n.From - from, To: n.To - from,
			Shown: text[n.From:n.To]}
		c.Right, c.By = shownAs(n, c.Shown, value, page.Lang)
		list = append(list, c)
	}
	defer func() { t.visit = nil }()
	_ = t.Page(job, p, said...) // its errors are what must be changed
	return list
}

// shownAs formats a value like a number in a text: with the same number of decimals, and the same text beside its
// digits.
func shownAs(n *course.Numeral, shown string, value float64, lang string) (right, by string) {
	if n.Percent {
		value *= 100
	}
	first := strings.IndexAny(shown, "0123456789")
	last := first
	for last >= 0 && last < len(shown) && strings.IndexByte("0123456789.,{}", shown[last]) >= 0 {
		last++
	}
	figures := ""
	if first >= 0 {
		figures = strings.TrimRight(shown[first:last], ".,{}")
	}
	decimals := int(math.Round(-math.Log10(n.Unit)))
	plain := strings.NewReplacer("{,}", ".", ",", ".").Replace(figures)
	if x, err := strconv.ParseFloat(plain, 64); err != nil || x != math.Abs(n.Value) || n.Mark != nil && n.Mark.Is == '~' {
		return brief(value), "it is written in words, in groups, with a power or roughly"
	}
	s := strconv.FormatFloat(math.Abs(value), 'f', max(decimals, 0), 64)
	if _, _, point := strings.Cut(s, "."); point {
		for _, sign := range []string{"{,}", ",", "."} {
			if strings.Contains(figures, sign) {
				s = strings.Replace(s, ".", sign, 1)
				break
			}
		}
	}
	sign := shown[:first]
	if value < 0 && sign == "" {
		sign = "−"
	} else if value >= 0 {
		sign = ""
	}
	return sign + s + shown[first+len(figures):], ""
}

// Rewrite makes the changes of one language in the text of its file. It returns those that cannot be made safely, with
// the reason.
func Rewrite(file []byte, changes []Change) (out []byte, left []Change) {
	out = file
	lines := map[string]bool{}
	for _, c := range changes {
		lines[c.Line] = true
	}
	for line := range lines {
		var of []Change
		for _, c := range changes {
			switch {
			case c.Line != line:
			case c.By != "":
				left = append(left, c)
			default:
				of = append(of, c)
			}
		}
		sorts.Func(of, func(a, b Change) int { return b.From - a.From })
		next := line
		for _, c := range of {
			next = next[:c.From] + c.Right + next[c.To:]
		}
		was, is := quoted(line), quoted(next)
		if n := bytes.Count(out, was); n != 1 && len(of) > 0 {
			for _, c := range of {
				c.By = fmt.Sprintf("its line occurs %d times in the file", n)
				left = append(left, c)
			}
			continue
		}
		out = bytes.Replace(out, was, is, 1)
	}
	return out, left
}

// quoted returns a line in the form of JSON files.
func quoted(line string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(line) != nil {
		return nil
	}
	return bytes.TrimSpace(b.Bytes())
}
