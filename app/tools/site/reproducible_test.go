package site

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// real returns the programs of the site.
var real = sync.OnceValues(func() (Programs, error) {
	root, err := Root(".")
	if err != nil {
		return Programs{}, err
	}
	return Compiled(context.Background(), root, Pointscape)
})

// written returns the files that a build writes, by name.
func written(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(p)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// copied copies what the go command and the build read of the project to another folder, with different modification
// times.
func copied(t *testing.T, root string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "another folder", "of another name")
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, rel)
		switch {
		case d.IsDir() && rel != "." && strings.HasPrefix(d.Name(), "."), d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(to, 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o600); err != nil {
			return err
		}
		long := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
		return os.Chtimes(to, long, long)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// The same input yields the same bytes, whatever its folder and modification times: so anybody who builds a version of
// the site can verify that a host serves it.
func TestBuildsAreReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	build := func(root string, compiled func() (Programs, error)) map[string][]byte {
		p, err := compiled()
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(p, Options{Web: filepath.Join(root, "web"), Exec: filepath.Join(root, "wasm_exec.js"),
			Base: "/courses/ml/", ServiceWorker: true, Plain: true, Quality: 1})
		if err != nil {
			t.Fatal(err)
		}
		out := t.TempDir()
		if err := s.WriteTo(out); err != nil {
			t.Fatal(err)
		}
		return written(t, out)
	}
	there := copied(t, root)
	one := build(root, real)
	other := build(there, func() (Programs, error) { return Compile(context.Background(), there, Pointscape) })
	for name, data := range one {
		if !bytes.Equal(data, other[name]) {
			t.Errorf("%s is not the same: %d and %d bytes", name, len(data), len(other[name]))
		}
	}
	if len(other) != len(one) {
		t.Errorf("%d files and %d", len(one), len(other))
	}
	for name, data := range one {
		if bytes.Contains(data, []byte(root)) {
			t.Errorf("%s tells of the folder that it was built in", name)
		}
	}
}
