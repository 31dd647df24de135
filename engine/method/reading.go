package method

import (
	"fmt"
	"slices"
	"strings"

	"pointscape/engine/doc"
)

// Reading says how the file of a table is read, as far as the file does not say it itself. The zero value has
// everything found out.
type Reading struct {
	Encoding string `json:"encoding,omitempty"` // the ID of one of Encodings; "" = found out
	// Decimal is the decimal mark, "." or ",", of numbers such as 1,234 and 1.234, whose mark may stand before
	// decimals or between thousands, in columns whose other numbers do not tell; "" = found out.
	Decimal string `json:"decimal,omitempty"`
	Merge   bool   `json:"merge,omitempty"`  // labels that differ only in case or spaces become one
	Sample  int    `json:"sample,omitempty"` // at most so many rows, drawn with Seed; 0 = all
	Seed    uint64 `json:"seed,omitempty"`
}

// Encoding is one in which files of tables are read.
type Encoding struct{ ID, Name string }

// The encodings, by their names at the IANA.
const (
	UTF8        = "utf-8"
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	Windows1252 = "windows-1252"
)

// Encodings lists them all.
var Encodings = []Encoding{
	{UTF8, "UTF-8"}, {UTF16LE, "UTF-16 LE"}, {UTF16BE, "UTF-16 BE"}, {Windows1252, "Windows-1252"},
}

// EncodingName is what people call an encoding.
func EncodingName(id string) string {
	if i := slices.IndexFunc(Encodings, func(e Encoding) bool { return e.ID == id }); i >= 0 {
		return Encodings[i].Name
	}
	return id
}

// Check returns a *doc.Error that names the field that is out of range, or nil.
func (r Reading) Check() error {
	known := func(e Encoding) bool { return e.ID == r.Encoding }
	switch {
	case r.Encoding != "" && !slices.ContainsFunc(Encodings, known):
		var list []string
		for _, e := range Encodings {
			list = append(list, e.ID)
		}
		return doc.Errorf("encoding", "one of "+strings.Join(list, ", "), r.Encoding)
	case r.Decimal != "" && r.Decimal != "." && r.Decimal != ",":
		return doc.Errorf("decimal", "a point or a comma", r.Decimal)
	case r.Sample < 0 || r.Sample > doc.MaxPoints:
		return doc.Errorf("sample", fmt.Sprintf("a whole number from 1 to %d", doc.MaxPoints), r.Sample)
	case r.Seed > doc.MaxSeed:
		return doc.Errorf("seed", fmt.Sprintf("a whole number from 0 to %d", uint64(doc.MaxSeed)), r.Seed)
	}
	return nil
}

// Read is what was found out of a table's file, beside its columns.
type Read struct {
	Encoding string `json:"encoding,omitempty"` // that it was read in; "" = it is no file, but a text
	Guessed  bool   `json:"guessed,omitempty"`  // no mark at the beginning says so, and it is not plain UTF-8
	// Doubts are the columns with numbers that have two readings and others that do not tell which one it is.
	Doubts []Doubt `json:"doubts,omitempty"`
	// Alike are labels that differ only in case or spaces.
	Alike []Alike `json:"alike,omitempty"`
	// Limit is how many rows the method takes, where the table has more of them; 0 = it takes all.
	Limit int `json:"limit,omitempty"`
	// WideLimit is Limit where all columns of numbers are kept.
	WideLimit int `json:"wideLimit,omitempty"`
}

// Doubt is the first number of a column that has two readings: 31,204 is 31204 where the comma stands between
// thousands, and 31.204 where it stands before decimals.
type Doubt struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"` // from 0
	Text      string `json:"text"`
	Thousands string `json:"thousands"` // the number that it is if its mark stands between thousands
	Decimals  string `json:"decimals"`  // and if it stands before decimals
	// Decimal is the decimal mark by which it is read: that of Reading, or of the other columns, or an assumption.
	Decimal string `json:"decimal"`
	// Open says that nothing in the file decides it, so that Decimal is an assumption unless Reading says it.
	Open bool `json:"open,omitempty"`
}

// Comma tells whether the mark in doubt is a comma; it is a point otherwise.
func (d *Doubt) Comma() bool { return strings.Contains(d.Text, ",") }

// Mark is the mark in doubt, which is a decimal mark if the file's decimal mark is the same, and Other the
// decimal mark otherwise.
func (d *Doubt) Mark() string {
	if d.Comma() {
		return ","
	}
	return "."
}

func (d *Doubt) Other() string {
	if d.Comma() {
		return "."
	}
	return ","
}

// Alike are labels of a column that may be the same.
type Alike struct {
	Column int      `json:"column"` // from 0
	Labels []string `json:"labels"` // the most frequent one first, which the others become
	Rows   []int    `json:"rows"`   // that have each
}
