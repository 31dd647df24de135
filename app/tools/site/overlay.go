package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// go-app keeps its web server in the package of its client, and so links
// net/http, crypto, text/template and more into every page: 0.41 MB by brotli, 19 % of a cold arrival at 10 Mbit/s (the
// table in the package's documentation).
// The page is therefore compiled with a go-app in which a few files are
// replaced by files written for Pointscape (_client/go-app), and some are missing.
//
// The go command replaces no file of its module cache. So it is told that go-app
// lies in a folder that exists only for it: an overlay fills that with the cached
// files and ours. Copied is only what imports encoding/json. The uuid that go-app asks for (a name for the
// browser, and for states) is a module of ours, _client/uuid. And where go-app imports
// encoding/json it gets the package that the page uses itself, engine/json, a tenth
// of its size, by way of _client/go-app-json.
//
// Of the standard library, internal/godebug is replaced (_client/godebug), since a browser has no $GODEBUG, and
// net/netip (_client/netip), of which net/url needs a question.
//
// What has no part in this — go vet, go test, an editor — sees go-app as it is,
// and compiles the page as well.
const (
	goApp     = "github.com/maxence-charriere/go-app/v9"
	goAppDir  = "./.build/go-app" // where the go command believes go-app to be
	uuid      = "github.com/google/uuid"
	clientDir = "app/tools/site/_client" // ours, from the project's root
	largeJSON = "encoding/json"
	smallJSON = "pkg/json" // of go-app: a package that only the page's go-app has
)

// changes are what else is other in go-app's files: what it makes of texts goes by the page's policy. Elements come by
// web/boot.js, which sees what they are, and styles as properties, which no page has to allow in its texts.
var changes = map[string][][2]string{
	"js_wasm.go": {
		{`v.Set("innerHTML", val)`, `v.Set("innerHTML", Window().Get("pointscapeBoot").Call("html", val))`},
	},
	"text.go": {{`"html"`, `"pointscape/engine/html"`}}, // without a table of characters' names
	"attribute.go": {
		{`jsElement.Call("setAttribute", name, value)`, `if name == "style" { jsElement.Get("style").Set("cssText", value); return }
		jsElement.Call("setAttribute", name, value)`},
	},
}

// goAppPackages are the packages of go-app that a page is made of.
var goAppPackages = []string{"pkg/app", "pkg/errors"}

// replaced are the files of go-app's pkg/app that the page is compiled without,
// each with its SHA-256. A file of the same name in _client/go-app takes its place.
// A test compares the sums: for a newer go-app somebody has to look what the
// page's client takes from these files then.
var replaced = map[string]string{
	"crypto.go":   "088647254b630cd5c4c17fedf499086c2ad3b6a7d6bbbe1d167d9b6840669789",
	"http.go":     "970d42ad2eb2897f5d179802189449eac5bcc162062707c759fa72b42cc48154",
	"resource.go": "e291206c020f804adff4df09fa7fa792bb15a6fccacffe2c409833b6f1ffae19",
	"state.go":    "e39450e0918adde572b5405f818a1791ee084d5b11b92f36333b94d1e3dd7117",
	"route.go":    "164adabe8fbf70301f946a60ac22ee4f714b503ea4dbc170e57505057bd41365",
	"wasm.go":     "15c3445a179e553b5f90f877023a8f8b68567b4d6cc1fbd696a13a184afe78b8", // asks for the server's types
}

// The file of the standard library, below GOROOT/src, that the programs are compiled without, and its SHA-256, which a
// test compares: for a newer Go somebody has to look what _client/godebug has to have then.
const (
	debugFile = "internal/godebug/godebug.go"
	debugSum  = "cd492e76ae63872ac4310fc09b2e097229588dbf114d14d713be3f027b0233c8"
)

// standard are files of the standard library and what takes their places, "" = nothing.
var standard = map[string]string{debugFile: "godebug/godebug.go", "net/netip/netip.go": "netip/netip.go",
	"net/netip/leaf_alts.go": "", "net/netip/uint128.go": ""}

