//go:build !js

package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"

	"pointscape/app/tools/browser"
	"pointscape/app/tools/site"
	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// A trial shows what fast paths give: the page does the same with and without each of them.
type trial struct {
	paths    []string // names of fast paths, see site.FastPaths
	document string
	does     string // what is done: "" = the point next to the middle is dragged; else see the constants
	of       string // which parameter, or which study
	n        int    // number of points, or of the table's rows
	dense    bool   // on a screen with two device pixels a CSS pixel
}

// What is done in a trial, if no point is dragged.
const (
	trains  = "train" // it is trained, and steps are counted
	first   = "first" // the first second of a drag after loading
	handles = "handle"
	varies  = "vary"  // a parameter's value is changed, and the sharp picture is waited for
	sharply = "sharp" // other points are shown, and the sharp picture is waited for
	zooms   = "zoom"  // the wheel zooms
	studies = "study" // a study runs to its end
)

// name describes what is done in a trial.
func (t *trial) name() string {
	d, err := doc.Decode([]byte(t.document))
	if err != nil {
		panic(fmt.Sprintf("a trial of %s: %v", t.paths, err))
	}
	name := d.Method
	keys := make([]string, 0, len(d.Params))
	for k := range d.Params {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		text, err := json.Marshal(d.Params[k])
		if err != nil {
			panic(err)
		}
		name += fmt.Sprintf(" %s=%s", k, strings.Trim(string(text), `"`))
	}
	name += fmt.Sprintf(", n = %d", t.n)
	if d.Table != nil {
		name += " (" + d.Table.Name + ")"
	}
	if t.dense {
		name += ", 2 dppx"
	}
	if t.does != "" {
		name += strings.TrimRight(", "+t.does+" "+t.of, " ")
	}
	return name
}

// A gain is what a fast path gives in a trial.
type gain struct {
	Path    string   `json:"path"`
	Trial   string   `json:"trial"`
	With    measured `json:"with"`
	Without measured `json:"without"`
}

// speeds are the results of a measurement.
type speeds struct {
	Machine machineInfo `json:"machine"`
	Gains   []gain      `json:"gains"`
}

// measured are the figures of one state of a switch, in ms.
type measured struct {
	// Work is the engine's time for a picture during the drag, fit and drawing: the lower quartile, since whatever else
	// the machine does only adds to it.
	Work float64 `json:"work,omitzero"`
	Tile float64 `json:"tile,omitzero"` // width of its samples, in device pixels: what takes long is sampled more coarsely
	P50  float64 `json:"p50,omitzero"`  // from a move to its picture
	P95  float64 `json:"p95,omitzero"`
	CPU  float64 `json:"cpu,omitzero"`  // processor time of all the engine's threads for a picture
	Page float64 `json:"page,omitzero"` // processor time of the page's thread for a move
	// Sharp is the engine's time for the sharp picture of other points, or of another value of the parameter that is
	// varied: the shortest.
	Sharp float64 `json:"sharp,omitzero"`
	Whole float64 `json:"whole,omitzero"` // the time until it is there: of a model that grows, all of its pictures
	First float64 `json:"first,omitzero"` // p95 of the first second of a drag
	Study float64 `json:"study,omitzero"`
	Steps float64 `json:"steps,omitzero"` // of training, a second
	Grown float64 `json:"grown,omitzero"` // median of the steps that a picture of a drag shows: time is limited there

	works, tiles, waits, steps []float64
	pictures, moves            float64
}

