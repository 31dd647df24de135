//go:build js && !tables

package dataset

import "pointscape/engine/doc"

// Embedded always fails: programs for browsers contain no wide tables unless they are built with the tag tables.
func Embedded(name string) (string, error) {
	return "", doc.Errorf("table.name", "a table that can be fetched", name)
}
