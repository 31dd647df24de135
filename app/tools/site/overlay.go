package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// go-app has its web server in the same package as its client, and so links net/http, crypto, text/template and more
// into every page: 0.41 MB by brotli, 19 % of a cold visit at 10 Mbit/s (see the table in the package's documentation).
// The page is therefore compiled with a modified go-app, in which a few files are replaced by files of Pointscape
// (_client/go-app) and some are missing.
//
// The go command can't replace files of its module cache. So a replace directive points go-app to a folder that does
// not exist, and an overlay fills that folder with the cached files and ours. Only files in which text is replaced
// (encoding/json, changes) are copied. The uuid module that go-app needs (to name the browser, and states) is replaced
// by one of ours, _client/uuid. Instead of encoding/json, go-app gets the package that the page uses itself,
// engine/json, a tenth of its size, by way of _client/go-app-json.
//
// Other tools (go vet, go test, an editor) see the original go-app, and can compile the page, too.
const (
	goApp     = "github.com/maxence-charriere/go-app/v9"
	goAppDir  = "./.build/go-app" // go-app's folder in the overlay; it does not exist on disk
	uuid      = "github.com/google/uuid"
	clientDir = "app/tools/site/_client" // our replacements, relative to the project's root
	largeJSON = "encoding/json"
	smallJSON = "pkg/json" // a package inside go-app that exists only in the overlay
)

// changes are replacements of text in other files of go-app, for what the page's Content-Security-Policy forbids or to
// save size: elements are made by web/boot.js, which checks them, and styles are set as properties, so that no policy
// has to allow style attributes.
var changes = map[string][][2]string{
	"js_wasm.go": {
		{`v.Set("innerHTML", val)`, `v.Set("innerHTML", Window().Get("pointscapeBoot").Call("html", val))`},
	},
	"text.go": {{`"html"`, `"pointscape/engine/html"`}}, // without a table of named character entities
	"attribute.go": {
		{`jsElement.Call("setAttribute", name, value)`, `if name == "style" { jsElement.Get("style").Set("cssText", value); return }
		jsElement.Call("setAttribute", name, value)`},
	},
}

// goAppPackages are the packages of go-app that the page needs.
var goAppPackages = []string{"pkg/app", "pkg/errors"}

// replaced are the files of go-app's pkg/app that are left out of the page, with their SHA-256. If _client/go-app has a
// file of the same name, that takes its place. A test compares the hashes: with a newer go-app, a developer has to
// check what the client uses from these files.
var replaced = map[string]string{
	"crypto.go":   "088647254b630cd5c4c17fedf499086c2ad3b6a7d6bbbe1d167d9b6840669789",
	"http.go":     "970d42ad2eb2897f5d179802189449eac5bcc162062707c759fa72b42cc48154",
	"resource.go": "e291206c020f804adff4df09fa7fa792bb15a6fccacffe2c409833b6f1ffae19",
	"state.go":    "e39450e0918adde572b5405f818a1791ee084d5b11b92f36333b94d1e3dd7117",
	"route.go":    "164adabe8fbf70301f946a60ac22ee4f714b503ea4dbc170e57505057bd41365",
	"wasm.go":     "15c3445a179e553b5f90f877023a8f8b68567b4d6cc1fbd696a13a184afe78b8", // refers to the server's types
}

// wasmEnv makes the go command compile for a browser, with this module's go.mod only.
var wasmEnv = []string{"GOOS=js", "GOARCH=wasm", "GOWORK=off"}

// overlay returns the flags that make the go command compile the project at root with the smaller go-app, and with the
// files of more instead of those that are its keys. It writes the files that they refer to into dir, which must exist
// until the command has ended.
func overlay(ctx context.Context, root, dir string, more map[string]string) ([]string, error) {
	cached, err := goAppSource(ctx, root)
	if err != nil {
		return nil, err
	}
	if root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	at := filepath.Join(root, filepath.FromSlash(goAppDir))
	files := map[string]string{filepath.Join(at, "go.mod"): filepath.Join(cached, "go.mod")}
	maps.Copy(files, more)
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
					continue // left out without a replacement
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
	// Relative paths, so that the programs don't contain the directory in which they were compiled.
	mod = fmt.Appendf(mod, "\nreplace %s => %s\n\nreplace %s => ./%s/uuid\n", goApp, goAppDir, uuid, clientDir)
	for name, data := range map[string][]byte{"overlay.json": replace, "go.mod": mod, "go.sum": sum} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return nil, err
		}
	}
	return []string{"-modfile=" + filepath.Join(dir, "go.mod"), "-overlay=" + filepath.Join(dir, "overlay.json")}, nil
}

// change applies the replacement of encoding/json and the changes to the Go file of go-app at name. It returns name
// itself if nothing changes, else writes the result to the file changed and returns that.
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

// goAppSource returns the directory of go-app in the module cache, and downloads it if it is missing.
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
