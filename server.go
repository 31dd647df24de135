// Command pointscape serves the playground, builds it as a static site, and fits and draws documents without a browser.
// "pointscape -h" lists its commands.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"pointscape/app/tools/classroom"
	"pointscape/app/tools/site"
	"pointscape/engine/cli"
	"pointscape/engine/course/scorm"
	"pointscape/engine/words"
)

// Exit statuses.
const (
	exitDone   = cli.Done
	exitFailed = cli.Fault
	exitUsage  = cli.Usage
)

// command is a command of the program. run gets the arguments after the command's name and returns an exit status.
type command struct {
	name, args, help string
	run              func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

func commands() []command {
	return []command{
		{"serve", "[-addr localhost:8000] [-base /] [-sw] [-class [-rooms FILE]]",
			"serve the playground (the default command)", runServe},
		{"build", "[-base /] [-out dist [-class x] | -single FILE.html | -scorm FILE.zip -course linear] [-course MY.json]",
			"write the playground as a static site for any host, as one file, or a course for a learning platform", runBuild},
		{"fit", "DOC.json [-at POINTS.json]", "print facts and predictions of a document as JSON", cli.Fit},
		{"draw", "DOC.json ... [-o FIG.svg|FIG.pdf|FIG.tex|FIG.png|FIGURES/] [-palette print] [-steps 0:40 | -sweep C=1:9]",
			"draw documents for a paper, or animate their steps or a parameter", cli.Draw},
		{"code", "DOC.json [-lang python|javascript|pytorch|scikit-learn|notebook]",
			"print a document's model, or its fit, as a program", cli.Code},
		{"course", "FILE.json ... | -names DOC.json | -handout OUT.html FILE.json [TRANSLATION.json]",
			"check the pages, tasks and numbers of courses; or print a course", cli.Course},
	}
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	cli.Language = language
	name := "serve"
	if len(args) > 0 && (!strings.HasPrefix(args[0], "-") || isHelp(args[0])) {
		name, args = args[0], args[1:]
	}
	if isHelp(name) || name == "help" {
		usage(stdout)
		return exitDone
	}
	for _, c := range commands() {
		if c.name == name {
			return c.run(args, stdin, stdout, stderr)
		}
	}
	fmt.Fprintf(stderr, "pointscape: there is no command %q\n\n", name)
	usage(stderr)
	return exitUsage
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

func usage(w io.Writer) {
	fmt.Fprintln(w, "Pointscape is a playground for machine learning in the plane.\n\nUsage:")
	for _, c := range commands() {
		fmt.Fprintf(w, "  go run . %-5s %s\n        %s\n", c.name, c.args, c.help)
	}
	fmt.Fprintln(w, "\nRun \"go run . COMMAND -h\" for the flags of a command. The exit status is 0 on success, 1 on "+
		"failure, 2 on wrong usage.")
}

// parse parses a command's flags. If ok is false, the command ends with the status.
func parse(fs *flag.FlagSet, about string, args []string, stdout, stderr io.Writer) (status int, ok bool) {
	var out strings.Builder
	fs.SetOutput(&out)
	fs.Usage = func() {
		fmt.Fprintf(&out, "%s\n\nFlags:\n", about)
		fs.PrintDefaults()
	}
	err := fs.Parse(args)
	if err == nil && fs.NArg() > 0 {
		fmt.Fprintf(&out, "unexpected argument %q\n", fs.Arg(0))
		fs.Usage()
		err = errors.New("usage")
	}
	switch {
	case err == nil:
		return exitDone, true
	case errors.Is(err, flag.ErrHelp):
		io.WriteString(stdout, out.String())
		return exitDone, false
	}
	fmt.Fprintf(stderr, "pointscape %s: %s", fs.Name(), out.String())
	return exitUsage, false
}

// makeSite builds the site of the project that contains the working directory. compile is site.Compile, or
// site.Compiled, which compiles only after a change.
func makeSite(ctx context.Context, o site.Options,
	compile func(context.Context, string, site.Sources) (site.Programs, error), stderr io.Writer) (*site.Site, error) {
	root, err := site.Root(".")
	if err != nil {
		return nil, err
	}
	o.Web = filepath.Join(root, "web")
	o.Exec = filepath.Join(root, "wasm_exec.js")
	o.Cache = filepath.Join(root, ".build")
	fmt.Fprintln(stderr, "Compiling pointscape.psm, engine.psm and class.psm ...")
	p, err := compile(ctx, root, site.Pointscape)
	if err != nil {
		return nil, err
	}
	return site.New(p, o)
}

// language returns the project's language with a tag, nil if there is none.
func language(tag string) (*words.Language, error) {
	root, err := site.Root(".")
	if err != nil {
		return nil, err
	}
	list, err := site.Translations(root)
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		if t.Tag == tag {
			return &t.Language, nil
		}
	}
	return nil, nil
}

// runServe runs the command serve.
func runServe(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return serve(ctx, args, stdout, stderr)
}

func serve(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("serve", flag.ContinueOnError)
	addr := fs.String("addr", "localhost:8000", "listen on this `address`; without a host, such as :8000, other "+
		"machines are served too")
	base := fs.String("base", "/", "serve under this `path`")
	worker := fs.Bool("sw", false, "install the service worker, as the static site does; without it, a reload shows "+
		"the latest build")
	live := fs.Bool("class", false, "let lecturers open rooms in which students' answers come together")
	rooms := fs.String("rooms", "", "with -class, keep rooms in this `file` when the server restarts")
	if status, ok := parse(fs, "Builds the playground and serves it.", args, stdout, stderr); !ok {
		return status
	}
	if *rooms != "" && !*live {
		fmt.Fprintln(stderr, "pointscape serve: -rooms needs -class")
		return exitUsage
	}
	if _, err := site.CleanBase(*base); err != nil {
		fmt.Fprintln(stderr, "pointscape serve:", err)
		return exitUsage
	}
	// Listen before building: if the address is in use, no time is lost.
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		fmt.Fprintln(stderr, "pointscape serve:", listenTrouble(*addr, err))
		return exitFailed
	}
	defer l.Close()
	errorLog := log.New(stderr, "pointscape serve: ", 0)
	var hub http.Handler
	if *live { // a file that can't be read is reported before building, too
		handler, stop, err := openClass(*rooms, errorLog)
		if err != nil {
			fmt.Fprintln(stderr, "pointscape serve:", err)
			return exitFailed
		}
		defer stop()
		hub = handler
	}
	o := site.Options{Base: *base, ServiceWorker: *worker, Quality: site.Fast}
	if *live {
		o.Class = classPath
	}
	s, err := makeSite(ctx, o, site.Compiled, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "pointscape serve:", err)
		return exitFailed
	}

	server := s.Server(errorLog)
	if hub != nil {
		files := server.Handler
		server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == s.Base()+classPath {
				hub.ServeHTTP(w, r)
				return
			}
			files.ServeHTTP(w, r)
		})
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-ctx.Done()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			server.Close() // a download is still running
		}
	}()
	fmt.Fprintf(stdout, "Pointscape is at %s%s\n", address(l.Addr(), s.Base()), reach(l.Addr()))
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		fmt.Fprintln(stderr, "pointscape serve:", err)
		return exitFailed
	}
	<-stopped
	return exitDone
}

