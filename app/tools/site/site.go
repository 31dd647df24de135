// Package site builds the static site: its WASM programs, our part of wasm_exec.js appended to the toolchain's, the
// page, the service worker and everything under web/, with each file compressed in advance. It serves the result over
// HTTP or writes it to a directory. It runs natively only and is never linked into the page.
//
// # Files
//
//	index.html      from web/index.html: the page, with the addresses of the files that it needs
//	404.html        from web/404.html, in all languages, of which web/lost.js shows one
//	sw.js           from web/sw.js: the service worker
//	wasm_exec.js    the toolchain's copy followed by ours
//	pointscape.psm  the page's program, which is also the engine of a first visit, with its methods
//	engine.psm      the engine with all methods, for documents that need it
//	class.psm       the program that attends a live class; only in a site with a server of classes
//	offer.en.json   what the engines can do: all declarations, in English
//	offer.fr.json, words.fr.json  the same in French, and all other texts (language.go)
//	gallery-*.png   a small picture of each method, for the list of methods
//	courses/        the courses, their texts set as HTML, and in source/ as they were written; courses.html lists them
//	gallery.html    all examples and pages of courses as cards (gallerypage.go); gallery.json has the words to search
//	cards/          their pictures, drawn on request, or when the site is written (snapshots.go)
//	methods.html    the catalogue to read, made of its declarations (engine/catalog/reference)
//	web/builder.html, web/embed.html  the builder of frames, and the messages between a page and a frame
//	*.fr.html, gallery.fr.json, courses/fr/  these pages and courses in French (editions.go)
//	scorm.json      what packages for learning platforms take from the site (scorm.go)
//	web/tables/     the wide tables, which the engine fetches when they are needed
//	web/...         the rest of web/, as it is
//
// WriteTo adds _headers and hosting/, which configure hosts (hosts.go), and sbom.json, the bill of materials (sbom.go).
//
// Every address inside the site is relative, so that the folder can be moved.
// Only 404.html, which a host shows at any path, and the hosts' settings need to know its base.
//
// # Small programs
//
// Passes (see Passes) make smaller what Go's linker writes with -s and -w. A pass stays if it saves 5 % of the time of
// a cold visit at 10 Mbit/s, until the live picture, by brotli or by gzip, which most static hosts send. This is the
// table of one run of
//
//	go run ./app/tools/bench startup -variants 'plain;cold;cold,overlay;...'
//
// on 29 November 2026 (Go 1.26.8, Chromium 156, two cores): medians of five visits, with the variants interleaved.
// Sizes are those of pointscape.psm in MB; the other columns are seconds from the start of the navigation to the live
// picture. "10" and "50" are Mbit/s with a latency of 40 ms, "0" is no limit; "http" and "sw" are return visits in a
// restarted browser, from the HTTP cache and from the service worker. Each line has the passes of the lines before it.
// Up to tables, WebAssembly is compiled while it arrives (compileStreaming).
//
//	                       raw  brotli  gzip   10 br  10 gz  50 br  0 br  http    sw
//	plain: -s -w          20.9    3.80  5.25    3.62   4.78   1.09  0.79  0.64  0.51
//	cold                  20.4    3.36  4.72    3.25   4.36   1.04  0.77
//	overlay               17.3    2.82  3.99    2.80   3.76   0.96  0.76
//	segments and lines    18.2    2.40  3.45    2.45   3.34   0.92  0.74
//	fold                  17.2    2.37  3.37    2.42   3.26   0.90  0.78
//	tables                13.3    2.25  3.18    2.33   3.11   0.87  0.75  0.51  0.49
//	recode                13.3    1.92  2.72    2.05   2.72   0.86  0.79  0.68  0.50
//	all without fold      14.4    1.95  2.80    2.12   2.79   0.85  0.80
//	and without tables    18.2    2.07  2.98    2.19   2.96   0.89  0.76
//	all without overlay   15.8    2.32  3.27    2.43   3.20   0.90  0.79
//
// Conclusions:
//
//   - fold, which wrote sums within addresses as offsets, gave 2 to 3 % and is gone.
//   - tables stay by gzip (5.7 %; 3.2 % by brotli).
//   - overlay stays: go-app as it comes takes 19 % longer by brotli, 18 % by gzip.
//   - recode stays: it gives 12 % by brotli and 13 % by gzip. What it costs is that the file is no WebAssembly until
//     wasm_exec.js has decoded it (Go.decoder), so it has another name and type, and that a browser keeps no compiled
//     code for a response from the network: 0.18 s of a return visit from the HTTP cache. The service worker therefore
//     keeps the decoded program, as application/wasm, and a return visit from it takes as long as without recode.
//     Since this run, it predicts calls and jumps from the tables of functions: pointscape.psm is 3.2 % smaller by
//     brotli, and while it arrives, the decoder takes 55 ms of one processor instead of 40 (Node.js 20).
//
// A pass that meets something unexpected fails safely. lines reads tables of Go's runtime, and verifies everything that
// it uses of them before it clears anything; a program that differs is an error of the build, and so is a release of Go
// other than the one that the passes were tested with (testedWith). tables compares what it has read with the original,
// byte by byte, and leaves a program unchanged if they differ. recode can be undone whatever the bytes are. budget.go
// limits the sizes.
//
// # What go-app's client needs from a page
//
// app.Handler is not used: its shell forbids zooming, covers the page while
// loading and ships an old wasm_exec.js. The client (go-app v9.8.0) needs only
// an element to replace (the body's first), window.goappGetenv with
// GOAPP_ROOT_PREFIX, GOAPP_STATIC_RESOURCES_URL and GOAPP_INTERNAL_URLS, and
// sets goappOnUpdate and goappNav itself. web/boot.js provides this.
package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	texttemplate "text/template"

	"pointscape/engine/catalog"
	"pointscape/engine/catalog/reference"
	"pointscape/engine/class/results"
	"pointscape/engine/course/handout"
	"pointscape/engine/course/scorm"
	"pointscape/engine/dataset"
	"pointscape/engine/wire"
)

