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

// The files of go-app that are left out are the reviewed ones. For a new version of go-app, check what its client uses
// from them, adapt _client/go-app, and put the new hashes into replaced.
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

// The overlay does not create go-app's folder on disk.
func TestOverlayCopiesNothing(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := overlay(context.Background(), root, t.TempDir(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, goAppDir)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is there: %v", goAppDir, err)
	}
}

// The tests of our uuid pass.
func TestUUID(t *testing.T) {
	if _, err := goCommand(context.Background(), filepath.Join("_client", "uuid"), []string{"GOWORK=off"}, "test",
		"."); err != nil {
		t.Error(err)
	}
}
