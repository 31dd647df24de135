package site

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/course/scorm"
)

// scormSite returns a site in all languages, the same for all tests.
func scormSite(t *testing.T) *Site {
	t.Helper()
	if s, ok := sites.Load("in all languages"); ok {
		return s.(*Site)
	}
	p := programs
	p.Tongues = tongues(t)
	s, err := New(p, Options{Web: "../../../web", Exec: "../../../wasm_exec.js", Quality: 1, Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	sites.Store("in all languages", s)
	return s
}

// unzip returns the files of an archive. It checks what some platforms require: the manifest is the first file, each
// file's size precedes its data, no file is there twice, and all files have endings that platforms accept.
func unzip(t *testing.T, b []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		if f.Flags&8 != 0 {
			t.Errorf("the size of %s stands behind it", f.Name)
		}
		known := []string{".html", ".js", ".css", ".json", ".xml", ".csv", ".svg", ".png", ".gz"}
		if kind := path.Ext(f.Name); !slices.Contains(known, kind) {
			t.Errorf("%s has the ending %s, which platforms may not take", f.Name, kind)
		}
	}
	if z.File[0].Name != scorm.Manifest || len(files) != len(z.File) {
		t.Errorf("%d files, the first is %s", len(z.File), z.File[0].Name)
	}
	return files
}

// ownDeck is a user's deck. It has what a package leaves out: notes, and links to other courses.
const ownDeck = `{"version": 1, "course": "my-deck", "title": "<Mine> & 'yours' ]]>", "pages": [
	{"id": "one", "title": "One", "text": "See [others](?course=linear/descent), and [two](?course=my-deck/two).",
		"document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]}, "notes": "For my eyes.",
		"steps": [{"kind": "choose", "text": "</script>?", "choices": [{"text": "yes", "right": true}, {"text": "no"}]}]},
	{"id": "two", "title": "Two", "text": "", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]}}]}`

// TestScorm checks packages: the manifest, as described at checkManifest; the page that the platform opens; the course;
// and that the files that the programs will request are in the package.
func TestScorm(t *testing.T) {
	s := scormSite(t)
	spaces := map[string]string{scorm.V12: "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
		scorm.V2004: "http://www.imsglobal.org/xsd/imscp_v1p1"}
	for _, c := range []struct{ course, tag, version string }{
		{"linear", "en", scorm.V12}, {"kernels", "fr", scorm.V2004}, {"recognition", "fr", scorm.V12},
		{"", "en", scorm.V2004}, {"", "fr", scorm.V12},
	} {
		source, name := []byte(ownDeck), "my-deck"
		if c.course != "" {
			var words string
			var err error
			name = c.course
			if source, words, err = CourseSource(c.course, nil, c.tag); err != nil {
				t.Fatal(err)
			}
			if want := map[string]string{"fr": "fr"}[c.tag]; words != want {
				t.Errorf("%v: the texts are in %q", c, words)
			}
		}
		b, err := s.Scorm(source, c.tag, c.version)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := s.Scorm(source, c.tag, c.version); err != nil || !bytes.Equal(b, again) {
			t.Errorf("%v: another package of the same site, %v", c, err)
		}
		files := unzip(t, b)
		checkManifest(t, files, spaces[c.version])

		page := string(files["index.html"])
		if regexp.MustCompile(`https?://`).MatchString(page + string(files["launch.js"]) + string(files["launch.css"])) {
			t.Errorf("%v: the page names another host", c)
		}
		for _, part := range []string{`"name":"` + name + `"`, `"lang":"` + c.tag + `"`, `"version":"` + c.version + `"`,
			`<html lang="` + c.tag, map[string]string{"en": "No learning platform was", "fr": "Aucune plateforme"}[c.tag]} {
			if !strings.Contains(page, part) {
				t.Errorf("%v: the page lacks %s:\n%s", c, part, page)
			}
		}
		for _, at := range []string{"", "fr/"} {
			for _, folder := range []string{"", "source/"} {
				text := string(files["app/courses/"+at+folder+name+".json"])
				if !strings.Contains(text, `"course":"`+name+`"`) || strings.Contains(text, "my eyes") ||
					strings.Contains(text, "?course=linear/") != (name == "linear") || strings.Contains(text, "?course=ten-") {
					t.Errorf("%v: the course is %.200s", c, text)
				}
			}
		}
		if c.course == "" && !strings.Contains(string(files["app/courses/my-deck.json"]), `See others, and <a href=`) {
			t.Errorf("%v: the text is %s", c, files["app/courses/my-deck.json"])
		}
		checkConfig(t, files)
	}
	for _, c := range []struct{ source, tag, version, says string }{
		{ownDeck, "xx", "1.2", "language"}, {ownDeck, "en", "1.3", "1.3"}, {"{}", "en", "1.2", "course"},
	} {
		if _, err := s.Scorm([]byte(c.source), c.tag, c.version); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, _, err := CourseSource("none", nil, ""); err == nil {
		t.Error("a course that is none has a source")
	}
}

// checkConfig checks that a package contains all files that its page's configuration and its page refer to.
func checkConfig(t *testing.T, files map[string][]byte) {
	t.Helper()
	_, after, _ := strings.Cut(string(files["app/index.html"]), `id="boot-config">`)
	text, _, _ := strings.Cut(after, "</script>")
	var config map[string]any
	if err := json.Unmarshal([]byte(text), &config); err != nil {
		t.Fatal(err)
	}
	n := 0
	var look func(at string, v any)
	look = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, x := range v {
				look(at+"."+key, x)
			}
		case []any:
			for _, x := range v {
				look(at, x)
			}
		case string:
			if name, _, is := strings.Cut(v, "?v="); is {
				n++
				if files["app/"+name] == nil {
					t.Errorf("%s is %s, which is not there", at, v)
				}
			}
		}
	}
	look("", config)
	if n < 10 {
		t.Errorf("the page is told of %d files", n)
	}
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllSubmatch(files["app/index.html"], -1) {
		if name, _, _ := strings.Cut(string(m[1]), "?"); files["app/"+name] == nil {
			t.Errorf("the page asks for %s, which is not there", m[1])
		}
	}
}