// Options are the settings of a build.
type Options struct {
	Web  string // directory of web/
	Exec string // path of our wasm_exec.js

	// Base is the path at which the site, and so 404.html, is served, such as "/" or "/courses/ml/". All other files
	// use relative addresses.
	Base string

	// ServiceWorker makes the page work offline after the first visit. Without it, sw.js unregisters the service worker
	// of an earlier build.
	ServiceWorker bool

	// Courses are the paths of course files that replace the built-in courses; none keeps the built-in ones.
	Courses []string

	// Class is the address of a server of live classes, relative to Base (see CheckClass); "" = the site has none.
	Class string

	// Plain leaves out the pictures of the gallery's cards, which take a minute to draw when a site is written.
	Plain bool

	// Bare leaves the programs as WebAssembly, without the pass Recode.
	Bare bool

	Quality int    // brotli quality: Least, Fast, Good or Best
	Cache   string // directory that caches compressed files and the cards' pictures; "" for none
}

// Site is a complete static site in memory. It does not change after New.
type Site struct {
	Version  string // hash of the files, and of the shell's templates (not of Options)
	base     string
	tongues  []Tongue
	modules  []Module
	editions []*edition        // English, and one for each of tongues
	marks    map[string]string // marks of the programs and of execFile, by path (see marked)
	wasm     map[string]string // marks of the programs as WebAssembly (see markOf)
	policy   string            // Content-Security-Policy
	files    map[string]*file  // by path, without a leading slash

	snapshots *snapshots // files that are made on request; nil if there are none
}

type file struct {
	path   string
	ctype  string
	sum    string // SHA-256 of raw, in hexadecimal
	raw    []byte
	br, gz []byte // nil if compression saves nothing
	tried  bool   // compression has been tried
}

