package words

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
)

// Rows are read back unchanged, also when semicolons or tabs separate the cells.
func TestAppendCSV(t *testing.T) {
	row := []string{"", "plain", " a, b", `"c"`, "d;e", "f\tg", "h\ni", "-1.5", "’é"}
	text := string(AppendCSV(AppendCSV(nil, row...), "next"))
	for _, comma := range []rune{',', ';', '\t'} {
		r := csv.NewReader(strings.NewReader(strings.ReplaceAll(text, ",", string(comma))))
		r.Comma, r.FieldsPerRecord = comma, -1
		rows, err := r.ReadAll()
		want := slices.Clone(row)
		want[2] = " a" + string(comma) + " b"
		if err != nil || len(rows) != 2 || !slices.Equal(rows[0], want) || rows[1][0] != "next" {
			t.Errorf("with %q between cells: %q, %v", comma, rows, err)
		}
	}
}
