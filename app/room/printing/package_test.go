package printing

import (
	"errors"
	"slices"
	"testing"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/wire"
)

// parcel is the page around a Package, with an engine whose answers the test decides.
type parcel struct {
	page
	Package
	says []string
}

func (p *parcel) Close() { p.page.Close() }

func newParcel(t *testing.T) *parcel {
	p := &parcel{page: page{t: t, clock: clock.NewManual()}}
	p.Package = Package{Helper: workers.Helper{Clock: p.page.clock}, Changed: func() {},
		Save: func(f wire.Exported, b []byte) { p.says = append(p.says, "saved "+f.Name+" "+string(b)) },
		Fail: func(why string) { p.says = append(p.says, "failed: "+why) }}
	p.Package.Dial = func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		p.dials++
		p.recv = recv
		return p, nil
	}
	return p
}

func (p *parcel) begin() {
	p.Package.Start("1.2\nfr\nlinear\n")
	p.say(wire.TypeHelper, wire.Nothing{})
}

// A package is made by one engine, which ends when the package is finished, is cancelled, or fails.
func TestPackage(t *testing.T) {
	p := newParcel(t)
	p.begin()
	p.is("scorm", "1.2\nfr\nlinear\n")
	p.say(wire.TypeProgress, wire.Progress{Done: 0.25})
	if done, on := p.Done(); done != 0.25 || !on {
		t.Errorf("%g is done, %v", done, on)
	}
	p.begin() // one at a time
	p.recv(workers.Reply{Type: wire.TypeExported, ID: p.asked[0].ID, Head: []byte(`{"name":"linear.zip","mime":"application/zip"}`),
		Bytes: []byte("PK")})
	if done, on := p.Done(); on || p.dials != 1 || p.closed != 1 {
		t.Errorf("%g is done, %v, engines %d, closed %d", done, on, p.dials, p.closed)
	}

	p.begin()
	if done, _ := p.Done(); done != 0 {
		t.Errorf("another one begins at %g", done)
	}
	p.say(wire.TypeError, wire.Error{Message: "there is no connection"})
	p.begin()
	p.Package.Cancel()
	p.Package.Cancel()
	p.say(wire.TypeError, wire.Error{Message: "too late"})
	want := []string{"saved linear.zip PK", "failed: there is no connection"}
	if _, on := p.Done(); on || !slices.Equal(p.says, want) || p.dials != 3 || p.closed != 3 {
		t.Errorf("%q, on %v, engines %d, closed %d", p.says, on, p.dials, p.closed)
	}

	p.Package.Dial = func(bool, func(workers.Reply)) (workers.Port, error) { return nil, errors.New("none here") }
	p.Package.Start("")
	if _, on := p.Done(); on || len(p.says) != 3 {
		t.Errorf("without an engine: %q, %v", p.says, on)
	}
}
