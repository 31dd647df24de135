package method

import "pointscape/engine/doc"

// Dataset declares a generator of points or a built-in table: a name that the recipe of a document may have. Package
// dataset holds the code.
type Dataset struct {
	Name     string  `json:"name"`
	Label    string  `json:"label"`
	Task     Task    `json:"task"` // the task for which its targets are made
	Help     string  `json:"help"`
	Source   string  `json:"source,omitempty"` // where a table comes from
	Fixed    bool    `json:"fixed,omitempty"`  // a table: n, noise and seed do not apply
	N        int     `json:"n"`                // default; for a table the number of its rows
	MaxN     int     `json:"maxN"`
	Noise    float64 `json:"noise"`    // default
	MaxNoise float64 `json:"maxNoise"` // 0 = noise does not apply
	// D is the default number of columns of a table that can be generated with 2 to MaxD columns; 0 = the number is
	// fixed.
	D    int `json:"d,omitempty"`
	MaxD int `json:"maxD,omitempty"`
	// Spectrum says that a table uses doc.Table's Decay and Gamma, whose defaults follow.
	Spectrum bool    `json:"spectrum,omitempty"`
	Decay    float64 `json:"decay,omitempty"`
	Gamma    float64 `json:"gamma,omitempty"`
	// Standardize says that the columns of a wide table have different units.
	Standardize bool `json:"standardize,omitempty"`
}

// Recipe returns a recipe with the default values.
func (d Dataset) Recipe(seed uint64) doc.Dataset {
	return doc.Dataset{Name: d.Name, N: d.N, Noise: d.Noise, Seed: seed, Decay: d.Decay, Gamma: d.Gamma}
}

// Table describes the columns of a table, for the user to choose from.
type Table struct {
	Columns []Column `json:"columns"`
	Rows    int      `json:"rows"`
	Picks   []int    `json:"picks,omitempty"` // suggested columns for x1, x2 and the third, or x and y; -1 = none
	Fits    bool     `json:"fits,omitempty"`  // the picks are all columns: there is nothing to choose
	Read    Read     `json:"read"`
}

// Column describes a column of a Table.
type Column struct {
	Name    string     `json:"name,omitempty"` // name in the header
	Kind    ColumnKind `json:"kind"`
	Values  int        `json:"values"`           // number of distinct values
	Many    bool       `json:"many,omitempty"`   // there are more distinct values than counted
	Missing int        `json:"missing"`          // entries that are empty or not of the kind
	Whole   bool       `json:"whole,omitempty"`  // all are whole numbers
	Counts  bool       `json:"counts,omitempty"` // it numbers the rows consecutively
	Sample  []string   `json:"sample"`           // the first entries
}

// ColumnKind is the type of a column's entries.
type ColumnKind string

const (
	NumberColumn ColumnKind = "number"
	LabelColumn  ColumnKind = "label"
	DateColumn   ColumnKind = "date"
)

// Class reports whether a column can hold the classes of points: labels or whole numbers, of which at most
// doc.MaxClass+1 are different.
func (c Column) Class() bool {
	return c.Values <= doc.MaxClass+1 && (c.Kind == LabelColumn || c.Kind == NumberColumn && c.Whole)
}
