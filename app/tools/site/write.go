package site

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// listing is the file in which WriteTo records what it wrote, so that the next build removes only files of earlier
// builds that are no longer part of the site.
const listing = ".pointscape"

// WriteTo writes the site to a directory, with the pictures of the gallery, a .br and a .gz beside each file that
// compression makes smaller, the settings for hosts, and the bill of materials. Files that an earlier WriteTo left
// there and that are no longer part of the site are removed; other files in the directory stay.
func (s *Site) WriteTo(dir string) error {
	earlier, err := os.ReadFile(filepath.Join(dir, listing))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}

	files := s.sorted()
	if s.snapshots != nil {
		drawn, err := s.snapshots.all()
		if err != nil {
			return err
		}
		files = append(files, drawn...)
	}
	var written []string
	for _, f := range files {
		for _, v := range []struct {
			suffix string
			data   []byte
		}{{"", f.raw}, {".br", f.br}, {".gz", f.gz}} {
			if v.data == nil {
				continue
			}
			name := f.path + v.suffix
			if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), v.data); err != nil {
				return err
			}
			written = append(written, name)
		}
	}

	beside := s.hostFiles()
	if beside[billFile], err = s.bill(); err != nil {
		return err
	}
	for name, text := range beside {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text)); err != nil {
			return err
		}
		written = append(written, name)
	}
	slices.Sort(written)

	for name := range strings.Lines(string(earlier)) {
		name = strings.TrimSpace(name)
		if name == "" || slices.Contains(written, name) {
			continue
		}
		if !filepath.IsLocal(name) {
			return fmt.Errorf("%s names %q, which is not inside it", filepath.Join(dir, listing), name)
		}
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return writeFile(filepath.Join(dir, listing), []byte(strings.Join(written, "\n")+"\n"))
}