// A package that is made from the files that the site's host serves, as the page does, is identical to that of the
// command. If the host has other files, or no such course, there is an error.
func TestScormFetched(t *testing.T) {
	s := scormSite(t)
	host := s.Handler()
	change := func(path string, b []byte) ([]byte, error) { return b, nil }
	get := func(path string, arrived func(int)) ([]byte, error) {
		w := httptest.NewRecorder()
		host.ServeHTTP(w, httptest.NewRequest("GET", "/"+path, nil))
		if w.Code != 200 {
			return nil, errors.New(path + " is missing")
		}
		arrived(w.Body.Len())
		return change(path, w.Body.Bytes())
	}
	for _, c := range []struct{ course, tag, version string }{{"ten-minutes", "en", "1.2"}, {"ten-minutes", "fr", "2004"},
		{"", "fr", "2004"}, {"", "en", "1.2"}} {
		ask, source := strings.Join([]string{c.version, c.tag, "my-deck", ownDeck}, "\n"), []byte(ownDeck)
		if c.course != "" {
			var err error
			if source, _, err = CourseSource(c.course, nil, c.tag); err != nil {
				t.Fatal(err)
			}
			ask = c.version + "\n" + c.tag + "\n" + c.course + "\n"
		}
		want, err := s.Scorm(source, c.tag, c.version)
		if err != nil {
			t.Fatal(err)
		}
		last := 0.0
		got, name, err := scorm.Fetched(ask, get, func(done float64) {
			if done < last {
				t.Errorf("%v: after %g comes %g", c, last, done)
			}
			last = done
		})
		if err != nil || !bytes.Equal(got, want) || last != 1 || name != cmp.Or(c.course, "my-deck")+".zip" {
			t.Errorf("%v: %s, %d bytes, want %d, %g done, %v", c, name, len(got), len(want), last, err)
		}
	}
	change = func(path string, b []byte) ([]byte, error) {
		if strings.HasPrefix(path, "engine.psm.gz") {
			b = append(slices.Clone(b[:len(b)-1]), b[len(b)-1]+1)
		}
		return b, nil
	}
	if _, _, err := scorm.Fetched("1.2\nen\nten-minutes\n", get, func(float64) {}); err == nil ||
		!strings.Contains(err.Error(), "engine.psm.gz is of another version") {
		t.Errorf("of another engine: %v", err)
	}
	if _, _, err := scorm.Fetched("1.2\nen\nnone\n", get, func(float64) {}); err == nil {
		t.Error("there is a package of no course")
	}
	if _, _, err := scorm.Fetched("", get, func(float64) {}); err == nil {
		t.Error("there is a package of nothing")
	}
}

