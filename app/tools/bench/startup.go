//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	cdppage "github.com/chromedp/cdproto/page"

	"pointscape/app/tools/browser"
	"pointscape/app/tools/site"
)

// visit is a kind of visit, with its results.
type visit struct {
	Build    string  `json:"build,omitempty"` // if two are compared: before, after
	Kind     string  `json:"kind"`            // cold, warm (HTTP cache), warm (service worker)
	Network  string  `json:"network"`         // unlimited, 10 Mbit/s
	Encoding string  `json:"encoding"`        // br, gzip, or none: the host does not compress
	Bytes    int     `json:"bytes"`           // sent by the server: headers and bodies
	Paint    Summary `json:"firstPaint"`
	Still    Summary `json:"still"`   // the still of the first picture is painted
	Page     Summary `json:"page"`    // the page's program runs
	Picture  Summary `json:"picture"` // the first picture is painted
}

// firsts records on the page when things first happen: ms since the navigation began.
const firsts = `
	window.firsts = {still: 0, page: 0, picture: 0};
	const after = (what) => { // the frame that shows it
		firsts[what] = -1;
		requestAnimationFrame(() => {
			const c = new MessageChannel();
			c.port1.onmessage = () => { firsts[what] = performance.now(); };
			c.port2.postMessage(0);
		});
	};
	new MutationObserver(() => {
		const d = document.documentElement?.dataset;
		if (!d) return;
		if (!firsts.still && document.querySelector("#boot-still.on")) after("still");
		if (!firsts.page && d.stateVersion) firsts.page = performance.now();
		if (!firsts.picture && Number(d.pictureVersion) > 0) {
			firsts.picture = -1;
			const c = new MessageChannel(); // after the frame that shows it
			c.port1.onmessage = () => { firsts.picture = performance.now(); };
			c.port2.postMessage(0);
		}
	}).observe(document, {subtree: true, attributes: true, attributeFilter: ["class", "data-state-version", "data-picture-version"]});
`

// streamed makes a page compile a program that is WebAssembly while it arrives.
const streamed = `
	let go;
	Object.defineProperty(window, "Go", {get: () => go, set: (value) => {
		go = value;
		Object.defineProperty(go, "load", {set: () => {}, get: () => async (program, on) => {
			const response = await on.first.response, reader = response.clone().body.getReader();
			const module = WebAssembly.compileStreaming(response);
			for (let got = 0;;) {
				const {done, value} = await reader.read();
				if (done) {
					return module;
				}
				got += value.length;
				on.progress(got / program.size);
			}
		}});
	}});
`

// slow is a network's speed.
type slow struct {
	name  string
	rate  float64       // bytes per second; 0 = unlimited
	delay time.Duration // before each response
}

var networks = []slow{
	{name: "10 Mbit/s, 40 ms", rate: 10e6 / 8, delay: 40 * time.Millisecond},
	{name: "unlimited"},
	{name: "50 Mbit/s, 40 ms", rate: 50e6 / 8, delay: 40 * time.Millisecond},
}

// line is a listener whose connections share one line of limited speed, with a count of bytes.
type line struct {
	net.Listener
	rate float64
	sent atomic.Int64
	mu   sync.Mutex
	free time.Time // when the line will have sent what was written so far
}

func (l *line) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &shared{Conn: c, line: l}, nil
}

type shared struct {
	net.Conn
	line *line
}

