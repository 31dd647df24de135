//go:build !js

package main

import (
	"context"
	"embed"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"pointscape/app/tools/browser"
	"pointscape/app/tools/site"
	"pointscape/engine/doc"
)

//go:embed bench.html drive.js
var pages embed.FS

//go:embed frames.js
var frames []byte

//go:embed peers/*.js peers/package.json peers/package-lock.json peers/.npmrc
var peerFiles embed.FS

// bundles are the contestants' workers, each an entry point under peers/.
var bundles = []string{"libsvm", "svm", "d3", "flatbush", "tfjs", "jax", "jaxnet", "kmeans", "forest", "mlforest"}

// fetched are the files that the bundles fetch, under node_modules.
var fetched = []string{
	"libsvm-wasm/dist/libsvm.wasm",
	"@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm",
	"@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm",
	"@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm",
}

// makePeers installs the peers at the versions of the lock file and bundles their workers; it returns the directory to
// serve. It does so again only if a file under peers/ has changed.
func makePeers(root string) (string, error) {
	dir := filepath.Join(root, ".build", "bench", "peers")
	out := filepath.Join(root, ".build", "bench", "out")
	names, err := peerFiles.ReadDir("peers")
	if err != nil {
		return "", err
	}
	var all strings.Builder
	for _, n := range names {
		b, err := peerFiles.ReadFile("peers/" + n.Name())
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&all, "%s %d\n%s\n", n.Name(), len(b), b)
	}
	stamp := filepath.Join(out, "made-of")
	if old, err := os.ReadFile(stamp); err == nil && string(old) == all.String() {
		return out, nil
	}
	if err := os.RemoveAll(out); err != nil {
		return "", err
	}
	for _, d := range []string{dir, out} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			return "", err
		}
	}
	for _, n := range names {
		b, err := peerFiles.ReadFile("peers/" + n.Name())
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, n.Name()), b, 0o666); err != nil {
			return "", err
		}
	}
	fmt.Println("Fetching the peers from npm ...")
	if err := run(dir, "npm", "ci", "--no-progress", "--loglevel=error"); err != nil {
		return "", err
	}
	for _, b := range bundles {
		// libsvm.js requires Node's modules if it believes that it runs there.
		if err := run(dir, filepath.Join(dir, "node_modules", ".bin", "esbuild"), b+".js",
			"--bundle", "--minify", "--format=iife", "--platform=browser", "--log-level=error",
			"--external:fs", "--external:path", "--external:crypto", "--outfile="+filepath.Join(out, b+".js")); err != nil {
			return "", err
		}
	}
	for _, f := range fetched {
		b, err := os.ReadFile(filepath.Join(dir, "node_modules", filepath.FromSlash(f)))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(out, filepath.Base(f)), b, 0o666); err != nil {
			return "", err
		}
	}
	return out, os.WriteFile(stamp, []byte(all.String()), 0o666)
}

func run(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// programs compiles the site's programs, exactly as they are published, or reads those to measure instead.
func (o options) programs() (site.Programs, error) {
	if o.made != nil && !o.switches {
		return o.made()
	}
	var p site.Programs
	var err error
	if o.app != "" && o.engine != "" {
		if p.Glue, err = site.Glue(context.Background(), o.root); err == nil {
			p.Offer, err = site.Offer()
		}
	} else {
		of := site.Pointscape
		of.Names, of.Switches = o.names, o.switches
		p, err = site.Compiled(context.Background(), o.root, of)
	}
	if err != nil {
		return p, err
	}
	for _, x := range []struct {
		file string
		to   *[]byte
	}{{o.app, &p.App}, {o.engine, &p.Engine}} {
		if x.file != "" {
			if *x.to, err = os.ReadFile(x.file); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

func (o options) site() (*site.Site, error) {
	p, err := o.programs()
	if err != nil {
		return nil, err
	}
	return assemble(o.root, p, site.Options{Quality: site.Fast})
}

// stage serves the published page, and opens a browser; end ends both.
func (o options) stage() (v *server, b *browser.Chromium, end func(), err error) {
	s, err := o.site()
	if err != nil {
		return nil, nil, nil, err
	}
	if o.keep != "" {
		if err := s.WriteTo(o.keep); err != nil {
			return nil, nil, nil, err
		}
	}
	if v, err = serve(watched(s.Handler()), ""); err != nil {
		return nil, nil, nil, err
	}
	v.plain = true
	if b, err = openBrowser(o.poor); err != nil {
		v.close()
		return nil, nil, nil, err
	}
	return v, b, func() {
		b.Close()
		v.close()
	}, nil
}

// watched is a site whose worker records its frames, see frames.js.
func watched(h http.Handler) http.Handler { return added(string(frames), h) }

// added is a site whose programs run a script first.
func added(script string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/wasm_exec.js" {
			h.ServeHTTP(w, r)
			return
		}
		plain := r.Clone(r.Context())
		for _, name := range []string{"Accept-Encoding", "If-None-Match", "If-Modified-Since", "Range"} {
			plain.Header.Del(name)
		}
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, plain)
		w.Header().Set("Content-Type", rec.Header().Get("Content-Type"))
		w.WriteHeader(rec.Code)
		w.Write(append(rec.Body.Bytes(), script...))
	})
}

