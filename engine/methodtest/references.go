package methodtest

import (
	"encoding/json"
	"os"
	"testing"

	"pointscape/engine/method"
)

// Cases reads the list "cases" of a JSON file of references. If it has not so many, the test fails.
func Cases[C any](t testing.TB, file string, want int) []C {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Cases []C }
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Cases) != want {
		t.Fatalf("%s has %d cases, want %d", file, len(all.Cases), want)
	}
	return all.Cases
}

// Unlabelled returns the problem of clustering rows: points of the plane, or rows of a table if they have not two
// numbers.
func Unlabelled(rows [][]float64) *method.Problem {
	p := &method.Problem{N: len(rows), D: len(rows[0]), Task: method.Cluster, Seed: 1}
	for _, row := range rows {
		p.X = append(p.X, row...)
	}
	if p.D != 2 { // the rows of a table need a position in the plane shown
		p.Shown, p.Inputs = make([]float64, 2*p.N), make([]string, p.D)
	}
	return p
}

// SameGroups reports whether two lists of labels describe the same groups, up to renaming.
func SameGroups(a, b []int) bool {
	to, from := map[int]int{}, map[int]int{}
	for i := range a {
		x, ok := to[a[i]]
		y, ok2 := from[b[i]]
		if ok != ok2 || ok && (x != b[i] || y != a[i]) {
			return false
		}
		to[a[i]], from[b[i]] = b[i], a[i]
	}
	return len(a) == len(b)
}
