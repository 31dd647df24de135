package words

import "strings"

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