// classPath is the address of the server of live classes, relative to the base.
const classPath = "class"

// keepEvery is the time between two writings of the rooms to their file.
const keepEvery = 2 * time.Second

// openClass starts the server of live classes, which closes rooms whose time is over. If file is not "", its rooms are
// read from that file, and written to it every keepEvery if they have changed, and once more by stop.
//
// Errors: as of classroom.Hub.Load.
func openClass(file string, errorLog *log.Logger) (handler http.Handler, stop func(), err error) {
	hub := classroom.NewHub(classroom.Usual, time.Now)
	keep := func() { hub.Sweep() }
	if file != "" {
		if err := hub.Load(file); err != nil {
			return nil, nil, err
		}
		keep = func() {
			if err := hub.Save(file); err != nil {
				errorLog.Print(err)
			}
		}
	}
	keep() // reports at once if the file can't be written
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(keepEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				keep()
			}
		}
	}()
	return hub.Handler(), func() {
		cancel()
		<-ended
		keep()
	}, nil
}

// listenTrouble returns a message that says what to do if the server can't listen on an address.
func listenTrouble(addr string, err error) string {
	var wrong *net.AddrError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Sprintf("-addr must be a free address; another program listens on %s. Stop it, or choose another: "+
			"-addr :8001", addr)
	case errors.As(err, &wrong):
		return fmt.Sprintf("-addr must be [host]:port, such as :8000; got %q (%s)", addr, wrong.Err)
	}
	return err.Error()
}

