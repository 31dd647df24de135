package printing

import (
	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Package has a package of a course or a deck made, for a learning platform. It has an engine of its own, which fetches
// the site's files and ends with the package.
type Package struct {
	Clock clock.Clock
	// Dial starts the engine.
	Dial workers.Dial
	// Save gives people the package, Fail says why there is none.
	Save    func(f wire.Exported, b []byte)
	Fail    func(why string)
	Changed func() // what Done gives has changed

	lane *workers.Lane // nil = none is made
	done float64
}

// Done is how much of the package is made; on is false when none is.
func (p *Package) Done() (done float64, on bool) { return p.done, p.lane != nil }

// Start has a package made, of what the engine's package scorm (Fetched) reads.
func (p *Package) Start(of string) {
	if p.lane != nil {
		return
	}
	lane := workers.New(p.Dial, p.Clock, workers.Beside(p.failed))
	p.lane, p.done = lane, 0
	lane.Start()
	if p.lane == nil { // the browser starts no engine, and that was told
		return
	}
	p.Changed()
	text, err := json.Marshal(wire.AskText{Kind: "scorm", Text: of})
	if err != nil {
		p.failed(err.Error())
		return
	}
	lane.Begin(wire.TypeText, text, nil, func(x *wire.Progress) {
		if lane == p.lane {
			p.done = x.Done
			p.Changed()
		}
	}, func(r workers.Reply, e *wire.Error) {
		var f wire.Exported
		switch {
		case lane != p.lane:
		case e != nil:
			p.failed(e.Message)
		case json.Unmarshal(r.Head, &f) != nil:
			p.failed("the engine's response cannot be read")
		default:
			p.Save(f, r.Bytes)
			p.Cancel()
		}
	})
}

// Cancel ends the engine, and gives up a package that is not made yet.
func (p *Package) Cancel() {
	if lane := p.lane; lane != nil {
		p.lane = nil
		lane.Close()
		p.Changed()
	}
}

// failed is told that there will be no package.
func (p *Package) failed(why string) {
	if p.lane != nil {
		p.Cancel()
		p.Fail(why)
	}
}