// speed measures what each fast path gives, in a build of the site in which they can be switched off.
func speed(o options) error {
	list, err := site.FastPaths(o.root)
	if err != nil {
		return err
	}
	o.switches = true
	v, b, end, err := o.stage()
	if err != nil {
		return err
	}
	defer end()
	// A server whose workers begin without a fast path.
	slow := &slowly{site: v.site}
	late, err := serve(slow, "")
	if err != nil {
		return err
	}
	late.plain = true
	defer late.close()
	blank, err := b.NewPage()
	if err != nil {
		return err
	}
	machine, err := readMachineInfo(blank)
	blank.Close()
	if err != nil {
		return err
	}
	var gains []gain
	var wrong []error
	for _, t := range trials {
		var paths []string
		for _, name := range t.paths {
			if !o.all && slices.ContainsFunc(gains, func(g gain) bool { return g.Path == name && g.clear() }) {
				continue
			}
			if o.only.MatchString(name + " " + t.name()) {
				paths = append(paths, name)
			}
		}
		if len(paths) == 0 {
			continue
		}
		found, err := t.measure(b, v.URL, late.URL, slow, paths, o)
		for _, g := range found {
			fmt.Println(g)
		}
		gains = append(gains, found...)
		if err != nil { // the others are measured, and told of, all the same
			err = fmt.Errorf("%s: %w", t.name(), err)
			fmt.Println(err)
			wrong = append(wrong, err)
		}
	}
	slices.SortStableFunc(gains, func(a, b gain) int { return strings.Compare(a.Path, b.Path) })
	x := table{head: []string{"fast path", "what is done", "gives", "a picture without", "with", "tiles",
		"sharp without", "with"}}
	for _, g := range gains {
		x.add(strings.TrimPrefix(g.Path, "engine/"), g.Trial, g.worth(), ms(g.Without.Work), ms(g.With.Work),
			tile(g.Without.Tile)+", "+tile(g.With.Tile), ms(g.Without.Sharp), ms(g.With.Sharp))
	}
	md := "# What fast paths give\n\n" + machine.String() + ".\n\n" + x.String() + "\n"
	for _, f := range list {
		if o.only.String() == "" && !slices.ContainsFunc(gains, func(g gain) bool { return g.Path == f.Name }) {
			md += fmt.Sprintf("Not measured: `%s`, %s\n", f.Name, f.About)
		}
	}
	fmt.Println("\n" + md)
	return errors.Join(append(wrong, save(o, speeds{machine, merged(o.json, list, gains)}, md))...)
}

// merged returns the gains with those that a record has of other trials, as long as there are these fast paths, ordered
// by names.
func merged(record string, list []site.FastPath, gains []gain) []gain {
	var old speeds
	if text, err := os.ReadFile(record); err == nil && json.Unmarshal(text, &old) == nil {
		for _, g := range old.Gains {
			is := slices.ContainsFunc(list, func(f site.FastPath) bool { return f.Name == g.Path })
			if is && !slices.ContainsFunc(gains, func(x gain) bool { return x.Path == g.Path && x.Trial == g.Trial }) {
				gains = append(gains, g)
			}
		}
	}
	slices.SortStableFunc(gains, func(a, b gain) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Trial, b.Trial))
	})
	return gains
}

// slowly serves a site whose programs begin without the fast path called off.
type slowly struct {
	site http.Handler
	off  string
}

func (s *slowly) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	added("\nself.pointscapeSlow = "+strconv.Quote(s.off)+";\n", s.site).ServeHTTP(w, r)
}

// saved is the time that a picture during a drag saves, as if both had samples of the same size.
func (g gain) saved() float64 {
	out := g.Without.Work
	if g.With.Tile > 0 && g.Without.Tile > g.With.Tile {
		q := g.Without.Tile / g.With.Tile
		out *= q * q
	}
	return out - g.With.Work
}

// enough is the least time that a fast path has to save, in ms: a tenth of a frame.
const enough = frame / 10

// clear reports whether a fast path gives certainly enough.
func (g gain) clear() bool {
	if g.With.Study > 0 {
		return g.Without.Study > 1.3*g.With.Study
	}
	return g.saved() > 2*enough
}

// enough reports whether a fast path gives at least a tenth of a frame, or of what else was measured.
func (g gain) enough() bool {
	a, b := g.Without, g.With
	switch {
	case b.Study > 0:
		return a.Study > 1.1*b.Study && a.Study-b.Study > enough
	case b.First > 0:
		return a.First-b.First > enough
	case b.Steps > 0 && b.Steps > 1.1*a.Steps:
		return true
	}
	// What is done once has to save a tenth of itself, too, and more than chance.
	once := func(without, with float64) bool { return without-with > enough && without > 1.2*with }
	return max(g.saved(), a.Page-b.Page) > enough || b.Grown > 1.1*a.Grown ||
		once(a.Sharp, b.Sharp) || once(a.Whole, b.Whole)
}

