package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// The files of go-app that are left out are those that somebody has read: for
// another go-app, look what its client takes from them, make _client/go-app
// right, and put the new sums into replaced.
func TestReplacedFiles(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	source, err := goAppSource(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range replaced {
		data, err := os.ReadFile(filepath.Join(source, "pkg", "app", name))
		if err != nil {
			t.Errorf("go-app has no such file any more: %v", err)
			continue
		}
		sum := sha256.Sum256(data)
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("go-app's %s is not the one that was replaced: its SHA-256 is %s, not %s", name, got, want)
		}
	}
	name, err := standardFile(context.Background(), root, debugFile)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != debugSum {
		t.Errorf("%s is not the one that was replaced: its SHA-256 is %x, not %s", debugFile, sum, debugSum)
	}
	ours, err := os.ReadDir(filepath.Join("_client", "go-app"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ours {
		if _, ok := replaced[f.Name()]; !ok {
			t.Errorf("_client/go-app/%s takes no file's place", f.Name())
		}
	}
}

// The go command sees go-app where nothing is, and compiles nothing twice.
func TestOverlayCopiesNothing(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := overlay(context.Background(), root, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, goAppDir)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is there: %v", goAppDir, err)
	}
}

// Our uuid and netip keep their promises: the tests beside them pass.
func TestUUID(t *testing.T) {
	for _, name := range []string{"uuid", "netip"} {
		if _, err := goCommand(context.Background(), filepath.Join("_client", name), []string{"GOWORK=off"}, "test",
			"."); err != nil {
			t.Error(err)
		}
	}
}
