package e2e

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"pointscape/app/tools/browser"
	"pointscape/app/tools/site"
)

// patience is the timeout of every wait.
const patience = browser.Patience

var (
	show     = flag.Bool("show", false, "show the browser's window")
	throttle = flag.Float64("throttle", 1, "how many times slower Chromium makes the processor of each page")
)

// shell is the path of Chromium's headless shell, which has no windows and menus and uses a third less processor time;
// "" if it is not installed: then tests run in the full browser. Pages with Options.Whole or Options.Alone always do,
// among the latter those of the monkey test, and of tests in which engines, processes or memory come to an end.
var shell = sync.OnceValue(func() string {
	for _, name := range []string{"chromium-headless-shell", "chrome-headless-shell", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil && !*show {
			return path
		}
	}
	fmt.Println("tests run in the whole of Chromium, which takes a third longer (apt-get install chromium-headless-shell)")
	return ""
})

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	closeBrowsers()
	os.Exit(code)
}

// long skips a test except in "make test-all". Call it first in the test.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
}

// some returns the first n cases of one behaviour: the others are left to "make test-all".
func some[T any](n int, cases []T) []T {
	if testing.Short() {
		return cases[:n]
	}
	return cases
}

// --- sites ---

// built returns the real site's programs.
var built = sync.OnceValues(func() (site.Programs, error) {
	return compile(site.Pointscape)
})

// switched returns the same with fast paths that can be switched off.
var switched = sync.OnceValues(func() (site.Programs, error) {
	of := site.Pointscape
	of.Switches = true
	return compile(of)
})

// standIn returns minimal programs (see testdata/standin).
var standIn = sync.OnceValues(func() (site.Programs, error) {
	return compile(site.Sources{App: "./app/e2e/testdata/standin/app", Engine: "./app/e2e/testdata/standin/engine"})
})

func compile(of site.Sources) (site.Programs, error) {
	root, err := site.Root(".")
	if err != nil {
		return site.Programs{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	return site.Compiled(ctx, root, of)
}

// The sites made so far, each made once.
var making struct {
	sync.Mutex
	made map[siteKey]*site.Site
}

// siteKey identifies a site by its programs and options.
type siteKey struct {
	standIn, switches, serviceWorker, pictures, class bool
	base                                              string
}

// siteOf returns the site for a test's options.
func siteOf(o Options) (*site.Site, error) {
	making.Lock()
	defer making.Unlock()
	key := siteKey{o.StandIn, o.Switches, o.ServiceWorker, o.Pictures, o.School != nil, o.Base}
	if s := making.made[key]; s != nil {
		return s, nil
	}
	programs := built
	switch {
	case o.StandIn:
		programs = standIn
	case o.Switches:
		programs = switched
	}
	p, err := programs()
	if err != nil {
		return nil, err
	}
	s, err := newSite(p, key)
	if err != nil {
		return nil, err
	}
	if making.made == nil {
		making.made = map[siteKey]*site.Site{}
	}
	making.made[key] = s
	return s, nil
}

// makeSite builds a site from programs and the project's web files.
func makeSite(t testing.TB, p site.Programs, base string, serviceWorker bool) *site.Site {
	t.Helper()
	s, err := newSite(p, siteKey{base: base, serviceWorker: serviceWorker})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newSite(p site.Programs, of siteKey) (*site.Site, error) {
	root, err := site.Root(".")
	if err != nil {
		return nil, err
	}
	class := ""
	if of.class {
		class = classPath
	}
	return site.New(p, site.Options{
		Class:         class,
		Web:           filepath.Join(root, "web"),
		Exec:          filepath.Join(root, "wasm_exec.js"),
		Base:          of.base,
		ServiceWorker: of.serviceWorker,
		Plain:         !of.pictures,
		Quality:       site.Least,
		Cache:         filepath.Join(root, ".build"),
	})
}

// --- browser ---

// A process is a Chromium that runs tests, each page with its own profile or one that is emptied in between.
type process struct {
	*browser.Chromium
	profile *profile // shared by its pages; nil if none has been opened
}

// profile is what the pages of one browser share, one after the other: tabs, and a renderer process that has compiled
// the site's programs. All other state is removed when a page ends. Ordinary pages share addresses, too, so that files
// are in the browser's cache, as on a return visit.
type profile struct {
	ctx     context.Context // of a tab that keeps the compiled programs alive
	close   func()
	tabs    []target.ID // empty tabs, the one used last at the end
	origins []*origin   // free addresses, in the same order
}

// origin is an address at which the sites of pages are served, one after the other.
type origin struct {
	server *httptest.Server
	serves atomic.Pointer[http.Handler]
}

func (o *origin) serve(h http.Handler) { o.serves.Store(&h) }

// blank is what an origin serves between two pages.
var blank = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, "<!doctype html><title>Nothing</title>")
})