// build is a site that is measured.
type build struct{ name, url string }

// Names of two builds that are measured in turn.
const (
	before = "before"
	after  = "after"
)

// builds returns the builds to compare: that of stage, and the one that was stored before. end stops serving the
// latter.
func (o options) builds(v *server) (list []build, end func(), err error) {
	if o.before == "" {
		return []build{{url: v.URL}}, func() {}, nil
	}
	if _, err := os.Stat(filepath.Join(o.before, "index.html")); err != nil {
		return nil, nil, fmt.Errorf("-before needs a site that -keep wrote: %w", err)
	}
	old, err := serve(watched(http.FileServer(http.Dir(o.before))), "")
	if err != nil {
		return nil, nil, err
	}
	old.plain = true
	return []build{{before, old.URL}, {after, v.URL}}, old.close, nil
}

// turn returns the builds in the order of a round: every other one is reversed.
func turn(list []build, round int) []build {
	list = slices.Clone(list)
	if round%2 == 1 {
		slices.Reverse(list)
	}
	return list
}

// assemble builds a site in the form in which it is served here; the gallery is not measured.
func assemble(root string, p site.Programs, o site.Options) (*site.Site, error) {
	o.Web = filepath.Join(root, "web")
	o.Exec = filepath.Join(root, "wasm_exec.js")
	o.Base, o.Plain = "/", true
	o.Cache = filepath.Join(root, ".build")
	return site.New(p, o)
}

// server serves the site at /, and at /bench/ the benchmark's page with its contestants, which fetches data and posts
// answers.
type server struct {
	URL    string
	plain  bool // no isolation: as on an ordinary host
	http   *http.Server
	site   http.Handler
	points map[string][]doc.Point

	mu      sync.Mutex
	answers map[string]*answer // by workload/contestant
}

// answer is a contestant's answer to a workload in the last round.
type answer struct {
	values []float32
	info   []byte // JSON
	points []doc.Point
}

func serve(h http.Handler, peers string) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	v := &server{URL: "http://" + l.Addr().String() + "/", site: h, points: map[string][]doc.Point{},
		answers: map[string]*answer{}}
	mux := http.NewServeMux()
	mux.Handle("/", v.site)
	mux.Handle("/bench/", http.StripPrefix("/bench/", http.FileServer(http.Dir(peers))))
	own := http.StripPrefix("/bench/", http.FileServerFS(pages))
	mux.Handle("/bench/bench.html", own)
	mux.Handle("/bench/drive.js", own)
	mux.HandleFunc("GET /bench/points", v.getPoints)
	mux.HandleFunc("POST /bench/answer", v.postAnswer)
	v.http = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v.plain {
			v.site.ServeHTTP(w, r)
			return
		}
		// Isolated pages have precise clocks, and peers may use threads.
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		mux.ServeHTTP(w, r)
	})}
	go v.http.Serve(l) // ends with close
	return v, nil
}

func (v *server) close() { v.http.Close() }

func (v *server) getPoints(w http.ResponseWriter, r *http.Request) {
	v.mu.Lock()
	pts, ok := v.points[r.URL.Query().Get("workload")]
	v.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	b := make([]byte, 0, 24*len(pts))
	for _, p := range pts {
		for _, c := range [3]float64{p.X, p.Y, p.Z} {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(c))
		}
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Write(b)
}

func (v *server) postAnswer(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	q := r.URL.Query()
	key := q.Get("workload") + "/" + q.Get("who")
	v.mu.Lock()
	defer v.mu.Unlock()
	a := v.answers[key]
	if a == nil {
		a = &answer{}
		v.answers[key] = a
	}
	switch q.Get("what") {
	case "values":
		a.values = make([]float32, len(b)/4)
		for i := range a.values {
			a.values[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		}
	case "info":
		a.info = b
	case "points":
		f := func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:])) }
		a.points = make([]doc.Point, len(b)/24)
		for i := range a.points {
			a.points[i] = doc.Point{X: f(3 * i), Y: f(3*i + 1), Z: f(3*i + 2)}
		}
	default:
		http.Error(w, "what?", http.StatusBadRequest)
	}
}

func (v *server) answer(workload, who string) *answer {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.answers[workload+"/"+who]
}