func (c *shared) Write(b []byte) (int, error) {
	const packet = 4096
	n := 0
	for n < len(b) {
		m := min(packet, len(b)-n)
		c.line.wait(m)
		k, err := c.Conn.Write(b[n : n+m])
		n += k
		c.line.sent.Add(int64(k))
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func (l *line) wait(n int) {
	if l.rate == 0 {
		return
	}
	// The writer wakes up slightly late; in a real network the next bytes would have been waiting already.
	const late = 20 * time.Millisecond
	l.mu.Lock()
	if now := time.Now(); l.free.Before(now.Add(-late)) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(float64(n) / l.rate * float64(time.Second)))
	until := l.free
	l.mu.Unlock()
	time.Sleep(time.Until(until))
}

// kept serves a site from a directory like a host that compresses.
func kept(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if name == "" {
			name = "index.html"
		}
		if r.URL.Query().Has("v") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		form := map[string]string{"br": ".br", "gzip": ".gz"}[r.Header.Get("Accept-Encoding")]
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)) + form)
		if form == "" || err != nil || r.Header.Get("Range") != "" {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Encoding", r.Header.Get("Accept-Encoding"))
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.Write(data)
	})
}

// host serves a site over a line with a network's speed, in one encoding.
func host(handler http.Handler, network slow, encoding string) (url string, l *line, end func(), err error) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, nil, err
	}
	l = &line{Listener: inner, rate: network.rate}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(network.delay)
		r.Header.Set("Accept-Encoding", encoding)
		handler.ServeHTTP(w, r)
	})}
	go server.Serve(l) // ends with end
	return "http://" + inner.Addr().String() + "/", l, func() { server.Close() }, nil
}

// appFile is the program that the first picture waits for.
const appFile = "pointscape.psm"

// startupRounds is how often each visit is made, unless another number is given.
const startupRounds = 5

// version is one of the builds that are measured: how a host serves it without and with a service worker, nil = not at
// all.
type version struct {
	name     string
	streamed bool // its program is WebAssembly
	handler  [2]http.Handler
}

func startup(o options) error {
	programs, err := o.programs()
	if err != nil {
		return err
	}
	quality := site.Best
	if o.quick {
		quality = site.Fast
	}
	var versions []version
	var sizes []site.Size
	if o.variants != "" {
		versions, sizes, err = o.versions(programs, quality)
	} else {
		versions, sizes, err = o.one(programs, quality)
	}
	if err != nil {
		return err
	}
	if o.before != "" {
		if _, err := os.Stat(filepath.Join(o.before, "index.html")); err != nil {
			return fmt.Errorf("-before needs a site that -keep wrote: %w", err)
		}
		if len(versions) > 1 {
			return errors.New("-before and -variants can't be had at once")
		}
		versions[0].name = after
		versions = []version{{name: before, handler: [2]http.Handler{kept(o.before)}}, versions[0]}
	}
	info := machineInfo{}
	var visits []visit
	for _, network := range networks {
		for _, kind := range []struct {
			name     string
			encoding string
			worker   int
		}{
			{"cold", "br", 0}, {"cold", "gzip", 0}, {"cold", "none", 0}, {"warm (HTTP cache)", "br", 0},
			{"warm (service worker)", "br", 1},
		} {
			what := kind.name + " " + network.name + " " + kind.encoding
			wanted := func(v version) bool {
				return v.handler[kind.worker] != nil && (o.only.MatchString(what) || o.only.MatchString(what+" "+v.name))
			}
			list := make([]visit, len(versions))
			times := make([][4][]float64, len(versions))
			for round := range o.rounds {
				for i := range versions {
					if round%2 == 1 { // in reversed order
						i = len(versions) - 1 - i
					}
					if !wanted(versions[i]) {
						continue
					}
					got, about, err := o.visit(versions[i], network, kind.encoding, strings.HasPrefix(kind.name, "warm"),
						kind.worker)
					if err != nil {
						return fmt.Errorf("%s, %s: %w", kind.name, network.name, err)
					}
					info = about
					list[i].Bytes = got.bytes
					for k, v := range []float64{got.Paint, got.Still, got.Page, got.Picture} {
						times[i][k] = append(times[i][k], v)
					}
				}
			}
			for i, v := range list {
				if times[i][0] == nil {
					continue
				}
				v.Build, v.Kind, v.Network, v.Encoding = versions[i].name, kind.name, network.name, kind.encoding
				for k, to := range []*Summary{&v.Paint, &v.Still, &v.Page, &v.Picture} {
					*to = summarize(times[i][k])
				}
				visits = append(visits, v)
				fmt.Printf("%s %s, %s, %s: %d KiB, first picture after %s\n", v.Build, v.Kind, v.Network, v.Encoding, v.Bytes>>10,
					ms(v.Picture.Median))
			}
		}
	}
	t := table{head: []string{"visit", "build", "network", "encoding", "over the wire", "first paint", "still",
		"page runs", "first picture", "least"}, left: map[int]bool{1: true, 2: true, 3: true}}
	for _, v := range visits {
		t.add(v.Kind, v.Build, v.Network, v.Encoding, fmt.Sprintf("%.1f KiB", float64(v.Bytes)/1024), ms(v.Paint.Median),
			ms(v.Still.Median), ms(v.Page.Median), ms(v.Picture.Median), ms(v.Picture.Min))
	}
	thread := ""
	if o.slow > 1 {
		thread = fmt.Sprintf(" The page's thread is %g times slower than it is.", o.slow)
	}
	largest := table{head: []string{"file", "as it is", "brotli", "gzip"}}
	kib := func(n int) string { return fmt.Sprintf("%.0f KiB", float64(n)/1024) }
	for _, f := range sizes {
		largest.add(f.Path, kib(f.Raw), kib(f.Brotli), kib(f.Gzip))
	}
	md := "# The first picture\n\n" + info.String() + fmt.Sprintf(".%s\n\nMedians of %d visits, from the start of the "+
		"navigation. Warm visits come after one that was\ncomplete, in a browser started anew; with a service worker "+
		"after two. Bytes are all that the server sends, heads too.\n\n",
		thread, o.rounds) + t.String() + "\nThe largest files, or variants of " + appFile + ":\n\n" + largest.String()
	fmt.Println("\n" + md)
	return save(o, struct {
		Machine machineInfo `json:"machine"`
		Visits  []visit     `json:"visits"`
		Sizes   []site.Size `json:"sizes"`
	}{info, visits, sizes}, md)
}

