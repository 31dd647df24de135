package neighbors

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastTiles  = true // rasters are divided into tiles whose neighbours are decided together (raster_tile.go)
	fastLeaf   = true // nodes of the smallest tiles update the neighbour set of the node before (raster_leaf.go)
	fastRanks  = true // the k-th distance is searched from a guess, by insertion if few are smaller or larger
	fastFollow = true // during a drag, tiles that the edit does not change stay as they are
	fastCells  = true // the raster of a single Euclidean neighbour is that of the Voronoi cells
	fastPlane  = true // NCA with two rows of A keeps coordinates in registers
)
