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

// A text that a spreadsheet could run as a formula becomes text; numbers stay numbers.
func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{"": "", "Ann": "Ann", "+1": "+1", "-0.5": "-0.5", "+1+1": "'+1+1",
		"@x": "'@x", "-": "'-", "\tx": "'\tx", "  =1": "'  =1", "＝1": "'＝1", "a=1": "a=1", "|x": "'|x", "%1": "'%1",
		"-1+cmd|' /C calc'!A0": "'-1+cmd|' /C calc'!A0"} {
		if got := Harmless(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
