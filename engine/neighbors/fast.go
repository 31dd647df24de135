package neighbors

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastTiles  = true // rasters are divided into tiles whose neighbours are decided together (raster_tile.go)
	fastLeaf   = true // nodes of the smallest tiles exchange the points that enter and leave (raster_leaf.go)
	fastRanks  = true // the distances of the last neighbours are found from a guess, few ones by insertion
	fastFollow = true // during a drag, tiles that the edit does not change stay as they are
	fastCells  = true // the raster of a single Euclidean neighbour is that of the Voronoi cells
	fastPlane  = true // NCA with two rows of A keeps coordinates in registers
)
