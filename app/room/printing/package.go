package printing

import (
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Package has a package of a course or a deck made, for a learning platform. It has an engine of its own, which fetches
// the site's files and ends with the package.
type Package struct {
	workers.Helper
	// Save gives people the package, Fail says why there is none.
	Save    func(f wire.Exported, b []byte)
	Fail    func(why string)
	Changed func() // what Done gives has changed

	done float64
}

// Done is how much of the package is made; on is false when none is.
func (p *Package) Done() (done float64, on bool) { return p.done, p.On() }

// Start has a package made, of what the engine's package scorm (Fetched) reads.
func (p *Package) Start(of string) {
	if p.On() {
		return
	}
	p.done, p.Died = 0, p.failed
	p.Ask("scorm", of, func(done float64) {
		p.done = done
		p.Changed()
	}, func(r workers.Reply, e *wire.Error) {
		var f wire.Exported
		switch {
		case e != nil:
			p.failed(e.Message)
		case json.Unmarshal(r.Head, &f) != nil:
			p.failed("the engine's response cannot be read")
		default:
			p.Save(f, r.Bytes)
			p.Cancel()
		}
	})
	if p.On() {
		p.Changed()
	}
}

// Cancel ends the engine, and gives up a package that is not made yet.
func (p *Package) Cancel() {
	p.Close()
	p.Changed()
}

// failed is told that there will be no package.
func (p *Package) failed(why string) {
	p.Cancel()
	p.Fail(why)
}
