package site

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// compiledDir is the directory of cached compiled programs, whose names are hashes of what they are made of.
const compiledDir = ".build/programs"

// compiledKept is the number of compiled programs kept there: the real programs and the test programs of two states of
// the project.
const compiledKept = 4

// own holds the sources of this package as they were compiled into the running program, since this package rewrites the
// programs. The files on disk may be newer.
//
//go:embed *.go
var own embed.FS

// Compiled is Compile with a cache: it keeps the programs in .build/programs under hashes of all that they are made of.
// Compiling, linking and rewriting them takes a minute, and the tests of several packages need them. If only some
// programs' inputs have changed, the others come from the cache: a change in a method that only the whole engine
// contains does not recompile the page. A published site is always compiled anew.
func Compiled(ctx context.Context, root string, of Sources) (Programs, error) {
	keys, err := keysOf(ctx, root, of)
	if err != nil {
		return Programs{}, err
	}
	dir := filepath.Join(root, filepath.FromSlash(compiledDir))
	name := filepath.Join(dir, keys.name()+".gob")
	switch c, err := readCompiled(name); {
	case err == nil:
		return c.Programs, c.tell(root)
	case !errors.Is(err, fs.ErrNotExist):
		return c.Programs, fmt.Errorf("%s (remove it): %w", name, err)
	}
	have, err := alike(dir, keys)
	if err != nil {
		return Programs{}, err
	}
	p, err := compile(ctx, root, of, have)
	if err != nil {
		return p, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return p, err
	}
	c := compiled{Keys: keys, Programs: p}
	c.Offer, c.Tongues = nil, nil // not cached: the running program makes these itself
	if err := writeCompiled(name, c); err != nil {
		return p, err
	}
	return p, removeOldest(dir, compiledKept)
}

// compiled is the content of a cached file.
type compiled struct {
	Keys keys
	Programs
}

// keys are the hashes of what the programs are made of; "" for a program that there is not.
type keys struct{ App, Engine, Class string }

// name returns the name of all programs together.
func (k keys) name() string {
	sum := sha256.Sum256([]byte(k.App + " " + k.Engine + " " + k.Class))
	return hex.EncodeToString(sum[:])[:20]
}

// alike returns those programs in dir that are made of what the keys say.
func alike(dir string, k keys) (have Programs, err error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.gob"))
	if err != nil {
		return have, err
	}
	for _, name := range names {
		c, err := readCompiled(name)
		if err != nil {
			continue // removed meanwhile, or written by another version
		}
		take := func(to *[]byte, from []byte, key, wanted string) {
			if key == wanted && key != "" {
				*to = from
			}
		}
		take(&have.App, c.App, c.Keys.App, k.App)
		take(&have.Engine, c.Engine, c.Keys.Engine, k.Engine)
		take(&have.Class, c.Class, c.Keys.Class, k.Class)
	}
	return have, nil
}

func readCompiled(name string) (c compiled, err error) {
	f, err := os.Open(name)
	if err != nil {
		return c, err
	}
	defer f.Close()
	return c, gob.NewDecoder(f).Decode(&c)
}

// writeCompiled writes a temporary file and renames it, so that no other process reads an incomplete file.
func writeCompiled(name string, c compiled) error {
	f, err := os.CreateTemp(filepath.Dir(name), "part-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	err = gob.NewEncoder(f).Encode(c)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// removeOldest removes all .gob files of dir except the most recently written ones.
func removeOldest(dir string, leave int) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.gob"))
	if err != nil {
		return err
	}
	written := map[string]int64{}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			written[name] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return int(min(1, max(-1, written[b]-written[a]))) })
	for _, name := range names[min(leave, len(names)):] {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// keysOf returns a hash of everything that determines each program: the toolchain and its settings, go.mod and go.sum,
// this package, its replacements for go-app, and the files of the project's packages that are linked into it.
func keysOf(ctx context.Context, root string, of Sources) (k keys, err error) {
	env, err := goCommand(ctx, root, wasmEnv, "env", "GOVERSION", "GOROOT", "GOFLAGS", "GOEXPERIMENT", "GOWASM",
		"GOMODCACHE")
	if err != nil {
		return k, err
	}
	packages, err := packagesOf(ctx, root, of)
	if err != nil {
		return k, err
	}
	for _, p := range []struct {
		key    *string
		source string
	}{{&k.App, of.App}, {&k.Engine, of.Engine}, {&k.Class, of.Class}} {
		if p.source == "" {
			continue
		}
		h := sha256.New()
		fmt.Fprintf(h, "%s%s %v %v %v\n", env, p.source, of.Names, of.Without, of.Switches)
		if err := hashCommon(h, root); err != nil {
			return k, err
		}
		if err := hashPackages(h, root, path.Join(module, p.source), packages); err != nil {
			return k, err
		}
		*p.key = hex.EncodeToString(h.Sum(nil))[:20]
	}
	return k, nil
}

// module is the path of the project's module.
const module = "pointscape"

// hashCommon adds to a hash what all programs depend on.
func hashCommon(h hash.Hash, root string) error {
	files, err := own.ReadDir(".")
	if err != nil {
		return err
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := own.ReadFile(f.Name())
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %d\n%s", f.Name(), len(text), text)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := hashFile(h, root, filepath.Join(root, name)); err != nil {
			return err
		}
	}
	client := filepath.Join(root, filepath.FromSlash(clientDir))
	err = filepath.WalkDir(client, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		return hashFile(h, root, path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// hashPackages adds the files of a package, and of all of the project's packages that it is made of, to a hash.
func hashPackages(h hash.Hash, root, name string, packages map[string]packageFiles) error {
	p, ok := packages[name]
	if !ok {
		return fmt.Errorf("the go command lists no package %s", name)
	}
	for _, name := range append(slices.Sorted(slices.Values(p.Deps)), name) {
		p, ok := packages[name]
		if !ok {
			continue // of another module: go.sum has its hash
		}
		for _, file := range slices.Concat(p.GoFiles, p.SFiles, p.HFiles, p.EmbedFiles) {
			if err := hashFile(h, root, filepath.Join(p.Dir, filepath.FromSlash(file))); err != nil {
				return err
			}
		}
	}
	return nil
}

// packageFiles are what the go command lists of a package.
type packageFiles struct {
	ImportPath, Dir                     string
	GoFiles, SFiles, HFiles, EmbedFiles []string
	Deps                                []string
	Module                              *struct{ Main bool }
}

// packagesOf returns the project's packages that the programs are made of.
func packagesOf(ctx context.Context, root string, of Sources) (map[string]packageFiles, error) {
	args := []string{"list", "-deps", "-json=ImportPath,Dir,GoFiles,SFiles,HFiles,EmbedFiles,Deps,Module"}
	if !of.Without.has(Overlay) {
		dir, err := os.MkdirTemp("", "pointscape-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		flags, err := overlay(ctx, root, dir, nil)
		if err != nil {
			return nil, err
		}
		args = append(args, flags...)
	}
	for _, source := range []string{of.App, of.Engine, of.Class} {
		if source != "" {
			args = append(args, source)
		}
	}
	out, err := goCommand(ctx, root, wasmEnv, args...)
	if err != nil {
		return nil, err
	}
	packages := map[string]packageFiles{}
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var p packageFiles
		if err := d.Decode(&p); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && p.Module.Main {
			packages[p.ImportPath] = p
		}
	}
}

// hashFile adds a file's name, length and content to a hash.
func hashFile(h hash.Hash, root, path string) error {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	fmt.Fprintf(h, "%s %d\n", filepath.ToSlash(rel), info.Size())
	_, err = io.Copy(h, f)
	return err
}
