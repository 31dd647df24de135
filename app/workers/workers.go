// Package workers owns the engine's workers. A worker serves one lane. A lane has two small state machines:
//
//   - life and succession (life.go, whole.go): an engine starts, says hello and serves. One that dies is replaced,
//     unless that is the third death in a short while. If the first engine lacks what a document needs, an engine of
//     the whole program is loaded and then takes its place;
//   - flights (flights.go): at most two draw requests are in the air and at most one waits, which is composed of the
//     newest state when it is sent.
//
// Points are sent as one Float64Array, and only if that worker does not have their version. After a crash the last draw
// is sent again, so only time is lost.
//
// The package does not depend on a browser: a Port stands for a worker, and port_js.go implements it with Web Workers.
package workers

import (
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Reply is a message from a worker. Type decides which fields are set; see package wire.
type Reply struct {
	Type   string
	ID     int
	Head   []byte
	Bitmap Image
	Panels []Image
	Points []float64 // x, y, z triples
	// Numbers are those of a picture's curves and layers (wire.Picture.Take).
	Numbers []float64
	Bytes   []byte
	Trouble string // why loading a program makes no progress, as a sentence
}

// Close frees the images of a reply that is not shown.
func (r Reply) Close() {
	r.Bitmap.Close()
	for _, im := range r.Panels {
		im.Close()
	}
}

// Request is a message to a worker.
type Request struct {
	Type string
	ID   int
	Head []byte
	// Points are x, y, z triples; nil if the worker has them already or the request needs none.
	Points []float64
	Text   Text   // of a wire.Load, sent beside its head
	Canvas Canvas // the stage's; the worker owns it from then on
}

// Port is a connection to a worker.
type Port interface {
	Post(Request)
	Close()
}

// Dial starts a worker, of the whole program if whole is true. recv is called with each of its messages, and with a
// fatal message when it dies.
type Dial func(whole bool, recv func(Reply)) (Port, error)

// Draw is the content of a draw request. It is made as late as possible, so that it is of the newest state.
type Draw struct {
	Head          []byte // JSON of a wire.Draw
	Need          wire.Need
	Tag           int // returned with the answers
	PointsVersion int
	Points        func() []float64 // x, y, z triples; called only if the worker lacks them
}

// Owner has the functions by which a lane gets its requests and hands over the answers. They run on the caller's
// thread.
type Owner struct {
	Hello    func()
	Dead     func(reason string)    // the lane has given up; Retry starts again
	Mismatch func()                 // the engine is of another build
	Notice   func(text string)      // a line for the user
	Fetching func()                 // the results of Lane.Fetching have changed
	Further  func(*wire.Error) bool // reports whether the whole program may serve what the first has refused

	// Canvas returns the stage's canvas. It is called once for each worker, before its first Draw.
	Canvas func() Canvas
	// Draw composes the newest draw request; ok is false if there is nothing to draw.
	Draw func() (d Draw, ok bool)
	// Picture handles the answer to the draw with this tag.
	Picture func(p *wire.Picture, r Reply, tag int)
	// Staged is called when the stage's canvas shows a picture of this view, the newest one or an earlier one.
	Staged   func(v picture.Viewport, newest bool)
	Facts    func(*wire.Facts)           // of the newest picture, some of which came late
	Failed   func(e wire.Error, tag int) // the draw with this tag failed
	Progress func(done float64)          // of a long draw, from 0 to 1
}

// Beside returns the Owner of a lane that asks for no pictures; dead is its Dead.
func Beside(dead func(reason string)) Owner {
	return Owner{
		Dead:  dead,
		Hello: func() {}, Mismatch: func() {}, Notice: func(string) {}, Fetching: func() {},
		Further:  func(*wire.Error) bool { return true },
		Canvas:   func() (none Canvas) { return none },
		Draw:     func() (none Draw, ok bool) { return none, false },
		Progress: func(float64) {},
		Picture:  func(*wire.Picture, Reply, int) {},
		Staged:   func(picture.Viewport, bool) {},
		Facts:    func(*wire.Facts) {},
		Failed:   func(wire.Error, int) {},
	}
}
