package python

import (
	"fmt"
	"strconv"
	"strings"
)

// width is the greatest length of lines of data and comments.
const width = 100

// Float formats a number in the shortest form that parses to the same value.
func Float(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func Floats(list []float64) string {
	text := make([]string, len(list))
	for i, v := range list {
		text[i] = Float(v)
	}
	return "[" + strings.Join(text, ", ") + "]"
}

// filled formats the entries of a list, as many per line as fit.
func filled(list []string) string {
	var b strings.Builder
	line := "   "
	for _, s := range list {
		if len(line)+len(s)+2 > width && line != "   " {
			b.WriteString(line + "\n")
			line = "   "
		}
		line += " " + s + ","
	}
	if line != "   " {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// figure formats a number for a reader.
func figure(v float64) string { return strconv.FormatFloat(v+0, 'g', 6, 64) }

// shown formats the value of a fact for a reader, "" if it is long or cannot be shown.
func shown(v any) string {
	const most = 6
	switch x := v.(type) {
	case float64:
		return figure(x)
	case int:
		return strconv.Itoa(x)
	case bool:
		return Bool(x)
	case []float64:
		if len(x) > most || len(x) == 0 {
			return ""
		}
		text := make([]string, len(x))
		for i, y := range x {
			text[i] = figure(y)
		}
		return "[" + strings.Join(text, ", ") + "]"
	case []int:
		if len(x) > most || len(x) == 0 {
			return ""
		}
		return strings.ReplaceAll(fmt.Sprint(x), " ", ", ")
	case [][]float64:
		if len(x) > 3 {
			return ""
		}
		rows := make([]string, len(x))
		for i, row := range x {
			if rows[i] = shown(row); rows[i] == "" {
				return ""
			}
		}
		if s := "[" + strings.Join(rows, ", ") + "]"; len(s) <= width {
			return s
		}
	}
	return ""
}

func Quote(s string) string { return `"` + plain(s) + `"` }

// plain replaces characters that would end a line or a string.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 || r == 0xfffd:
			return ' '
		case r == '"' || r == '\\':
			return '\''
		}
		return r
	}, s)
}

func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// wrap breaks a text into lines; first is the prefix of the first one, others that of the others.
func wrap(first, others, s string) string {
	var b strings.Builder
	line := first
	n := len(first)
	start := true
	for _, word := range strings.Fields(s) {
		size := len([]rune(word))
		if !start && n+1+size > width {
			b.WriteString(line + "\n")
			line, n, start = others, len(others), true
		}
		if !start {
			line += " "
			n++
		}
		line += word
		n += size
		start = false
	}
	return b.String() + line + "\n"
}

// broken returns a line of code. A long assignment of a single call with several arguments is broken after the opening
// bracket: the arguments follow, as many per line as fit.
func broken(line string) string {
	if len(line) <= width || !strings.Contains(line, " = ") {
		return line
	}
	depth, from := 0, 0
	var list []string
	for i, r := range line {
		switch {
		case strings.ContainsRune("([{", r):
			if depth++; depth == 1 {
				list, from = append(list, line[:i+1]), i+1
			}
		case strings.ContainsRune(")]}", r):
			if depth--; depth == 0 {
				list = append(list, strings.TrimSpace(line[from:i]))
				if i < len(line)-1 || line[i] != ')' { // more than one call
					return line
				}
			}
		case r == ',' && depth == 1:
			list, from = append(list, strings.TrimSpace(line[from:i])), i+1
		}
	}
	if len(list) < 3 {
		return line
	}
	return list[0] + "\n" + filled(list[1:]) + ")"
}
