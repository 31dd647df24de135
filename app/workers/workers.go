// Package workers owns the engine's workers. A worker serves one lane. A lane has two small state machines:
//
//   - life and succession (life.go, whole.go): an engine starts, says hello and serves; one that dies is replaced,
//     three times; where the first engine lacks what a document needs, one of the whole program is started beside it,
//     which takes its place once it is there;
//   - flights (flights.go): one draw request is in the air and at most one waits, which the newest state replaces.
//
// A draw's head is made when it is sent, so that it tells of the newest state. Points are sent as one Float64Array,
// and only when their version is new to that worker. After a crash the last draw is sent again, so only time is lost.
//
// The package knows no browser: a Port is what a worker looks like from here. port_js.go makes Ports of Web Workers.
package workers

import (
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Reply is a message from a worker. Which fields are set depends on Type (see
// package wire).
type Reply struct {
	Type   string
	ID     int
	Head   []byte
	Bitmap Image
	Panels []Image
	Points []float64 // x, y, z triples
	// Numbers of a picture's curves and layers (wire.Picture.Take).
	Numbers []float64
	Bytes   []byte
	Trouble string // why a program that is on its way does not arrive, in a sentence
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
	// Points are x, y, z triples; nil when the worker has them already.
	Points []float64
	Text   Text   // of a wire.Load, beside its head
	Canvas Canvas // of the stage, which the worker owns from then on
}

// Port is a worker: it takes messages and can be ended.
type Port interface {
	Post(Request)
	Close()
}

// Dial starts a worker, of the whole program if whole is true; recv is called with all
// that it says, and with a fatal message when it dies.
type Dial func(whole bool, recv func(Reply)) (Port, error)

// Draw is what a draw request needs. It is made as late as possible, so
// that it tells of the newest state.
type Draw struct {
	Head          []byte // of a wire.Draw
	Need          wire.Need
	Tag           int // given back with the answers
	PointsVersion int
	Points        func() []float64 // called only when the worker lacks them
}

// Owner has a lane. Its functions make the requests and take what comes, on the caller's thread.
type Owner struct {
	Hello    func()
	Dead     func(reason string)    // the engine is given up; Retry starts again
	Mismatch func()                 // the engine is of another build
	Notice   func(text string)      // a line for people
	Fetching func()                 // what Lane.Fetching tells has changed
	Further  func(*wire.Error) bool // tells whether the whole program may serve what the first has refused

	// Canvas gives the stage's canvas, once for each worker, before its first Draw.
	Canvas func() Canvas
	// Draw makes the newest draw request.
	Draw func() (d Draw, ok bool)
	// Picture takes the answer to the draw of a tag.
	Picture func(p *wire.Picture, r Reply, tag int)
	// Staged is told that the stage's canvas shows a picture of this view, the newest one or one before.
	Staged   func(v picture.Viewport, newest bool)
	Facts    func(*wire.Facts)           // of the newest picture, some of which were late
	Failed   func(e wire.Error, tag int) // the newest draw could not be served
	Progress func(done float64)          // of a long draw
}

// Beside is the Owner of a lane that asks for no picture; dead is its Dead.
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
