package words

import "strings"

// AppendCSV appends a row of a table to a CSV file (RFC 4180). What some spreadsheet takes for the end of a cell stands
// in quotes.
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