// A user's own course can be packed in each of its languages.
func TestScormOfOnesOwn(t *testing.T) {
	s := scormSite(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	own := []string{write("streets.fr.json", ownTranslation), write("streets.json", ownCourse)}
	for tag, title := range map[string]string{"": "Streets", "en": "Streets", "fr": "Rues"} {
		source, words, err := CourseSource("", own, tag)
		if err != nil {
			t.Fatal(err)
		}
		b, err := s.Scorm(source, cmp.Or(tag, words, "en"), scorm.V12)
		if err != nil {
			t.Fatal(err)
		}
		files := unzip(t, b)
		for _, name := range []string{"index.html", scorm.Manifest} {
			if !strings.Contains(string(files[name]), "<title>"+title+"</title>") {
				t.Errorf("%q: %s is\n%s", tag, name, files[name])
			}
		}
	}
}

// checkManifest checks a manifest by the rules of IMS Content Packaging: all elements have the namespace space, their
// order is that of the schemas, identifiers are unique, references refer to existing ones, and the files listed are
// those of the package.
func checkManifest(t *testing.T, files map[string][]byte, space string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(files[scorm.Manifest]))
	var path, order []string
	ids := map[string]bool{}
	var refs, listed []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Space != space {
				t.Errorf("<%s> is in the namespace %q, want %q", e.Name.Local, e.Name.Space, space)
			}
			path = append(path, e.Name.Local)
			order = append(order, strings.Join(path, "/"))
			for _, a := range e.Attr {
				switch a.Name.Local {
				case "identifier":
					if ids[a.Value] || !regexp.MustCompile(`^[A-Za-z_][\w.-]*$`).MatchString(a.Value) {
						t.Errorf("the identifier %q is there twice, or is none", a.Value)
					}
					ids[a.Value] = true
				case "identifierref", "default":
					refs = append(refs, a.Value)
				case "href":
					if e.Name.Local == "file" {
						listed = append(listed, a.Value)
					}
					if files[a.Value] == nil {
						t.Errorf("the manifest names %s, which is not there", a.Value)
					}
				}
			}
		case xml.EndElement:
			path = path[:len(path)-1]
		}
	}
	if !slices.Equal(refs, []string{"course", "sco"}) || !ids["course"] || !ids["sco"] {
		t.Errorf("of the identifiers %v, %q are referred to: the organization, and what its item opens", ids, refs)
	}
	if len(listed) != len(files)-1 {
		t.Errorf("the manifest lists %d files of %d", len(listed), len(files)-1)
	}
	order = slices.DeleteFunc(order, func(at string) bool { return strings.HasSuffix(at, "/file") })
	want := []string{"manifest", "manifest/metadata", "manifest/metadata/schema", "manifest/metadata/schemaversion",
		"manifest/organizations", "manifest/organizations/organization", "manifest/organizations/organization/title",
		"manifest/organizations/organization/item", "manifest/organizations/organization/item/title",
		"manifest/resources", "manifest/resources/resource"}
	if !slices.Equal(order, want) {
		t.Errorf("the elements are %q, want %q", order, want)
	}
}
