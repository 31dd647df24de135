package site

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
)

// Brotli qualities: Fast compresses a WASM program in a second, Good in two; Best takes half a minute or more and gives
// files a seventh smaller. Least is for tests that make many sites, whose files need not be small.
const (
	Least = 1
	Fast  = 6
	Good  = 8
	Best  = 11
)

// small is the size in bytes up to which compressing a file is faster than reading its cached form from disk.
const small = 64 << 10

// compressor compresses files and caches the results by content hash: large files in dir, small ones in smallForms.
type compressor struct {
	dir     string // "" for no cache on disk
	quality int    // brotli quality
}

// smallForms caches the compressed small files of all sites made by this process: most of their files are the same.
var smallForms sync.Map

// brotli returns compressed data, or nil if that saves nothing. sum is the hash of data, the key of the cache.
func (c compressor) brotli(sum string, data []byte) ([]byte, error) {
	return c.cached(fmt.Sprintf("%s.q%d.br", sum, c.quality), data, func(w *bytes.Buffer) error {
		z := brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: c.quality, LGWin: 24})
		if _, err := z.Write(data); err != nil {
			return err
		}
		return z.Close()
	})
}

// gzip returns compressed data, or nil if that saves nothing. sum is as for brotli.
func (c compressor) gzip(sum string, data []byte) ([]byte, error) {
	level := gzip.BestCompression
	if c.quality <= Fast {
		level = 6 // half the time, and 1 % more bytes
	}
	return c.cached(fmt.Sprintf("%s.q%d.gz", sum, level), data, func(w *bytes.Buffer) error {
		z, err := gzip.NewWriterLevel(w, level)
		if err != nil {
			return err
		}
		if _, err := z.Write(data); err != nil {
			return err
		}
		return z.Close()
	})
}

func (c compressor) cached(name string, data []byte, compress func(*bytes.Buffer) error) ([]byte, error) {
	var out []byte
	path := filepath.Join(c.dir, name)
	if len(data) <= small {
		if known, ok := smallForms.Load(name); ok {
			out = known.([]byte)
		}
	} else if c.dir != "" {
		out, _ = os.ReadFile(path) // not there yet: made below
	}
	if out == nil {
		var buf bytes.Buffer
		if err := compress(&buf); err != nil {
			return nil, fmt.Errorf("compressing: %w", err)
		}
		out = buf.Bytes()
		if len(data) <= small {
			smallForms.Store(name, out)
		} else if c.dir != "" {
			if err := writeFile(path, out); err != nil {
				return nil, err
			}
		}
	}
	if len(out) >= len(data) {
		return nil, nil
	}
	return out, nil
}

// remembered is the number of compressed files kept on disk: about those of ten builds.
const remembered = 60

// forget removes the oldest compressed files from the cache on disk.
func (c compressor) forget() error {
	if c.dir == "" {
		return nil
	}
	var found []fs.FileInfo
	for _, pattern := range []string{"*.br", "*.gz"} {
		names, err := filepath.Glob(filepath.Join(c.dir, pattern))
		if err != nil {
			return err
		}
		for _, name := range names {
			if info, err := os.Stat(name); err == nil { // another build may have removed it
				found = append(found, info)
			}
		}
	}
	slices.SortFunc(found, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, info := range found[min(remembered, len(found)):] {
		if err := os.Remove(filepath.Join(c.dir, info.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// writeFile writes a file atomically, and leaves a file that has this content already untouched.
func writeFile(path string, data []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".writing-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	_, err = f.Write(data)
	if e := f.Chmod(0o644); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
