package words

import (
	"strings"
	"unicode"
)

// FileName returns a file name, without extension, for a title: lower-case letters and digits of any language, and
// hyphens; "" if the title has none.
func FileName(title string) string {
	const most = 60 // letters
	var b strings.Builder
	n, gap := 0, false
	for _, r := range strings.ToLower(title) {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && b.Len() > 0
		if !letter {
			gap = b.Len() > 0
			continue
		}
		if gap {
			if n >= most-12 { // don't cut within the last word
				break
			}
			b.WriteByte('-')
			n++
		}
		if gap = false; n >= most {
			break
		}
		b.WriteRune(r)
		n++
	}
	name := b.String()
	switch name { // device names on some systems
	case "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1",
		"lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9":
		name += "-figure"
	}
	return name
}