// address returns the URL to open in a browser on this machine. For a server that listens on all interfaces or on a
// loopback address, it has the host localhost, for which browsers allow everything that they allow over https.
func address(a net.Addr, base string) string {
	host, port, _ := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() || host == "127.0.0.1" || host == "::1" {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + base
}

// reach returns a note on who else can reach an address, "" if nobody can.
func reach(a net.Addr) string {
	host, port, _ := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		return " , and for other machines at this one's addresses, port " + port
	}
	return ""
}

// writeSingle writes a site as one file.
func writeSingle(s *site.Site, name string, stdout, stderr io.Writer) int {
	root, err := site.Root(".")
	var page []byte
	if err == nil {
		page, err = s.Single(filepath.Join(root, "web"))
	}
	if err == nil {
		err = os.WriteFile(name, page, 0o644)
	}
	if err != nil {
		fmt.Fprintln(stderr, "pointscape build:", err)
		return exitFailed
	}
	fmt.Fprintf(stdout, "The whole playground is in %s: %.1f MB; open it in a browser.\n", name,
		float64(len(page))/1e6)
	return exitDone
}

// parcel is a package for learning platforms: the file to which it is written, the version of SCORM, the tag of the
// language of the page around the course, and the JSON of the course as it was written.
type parcel struct {
	file, version, lang string
	source              []byte
}

// read checks the version and the language, and reads the source. named has the values of -course: the name of one of
// the site's courses, or files, of which the first course is taken. If there is no language, read sets the course's.
func (p *parcel) read(named []string) error {
	if p.version != scorm.V12 && p.version != scorm.V2004 {
		return fmt.Errorf("-scorm-version must be %s or %s, got %q", scorm.V12, scorm.V2004, p.version)
	}
	if len(named) == 0 {
		return errors.New("-scorm needs -course: the name of a course, such as linear, or the file of one, or of a deck")
	}
	name := named[0]
	if f, err := os.Stat(name); (err != nil || f.IsDir()) && len(named) == 1 && !strings.ContainsAny(name, "/.") {
		named = nil
	}
	source, of, err := site.CourseSource(name, named, p.lang)
	if err != nil {
		return err
	}
	p.source, p.lang = source, cmp.Or(p.lang, of, "en")
	if p.lang == "en" {
		return nil
	}
	l, err := language(p.lang)
	if err == nil && l == nil {
		err = fmt.Errorf("-lang must be en or another language of the site, got %q", p.lang)
	}
	return err
}

// write makes the package and writes it to its file. It returns the exit status.
func (p *parcel) write(s *site.Site, stdout, stderr io.Writer) int {
	b, err := s.Scorm(p.source, p.lang, p.version)
	if err == nil {
		err = os.WriteFile(p.file, b, 0o644)
	}
	if err != nil {
		fmt.Fprintln(stderr, "pointscape build:", err)
		return exitFailed
	}
	fmt.Fprintf(stdout, "The package is %s, for SCORM %s: %.1f MB.\n", p.file, p.version, float64(len(b))/1e6)
	return exitDone
}

// compilePrograms compiles the programs that browser tests need, and prints their sizes.
func compilePrograms(ctx context.Context, stdout, stderr io.Writer) int {
	root, err := site.Root(".")
	var p site.Programs
	if err == nil {
		p, err = site.Compiled(ctx, root, site.Pointscape)
	}
	if err != nil {
		fmt.Fprintln(stderr, "pointscape build:", err)
		return exitFailed
	}
	fmt.Fprintf(stdout, "pointscape.psm %d bytes, engine.psm %d, class.psm %d\n", len(p.App), len(p.Engine), len(p.Class))
	return exitDone
}

