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
}

// Recipe returns the recipe with the defaults.
func (d Dataset) Recipe(seed uint64) doc.Dataset {
	return doc.Dataset{Name: d.Name, N: d.N, Noise: d.Noise, Seed: seed}
}
