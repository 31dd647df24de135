package site

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
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

// Compiled is Compile with a cache: it keeps the programs in .build/programs under a hash of the sources and the
// toolchain. Compiling, linking and rewriting them takes a minute, and the tests of several packages need them. A
// published site is always compiled anew.
func Compiled(ctx context.Context, root string, of Sources) (Programs, error) {
	key, err := sourcesHash(ctx, root, of)
	if err != nil {
		return Programs{}, err
	}
	dir := filepath.Join(root, filepath.FromSlash(compiledDir))
	name := filepath.Join(dir, key+".gob")
	switch p, err := readCompiled(name); {
	case err == nil:
		return p, p.tell(root)
	case !errors.Is(err, fs.ErrNotExist):
		return p, fmt.Errorf("%s (remove it): %w", name, err)
	}
	p, err := Compile(ctx, root, of)
	if err != nil {
		return p, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return p, err
	}
	kept := p
	kept.Offer, kept.Tongues = nil, nil // not cached: the running program makes these itself
	if err := writeCompiled(name, kept); err != nil {
		return p, err
	}
	return p, removeOldest(dir, compiledKept)
}

func readCompiled(name string) (p Programs, err error) {
	f, err := os.Open(name)
	if err != nil {
		return p, err
	}
	defer f.Close()
	return p, gob.NewDecoder(f).Decode(&p)
}

// writeCompiled writes a temporary file and renames it, so that no other process reads an incomplete file.
func writeCompiled(name string, p Programs) error {
	f, err := os.CreateTemp(filepath.Dir(name), "part-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	err = gob.NewEncoder(f).Encode(p)
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

// sourcesHash returns a hash of everything that determines the programs: the toolchain and its settings, go.mod and
// go.sum, this package, and the files of app and engine other than tests and test data. If the programs' own sources
// are in a testdata directory, these count, too.
func sourcesHash(ctx context.Context, root string, of Sources) (string, error) {
	h := sha256.New()
	env, err := goCommand(ctx, root, wasmEnv, "env", "GOVERSION", "GOROOT", "GOFLAGS", "GOEXPERIMENT", "GOWASM",
		"GOMODCACHE")
	if err != nil {
		return "", err
	}
	fmt.Fprintf(h, "%s%+v\n", env, of)
	files, err := own.ReadDir(".")
	if err != nil {
		return "", err
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := own.ReadFile(f.Name())
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", f.Name(), len(text), text)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := hashFile(h, root, filepath.Join(root, name)); err != nil {
			return "", err
		}
	}
	trees := []string{"app", "engine"}
	for _, dir := range []string{of.App, of.Engine, of.Class} {
		if strings.Contains(dir, "/testdata/") {
			trees = append(trees, dir)
		}
	}
	for _, dir := range trees {
		top := filepath.Join(root, filepath.FromSlash(dir))
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && path != top && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
				return filepath.SkipDir
			case !d.Type().IsRegular(), strings.HasSuffix(path, "_test.go"):
				return nil
			}
			return hashFile(h, root, path)
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:20], nil
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
