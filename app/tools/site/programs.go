package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Programs are the compiled parts of a site.
type Programs struct {
	App    []byte // pointscape.psm: the page and, in a worker, the engine with the first methods
	Engine []byte // engine.psm: the engine with all methods
	Class  []byte // class.psm: attends a live class
	Glue   []byte // the toolchain's wasm_exec.js, which must match the compiler to the byte
	Offer  []byte // the declarations of all methods (Offer); not a program, but made from the same sources

	Tongues []Tongue // declarations and texts in the other languages

	Modules []Module // modules linked into the programs
}

// marked returns a program with a custom section (WebAssembly 1.0, section 5.5.3) that contains its mark, a hash of the
// program without it. An address identifies a version by ?v=, but most hosts ignore a query and send their current
// file. So the page compares the program's mark with the one that it was built with.
func marked(program []byte) (with []byte, mark string) {
	mark = markOf(program)
	section := append([]byte{byte(len(markName))}, markName+mark...)
	section = append([]byte{0, byte(len(section))}, section...)
	return slices.Concat(program, section), mark
}

func markOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:12]
}

// markName is the name of the custom section with a program's mark; wasm_exec.js reads it.
const markName = "pointscape"

// Root returns the root directory of the project that contains dir: the nearest one upwards whose go.mod names the
// module pointscape.
func Root(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		mod, err := os.ReadFile(filepath.Join(d, "go.mod"))
		if err == nil && strings.HasPrefix(string(mod), "module pointscape\n") {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", fmt.Errorf("%s is not inside a checkout of pointscape", dir)
		}
	}
}

// Sources are the packages of the programs, relative to the project's root.
type Sources struct {
	App, Engine, Class string // only App must be given
	Names              bool   // keep the names of functions in the programs, for profiling

	Without  Passes // passes to leave out, to measure their effect
	Switches bool   // fast paths can be switched off while a program runs, to measure their effect
}

// Pointscape are the packages of the real programs.
var Pointscape = Sources{App: "./app", Engine: "./engine/worker/whole", Class: "./engine/worker/attend"}

// cold lists packages, or patterns of packages, that are compiled without inlining, which makes the programs smaller.
// None of them contains a loop over pixels, nodes or pairs of points, or such a loop calls no small functions: a call
// takes several nanoseconds in Go's WebAssembly, and with inlining picture alone is twice as fast, and tree and the
// rasters of discriminant are 1.4 to 1.8 times as fast. The savings by brotli are:
var cold = []string{
	// 1.1 % of the page, 1.0 % of the first engine, 0.7 % of the whole one; each measured as a program of its own.
	"bufio", "compress/flate", "compress/zlib", "context", "encoding/base64", "errors", "fmt", "internal/fmtsort",
	"internal/poll",
	"internal/reflectlite", "io", "io/fs", "math/big", "os", "reflect", "slices", "sort", "strings", "syscall", "time",
	"compress/gzip", "html", "net/netip", "net/url", "unique",
	"gonum.org/v1/gonum/lapack/...", // its inner loops are in BLAS
	"bytes", "syscall/js", "rsc.io/qr/...",
	// 1.8 % of the page, which has some of them, 2.9 % of the first engine, 5.5 % of the whole one.
	"pointscape/engine/bands", "pointscape/engine/catalog", "pointscape/engine/chart", "pointscape/engine/dataset",
	"pointscape/engine/decomposition",
	"pointscape/engine/doc", "pointscape/engine/ensemble", "pointscape/engine/gp", "pointscape/engine/json",
	"pointscape/engine/kernel/kernelparam", "pointscape/engine/method", "pointscape/engine/regression",
	"pointscape/engine/session",
	"pointscape/engine/wire", "pointscape/engine/words", "pointscape/engine/worker", "pointscape/engine/worker/canvas2d",
	// 1 to 2 % of both programs, together with the last two lines of the first group and with go-app below: courses,
	// classes and text files.
	"pointscape/engine/assess", "pointscape/engine/cart/diagram", "pointscape/engine/check", "pointscape/engine/class/...",
	"pointscape/engine/course/...", "pointscape/engine/html", "pointscape/engine/outputs",
	"pointscape/engine/picture/pdf", "pointscape/engine/picture/tikz", "pointscape/engine/program",
	"pointscape/engine/python", "pointscape/engine/worker/attend", "pointscape/engine/worker/figures",
	"pointscape/engine/zip",
	// 0.1 % of the whole engine; a turn of the loops in the last two takes much longer than a call.
	"golang.org/x/text/...", "pointscape/engine/dataset/encodings", "pointscape/engine/pipeline",
	"pointscape/engine/wordspace",
	// 5.8 % of the page.
	"pointscape/app/...",
	"github.com/maxence-charriere/go-app/v9/pkg/app",
}