// version returns the value of the query parameter v in the file's address.
func (f *file) version() string { return f.sum[:12] }

// contentTypes maps the extensions of the site's files to content types. Any other extension is an error: hosts would
// guess the type, each in its own way.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/vnd.microsoft.icon",
	".jpg":         "image/jpeg",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".md":          "text/markdown; charset=utf-8",
	".png":         "image/png",
	".psm":         "application/octet-stream", // a recoded program (recode.go)
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".webp":        "image/webp",
	".woff2":       "font/woff2",
}

// compressed lists the extensions of formats that are already compressed.
var compressed = []string{".jpg", ".png", ".webp", ".woff2"}

// shell names the templates of web/ that become files of the site's root.
var shell = []string{"index.html", "404.html", "sw.js"}

// The programs' files. The page and the first engine are one program, since they share much of Go and of our packages:
// it is fetched and compiled once, and runs both in the page and in its first worker.
const (
	appFile    = "pointscape.psm"
	engineFile = "engine.psm"
	classFile  = "class.psm"
)

// execFile is the toolchain's wasm_exec.js followed by ours.
const execFile = "wasm_exec.js"

// New builds a site from compiled programs.
//
// Errors: Base is not a path; a file can't be read or has an unknown type; a course or a template has a fault; a page
// can't be given a policy.
func New(p Programs, o Options) (*Site, error) {
	base, err := CleanBase(o.Base)
	if err != nil {
		return nil, err
	}
	if o.Class != "" {
		if err := CheckClass(o.Class); err != nil {
			return nil, err
		}
	}
	s := &Site{base: base, tongues: p.Tongues, modules: p.Modules, files: map[string]*file{}}
	if !o.Plain {
		if s.snapshots, err = newSnapshots(o.Cache); err != nil {
			return nil, fmt.Errorf("the pictures of the gallery: %w", err)
		}
	}
	if s.editions, err = editionsOf(p.Tongues); err != nil {
		return nil, err
	}
	ours, err := os.ReadFile(o.Exec)
	if err != nil {
		return nil, err
	}
	pictures, err := gallery()
	if err != nil {
		return nil, fmt.Errorf("the pictures of the methods: %w", err)
	}
	for theme, data := range pictures {
		if err := s.add(galleryFile(theme), data); err != nil {
			return nil, err
		}
	}
	if err := s.addMethods(); err != nil {
		return nil, fmt.Errorf("the page of the methods: %w", err)
	}
	if err := s.addCourses(o.Courses); err != nil {
		return nil, fmt.Errorf("the courses: %w", err)
	}
	glue := bytes.TrimRight(p.Glue, "\n")
	s.marks = map[string]string{execFile: markOf(slices.Concat(glue, ours))}
	s.wasm = map[string]string{}
	exec := slices.Concat(glue, fmt.Appendf(nil, "\n\nGo.mark = %q;\n\n", s.marks[execFile]), ours)
	programs := map[string]*[]byte{appFile: &p.App, engineFile: &p.Engine}
	if o.Class != "" {
		programs[classFile] = &p.Class
	}
	for name, program := range programs {
		*program, s.marks[name] = marked(*program)
		s.wasm[name] = markOf(*program)
		if !o.Bare {
			*program = recode(*program)
		}
		if err := s.add(name, *program); err != nil {
			return nil, err
		}
		if o.Bare {
			s.files[name].ctype = "application/wasm"
		}
	}
	for name, data := range map[string][]byte{execFile: exec, offerFile: p.Offer} {
		if err := s.add(name, data); err != nil {
			return nil, err
		}
	}
	for _, t := range p.Tongues {
		for name, data := range map[string][]byte{t.offerFile(): t.Offer, t.wordsFile(): t.Words} {
			if err := s.add(name, data); err != nil {
				return nil, err
			}
		}
	}
	if err := s.addWeb(o.Web); err != nil {
		return nil, err
	}
	if err := s.addTables(); err != nil {
		return nil, err
	}
	// The shell contains the compressed sizes of the programs.
	c := compressor{dir: o.Cache, quality: o.Quality}
	if err := s.compress(c); err != nil {
		return nil, err
	}
	if err := s.addShell(o); err != nil {
		return nil, err
	}
	if s.policy, err = s.served(); err != nil {
		return nil, err
	}
	if err := s.compress(c); err != nil {
		return nil, err
	}
	return s, nil
}