// best returns the largest gain of a fast path.
func (s speeds) best(path string) (best gain, ok bool) {
	for _, g := range s.Gains {
		if g.Path == path && (!ok || g.enough() && (!best.enough() || g.rank() > best.rank())) {
			best, ok = g, true
		}
	}
	return best, ok
}

// rank orders gains: those of a drag before those of what is done once.
func (g gain) rank() float64 {
	if g.saved() > enough {
		return 1e6 + g.saved()
	}
	return g.Without.Sharp - g.With.Sharp
}

// worth says what the fast path gives.
func (g gain) worth() string {
	switch {
	case g.With.Study > 0:
		return fmt.Sprintf("a study takes %s instead of %s", ms(g.With.Study), ms(g.Without.Study))
	case g.With.Steps > 0:
		return fmt.Sprintf("%.0f steps a second instead of %.0f, %s of the picture of one", g.With.Steps, g.Without.Steps,
			ms(g.saved()))
	case g.With.First > 0:
		return fmt.Sprintf("first second p95 %s instead of %s", ms(g.With.First), ms(g.Without.First))
	case g.With.Work > 0 && g.saved() > enough:
		return fmt.Sprintf("%s of a picture of a drag, which takes %s", ms(g.saved()), ms(g.With.Work))
	case g.With.Grown > 1.1*g.Without.Grown:
		return fmt.Sprintf("%.0f steps in a picture of a drag instead of %.0f", g.With.Grown, g.Without.Grown)
	case g.Without.Page-g.With.Page > enough:
		return fmt.Sprintf("%s of the page's thread for a move, which takes %s",
			ms(g.Without.Page-g.With.Page), ms(g.With.Page))
	case g.Without.Whole-g.With.Whole > 2*(g.Without.Sharp-g.With.Sharp) && g.Without.Whole > 1.2*g.With.Whole:
		return fmt.Sprintf("%s of the way to the last picture, which takes %s", ms(g.Without.Whole-g.With.Whole),
			ms(g.With.Whole))
	case g.With.Sharp > 0:
		return fmt.Sprintf("%s of a sharp picture, which takes %s", ms(g.Without.Sharp-g.With.Sharp), ms(g.With.Sharp))
	}
	return fmt.Sprintf("%s of a picture of a drag, which takes %s", ms(g.saved()), ms(g.With.Work))
}

func (g gain) String() string {
	a, b := g.Without, g.With
	return fmt.Sprintf("%-34s %-60s work %.2f -> %.2f, tile %g -> %g, cpu %.2f -> %.2f, page %.2f -> %.2f, "+
		"sharp %.1f -> %.1f, whole %.0f -> %.0f, grown %.0f -> %.0f, "+
		"p50 %.1f -> %.1f, p95 %.1f -> %.1f: %s", g.Path, g.Trial,
		a.Work, b.Work, a.Tile, b.Tile, a.CPU, b.CPU, a.Page, b.Page,
		a.Sharp, b.Sharp, a.Whole, b.Whole, a.Grown, b.Grown, a.P50, b.P50, a.P95, b.P95, g.worth())
}

// turnOff turns a fast path off, and all others on; "" = none. A program that has it has to answer.
func turnOff(p *browser.Page, name string) error {
	return do(p, `new Promise((done, fail) => {
		const c = new BroadcastChannel("fast paths"), name = `+strconv.Quote(name)+`;
		const late = setTimeout(() => { c.close(); fail(new Error("no program has the fast path " + name)); }, 5000);
		c.onmessage = ({ data }) => {
			if (data === "switched " + name) {
				clearTimeout(late);
				setTimeout(() => { c.close(); done(); }, 50); // the others have it, too
			}
		};
		c.postMessage(name);
	})`)
}

