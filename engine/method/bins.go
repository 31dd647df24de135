package method

import (
	"pointscape/engine/picture"
)

// Bins are a histogram of rows along an axis: how many of each kind lie in each of equally
// wide bins. A bar and its rows carry the same key.
type Bins struct {
	Key      string  // what the keys begin with
	Lo, Edge float64 // where the first bin begins, and how wide each is
	Count    [][]int // by kind and bin; nil = no row is of the kind
	Top      int     // the largest count
	kind, in []int   // of each row
}

// NewBins counts rows at places from lo to hi; kind has a number from 0 for each.
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

// Outline is the line round the bars of a kind.
func (b *Bins) Outline(kind int) []float64 {
	xy := []float64{b.Lo, 0}
	for k, n := range b.Count[kind] {
		x := b.Lo + float64(k)*b.Edge
		xy = append(xy, x, float64(n), x+b.Edge, float64(n))
	}
	return append(xy, xy[len(xy)-2], 0)
}

func (b *Bins) bars() picture.KeyKind { return picture.KeyKind{Begins: b.Key + "."} }

// BarKey is the key of a bar.
func (b *Bins) BarKey(kind, bin int) string {
	return b.bars().Key(kind, bin)
}

// RowKeys are the keys of the rows: those of their bars.
func (b *Bins) RowKeys() []string {
	keys := make([]string, len(b.in))
	for i, k := range b.in {
		keys[i] = b.BarKey(b.kind[i], k)
	}
	return keys
}

// Bars are those of a kind with their keys, which are not drawn.
func (b *Bins) Bars(kind int) *picture.Path {
	p := &picture.Path{Closed: true}
	for k, n := range b.Count[kind] {
		if n > 0 {
			x := b.Lo + float64(k)*b.Edge
			p.AddLine(x, 0, x+b.Edge, 0, x+b.Edge, float64(n), x, float64(n))
			p.Keys = append(p.Keys, b.BarKey(kind, k))
		}
	}
	return p
}

// Find is the bar with a key: of which kind it is, from where it reaches, and its rows, none
// where there is no such bar.
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
