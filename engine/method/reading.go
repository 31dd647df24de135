package method

import (
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Reading says how the file of a table is read, where the file itself does not determine it. In the zero value
// everything is detected.
type Reading struct {
	Encoding string `json:"encoding,omitempty"` // the ID of one of Encodings; "" = detected
	// Decimal is the decimal mark, "." or ",", with which ambiguous numbers such as 1,234 are read in columns whose other
	// numbers do not decide whether the comma separates thousands; "" = detected.
	Decimal string `json:"decimal,omitempty"`
	Merge   bool   `json:"merge,omitempty"`  // labels that differ only in case or spaces are merged
	Sample  int    `json:"sample,omitempty"` // maximal number of rows, sampled with Seed; 0 = all
	Seed    uint64 `json:"seed,omitempty"`
}

// Encoding is a character encoding of table files.
type Encoding struct{ ID, Name string }

// The encodings, by their IANA names.
const (
	UTF8        = "utf-8"
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	Windows1252 = "windows-1252"
)

// Encodings lists all of them.
var Encodings = []Encoding{
	{UTF8, "UTF-8"}, {UTF16LE, "UTF-16 LE"}, {UTF16BE, "UTF-16 BE"}, {Windows1252, "Windows-1252"},
}

// EncodingName returns the display name of an encoding.
func EncodingName(id string) string {
	if i := slices.IndexFunc(Encodings, func(e Encoding) bool { return e.ID == id }); i >= 0 {
		return Encodings[i].Name
	}
	return id
}

// Check returns a *doc.Error that names the first field that is out of range, or nil.
func (r Reading) Check() error {
	known := func(e Encoding) bool { return e.ID == r.Encoding }
	switch {
	case r.Encoding != "" && !slices.ContainsFunc(Encodings, known):
		var list []string
		for _, e := range Encodings {
			list = append(list, e.ID)
		}
		return doc.Errorf("encoding", words.Fill("one of %s", strings.Join(list, ", ")), r.Encoding)
	case r.Decimal != "" && r.Decimal != "." && r.Decimal != ",":
		return doc.Errorf("decimal", "a point or a comma", r.Decimal)
	case r.Sample < 0 || r.Sample > doc.MaxPoints:
		return doc.Errorf("sample", words.Sprintf("a whole number from 1 to %d", doc.MaxPoints), r.Sample)
	case r.Seed > doc.MaxSeed:
		return doc.Errorf("seed", words.Sprintf("a whole number from 0 to %d", uint64(doc.MaxSeed)), r.Seed)
	}
	return nil
}

// Read is what was detected in a table's file, apart from its columns.
type Read struct {
	Encoding string `json:"encoding,omitempty"` // the encoding it was read in; "" = a text, not a file
	Guessed  bool   `json:"guessed,omitempty"`  // the file has no byte order mark, and is not plain UTF-8
	// Doubts are the columns with ambiguous numbers, and no other numbers that resolve the ambiguity.
	Doubts []Doubt `json:"doubts,omitempty"`
	// Alike are labels that differ only in case or spaces.
	Alike []Alike `json:"alike,omitempty"`
	// Limit is the number of rows that the method takes, if the table has more; 0 = it takes all.
	Limit int `json:"limit,omitempty"`
	// WideLimit is Limit for the case that all numeric columns are kept.
	WideLimit int `json:"wideLimit,omitempty"`
}

// Doubt is the first ambiguous number of a column: 31,204 is 31204 if the comma separates thousands, and 31.204 if it
// is a decimal mark.
type Doubt struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"` // from 0
	Text      string `json:"text"`
	Thousands string `json:"thousands"` // the number if its mark separates thousands
	Decimals  string `json:"decimals"`  // the number if its mark is a decimal mark
	// Decimal is the decimal mark with which it is read: that of Reading, or of the other columns, or an assumption.
	Decimal string `json:"decimal"`
	// Open says that nothing in the file decides, so that Decimal is an assumption unless Reading sets it.
	Open bool `json:"open,omitempty"`
}

// Comma reports whether the ambiguous mark is a comma; otherwise it is a point.
func (d *Doubt) Comma() bool { return strings.Contains(d.Text, ",") }

// Mark returns the ambiguous mark, and Other the alternative: the decimal mark of the file is one of the two.
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

// Alike are labels of a column that may mean the same.
type Alike struct {
	Column int      `json:"column"` // from 0
	Labels []string `json:"labels"` // the most frequent label, which replaces the others, first
	Rows   []int    `json:"rows"`   // number of rows with each label
}
