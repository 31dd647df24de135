package site

import "fmt"

// A Budget is a promise to people: how many bytes of a file their line has to carry, by
// brotli. app/README.md lists them.
type Budget struct {
	Path  string
	Bytes int
}

// Budgets are those of what the first picture waits for: the page with the first engine, and what it knows of all
// methods; and that of the engine with all methods, those to come included.
var Budgets = []Budget{
	{appFile, 2_000_000},
	{offerFile, 75_000},
	{engineFile, 3_600_000},
}

// nearly is the share of a budget, in percent, from which on it is nearly used up.
const nearly = 95

// Weigh tells which files have nearly used up their budgets, and which are missing or
// larger, a sentence each.
func Weigh(sizes []Size, budgets []Budget) (near, over []string) {
	brotli := map[string]int{}
	for _, s := range sizes {
		brotli[s.Path] = s.Brotli
	}
	for _, b := range budgets {
		n := brotli[b.Path]
		says := fmt.Sprintf("%s takes %d bytes by brotli, %.1f %% of its budget of %d", b.Path, n,
			100*float64(n)/float64(b.Bytes), b.Bytes)
		switch {
		case n == 0:
			over = append(over, b.Path+" is missing")
		case n >= b.Bytes:
			over = append(over, says)
		case n >= b.Bytes*nearly/100:
			near = append(near, says)
		}
	}
	return near, over
}
