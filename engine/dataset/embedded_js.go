//go:build js && !tables

package dataset

import "pointscape/engine/doc"

// Embedded opens nothing: programs for browsers contain no tables.
func Embedded(name string) (string, error) {
	return "", doc.Errorf("table.name", "a table that can be fetched", name)
}
