package session

import (
	"math"
	"slices"

	"pointscape/engine/picture"
)

// pace holds measured times of the latest pictures of a method, in seconds, and the grid that follows from them for
// pictures during a drag: one node per tile of tile×tile nodes of the fine grid.
type pace struct {
	sharp bool             // the rasters are piecewise constant (picture.Raster.Sharp)
	tile  int              // for pictures during a drag; 0 = nothing is known yet
	took  [maxTile]float64 // time for a raster and what is drawn with it, by tile-1; 0 = unknown
	after bool             // pictures reuse the last one: after a change of grid one picture is computed from scratch
	since int              // pictures since the tile was chosen; with after, successive late ones, or minus timely ones
	wait  int              // number of pictures before a finer grid is tried
	back  int              // during a trial: the tile to return to
	paint float64          // running mean of the time for painting
	fit   float64          // running mean of the time of fits that were not in the cache

	alone  float64 // time of the last fine raster that one engine computed
	shared int     // number of shared rasters since then
	vain   int     // number of successive shared rasters without a gain
}

// liveBudget is the time for a picture during a drag, in seconds: the raster's grid is made coarser until it suffices.
// At 60 frames per second there are 16 ms, half of which the page and messages need. If a coarser grid is hardly
// visible, because colours and lines are interpolated, the budget is smoothBudget: a picture that just misses its frame
// is 16 ms late, and the page can use the rest of the time.
const (
	liveBudget   = 0.008
	smoothBudget = 0.003
)

// maxTile is the largest tile. Shapes are lost beyond 8 CSS pixels.
const maxTile = 16

// Side lengths of tiles, in nodes of the fine grid: whole pixels. Cells of smooth rasters are painted fastest if they
// are two, four or eight pixels wide.
var (
	sharpTiles  = []int{1, 2, 3, 4, 6, 8, 12, maxTile}
	smoothTiles = []int{1, 2, 4}
)

// fineStep returns the number of nodes of the fine grid per CSS pixel. A piecewise constant raster is computed for
// every device pixel; a smooth one is interpolated when it is coloured, and one node for every other CSS pixel is
// enough.
func (p *pace) fineStep(v picture.Viewport) float64 {
	if p.sharp {
		return max(v.Scale, 1)
	}
	return 0.5
}

// tiles returns the tiles to choose from on a viewport.
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

// manyNodes is the number of nodes above which an unmeasured method begins with a coarse grid.
const manyNodes = 80_000

// grids returns the grids of the raster: one for drags, and a fine one.
func (p *pace) grids(v picture.Viewport) (live, fine picture.Grid) {
	step := p.fineStep(v)
	fine = v.Grid(ceilMul(v.W, step), ceilMul(v.H, step))
	tile := p.tile
	if tile == 0 && fine.W*fine.H > manyNodes {
		tile = 2
	}
	if !fastPace || tile <= 1 {
		return fine, fine
	}
	k := step / float64(tile)
	return v.Grid(ceilMul(v.W, k), ceilMul(v.H, k)), fine
}

func ceilMul(n int, k float64) int { return max(2, int(math.Ceil(float64(n)*k))) }

// note records the time that a raster on grid g of a viewport took, including what is drawn with it, and chooses the
// tile of the next picture of a drag.
func (p *pace) note(v picture.Viewport, g picture.Grid, took float64) {
	m := max(1, int(math.Round(float64(v.W)*p.fineStep(v)/float64(g.W))))
	if m > maxTile || !fastPace {
		return
	}
	smooth(&p.took[m-1], took)
	if p.tile == 0 || p.after {
		p.tile = m
	}
	if m != p.tile {
		return // a sharp picture, while those of the drag are coarser
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
		// The finest that may suffice, if the time is proportional to the number of nodes.
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
	// The finest that suffices, if the time is proportional to the number of nodes, or by its measured time. An untried
	// one may instead take time proportional to the length of the boundaries.
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
	// Otherwise try the next finer one now and then: most of the time may be independent of the number of nodes, and the
	// first pictures are slower than later ones.
	if p.since++; p.since >= p.wait && finer != m {
		p.took[finer-1] = 0
		p.tile, p.back, p.since = finer, m, 0
	}
}

// After tooLate late pictures in a row, the grid of pictures that reuse the previous one becomes coarser.
const tooLate = 6

// follow is note for pictures that reuse the last one, on the grid of tiles[at]. They are fast for any grid as long as
// it does not change.
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

// firstTrial is the number of pictures of a drag, half a second, after which a finer grid is tried; it doubles after
// each failure.
const firstTrial = 30

// smooth updates a running mean in which a single late picture has little weight.
func smooth(mean *float64, x float64) {
	if *mean == 0 {
		*mean = x
	}
	*mean += 0.3 * (x - *mean)
}
