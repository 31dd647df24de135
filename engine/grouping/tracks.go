package grouping

import (
	"slices"

	"pointscape/engine/draw"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Tracks are the paths of k positions over some moves. The last move is drawn separately if it belongs to the present
// step (Moving).
type Tracks struct {
	K, Moved int // numbers of positions and of moves
	Moving   bool
	At       func(t, c int) []float64 // position c after t moves; nil = unknown: there its path begins or ends
	What     string                   // name of one position, in the captions
	Jumps    func(t, c int) bool      // whether the t-th move of position c is drawn dashed; nil = none is
	Leaps    string                   // caption of these moves
}

// Layers draws the paths, their stops and the last move.
func (r Tracks) Layers() []picture.Layer {
	until := r.Moved // number of moves drawn as the path
	if r.Moving {
		until--
	}
	path := &picture.Path{Role: picture.RoleTrack, Class: picture.NoClass, Weight: 0.8,
		Says: words.Text("path of %s from its start", r.What)}
	step := &picture.Path{Role: picture.RoleTrack, Class: picture.NoClass, Says: words.Text("move of %s in this step",
		r.What)}
	stops := &picture.Marks{Role: picture.RoleTrack, Says: path.Says}
	jump := &picture.Path{Role: picture.RoleTrack, Class: jumpLook, Weight: 0.8, Says: r.Leaps}
	leap := &picture.Path{Role: picture.RoleTrack, Class: jumpLook, Says: r.Leaps}
	if until == 0 {
		stops.Says = step.Says
	}
	jumps := func(t, c int) bool { return r.Jumps != nil && r.Jumps(t, c) }
	for c := range r.K {
		first := 0 // number of moves after which the position is first known
		at := r.At(0, c)
		for at == nil && first < r.Moved {
			first++
			at = r.At(first, c)
		}
		from := len(path.XY)
		for t := first + 1; t <= until && at != nil; t++ {
			next := r.At(t, c)
			switch {
			case next != nil && slices.Equal(next, at):
				continue
			case next != nil && jumps(t, c):
				draw.Line(jump, at, next)
				from = len(path.XY)
			case next != nil:
				if len(path.XY) == from {
					draw.Line(path, at)
					draw.Put(stops, at)
				}
				path.XY = append(path.XY, next...)
				draw.Put(stops, next)
			}
			at = next
		}
		if next := r.At(r.Moved, c); at != nil && next != nil && !slices.Equal(next, at) {
			draw.Put(stops, at)
			last := step
			if jumps(r.Moved, c) {
				last = leap
			}
			draw.Line(last, at, next)
		}
	}
	return draw.Some(jump, leap, path, step, stops)
}

// jumpLook is the ordinal of the dashed line style among tracks.
const jumpLook = 1
