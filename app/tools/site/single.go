package site

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"pointscape/engine/dataset"
)

// A site in one file, for a disk, a USB stick or a learning platform that accepts a single file: index.html with
// everything that it would fetch. Browsers give a page opened from a disk no origin, and let it fetch only blobs that
// it has made itself. So the page decodes each embedded file before its boot script begins, makes a blob of a file that
// needs an address, and passes its workers bytes, because a worker can't read such a blob in WebKit. The page starts
// with the engine of all methods: the smaller first engine would only save download time.

// packFile is a file embedded in the page.
type packFile struct {
	Name, Type string
	Data       template.HTML // base64
}

// packName returns a placeholder for the address of an embedded file, which web/index.html resolves.
func packName(name string) string { return "pack:" + name }

// Single returns the site as one page. web is the directory of its templates. The page has no service worker, and no
// links to the list of methods or to the examples of embedding, which are separate pages.
func (s *Site) Single(web string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(web, "index.html"))
	if err != nil {
		return nil, err
	}
	var pack []packFile
	put := func(name string, data []byte, ctype string) {
		pack = append(pack, packFile{name, ctype, template.HTML(base64.StdEncoding.EncodeToString(data))})
	}
	config := map[string]any{"version": s.Version, "mark": s.marks[execFile], "single": true, "serviceWorker": false,
		"first": []string{}}
	need := func(name string) (*file, error) {
		f, ok := s.files[name]
		if !ok {
			return nil, fmt.Errorf("the site has no file %q", name)
		}
		return f, nil
	}
	told := func(name string) (program, error) {
		f, err := need(name)
		if err != nil {
			return program{}, err
		}
		if f.gz == nil {
			return program{}, fmt.Errorf("%s has no compressed form", name)
		}
		put(name, f.gz, "application/gzip")
		return program{URL: name, Type: f.ctype, Size: len(f.raw), Mark: s.marks[name], Only: true,
			Packed: []packed{{name, len(f.gz), "gzip"}}}, nil
	}
	for key, name := range map[string]string{"app": appFile, "engine": engineFile, "offer": offerFile} {
		if config[key], err = told(name); err != nil {
			return nil, err
		}
	}
	if config["languages"], err = languagesOf(s.tongues, told); err != nil {
		return nil, err
	}
	for _, name := range dataset.Files() {
		f, err := need("web/tables/" + name + ".csv")
		if err != nil {
			return nil, err
		}
		put(f.path, f.raw, f.ctype)
	}
	for key, name := range map[string]string{"worker": "wasm_exec.js", "style": "web/app.css", "": "web/boot.js"} {
		f, err := need(name)
		if err != nil {
			return nil, err
		}
		put(name, f.raw, f.ctype)
		if key != "" {
			config[key] = packName(name)
		}
	}
	pictures := map[string]string{}
	for _, theme := range galleryThemes {
		f, err := need(galleryFile(theme))
		if err != nil {
			return nil, err
		}
		put(f.path, f.raw, f.ctype)
		pictures[theme] = packName(f.path)
	}
	config["gallery"] = pictures
	icon, err := need("web/icon.svg")
	if err != nil {
		return nil, err
	}
	picture := "data:" + icon.ctype + ";base64," + base64.StdEncoding.EncodeToString(icon.raw)
	config["icon"] = picture
	// Sorted by name, so that the same site yields the same bytes.
	slices.SortFunc(pack, func(a, b packFile) int { return strings.Compare(a.Name, b.Name) })
	still, err := still()
	if err != nil {
		return nil, err
	}
	t, err := template.New("index.html").Funcs(template.FuncMap{"address": func(name string) template.URL {
		if name == icon.path {
			return template.URL(picture)
		}
		return template.URL(name)
	}}).Parse(string(text))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, map[string]any{"Version": s.Version, "Boot": config, "Still": still,
		"Single": pack}); err != nil {
		return nil, err
	}
	page, err := allowInline(b.Bytes())
	if err != nil {
		return nil, err
	}
	return page, alone(page)
}

// elsewhere matches the addresses that a page would load by itself.
var elsewhere = regexp.MustCompile(`(?:src|href)="([^"#]+)"`)

// alone returns an error if a page needs another file.
func alone(page []byte) error {
	for _, m := range elsewhere.FindAllSubmatch(page, -1) {
		if !bytes.HasPrefix(m[1], []byte("data:")) {
			return fmt.Errorf("the page would fetch %q", m[1])
		}
	}
	return nil
}
