package printing

import (
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Package makes a package of a course or a deck for a learning platform. It has an engine of its own, which fetches the
// site's files and ends with the package.
type Package struct {
	workers.Helper
	// Save gives the package to the user as a file; Fail reports why there is none.
	Save    func(f wire.Exported, b []byte)
	Fail    func(why string)
	Changed func() // the result of Done has changed

	done float64 // from 0 to 1
}

// Done returns the finished fraction of the package; on is false if none is being made.
func (p *Package) Done() (done float64, on bool) { return p.done, p.On() }

// Start makes a package; for the format of of, see scorm.Fetched. It does nothing while another one is being made.
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

// Cancel ends the engine, and gives up a package that is not finished.
func (p *Package) Cancel() {
	p.Close()
	p.Changed()
}

// failed handles an error: there will be no package.
func (p *Package) failed(why string) {
	p.Cancel()
	p.Fail(why)
}