// compress makes the compressed forms of all files that have not been tried yet, concurrently, except of formats that
// are already compressed.
func (s *Site) compress(c compressor) error {
	var wg sync.WaitGroup
	files := s.sorted()
	errs := make([]error, len(files))
	for i, f := range files {
		if f.tried || slices.Contains(compressed, path.Ext(f.path)) {
			continue
		}
		f.tried = true
		wg.Go(func() {
			var err error
			if f.br, err = c.brotli(f.sum, f.raw); err == nil {
				f.gz, err = c.gzip(f.sum, f.raw)
			}
			if err != nil {
				errs[i] = fmt.Errorf("%s: %w", f.path, err)
			}
		})
	}
	wg.Wait()
	return errors.Join(append(errs, c.forget())...)
}

// CleanBase checks a base path and returns it with a slash at both ends.
func CleanBase(base string) (string, error) {
	b := path.Clean("/" + base)
	for _, r := range b {
		if !strings.ContainsRune("/-._~", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return "", fmt.Errorf("base %q must be a path such as / or /courses/ml/", base)
		}
	}
	return strings.TrimSuffix(b, "/") + "/", nil
}

// CheckClass checks the address of a server of live classes: a path on the site's own host, from the host's root or
// relative to the site. The policy of the pages allows no other host.
func CheckClass(address string) error {
	of, err := url.Parse(address)
	if err != nil || of.Path != address || strings.HasPrefix(address, "//") || strings.ContainsAny(address, "\\ ") {
		return fmt.Errorf("class %q must be a path on the site's own host, such as class or /class", address)
	}
	return nil
}

// Base returns the site's base path, with a slash at both ends.
func (s *Site) Base() string { return s.base }

