package words

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// AppendCSV appends a row to a CSV file (RFC 4180). Cells with a comma, semicolon, tab, quotation mark or line end are
// quoted, because spreadsheets use different separators.
func AppendCSV(b []byte, cells ...string) []byte {
	for i, c := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		if strings.ContainsAny(c, ",;\"\t\r\n") {
			c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
		}
		b = append(b, c...)
	}
	return append(b, "\r\n"...)
}

// Harmless returns the text of a cell, with an apostrophe before it if a spreadsheet could read it as a formula: if it
// begins with =, +, -, @ (also full-width), |, %, a tab or a line end, possibly after spaces. A number with a sign is
// not a formula.
func Harmless(text string) string {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " \u00a0\u3000"))
	if strings.ContainsRune("=+-@|%\t\r\n＝＋－＠", first) {
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			return "'" + text
		}
	}
	return text
}
