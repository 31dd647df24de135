package method

import (
	"pointscape/engine/picture"
)

// Bins is a histogram of rows along an axis: the number of rows of each kind in each of several equally wide bins. A
// bar and its rows have the same key.
type Bins struct {
	Key      string  // prefix of the keys
	Lo, Edge float64 // start of the first bin; width of a bin
	Count    [][]int // counts by kind and bin; Count[kind] is nil if there is no row of the kind
	Top      int     // the largest count
	kind, in []int   // kind and bin of each row
}

// NewBins counts rows at positions at, in bins from lo to hi; positions outside count in the first or last bin. kind
// holds the kind of each row, a number from 0.
func NewBins(key string, at []float64, kind []int, lo, hi float64, bins int) *Bins {
	b := &Bins{Key: key, Lo: lo, Edge: (hi - lo) / float64(bins), kind: kind, in: make([]int, len(at))}
	for i, x := range at {
		for kind[i] >= len(b.Count) {
			b.Count = append(b.Count, nil)
		}
		count := &b.Count[kind[i]]
		if *count == nil {
			*count = make([]int, bins)
		}
		b.in[i] = max(0, min(int((x-lo)/(hi-lo)*float64(bins)), bins-1))
		(*count)[b.in[i]]++
		b.Top = max(b.Top, (*count)[b.in[i]])
	}
	return b
}

// Outline returns the polyline around the bars of a kind.
func (b *Bins) Outline(kind int) []float64 {
	xy := []float64{b.Lo, 0}
	for k, n := range b.Count[kind] {
		x := b.Lo + float64(k)*b.Edge
		xy = append(xy, x, float64(n), x+b.Edge, float64(n))
	}
	return append(xy, xy[len(xy)-2], 0)
}

func (b *Bins) bars() picture.KeyKind { return picture.KeyKind{Begins: b.Key + "."} }

// BarKey returns the key of a bar.
func (b *Bins) BarKey(kind, bin int) string {
	return b.bars().Key(kind, bin)
}

// RowKeys returns the key of each row, which is that of its bar.
func (b *Bins) RowKeys() []string {
	keys := make([]string, len(b.in))
	for i, k := range b.in {
		keys[i] = b.BarKey(b.kind[i], k)
	}
	return keys
}

// Hits returns the bars of a kind that are not empty, as hit areas. y returns the height of a count.
func (b *Bins) Hits(kind int, y func(n float64) float64) (hits picture.Hits) {
	for k, n := range b.Count[kind] {
		if n > 0 {
			x := b.Lo + float64(k)*b.Edge
			hits.Box(b.BarKey(kind, k), x, y(0), x+b.Edge, y(float64(n)))
		}
	}
	return hits
}

// Find returns the kind, the lower end and the rows of the bar with a key; rows is nil if there is no such bar.
func (b *Bins) Find(key string) (kind int, from float64, rows []int) {
	var bin int
	if !b.bars().Numbers(key, &kind, &bin) {
		return 0, 0, nil
	}
	for i, k := range b.in {
		if k == bin && b.kind[i] == kind {
			rows = append(rows, i)
		}
	}
	return kind, b.Lo + float64(bin)*b.Edge, rows
}