// one returns the published site, and its six largest files. With -keep it also writes the site to a directory.
func (o options) one(programs site.Programs, quality int) ([]version, []site.Size, error) {
	var v version
	var sizes []site.Size
	for i := range v.handler {
		s, err := assemble(o.root, programs, site.Options{ServiceWorker: i == 1, Quality: quality})
		if err != nil {
			return nil, nil, err
		}
		v.handler[i] = s.Handler()
		sizes = s.Sizes()[:6]
		if i == 0 && o.keep != "" {
			if err := s.WriteTo(o.keep); err != nil {
				return nil, nil, err
			}
		}
	}
	return []version{v}, sizes, nil
}

// versions returns sites with programs to which not all passes are applied; the variants are separated by semicolons.
// Programs that are WebAssembly are compiled while they arrive, from the host's own response: browsers cache their
// compiled code.
func (o options) versions(programs site.Programs, quality int) (list []version, sizes []site.Size, err error) {
	const compiled = site.Cold | site.Overlay
	raw := map[site.Passes][]byte{}
	for name := range strings.SplitSeq(o.variants, ";") {
		passes, err := site.ParsePasses(name)
		if err != nil {
			return nil, nil, err
		}
		without := site.AllPasses &^ (passes & compiled)
		if raw[without] == nil {
			p, err := site.Compile(context.Background(), o.root, site.Sources{App: site.Pointscape.App, Without: without})
			if err != nil {
				return nil, nil, err
			}
			raw[without] = p.App
		}
		p := programs
		if p.App, err = site.Rewrite(raw[without], passes); err != nil {
			return nil, nil, err
		}
		v := version{name: name, streamed: passes&site.Recode == 0}
		for i := range v.handler {
			s, err := assemble(o.root, p, site.Options{ServiceWorker: i == 1, Quality: quality, Bare: v.streamed})
			if err != nil {
				return nil, nil, err
			}
			v.handler[i] = s.Handler()
			if at := slices.IndexFunc(s.Sizes(), func(f site.Size) bool { return f.Path == appFile }); i == 0 {
				f := s.Sizes()[at]
				f.Path = name
				sizes = append(sizes, f)
				fmt.Printf("%s: %d bytes, %d by brotli, %d by gzip\n", name, f.Raw, f.Brotli, f.Gzip)
			}
		}
		list = append(list, v)
	}
	return list, sizes, nil
}