// standardFile returns where the toolchain has a file of the standard library.
func standardFile(ctx context.Context, root, name string) (string, error) {
	goroot, err := goCommand(ctx, root, wasmEnv, "env", "GOROOT")
	return filepath.Join(strings.TrimSpace(goroot), "src", filepath.FromSlash(name)), err
}

// wasmEnv has the go command compile for a browser, by this module's go.mod alone.
var wasmEnv = []string{"GOOS=js", "GOARCH=wasm", "GOWORK=off"}

// overlay returns the flags by which the go command compiles the project at root
// with the smaller go-app. What they name is written to dir, which must outlast the command.
func overlay(ctx context.Context, root, dir string) ([]string, error) {
	cached, err := goAppSource(ctx, root)
	if err != nil {
		return nil, err
	}
	if root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	at := filepath.Join(root, filepath.FromSlash(goAppDir))
	files := map[string]string{filepath.Join(at, "go.mod"): filepath.Join(cached, "go.mod")}
	for _, p := range goAppPackages {
		names, err := filepath.Glob(filepath.Join(cached, filepath.FromSlash(p), "*.go"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			file := path.Join(p, filepath.Base(name))
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			if _, ok := replaced[path.Base(file)]; ok && p == "pkg/app" {
				name = filepath.Join(root, filepath.FromSlash(clientDir), "go-app", path.Base(file))
				if _, err := os.Stat(name); err != nil {
					continue // nothing in its place
				}
			}
			if name, err = change(name, filepath.Join(dir, strings.ReplaceAll(file, "/", "-"))); err != nil {
				return nil, err
			}
			files[filepath.Join(at, filepath.FromSlash(file))] = name
		}
	}
	files[filepath.Join(at, filepath.FromSlash(smallJSON), "json.go")] = filepath.Join(root, filepath.FromSlash(clientDir),
		"go-app-json", "json.go")
	for name, ours := range standard {
		if name, err = standardFile(ctx, root, name); err != nil {
			return nil, err
		}
		if ours != "" {
			ours = filepath.Join(root, filepath.FromSlash(clientDir), filepath.FromSlash(ours))
		}
		files[name] = ours
	}
	replace, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		return nil, err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return nil, err
	}
	// Relative, so that the programs don't tell where they were compiled.
	mod = fmt.Appendf(mod, "\nreplace %s => %s\n\nreplace %s => ./%s/uuid\n", goApp, goAppDir, uuid, clientDir)
	for name, data := range map[string][]byte{"overlay.json": replace, "go.mod": mod, "go.sum": sum} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return nil, err
		}
	}
	return []string{"-modfile=" + filepath.Join(dir, "go.mod"), "-overlay=" + filepath.Join(dir, "overlay.json")}, nil
}

// change returns the name of a Go file of go-app like the one at name, but with the
// small package json in place of encoding/json, and with changes: name itself if nothing of it changes, else
// changed, which it writes.
func change(name, changed string) (string, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	now := bytes.ReplaceAll(source, []byte(strconv.Quote(largeJSON)), []byte(strconv.Quote(goApp+"/"+smallJSON)))
	for _, c := range changes[filepath.Base(name)] {
		if bytes.Count(now, []byte(c[0])) != 1 {
			return "", fmt.Errorf("%s has no single %s, which is to be changed", name, c[0])
		}
		now = bytes.Replace(now, []byte(c[0]), []byte(c[1]), 1)
	}
	if bytes.Equal(now, source) {
		return name, nil
	}
	return changed, os.WriteFile(changed, now, 0o666)
}

// goAppSource returns where the module cache has go-app, which it fetches when
// it is not there yet.
func goAppSource(ctx context.Context, root string) (string, error) {
	out, err := goCommand(ctx, root, wasmEnv, "mod", "download", "-json", goApp)
	if err != nil {
		return "", err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal([]byte(out), &module); err != nil {
		return "", fmt.Errorf("what go mod download printed: %w", err)
	}
	return module.Dir, nil
}