// measure does what the trial says, with and without each of the paths.
func (t *trial) measure(b *browser.Chromium, url, lateURL string, slow *slowly, paths []string, o options) (list []gain,
	err error) {
	d, err := doc.Decode([]byte(t.document))
	if err != nil {
		return nil, err
	}
	sub := subject{name: t.name(), doc: d, walled: d.Wall != nil}
	if t.does == handles {
		sub.handle = t.of
	}
	if d.Table != nil {
		sub.rows = t.n
	}
	if t.does == first {
		for _, name := range paths {
			g := gain{Path: name, Trial: t.name()}
			var all [2][]float64
			for range o.rounds {
				for i, off := range []string{name, ""} {
					slow.off = off
					x, err := t.begin(b, lateURL, sub)
					if err != nil {
						return list, err
					}
					all[i] = append(all[i], x)
				}
			}
			g.Without.First, g.With.First = quantile(all[0], 0.5), quantile(all[1], 0.5)
			list = append(list, g)
		}
		return list, nil
	}
	p, err := b.NewPage()
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if t.dense {
		if err := p.Resize(browser.Window{Width: 1280, Height: 800, Scale: 2}); err != nil {
			return nil, err
		}
	}
	at, err := show(p, url, sub, t.n)
	if err != nil {
		return nil, err
	}
	for _, name := range paths {
		g := gain{Path: name, Trial: t.name()}
		switch t.does {
		case "", handles:
			err = t.drag(b, p, at, &g, o)
			if err == nil {
				err = t.sharp(p, sub, &g, o)
			}
		case varies, sharply:
			err = t.sharp(p, sub, &g, o)
		case zooms:
			err = t.zoom(b, p, at, &g, o)
		case studies:
			err = t.study(p, sub, &g, o)
		case trains:
			err = t.train(p, &g, o)
		}
		if err != nil {
			return list, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, g)
	}
	return list, nil
}

// begin returns the p95 of the first second of a drag after loading.
func (t *trial) begin(b *browser.Chromium, url string, sub subject) (float64, error) {
	p, err := b.NewPage()
	if err != nil {
		return 0, err
	}
	defer p.Close()
	r, _, err := dragOn(b, p, url, sub, t.n, true)
	if err != nil {
		return 0, err
	}
	return r.FirstP95, nil
}

// each calls do in turn with the fast path off and on, some rounds; the first of all is not counted.
func (g *gain) each(p *browser.Page, rounds int, do func(x *measured, counts bool) error) error {
	for round := range rounds + 1 {
		for half := range 2 {
			to, off := &g.Without, g.Path
			if (half+round)%2 == 1 { // in reversed order every other round
				to, off = &g.With, ""
			}
			if err := turnOff(p, off); err != nil {
				return err
			}
			if err := do(to, round > 0); err != nil {
				return err
			}
		}
	}
	return turnOff(p, "")
}

// drag drags the point at.
func (t *trial) drag(b *browser.Chromium, p *browser.Page, at place, g *gain, o options) error {
	if err := do(p, "if (!window.recorder) {"+recorder+"}"); err != nil {
		return err
	}
	seconds, least := 1.0, 0
	if o.quick {
		least = 10
	}
	h := &hand{p: p, cx: at.X, cy: at.Y, r: at.R}
	if err := h.press(); err != nil {
		return err
	}
	err := g.each(p, o.rounds, func(x *measured, counts bool) error {
		if err := do(p, "recorder.start()"); err != nil {
			return err
		}
		if err := h.circleOn(0.4, least/4); err != nil { // what is kept from picture to picture is that of this path
			return err
		}
		work, _, err := h.work(b, seconds, least)
		if err != nil {
			return err
		}
		if err := browser.Wait(p, time.Minute, "recorder.answered()"); err != nil {
			return err
		}
		parts, err := browser.Eval[[]record](p, time.Minute, "recorder.stop()")
		if err != nil || !counts {
			return err
		}
		rec := parts[1]
		if len(rec.Engine) == 0 { // it takes a second
			rec.Engine = parts[2].Engine
		}
		for _, e := range rec.Engine {
			x.works, x.tiles, x.steps = append(x.works, e[0]+e[1]), append(x.tiles, e[2]), append(x.steps, e[3])
		}
		for _, m := range rec.Moves {
			if m[2] == 0 {
				return errLost
			}
			x.waits = append(x.waits, m[2]-m[1])
		}
		x.CPU, x.Page = x.CPU+work.Worker+work.Pool, x.Page+work.Page
		x.pictures, x.moves = x.pictures+float64(max(rec.Pictures, 1)), x.moves+float64(len(rec.Moves))
		return nil
	})
	if err != nil {
		return err
	}
	for _, x := range []*measured{&g.With, &g.Without} {
		if len(x.works) == 0 {
			return errors.New("no picture has come while the hand moved")
		}
		x.Work, x.Tile = quantile(x.works, 0.25), quantile(x.tiles, 0.5)
		x.Grown = quantile(x.steps, 0.5)
		x.P50, x.P95 = quantile(x.waits, 0.5), quantile(x.waits, 0.95)
		x.CPU, x.Page = x.CPU/x.pictures, x.Page/x.moves
	}
	return h.lift()
}