type arrival struct {
	Paint, Still, Page, Picture float64
	bytes                       int
}

// visit visits a site in a browser with a new profile. Before a warm visit it visits the site once, or twice with a
// service worker, each time in another browser with the same profile. worker is 1 with a service worker, else 0.
func (o options) visit(v version, network slow, encoding string, warm bool, worker int) (a arrival, info machineInfo,
	err error) {
	url, l, end, err := host(v.handler[worker], network, encoding)
	if err != nil {
		return a, info, err
	}
	defer end()
	dir, err := os.MkdirTemp("", "pointscape-profile-")
	if err != nil {
		return a, info, err
	}
	defer os.RemoveAll(dir)
	come := func(stay bool) error {
		b, err := openProfile(o.poor, dir)
		if err != nil {
			return err
		}
		defer b.Close()
		before := l.sent.Load()
		a, info, err = arrive(b, v, url, o.slow, stay, worker == 1)
		a.bytes = int(l.sent.Load() - before)
		return err
	}
	before := 0
	if warm {
		before = 1 + worker // the second visit is the first one that a service worker answers
	}
	for range before {
		if err := come(true); err != nil {
			return a, info, err
		}
	}
	return a, info, come(false)
}

// writes is how long a browser takes to write its caches: Chromium writes compiled code two seconds after its last
// compilation.
const writes = 3 * time.Second

// arrive visits a site in a tab, whose thread is slowed by the factor times. With stay, it waits until the browser has
// written its caches and, with worker, until the service worker is active.
func arrive(b *browser.Chromium, v version, url string, times float64, stay, worker bool) (a arrival, info machineInfo,
	err error) {
	p, err := b.NewTab()
	if err != nil {
		return a, info, err
	}
	defer p.Close()
	script := firsts
	if v.streamed {
		script += streamed
	}
	if err := p.Inject(script); err != nil {
		return a, info, err
	}
	// A go-app without our overlay violates the page's content security policy.
	if _, err := browser.Call(p.Ctx, cdppage.SetBypassCSP, cdppage.SetBypassCSPParams{Enabled: true}); err != nil {
		return a, info, err
	}
	if times > 1 {
		if err := p.Slow(times); err != nil {
			return a, info, err
		}
	}
	if err := p.Navigate(url); err != nil {
		return a, info, err
	}
	const there = "firsts.picture > 0 && document.documentElement.dataset.busy === '0'"
	if err := browser.Wait(p, 2*time.Minute, there); err != nil {
		return a, info, err
	}
	if stay && worker {
		if err := browser.Wait(p, 2*time.Minute, "navigator.serviceWorker.controller || (await "+
			"navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"); err != nil {
			return a, info, err
		}
	}
	if stay {
		time.Sleep(writes)
	}
	if info, err = readMachineInfo(p); err != nil {
		return a, info, err
	}
	a, err = browser.Eval[arrival](p, time.Minute,
		`({Paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0, Still: firsts.still, Page: firsts.page, Picture: firsts.picture})`)
	if err == nil && (a.Picture <= 0 || math.IsNaN(a.Picture) || a.Still <= 0) {
		err = fmt.Errorf("the page did not tell when: %+v", a)
	}
	return a, info, err
}