func newOrigin() *origin {
	o := &origin{}
	o.serve(blank)
	o.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		(*o.serves.Load()).ServeHTTP(w, r)
	}))
	return o
}

// keep is JavaScript that compiles the programs. As long as the page that runs it exists, other pages of the process
// neither compile them nor optimise them again.
const keep = `(async () => { kept = await Promise.all(["pointscape", "engine"].map(async (name) => {
	const bytes = new Uint8Array(await (await fetch("/" + name + ".psm")).arrayBuffer());
	Go.decoder(bytes)(bytes.length);
	return WebAssembly.compile(bytes);
})); })()`

// shared returns the profile that the browser's pages share. It makes a new one if a page has ended or blocked the
// renderer process.
func (b *process) shared() (*profile, error) {
	if b.profile != nil {
		if _, err := browser.Run(b.profile.ctx, patience, chromedp.Evaluate[chromedp.Void](`kept`)); err == nil {
			return b.profile, nil
		}
		b.profile.close()
		b.profile = nil
	}
	s, err := siteOf(Options{})
	if err != nil {
		return nil, err
	}
	// The tab's page has no policy: the policies of the site's pages, except the playground's, forbid compiling.
	files := http.NewServeMux()
	files.Handle("/", s.Handler())
	files.HandleFunc("/keep", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>Programs</title><script src="wasm_exec.js"></script>`)
	})
	server := httptest.NewServer(files)
	ctx, cancel := chromedp.NewContext(b.Ctx, chromedp.WithNewBrowserContext())
	p := &profile{ctx: ctx, close: func() {
		cancel()
		server.Close()
	}}
	// A chromedp context lives as long as the context of its first run.
	if err = chromedp.Do(ctx); err == nil {
		_, err = browser.Run(ctx, patience, chromedp.Navigate(server.URL+"/keep"))
	}
	if err == nil {
		_, err = browser.Run(ctx, patience, chromedp.Evaluate[chromedp.Void](keep, chromedp.EvalAwaitPromise))
	}
	if err != nil {
		p.close()
		return nil, err
	}
	// Addresses are reused in turn: the process may not have received yet that the last one was emptied.
	for range 3 {
		p.origins = append(p.origins, newOrigin())
	}
	b.profile = p
	return p, nil
}

// The running browsers, each used by one test at a time: of each kind as many as tests run in parallel.
var browsers struct {
	sync.Mutex
	free map[bool][]*process // key: full browser, not the headless shell
	all  []*process
	of   map[lending]*lent
}

// lending identifies the use of a kind of browser by a test.
type lending struct {
	test  string
	whole bool
}

// lent is the browser that a test uses, with the number of its pages.
type lent struct {
	*process
	pages int
}

// browserFor returns the browser of this kind that the test or its parent test uses already, or else a free or a new
// one. Calling done returns it.
func browserFor(t testing.TB, whole bool) (b *process, done func(), err error) {
	browsers.Lock()
	defer browsers.Unlock()
	whole = whole || shell() == ""
	by := lending{t.Name(), whole}
	for browsers.of[by] == nil && strings.Contains(by.test, "/") {
		by.test = by.test[:strings.LastIndexByte(by.test, '/')]
	}
	l := browsers.of[by]
	if l == nil {
		by.test = t.Name()
		l = &lent{}
		if free := browsers.free[whole]; len(free) > 0 {
			l.process, browsers.free[whole] = free[len(free)-1], free[:len(free)-1]
		} else {
			if l.process, err = openProcess(whole); err != nil {
				return nil, nil, err
			}
			browsers.all = append(browsers.all, l.process)
		}
		if browsers.of == nil {
			browsers.of, browsers.free = map[lending]*lent{}, map[bool][]*process{}
		}
		browsers.of[by] = l
		l.Forget()
	}
	l.pages++
	return l.process, func() {
		browsers.Lock()
		defer browsers.Unlock()
		if l.pages--; l.pages == 0 {
			delete(browsers.of, by)
			browsers.free[whole] = append(browsers.free[whole], l.process)
		}
	}, nil
}

func openProcess(whole bool) (*process, error) {
	o := browser.Options{Visible: *show, Flags: []chromedp.ExecAllocatorOption{
		chromedp.Flag("process-per-site", true), // see profile
		chromedp.Flag("disable-features",
			"Translate,OptimizationHints,MediaRouter,AutofillServerCommunication,InterestFeedContentSuggestions"),
	}}
	if !whole {
		o.Program = shell()
	}
	c, err := browser.Open(o)
	return &process{Chromium: c}, err
}

func closeBrowsers() {
	for _, b := range browsers.all {
		b.Close()
	}
}

// --- page ---

// Options describe the page that a test needs. The zero value is the real site at the root, in a window of 1280 x 800.
type Options struct {
	Path          string  // path to open under the base: "#...", "?hide=panel"
	Base          string  // "/courses/ml/"
	StandIn       bool    // small replacements for both programs
	Switches      bool    // window.pointscapeSlow names a fast path that the page's program does without
	Dumb          bool    // a plain file server, without a content type for WebAssembly
	ServiceWorker bool    // with a service worker, as in the built site
	Pictures      bool    // the gallery's cards have pictures, drawn on request
	Window        Window  // size and kind of the window
	Dark          bool    // the system prefers dark
	Expect        string  // regular expression of expected faults
	Hold          string  // a file of which only the first half is sent until Release
	Closed        bool    // the page is not opened yet: the test calls Open
	Whole         bool    // in the full browser, which has a clipboard, full screen, and windows that the page opens
	Alone         bool    // own process and profile, in the full browser
	Clock         bool    // the test controls timers of a second or longer (clock_test.go)
	School        *school // serves live classes beside the site; nil = none
}

// Window is the window in which the page is shown.
type Window = browser.Window

// Windows to test in.
var (
	Desktop = Window{Width: 1280, Height: 800}
	Phone   = Window{Width: 390, Height: 844, Scale: 3, Touch: true}
	Small   = Window{Width: 320, Height: 568, Scale: 2, Touch: true}
	Tablet  = Window{Width: 820, Height: 1180, Scale: 2, Touch: true}
)

// Page is a page in a browser. At its start, nothing is stored at its address.
type Page struct {
	URL string // address of the site: its base, ending in a slash

	t            testing.TB
	tab          browser.Tab
	log          *browser.Log
	ctx          context.Context // chromedp's context; nil in browsers other than Chromium
	process      *process        // nil in browsers other than Chromium
	server       *httptest.Server
	gate         gate
	disconnected bool           // its server has been stopped
	dir          string         // directory of artifacts, such as screenshots
	expect       *regexp.Regexp // nil if no faults are expected
	mouse        struct {
		x, y float64
		down bool // the left button
	}
}

// saving makes the browser ask to save data: then the page does not fetch the engine of all methods ahead, which is a
// fifth of the work of opening it, and only TestFetchedAhead is about that.
const saving = `Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });`

// sideBySide makes a test run in parallel with others: it mostly waits, for frames and for pauses in input. Its
// subtests run one after the other. Start calls it; a test that does not begin with Start calls it first.
func sideBySide(t testing.TB) {
	t.Helper()
	if t, ok := t.(*testing.T); ok && !strings.Contains(t.Name(), "/") {
		if _, was := beside.LoadOrStore(t.Name(), true); !was {
			t.Parallel()
			t.Cleanup(func() { beside.Delete(t.Name()) })
		}
	}
}

var beside sync.Map // names of the tests that run in parallel

// Start opens a page. At its end, the test fails for every fault that it did not expect: an error in the console, an
// exception, a failed request, a request to another host.
func Start(t testing.TB, o Options) *Page {
	t.Helper()
	sideBySide(t)
	s, err := siteOf(o)
	if err != nil {
		t.Fatal(err)
	}

	// ArtifactDir must be called now: in Cleanup it would be too late.
	page := &Page{t: t, dir: t.ArtifactDir(), log: &browser.Log{}}
	if o.Expect != "" {
		page.expect = regexp.MustCompile(o.Expect)
	}
	handler := s.Handler()
	if o.Dumb {
		dir := t.TempDir()
		if err := s.WriteTo(dir); err != nil {
			t.Fatal(err)
		}
		handler = dumb(dir, s.Base())
	}
	if o.School != nil {
		handler = o.School.beside(handler, s.Base())
	}
	page.gate = gate{name: o.Hold, open: make(chan struct{}), next: handler}
	var cancelPage func()
	if openRemote != nil {
		page.server = httptest.NewServer(&page.gate)
		tab, err := openRemote(page.log, o)
		page.must(err)
		page.tab = tab
		cancelPage = func() {
			if err := tab.Close(); err != nil {
				t.Log(err)
			}
			page.server.Close()
		}
	} else {
		b, done, err := browserFor(t, o.Alone || o.Whole)
		page.must(err)
		t.Cleanup(done)
		page.process = b
		page.ctx, cancelPage = page.open(o)
		page.drive()
	}
	page.URL = page.server.URL + s.Base()
	t.Cleanup(func() {
		if t.Failed() {
			if b, err := page.tab.Capture(); err == nil {
				page.save("failed", b)
			}
		}
		page.Release()
		page.log.End()
		cancelPage()
		page.report()
	})

	if o.Window == (Window{}) {
		o.Window = Desktop
	}
	page.Resize(o.Window)
	page.Dark(o.Dark)
	late := false // WebKit can't run a script before the page's own scripts
	switch {
	case o.Clock && page.ctx != nil:
		page.Inject(clock)
	case o.Clock:
		late = page.tab.Inject(clock) != nil
	}
	if testing.Short() && page.ctx != nil && !o.Closed && !o.ServiceWorker {
		page.Inject(saving)
	}
	if !o.Closed {
		page.Open(o.Path)
		if late {
			page.Do(clock)
		}
	}
	return page
}

// A remote is a tab of a browser other than Chromium.
type remote interface {
	browser.Tab
	Close() error
}

// openRemote opens a tab in the browser under test; nil for Chromium.
var openRemote func(log *browser.Log, o Options) (remote, error)

// drive connects the page to the tab of its context.
func (p *Page) drive() {
	p.t.Helper()
	tab, err := browser.NewPage(p.ctx, p.log)
	p.must(err)
	p.tab = tab
	if *throttle > 1 {
		p.must(tab.Slow(*throttle))
	}
}

// open gives a page a server and an empty tab. It returns the tab's context, and a function that closes all of it.
func (p *Page) open(o Options) (context.Context, func()) {
	p.t.Helper()
	if o.Alone {
		p.server = httptest.NewServer(&p.gate)
		ctx, cancel := chromedp.NewContext(p.process.Ctx, chromedp.WithNewBrowserContext())
		return ctx, func() {
			cancel()
			p.server.Close()
		}
	}
	in, err := p.process.shared()
	p.must(err)
	// If a test determines what an address serves, or when, the browser's cache must be empty.
	again := o.School == nil && !o.StandIn && !o.Dumb && !o.ServiceWorker && !o.Closed && o.Hold == "" && o.Base == ""
	var at *origin
	if again && len(in.origins) > 0 {
		at, in.origins = in.origins[0], in.origins[1:]
	} else {
		at = newOrigin()
	}
	at.serve(&p.gate)
	p.server = at.server
	var id target.ID
	if n := len(in.tabs); n > 0 {
		id, in.tabs = in.tabs[n-1], in.tabs[:n-1]
	} else {
		// In a window of its own: the full browser paints only one tab of a window.
		made, err := chromedp.CallBrowser(in.ctx, target.CreateTarget, target.CreateTargetParams{URL: "about:blank",
			NewWindow: new(true), BrowserContextID: chromedp.FromContext(in.ctx).BrowserContextID})
		p.must(err)
		id = made.TargetID
	}
	ctx, cancel := chromedp.NewContext(in.ctx, chromedp.WithDetachOnCancel(), chromedp.WithTargetID(id))
	p.must(chromedp.Do(ctx))
	// Disable events about nodes and styles, which no test uses.
	for _, method := range []string{css.Disable.Method, dom.Disable.Method} {
		p.must(chromedp.FromContext(ctx).Target.Call(ctx, method, cdp.Empty{}, nil))
	}
	return ctx, func() {
		at.serve(blank)
		err := in.empty(ctx, at, again)
		cancel()
		if err == nil {
			in.tabs = append(in.tabs, id)
		} else {
			p.t.Logf("closing a tab that cannot be emptied: %v", err)
			chromedp.CallBrowser(in.ctx, target.CloseTarget, target.CloseTargetParams{TargetID: id})
		}
		if again && err == nil && !p.disconnected {
			in.origins = append(in.origins, at)
		} else {
			at.server.Close()
		}
	}
}

// empty resets a tab and an address to their initial state, except for the browser's cache.
func (in *profile) empty(ctx context.Context, at *origin, again bool) error {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	// The tab's own storage can be cleared only from within. (An address whose server was stopped is not reused.)
	if again {
		if _, err := chromedp.Run(limited, chromedp.Navigate(at.server.URL+"/blank")); err == nil {
			if _, err := browser.Run(ctx, patience, chromedp.Evaluate[chromedp.Void](`sessionStorage.clear(); name = ""`)); err != nil {
				return err
			}
		}
	}
	if _, err := browser.Run(ctx, patience, chromedp.Navigate("about:blank")); err != nil {
		return err
	}
	if _, err := chromedp.Call(limited, cdppage.ResetNavigationHistory, cdp.Empty{}); err != nil {
		return err
	}
	_, err := chromedp.Call(limited, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{
		Origin: at.server.URL, StorageTypes: "all",
	})
	return err
}

// dumb serves a directory like a plain static host: without our headers, without compression, and without knowing the
// type of .psm files.
func dumb(dir, base string) http.Handler {
	files := http.StripPrefix(strings.TrimSuffix(base, "/"), http.FileServer(http.Dir(dir)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".psm") {
			w.Header().Set("Content-Type", "application/octet-stream")
		}
		files.ServeHTTP(w, r)
	})
}

// gate holds one file back after its first half.
type gate struct {
	name string
	open chan struct{}
	once sync.Once
	next http.Handler
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if g.name != "" && strings.HasSuffix(r.URL.Path, "/"+g.name) {
		w = &halfWriter{ResponseWriter: w, gate: g, done: r.Context().Done()}
	}
	g.next.ServeHTTP(w, r)
}

type halfWriter struct {
	http.ResponseWriter
	gate *gate
	sent int
	done <-chan struct{}
}

func (w *halfWriter) Write(b []byte) (int, error) {
	var size int
	fmt.Sscan(w.Header().Get("Content-Length"), &size)
	n := 0
	if first := min(size/2-w.sent, len(b)); first > 0 {
		var err error
		if n, err = w.ResponseWriter.Write(b[:first]); err != nil {
			return n, err
		}
		w.sent += n
		w.ResponseWriter.(http.Flusher).Flush()
	}
	if n == len(b) {
		return n, nil
	}
	select {
	case <-w.gate.open:
	case <-w.done:
	}
	m, err := w.ResponseWriter.Write(b[n:])
	return n + m, err
}

// Release sends the rest of the held file.
func (p *Page) Release() { p.gate.once.Do(func() { close(p.gate.open) }) }

// ServeInstead makes the page's address serve another site.
func (p *Page) ServeInstead(s *site.Site) { p.gate.next = s.Handler() }

// Disconnect stops the server: from now on the page is offline.
func (p *Page) Disconnect() {
	p.disconnected = true
	p.server.CloseClientConnections()
	p.server.Close()
}

// --- faults ---

// unexpected returns the faults that the test does not expect.
func (p *Page) unexpected() []string {
	return slices.DeleteFunc(p.log.Faults(), func(f string) bool { return p.expect != nil && p.expect.MatchString(f) })
}

// report fails the test if there are unexpected faults.
func (p *Page) report() {
	if p.process != nil {
		for _, h := range p.process.Foreign() {
			p.log.Fault("request to another host: %s", h)
		}
	}
	for _, f := range p.unexpected() {
		p.t.Error(f)
	}
	if p.t.Failed() {
		for _, line := range p.log.Console() {
			p.t.Log("console ", line)
		}
	}
}

// Console returns the page's console messages so far, as "log: text".
func (p *Page) Console() []string { return p.log.Console() }

func (p *Page) must(err error) {
	if err != nil {
		p.t.Helper()
		p.t.Fatal(err)
	}
}

// --- window ---

// Open opens a path under the site's base.
func (p *Page) Open(path string) {
	p.t.Helper()
	p.OpenURL(p.URL + path)
}

// OpenURL opens any address on this machine, such as a page that frames the site.
func (p *Page) OpenURL(url string) {
	p.t.Helper()
	p.must(p.tab.Navigate(url))
}

// Reload loads the page again.
func (p *Page) Reload() {
	p.t.Helper()
	p.must(p.tab.Reload())
}

// Resize changes the window.
func (p *Page) Resize(w Window) {
	p.t.Helper()
	p.must(p.tab.Resize(w))
}

// CanBe reports whether the browser's window can be as narrow as w.
func (p *Page) CanBe(w Window) bool { return w.Width >= p.tab.Narrowest() }

// Become resizes the window of a ready page, and waits until the layout is stable: the plane gets its size in steps
// (its own, then that of the panels beside it), and a position determined between two steps would be wrong when it is
// clicked.
func (p *Page) Become(w Window) {
	p.t.Helper()
	p.Resize(w)
	p.Wait(fmt.Sprintf(`innerWidth === %d`, w.Width))
	p.Still()
	p.WaitReady()
}

// Still waits until layout and view are stable and painted: after a resize, the plane gets its size in two or three
// steps.
func (p *Page) Still() {
	p.t.Helper()
	p.rests(`
		const s = document.querySelector("#stage"), b = s.getBoundingClientRect(), v = pointscape.view();
		const whole = document.documentElement.dataset.busy === "0" && Math.abs(v.width / v.height * s.clientHeight - s.clientWidth) < 2;
		return whole && JSON.stringify([b, v.x, v.y])`)
}

// Rests waits until an element no longer moves, as it does while a page still scrolls after a swipe.
func (p *Page) Rests(selector string) {
	p.t.Helper()
	p.rests(`return JSON.stringify(document.querySelector(` + quote(selector) + `).getBoundingClientRect())`)
}

// rests waits until the value of a JavaScript function body is true and has been the same for twenty frames.
func (p *Page) rests(state string) {
	p.t.Helper()
	p.Wait(`await (async () => {
		const state = () => {` + state + `};
		const first = state();
		for (let k = 0; k < 20 && first; k++) {
			await new Promise(requestAnimationFrame);
			if (state() !== first) return false;
		}
		return first;
	})()`)
}

// Back goes back in the history. It uses a timer, so that the evaluation returns before the page is left.
func (p *Page) Back() {
	p.t.Helper()
	p.Do(`setTimeout(() => history.back())`)
}

// Dark sets whether the system prefers dark.
func (p *Page) Dark(on bool) {
	p.media("prefers-color-scheme", map[bool]string{false: "light", true: "dark"}[on])
}

// media sets a media feature and clears all others.
func (p *Page) media(feature, value string) {
	p.t.Helper()
	p.must(p.tab.Media(feature, value))
}

// Front brings the page's window to the front, where it is when it opens.
func (p *Page) Front() {
	p.t.Helper()
	p.must(p.tab.Front())
}

// --- JavaScript ---

// Eval evaluates a JavaScript expression in the page, waits for it if it is a promise, and decodes its value.
func Eval[T any](p *Page, expr string) T {
	p.t.Helper()
	v, err := browser.Eval[T](p.tab, patience, expr)
	if err != nil {
		p.t.Fatalf("%s: %v", expr, err)
	}
	return v
}

// Do runs JavaScript in the page.
func (p *Page) Do(js string) {
	p.t.Helper()
	Eval[chromedp.Void](p, js)
}

// Wait waits until a JavaScript expression is true. An expression that throws counts as false.
func (p *Page) Wait(expr string) {
	p.t.Helper()
	if err := browser.Wait(p.tab, patience, expr); err != nil {
		p.t.Fatal(err)
	}
}

// Text returns the text of the first element that matches a CSS selector.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return Eval[string](p, "document.querySelector("+quote(selector)+").innerText")
}

// Has reports whether any visible element matches a CSS selector.
func (p *Page) Has(selector string) bool {
	p.t.Helper()
	return Eval[bool](p, "[...document.querySelectorAll("+quote(selector)+")].some(e => e.checkVisibility())")
}

// quote returns a string as a JavaScript literal.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always marshals
	}
	return string(b)
}

// --- pictures ---

// Screenshot saves a PNG of the window for visual inspection, if "go test -artifacts" is used. In any case, the page
// has been painted completely when it returns.
func (p *Page) Screenshot(name string) {
	p.t.Helper()
	if !artifacts() {
		p.Wait(twoFrames)
		return
	}
	b, err := p.tab.Capture()
	p.must(err)
	p.save(name, b)
}

// artifacts reports whether artifacts of tests are kept.
func artifacts() bool { return flag.Lookup("test.artifacts").Value.String() == "true" }

func (p *Page) save(name string, png []byte) {
	path := filepath.Join(p.dir, name+".png")
	if err := os.WriteFile(path, png, 0o666); err != nil {
		p.t.Error(err)
	}
}