// runBuild runs the command build.
func runBuild(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("build", flag.ContinueOnError)
	base := fs.String("base", "/", "the `path` of the site on its host; only 404.html, _headers and hosting/ depend on it")
	out := fs.String("out", "dist", "write the site to this `directory`; only files of an earlier site are removed "+
		"from it")
	single := fs.String("single", "", "write one HTML `file` instead of a directory; it also opens from a disk")
	var p parcel
	fs.StringVar(&p.file, "scorm", "", "write a course as a SCORM package, a ZIP `file` for Moodle, Canvas, ILIAS and "+
		"others; -course names it, or is the file of a course or a deck of your own")
	fs.StringVar(&p.version, "scorm-version", scorm.V12, "the `version` of SCORM: 1.2, or 2004 (4th edition)")
	fs.StringVar(&p.lang, "lang", "", "the `language` of a SCORM package; without it, that of the course")
	class := fs.String("class", "", "the `address` of a server of live classes on the site's own host, from its root or "+
		"relative to the site, such as /class; without it, the site shows no trace of classes")
	plain := fs.Bool("plain", false, "leave out the pictures of the gallery's cards, which take a minute")
	programs := fs.Bool("programs", false, "only compile the programs, into .build/programs, where tests find them")
	var own []string
	fs.Func("course", "a `file` of a course of your own, listed instead of the built-in courses; may be given several "+
		"times",
		func(path string) error { own = append(own, path); return nil })
	about := "Writes the playground as a static site, which works on any host and under any path.\nEach file has " +
		"compressed copies (.br, .gz) beside it, for hosts that can use them."
	if status, ok := parse(fs, about, args, stdout, stderr); !ok {
		return status
	}
	if _, err := site.CleanBase(*base); err != nil {
		fmt.Fprintln(stderr, "pointscape build:", err)
		return exitUsage
	}
	if *class != "" {
		if err := site.CheckClass(*class); err != nil {
			fmt.Fprintf(stderr, "pointscape build: -%s\n", err)
			return exitUsage
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *programs {
		return compilePrograms(ctx, stdout, stderr)
	}
	set := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { set[f.Name] = true })
	for _, name := range []string{"single", "out", "plain", "class"} {
		if set["scorm"] && set[name] || (name == "out" || name == "class") && set["single"] && set[name] {
			fmt.Fprintf(stderr, "pointscape build: -%s writes one file: leave out -%s\n",
				map[bool]string{true: "scorm", false: "single"}[set["scorm"]], name)
			return exitUsage
		}
	}
	for _, name := range []string{"lang", "scorm-version"} {
		if set[name] && !set["scorm"] {
			fmt.Fprintf(stderr, "pointscape build: -%s needs -scorm\n", name)
			return exitUsage
		}
	}
	if p.file != "" {
		if err := p.read(own); err != nil {
			fmt.Fprintln(stderr, "pointscape build:", err)
			return exitUsage
		}
		own = nil // a package does not need it in the site
	}
	if err := site.CheckCourses(own); err != nil { // before compiling, which takes a minute
		fmt.Fprintln(stderr, "pointscape build:", err)
		return exitFailed
	}
	o := site.Options{Base: *base, ServiceWorker: true, Quality: site.Best, Courses: own, Plain: *plain, Class: *class}
	switch {
	case p.file != "":
		o.Quality, o.Plain = site.Good, true // a package contains no brotli
	case *single != "":
		o.Quality = site.Fast // nor does the single file
	}
	s, err := makeSite(ctx, o, site.Compile, stderr)
	if err == nil && p.file != "" {
		return p.write(s, stdout, stderr)
	}
	if err == nil && *single != "" {
		return writeSingle(s, *single, stdout, stderr)
	}
	if err == nil {
		if !*plain {
			fmt.Fprintln(stderr, "Drawing the pictures of the gallery ...")
		}
		err = s.WriteTo(*out)
	}
	if err != nil {
		fmt.Fprintln(stderr, "pointscape build:", err)
		return exitFailed
	}
	fmt.Fprintf(stdout, "%-24s %10s %10s %10s\n", "", "bytes", "brotli", "gzip")
	for _, f := range s.Sizes() {
		fmt.Fprintf(stdout, "%-24s %10d %10d %10d\n", f.Path, f.Raw, f.Brotli, f.Gzip)
	}
	near, over := site.Weigh(s.Sizes(), site.Budgets)
	for _, what := range append(near, over...) {
		fmt.Fprintln(stderr, "warning:", what)
	}
	fmt.Fprintf(stdout, "The site is in %s.\n", *out)
	return exitDone
}
