package session

import (
	"math"
	"slices"

	"pointscape/engine/picture"
)

// pace is what the last pictures of a method told about its cost, in seconds, and
// the grid that follows from it for pictures that follow a hand: one of tiles of
// so many times so many nodes of the fine grid.
type pace struct {
	sharp bool             // its rasters are
	tile  int              // of live pictures; 0 = nothing is known yet
	took  [maxTile]float64 // for rasters and what is drawn with them, by tile-1; 0 = not known
	after bool             // pictures follow the last one: a coarser grid is made anew, once
	since int              // live pictures since the tile was chosen; with after, late ones in a row, below 0 others
	wait  int              // after how many a finer one is tried
	back  int              // while one is tried: the tile to return to
	paint float64          // for painting
	fit   float64          // for fits that were not in the cache

	alone  float64 // for the last fine raster that one engine computed
	shared int     // how many were shared since
	vain   int     // how many of them, at last in a row, without a gain
}

// liveBudget is how long a picture may take while the hand moves, in seconds: the
// raster's grid is made coarser until it fits. 60 frames a second leave 16 ms,
// half of which the page and messages need. Where a coarser grid is hardly seen,
// because colours and lines are interpolated, the budget is smoothBudget: a
// picture that just misses its frame comes 16 ms late, and what is not spent is left to
// the page.
const (
	liveBudget   = 0.008
	smoothBudget = 0.003
)

// maxTile is the largest tile. Shapes are lost beyond 8 CSS pixels.
const maxTile = 16

// Sides of tiles, in nodes of the fine grid: whole pixels. The cells of smooth
// rasters are painted quickest when they are two, four or eight pixels wide.
var (
	sharpTiles  = []int{1, 2, 3, 4, 6, 8, 12, maxTile}
	smoothTiles = []int{1, 2, 4}
)

// fineStep is how many nodes of the fine grid there are for a CSS pixel. A
// piecewise constant raster is computed for every device pixel; a smooth one is
// interpolated when it is coloured and needs no more than a node for every other
// CSS pixel.
func (p *pace) fineStep(v picture.Viewport) float64 {
	if p.sharp {
		return max(v.Scale, 1)
	}
	return 0.5
}

// tiles are those to choose from on a viewport.
func (p *pace) tiles(v picture.Viewport) []int {
	if !p.sharp {
		return smoothTiles
	}
	n := 1
	for n < len(sharpTiles) && float64(sharpTiles[n]) <= 8*p.fineStep(v) {
		n++
	}
	return sharpTiles[:n]
}

// manyNodes is from where on a method of which nothing is known yet begins with a
// coarse grid.
const manyNodes = 80_000

// grids chooses the raster's grids: for a moving hand, and for a resting one.
func (p *pace) grids(v picture.Viewport) (live, fine picture.Grid) {
	step := p.fineStep(v)
	fine = v.Grid(ceilMul(v.W, step), ceilMul(v.H, step))
	tile := p.tile
	if tile == 0 && fine.W*fine.H > manyNodes {
		tile = 2
	}
	if tile <= 1 {
		return fine, fine
	}
	k := step / float64(tile)
	return v.Grid(ceilMul(v.W, k), ceilMul(v.H, k)), fine
}

func ceilMul(n int, k float64) int { return max(2, int(math.Ceil(float64(n)*k))) }

// note takes what a raster on grid g of a viewport took, with all that is drawn of
// it, and chooses the tile of the next live picture.
func (p *pace) note(v picture.Viewport, g picture.Grid, took float64) {
	m := max(1, int(math.Round(float64(v.W)*p.fineStep(v)/float64(g.W))))
	if m > maxTile {
		return
	}
	smooth(&p.took[m-1], took)
	if p.tile == 0 || p.after {
		p.tile = m
	}
	if m != p.tile {
		return // a sharp picture, while the live ones are coarser
	}
	budget := smoothBudget
	if p.sharp {
		budget = liveBudget
	}
	budget = max(budget-p.paint-p.fit, budget/3)
	now, tiles := p.took[m-1], p.tiles(v)
	if p.after {
		p.follow(took <= budget, slices.Index(tiles, m), tiles)
		return
	}
	if now > budget && p.back > 0 {
		p.tile, p.back, p.since, p.wait = p.back, 0, 0, min(2*p.wait, 64*firstTrial)
		return
	}
	if p.back > 0 || p.wait == 0 {
		p.back, p.wait = 0, firstTrial
	}
	if now > budget {
		p.since = 0
		// The finest that may fit, if all the time goes with the nodes.
		for _, t := range tiles {
			if t > p.tile {
				p.tile = t
				if now*float64(m*m) <= budget*float64(t*t) {
					break
				}
			}
		}
		return
	}
	// The finest that fits: if all the time goes with the nodes, or by what it
	// took; and what has not been tried may go with the edges between regions.
	finer := m
	for _, t := range tiles {
		if t == m {
			break
		}
		finer = t
		ratio := float64(m) / float64(t)
		guess := now * ratio
		if known := p.took[t-1]; known > 0 {
			guess = min(guess*ratio, known)
		}
		if guess <= 0.85*budget {
			p.tile, p.since = t, 0
			return
		}
	}
	// Otherwise the next one is tried now and then: most of the time may not go
	// with the nodes at all, and the first pictures take longer than later ones.
	if p.since++; p.since >= p.wait && finer != m {
		p.took[finer-1] = 0
		p.tile, p.back, p.since = finer, m, 0
	}
}

// tooLate is how many pictures in a row that follow the last one take too long before
// their grid becomes coarser.
const tooLate = 6

// follow is note for pictures that follow the last one, on the grid of tiles[at]. They are
// quick at any size as long as that stays.
func (p *pace) follow(inTime bool, at int, tiles []int) {
	if inTime {
		p.since = min(p.since, 0) - 1
	} else {
		p.since = max(p.since, 0) + 1
	}
	switch {
	case p.since == tooLate && at+1 < len(tiles):
		p.tile, p.since, p.wait = tiles[at+1], 0, min(2*max(p.wait, firstTrial), 64*firstTrial)
	case p.since < -max(p.wait, firstTrial) && at > 0:
		p.tile, p.since = tiles[at-1], 0
	}
}

// firstTrial is after how many live pictures, half a second, a finer grid is
// tried; after each failure it is twice as many.
const firstTrial = 30

// smooth makes a running mean, in which a single late picture does not count.
func smooth(mean *float64, x float64) {
	if *mean == 0 {
		*mean = x
	}
	*mean += 0.3 * (x - *mean)
}