func (s *Site) add(name string, data []byte) error {
	ctype, ok := contentTypes[path.Ext(name)]
	if !ok {
		return fmt.Errorf("%s: no content type is known for files like this", name)
	}
	if path.Ext(name) == ".html" {
		var err error
		if data, err = bound(data); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	sum := sha256.Sum256(data)
	s.files[name] = &file{path: name, ctype: ctype, raw: data, sum: hex.EncodeToString(sum[:])}
	return nil
}

// addMethods adds the list of methods, with the gallery, in each language.
func (s *Site) addMethods() error {
	at := func(theme string) string { f := s.files[galleryFile(theme)]; return f.path + "?v=" + f.version() }
	for _, e := range s.editions {
		b, err := reference.HTML(e.infos, &e.Edition, reference.Gallery{Light: at("light"), Dark: at("dark")})
		if err != nil {
			return err
		}
		if err := s.add("methods"+e.Suffix+".html", b); err != nil {
			return err
		}
	}
	return nil
}

// addTables adds the data tables that are not linked into the programs.
func (s *Site) addTables() error {
	for _, name := range dataset.Files() {
		text, err := dataset.Embedded(name)
		if err != nil {
			return err
		}
		if err := s.add("web/tables/"+name+".csv", []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// addWeb adds the files of web/ other than the shell.
func (s *Site) addWeb(dir string) error {
	return filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case rel == ".":
			return nil
		case strings.HasPrefix(d.Name(), "."): // a file of an editor, or .DS_Store
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir() || slices.Contains(shell, rel):
			return nil
		case !d.Type().IsRegular():
			return fmt.Errorf("%s is not a regular file", p)
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		if rel == "app.css" {
			data = append(data, "\n"+handout.Style+"\n"+results.Style...) // for handouts and classes
		}
		if name := "web/" + strings.TrimSuffix(rel, ".html"); slices.Contains(framed, name) {
			return s.addFramed(name, string(data))
		}
		return s.add("web/"+rel, data)
	})
}

// program describes a WASM program, or another file beside it, for boot.js: its address, type and size in bytes, and
// its compressed forms, smallest first, for hosts that don't compress.
type program struct {
	URL    string   `json:"url"`
	Type   string   `json:"type"`
	Size   int      `json:"size"`
	Packed []packed `json:"packed"`
	Mark   string   `json:"mark,omitempty"` // of a program (see marked)
	WASM   string   `json:"wasm,omitempty"` // its mark as WebAssembly
	Only   bool     `json:"only,omitempty"` // the file exists only in compressed form
}

// packed is a compressed form of a file. Format is a format name of the browser's DecompressionStream.
type packed struct {
	URL    string `json:"url"`
	Size   int    `json:"size"`
	Format string `json:"format"`
}

// packedForms returns the compressed forms of f that WriteTo writes.
func (f *file) packedForms() []packed {
	list := []packed{} // not nil: an empty list in JSON
	for _, p := range []struct {
		suffix, format string
		data           []byte
	}{{".br", "brotli", f.br}, {".gz", "gzip", f.gz}} {
		if p.data != nil {
			list = append(list, packed{f.path + p.suffix + "?v=" + f.version(), len(p.data), p.format})
		}
	}
	return list
}

// addShell executes the templates of the shell. Only these files refer to others by version, so they come last.
func (s *Site) addShell(o Options) error {
	h := sha256.New()
	for _, f := range s.sorted() {
		fmt.Fprintln(h, f.path, f.sum)
	}
	fmt.Fprintln(h, o.Class) // in index.html's configuration
	templates := map[string]string{}
	for _, name := range shell {
		text, err := os.ReadFile(filepath.Join(o.Web, name))
		if err != nil {
			return err
		}
		templates[name] = string(text)
		fmt.Fprintln(h, name, len(text), string(text))
	}
	s.Version = hex.EncodeToString(h.Sum(nil))[:12]

	versioned := map[string]bool{}
	address := func(name string) (string, error) {
		f, ok := s.files[name]
		if !ok {
			return "", fmt.Errorf("the site has no file %q", name)
		}
		versioned[name] = true
		return name + "?v=" + f.version(), nil
	}
	data := map[string]any{"Version": s.Version, "Base": s.base, "Editions": s.editions,
		"ServiceWorker": o.ServiceWorker, "Single": nil}
	config := map[string]any{"version": s.Version, "mark": s.marks[execFile], "serviceWorker": o.ServiceWorker}
	files := map[string]string{"app": appFile, "engine": engineFile, "offer": offerFile}
	if o.Class != "" {
		files["class"], config["classes"] = classFile, o.Class
	}
	told := func(name string) (program, error) {
		a, err := address(name)
		if err != nil {
			return program{}, err
		}
		f := s.files[name]
		return program{URL: a, Type: f.ctype, Size: len(f.raw), Packed: f.packedForms(), Mark: s.marks[name],
			WASM: s.wasm[name]}, nil
	}
	for key, name := range files {
		p, err := told(name)
		if err != nil {
			return err
		}
		config[key] = p
	}
	var err error
	for key, name := range map[string]string{"worker": "wasm_exec.js", "style": "web/app.css"} {
		a, err := address(name)
		if err != nil {
			return err
		}
		config[key] = a
	}
	pictures := map[string]string{}
	for _, theme := range galleryThemes {
		if pictures[theme], err = address(galleryFile(theme)); err != nil {
			return err
		}
	}
	config["gallery"] = pictures
	languages, err := languagesOf(s.tongues, told)
	if err != nil {
		return err
	}
	for tag, l := range languages {
		l["pages"] = pagesOf(tag)
	}
	config["languages"] = languages
	first := []string{} // IDs of the methods in the first engine
	for _, m := range catalog.First() {
		first = append(first, m.ID)
	}
	config["first"] = first
	if config["hello"], err = hello(first); err != nil {
		return err
	}
	data["Boot"] = config
	if data["Still"], err = still(); err != nil {
		return fmt.Errorf("the still of the first document: %w", err)
	}

	fill := func(name string, data map[string]any) ([]byte, error) {
		t, err := template.New(name).Funcs(template.FuncMap{"address": address}).Parse(templates[name])
		if err != nil {
			return nil, err
		}
		var buf bytes.Buffer
		err = t.Execute(&buf, data)
		return buf.Bytes(), err
	}
	for _, name := range []string{"index.html", "404.html"} {
		page, err := fill(name, data)
		if err != nil {
			return err
		}
		if err := s.add(name, page); err != nil {
			return err
		}
	}
	err = s.addPackage(config, func(config map[string]any) ([]byte, error) {
		return fill("index.html", map[string]any{"Version": s.Version, "Boot": config, "Still": data["Still"],
			"Packaged": true})
	}, versioned)
	if err != nil {
		return fmt.Errorf("packages for learning platforms: %w", err)
	}

	// The list of what the service worker keeps: all files, at the addresses by which the page requests them, except
	// those of other languages and the file for packages.
	others := map[string]bool{} // files in other languages; the page stores those that its reader needs
	for _, t := range s.tongues {
		for _, name := range append(pagesOf(t.Tag), t.offerFile(), t.wordsFile()) {
			others[name] = true
		}
	}
	keep := []string{"./"}
	for _, f := range s.sorted() {
		switch {
		case others[f.path], f.path == scorm.SiteFile: // only needed to make packages
		case versioned[f.path]:
			keep = append(keep, f.path+"?v="+f.version())
		case f.path != "index.html" && f.path != "404.html":
			keep = append(keep, f.path)
		}
	}
	list, err := json.MarshalIndent(keep, "", "  ")
	if err != nil {
		return err
	}
	data["Keep"] = string(list)
	programs := map[string]program{}
	for key := range files {
		p := config[key].(program)
		programs[p.URL] = p
	}
	for key, v := range map[string]any{"Programs": programs, "Languages": languages, "Exec": config["worker"],
		"Engine": config["engine"].(program).URL} {
		b, err := json.Marshal(v)
		if err != nil {
			return err
		}
		data[key] = string(b)
	}
	t, err := texttemplate.New("sw.js").Parse(templates["sw.js"])
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	if err := t.Execute(&buf, data); err != nil {
		return err
	}
	return s.add("sw.js", buf.Bytes())
}

// hello returns the first message of the first engine, so that the page need not wait for it: the page's program is
// that engine.
func hello(methods []string) (string, error) {
	b, err := json.Marshal(wire.Hello{Protocol: wire.Protocol, Methods: methods})
	return string(b), err
}

// sorted returns the files sorted by path: results derived from them must not depend on the iteration order of a map.
func (s *Site) sorted() []*file {
	out := make([]*file, 0, len(s.files))
	for _, f := range s.files {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	return out
}

// Size is the size of a file in bytes: uncompressed, and by brotli and gzip (0 if compression saves nothing).
type Size struct {
	Path              string
	Raw, Brotli, Gzip int
}

// Sizes returns the sizes of all files, largest first.
func (s *Site) Sizes() []Size {
	var out []Size
	for _, f := range s.sorted() {
		out = append(out, Size{f.path, len(f.raw), len(f.br), len(f.gz)})
	}
	slices.SortStableFunc(out, func(a, b Size) int { return b.Raw - a.Raw })
	return out
}