// sharp measures sharp pictures, each of other points.
func (t *trial) sharp(p *browser.Page, sub subject, g *gain, o options) error {
	d, step := sub.doc, 0
	err := g.each(p, 1+2*o.rounds, func(x *measured, counts bool) error {
		step++
		switch {
		case t.of == "step":
			d.View.Step = new(int)
			*d.View.Step = *sub.doc.View.Step - 5*step
		case t.does == varies:
			param, value, err := parameter(sub.doc, t.of)
			if err != nil {
				return err
			}
			if _, ok := param.Kind.(method.Integer); ok {
				value += float64(step % 4)
			} else {
				value *= 1 + 0.01*float64(step)
			}
			d.Params = maps.Clone(sub.doc.Params)
			if d.Params == nil {
				d.Params = map[string]any{}
			}
			d.Params[t.of] = value
		case d.Table != nil: // from nothing
			if _, err := t.set(p, doc.Document{Method: "knn", Points: moons(50, moonsNoise, 1)}); err != nil {
				return err
			}
		case d.Dataset != nil:
			c := *d.Dataset
			c.Seed += uint64(step)
			d.Dataset, d.Points = &c, nil
		}
		took, err := t.set(p, d)
		if sharp := took.Fit + took.Draw; counts && (x.Sharp == 0 || sharp < x.Sharp) {
			x.Sharp = sharp
		}
		if counts && (x.Whole == 0 || took.Whole < x.Whole) {
			x.Whole = took.Whole
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = t.set(p, sub.doc)
	return err
}

// set shows a document, and waits for its sharp picture.
func (t *trial) set(p *browser.Page, d doc.Document) (took shown, err error) {
	text, err := doc.Encode(d)
	if err != nil {
		return took, err
	}
	arg, err := json.Marshal(string(text))
	if err != nil {
		return took, err
	}
	return browser.Eval[shown](p, time.Minute, drawn+"("+string(arg)+")")
}

// parameter returns a parameter of the document's method, and its value.
func parameter(d doc.Document, name string) (param method.Param, value float64, err error) {
	all := catalog.All()
	at := slices.IndexFunc(all, func(m method.Method) bool { return m.Info.ID == d.Method })
	if at < 0 {
		return param, 0, fmt.Errorf("no method %s", d.Method)
	}
	m := all[at]
	i := slices.IndexFunc(m.Info.Params, func(p method.Param) bool { return p.Name == name })
	if i < 0 {
		return param, 0, fmt.Errorf("%s has no parameter %s", d.Method, name)
	}
	param = m.Info.Params[i]
	v := d.Params[name]
	if v == nil {
		v = param.Default
	}
	value, ok := v.(float64)
	if !ok {
		return param, 0, fmt.Errorf("%s is no number", name)
	}
	return param, value, nil
}

// zoom measures the page's processor time for a turn of the wheel, and the engine's time for a picture.
func (t *trial) zoom(b *browser.Chromium, p *browser.Page, at place, g *gain, o options) error {
	if err := do(p, "if (!window.recorder) {"+recorder+"}"); err != nil {
		return err
	}
	err := g.each(p, o.rounds, func(x *measured, counts bool) error {
		if err := do(p, "recorder.start('wheel')"); err != nil {
			return err
		}
		begun, err := usage(b.PID())
		if err != nil {
			return err
		}
		const turns = 60
		tick := time.NewTicker(time.Second / 60)
		defer tick.Stop()
		for i := range turns {
			<-tick.C
			e := input.DispatchMouseEventParams{Type: "mouseWheel", X: at.X, Y: at.Y, DeltaX: 1e-6, DeltaY: 40}
			if i%20 < 10 {
				e.DeltaY = -40
			}
			if err := p.Mouse(e); err != nil {
				return err
			}
		}
		ended, err := usage(b.PID())
		if err != nil {
			return err
		}
		parts, err := browser.Eval[[]record](p, time.Minute, "recorder.stop()")
		if err != nil || !counts {
			return err
		}
		work := since(begun, ended)
		for _, e := range parts[0].Engine {
			x.works, x.tiles = append(x.works, e[0]+e[1]), append(x.tiles, e[2])
		}
		x.CPU, x.Page = x.CPU+work.Worker+work.Pool, x.Page+work.Page
		x.moves += turns
		return nil
	})
	for _, x := range []*measured{&g.With, &g.Without} {
		if len(x.works) > 0 {
			x.Work, x.Tile = quantile(x.works, 0.25), quantile(x.tiles, 0.5)
		}
		x.CPU, x.Page = x.CPU/x.moves, x.Page/x.moves
	}
	return err
}

// study measures the duration of a study: of the one that the document asks for, from showing it on, or of another one
// from the press of its button on.
func (t *trial) study(p *browser.Page, sub subject, g *gain, o options) error {
	step := 0
	return g.each(p, 2+o.rounds, func(x *measured, counts bool) error {
		d := sub.doc
		step++
		if d.Dataset != nil {
			c := *d.Dataset
			c.Seed += uint64(step) // results of the same points are kept
			d.Dataset, d.Points = &c, nil
		}
		id, asked := t.of, d.Study != nil
		if asked {
			id = method.ErrorCurve.ID
		}
		text, err := doc.Encode(d)
		if err != nil {
			return err
		}
		if _, err := t.set(p, doc.Document{Method: "knn", Points: moons(50, moonsNoise, 1)}); err != nil {
			return err
		}
		took, err := browser.Eval[float64](p, 2*time.Minute, fmt.Sprintf(`(async (text, id, asked) => {
			const button = (does) => document.getElementById(does + "-" + id);
			const until = async (done) => {
				while (!done()) {
					await new Promise((next) => setTimeout(next, 2));
				}
			};
			let begun = performance.now();
			await pointscape.set(text);
			if (asked) {
				await until(() => button("drop") || button("start"));
				if (button("drop")) {
					return performance.now() - begun;
				}
			}
			await until(() => document.documentElement.dataset.busy === "0" && button("start"));
			begun = performance.now();
			button("start").click();
			await new Promise((next) => setTimeout(next, 20));
			await until(() => !button("cancel") && document.documentElement.dataset.busy === "0");
			return performance.now() - begun;
		})(%s, %q, %t)`, text, id, asked))
		if err != nil {
			return err
		}
		if counts && (x.Study == 0 || took < x.Study) {
			x.Study = took
		}
		return nil
	})
}

// train measures the steps of training in a second, from the start on.
func (t *trial) train(p *browser.Page, g *gain, o options) error {
	if err := do(p, `(s => { s.value = "4"; s.dispatchEvent(new Event("change")); })(document.getElementById("speed"))`); err != nil {
		return err
	}
	if err := do(p, "if (!window.recorder) {"+recorder+"}"); err != nil {
		return err
	}
	const step = "(pointscape.get().view.step ?? 1e9)"
	err := g.each(p, o.rounds, func(x *measured, counts bool) error {
		if err := do(p, `document.getElementById("play-start").click()`); err != nil {
			return err
		}
		if err := browser.Wait(p, time.Minute, step+" === 0"); err != nil {
			return err
		}
		if err := do(p, "recorder.start('play')"); err != nil {
			return err
		}
		at, err := browser.Eval[float64](p, time.Minute, `(async () => {
			document.getElementById("play-toggle").click();
			await new Promise((done) => setTimeout(done, 2000));
			const at = `+step+`;
			document.getElementById("play-toggle").click();
			return at;
		})()`)
		if err != nil {
			return err
		}
		parts, err := browser.Eval[[]record](p, time.Minute, "recorder.stop()")
		if err != nil || !counts {
			return err
		}
		for _, e := range parts[0].Engine {
			x.works, x.tiles = append(x.works, e[0]+e[1]), append(x.tiles, e[2])
		}
		x.Steps = max(x.Steps, at/2)
		return nil
	})
	for _, x := range []*measured{&g.With, &g.Without} {
		if len(x.works) > 0 {
			x.Work, x.Tile = quantile(x.works, 0.25), quantile(x.tiles, 0.5)
		}
	}
	return err
}
