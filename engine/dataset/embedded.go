//go:build !js || tables

package dataset

import (
	"embed"
	"strings"

	"pointscape/engine/doc"
)

// data/README.md says where the tables come from.
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

// Files returns the names of the tables that Embedded opens. All other tables are generated.
func Files() []string {
	list, err := files.ReadDir("data/wide")
	if err != nil {
		panic(err) // the files are in the program
	}
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = strings.TrimSuffix(f.Name(), ".csv")
	}
	return names
}
