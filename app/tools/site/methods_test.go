package site

import (
	"regexp"
	"strings"
	"testing"

	"pointscape/engine/catalog"
)

var addresses = regexp.MustCompile(`(?:href|src)="([^"]*)"|url\("([^"]*)"\)`)

// The list of methods is part of the site. It has no script and requests only files of the site, the pictures with
// their version.
func TestMethodsPage(t *testing.T) {
	s := newSite(t, Options{ServiceWorker: true})
	r := get(s, "GET", "/methods.html")
	page := string(body(t, r))
	if r.StatusCode != 200 || r.Header.Get("Content-Type") != "text/html; charset=utf-8" ||
		strings.Contains(page, "<script") {
		t.Fatalf("%s, %s", r.Status, r.Header.Get("Content-Type"))
	}
	pictures, places := 0, 0
	for _, m := range addresses.FindAllStringSubmatch(page, -1) {
		at := m[1] + m[2]
		name, v, versioned := strings.Cut(strings.NewReplacer(`\3f`, "?", `\3d`, "=").Replace(at), "?v=")
		switch {
		case strings.HasPrefix(name, "./#"), name == "./":
		case strings.HasPrefix(name, "#"):
			places++
			if !strings.Contains(page, `id="`+name[1:]+`"`) {
				t.Errorf("%s is nowhere on the page", name)
			}
		case s.files[name] == nil:
			t.Errorf("%q leads nowhere", at)
		case versioned:
			pictures++
			if f := s.files[name]; v != f.version() {
				t.Errorf("%q is of another version", at)
			}
		}
	}
	if pictures != len(galleryThemes) || places != len(catalog.All()) {
		t.Errorf("%d pictures, %d methods", pictures, places)
	}
	// It must stay small.
	if n := len(s.files["methods.html"].br); n == 0 || n > 180_000 {
		t.Errorf("%d bytes by brotli", n)
	}
}
