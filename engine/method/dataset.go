package method

import "pointscape/engine/doc"

// Dataset declares a generator of points or a built-in table: what the recipe of
// a document's points may name. Package dataset holds the code behind it.
type Dataset struct {
	Name     string  `json:"name"`
	Label    string  `json:"label"`
	Task     Task    `json:"task"` // what its third column is made for
	Help     string  `json:"help"`
	Source   string  `json:"source,omitempty"` // of a table
	Fixed    bool    `json:"fixed,omitempty"`  // a table: n, noise and seed do not apply
	N        int     `json:"n"`                // default; of a table: its rows
	MaxN     int     `json:"maxN"`
	Noise    float64 `json:"noise"`    // default
	MaxNoise float64 `json:"maxNoise"` // 0 = noise does not apply
	// D is how many columns a table has that is made with any number of them from 2 to MaxD; 0 =
	// their number is its own.
	D    int `json:"d,omitempty"`
	MaxD int `json:"maxD,omitempty"`
	// Spectrum says that a table has doc.Table's Decay and Gamma; they are the defaults.
	Spectrum bool    `json:"spectrum,omitempty"`
	Decay    float64 `json:"decay,omitempty"`
	Gamma    float64 `json:"gamma,omitempty"`
	// Standardize says that a wide table's columns have units of their own.
	Standardize bool `json:"standardize,omitempty"`
}

// Recipe returns the recipe with the defaults.
func (d Dataset) Recipe(seed uint64) doc.Dataset {
	return doc.Dataset{Name: d.Name, N: d.N, Noise: d.Noise, Seed: seed, Decay: d.Decay, Gamma: d.Gamma}
}

// Table tells of a table's columns, for people to choose from.
type Table struct {
	Columns []Column `json:"columns"`
	Rows    int      `json:"rows"`
	Picks   []int    `json:"picks,omitempty"` // suggested: for x1, x2 and the third, or x and y; -1 = none
	Fits    bool     `json:"fits,omitempty"`  // they are all that it has: there is no other choice
	Read    Read     `json:"read"`
}

// Column is one of a Table.
type Column struct {
	Name    string     `json:"name,omitempty"` // of the header
	Kind    ColumnKind `json:"kind"`
	Values  int        `json:"values"`           // distinct ones
	Many    bool       `json:"many,omitempty"`   // there are more
	Missing int        `json:"missing"`          // entries that are none, or not of the kind
	Whole   bool       `json:"whole,omitempty"`  // whole numbers
	Counts  bool       `json:"counts,omitempty"` // the rows, one after the other
	Sample  []string   `json:"sample"`           // the first entries
}

// ColumnKind is what the entries of a column are.
type ColumnKind string

const (
	NumberColumn ColumnKind = "number"
	LabelColumn  ColumnKind = "label"
	DateColumn   ColumnKind = "date"
)

// Class tells whether a column can hold the classes of points: words, or a few whole
// numbers.
func (c Column) Class() bool {
	return c.Values <= doc.MaxClass+1 && (c.Kind == LabelColumn || c.Kind == NumberColumn && c.Whole)
}
