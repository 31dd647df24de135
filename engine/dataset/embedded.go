//go:build !js || tables

package dataset

import (
	"embed"

	"pointscape/engine/doc"
)

// data/README.md tells where the tables come from.
//
//go:embed data/wide/*.csv
var files embed.FS

// Embedded opens a built-in table.
func Embedded(name string) (string, error) {
	b, err := files.ReadFile("data/wide/" + name + ".csv")
	if err != nil {
		return "", doc.Errorf("table.name", "a table that is there", name)
	}
	return string(b), nil
}
