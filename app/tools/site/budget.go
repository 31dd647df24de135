package site

import "fmt"

// A Budget is an upper limit on the size of a file in bytes, compressed by brotli. app/README.md lists the budgets.
type Budget struct {
	Path  string
	Bytes int
}

// Budgets are the limits for what a visitor downloads before the first picture (the page with the first engine, and the
// declarations of all methods), for the engine with all methods, with room for future methods, and for the program of
// classes.
var Budgets = []Budget{
	{appFile, 1_970_000},
	{offerFile, 75_000},
	{engineFile, 3_510_000},
	{classFile, 600_000},
}

// nearly is the percentage of a budget from which on Weigh warns.
const nearly = 95

// Weigh returns a sentence for each file that has nearly used up its budget (near), and one for each that has used it
// up or is missing (over).
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