// Toolchain returns the environment variables and flags with which the go command compiles the programs. Tests that are
// compiled with them share its build cache and test what is published.
func Toolchain() (env, flags []string) { return toolchain(AllPasses) }

func toolchain(passes Passes) (env, flags []string) {
	flags = []string{"-trimpath", "-buildvcs=false"}
	if passes.has(Cold) {
		for _, p := range cold {
			flags = append(flags, "-gcflags="+p+"=-l")
		}
	}
	return slices.Clone(wasmEnv), flags
}

// Compile builds the WASM programs of the project at root with the go command in PATH. The result depends only on the
// sources and the toolchain, not on the place or time.
func Compile(ctx context.Context, root string, of Sources) (Programs, error) {
	return compile(ctx, root, of, Programs{})
}

// compile is Compile for the programs that have does not have.
func compile(ctx context.Context, root string, of Sources, have Programs) (Programs, error) {
	p := Programs{App: have.App, Engine: have.Engine, Class: have.Class}
	out, err := os.MkdirTemp("", "pointscape-")
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(out)

	if err := p.tell(root); err != nil {
		return p, err
	}
	if p.Modules, err = modules(ctx, root, of); err != nil {
		return p, err
	}
	passes := AllPasses &^ of.Without
	version, err := goCommand(ctx, root, wasmEnv, "env", "GOVERSION")
	if err != nil {
		return p, err
	}
	if err := tested(strings.TrimSpace(version), passes); err != nil {
		return p, err
	}
	var replaced map[string]string
	if of.Switches {
		if replaced, err = switchable(root, out); err != nil {
			return p, err
		}
	}
	var smaller []string
	if passes.has(Overlay) {
		if smaller, err = overlay(ctx, root, out, replaced); err != nil {
			return p, err
		}
	}
	// One invocation for all: they share many of their packages.
	strip := "-ldflags=-s -w"
	if of.Names {
		strip = "-ldflags=-w"
	}
	env, flags := toolchain(passes)
	args := slices.Concat([]string{"build"}, smaller, flags, []string{strip, "-o", out + string(filepath.Separator)})
	made := map[string]*[]byte{}
	for _, program := range []struct {
		source string
		to     *[]byte
	}{{of.App, &p.App}, {of.Engine, &p.Engine}, {of.Class, &p.Class}} {
		if program.source != "" && *program.to == nil {
			args = append(args, program.source)
			made[program.source] = program.to
		}
	}
	if len(made) > 0 {
		if _, err = goCommand(ctx, root, env, args...); err != nil {
			return p, err
		}
	}
	for source, to := range made {
		wasm, err := os.ReadFile(filepath.Join(out, path.Base(source)))
		if err != nil {
			return p, err
		}
		if *to, err = Rewrite(wasm, passes); err != nil {
			return p, err
		}
	}
	p.Glue, err = Glue(ctx, root)
	return p, err
}

// testedWith is the release of Go with which the passes have been tested. Other releases may write the tables and
// instructions that they rely on differently.
const testedWith = "go1.26"

// tested returns an error if the toolchain's release is not testedWith and passes contains one that depends on how Go
// writes programs.
func tested(version string, passes Passes) error {
	if version == testedWith || strings.HasPrefix(version, testedWith+".") || passes&(Lines|Tables) == 0 {
		return nil
	}
	return fmt.Errorf("the go command is %s, and programs are made smaller as %s writes them: install that, "+
		"or test the passes with the new release and change testedWith (app/tools/site)", version, testedWith)
}

// tell adds the declarations of methods and their translations.
func (p *Programs) tell(root string) (err error) {
	if p.Offer, err = Offer(); err != nil {
		return err
	}
	p.Tongues, err = Tongues(root, p.Offer)
	return err
}

// Glue returns the wasm_exec.js of the toolchain that compiles the project.
func Glue(ctx context.Context, root string) ([]byte, error) {
	goroot, err := goCommand(ctx, root, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", "wasm_exec.js"))
}

// goCommand runs the go command in dir and returns what it printed.
func goCommand(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", errors.New("the go command is not in PATH: install Go from https://go.dev/dl/")
		}
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}
