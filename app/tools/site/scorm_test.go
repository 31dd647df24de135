package site

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestScorm checks a package by the rules of its schemas: the manifest is at the root, its identifiers are unique, the
// elements stand in their order, references have what they refer to, and the files are those of the archive.
func TestScorm(t *testing.T) {
	p := programs
	p.Tongues = tongues(t)
	s, err := New(p, Options{Web: "../../../web", Exec: "../../../wasm_exec.js", Quality: 1, Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ course, tag, version, space, title string }{
		{"linear", "en", Scorm12, "http://www.imsproject.org/xsd/imscp_rootv1p1p2", ""},
		{"kernels", "fr", Scorm2004, "http://www.imsglobal.org/xsd/imscp_v1p1", ""},
	} {
		b, err := s.Scorm(c.course, c.tag, c.version)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := s.Scorm(c.course, c.tag, c.version); err != nil || !bytes.Equal(b, again) {
			t.Errorf("%s: another package of the same site, %v", c.course, err)
		}
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
		}
		if z.File[0].Name != manifestFile || len(files) != len(z.File) {
			t.Errorf("%s: %d files, the first is %s", c.course, len(z.File), z.File[0].Name)
		}
		checkManifest(t, files, c.space)

		page := string(files["index.html"])
		if regexp.MustCompile(`https?://`).MatchString(page + string(files["launch.js"]) + string(files["launch.css"])) {
			t.Errorf("%s: the page names another host", c.course)
		}
		for _, part := range []string{`"name":"` + c.course + `"`, `"lang":"` + c.tag + `"`, `<html lang="` + c.tag} {
			if !strings.Contains(page, part) {
				t.Errorf("%s: the page lacks %s:\n%s", c.course, part, page)
			}
		}
		if files["app/index.html"] == nil || files["app/courses/"+c.course+".json"] == nil {
			t.Errorf("%s: the course's files are not there", c.course)
		}
	}
	for _, c := range [][3]string{{"none", "en", "1.2"}, {"linear", "xx", "1.2"}, {"linear", "en", "1.3"}} {
		if _, err := s.Scorm(c[0], c[1], c[2]); err == nil || !strings.Contains(err.Error(), "1.3") && c[2] == "1.3" {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// checkManifest reads a manifest as elements, by the rules of IMS Content Packaging.
func checkManifest(t *testing.T, files map[string][]byte, space string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(files[manifestFile]))
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
	for _, ref := range refs {
		if !ids[ref] {
			t.Errorf("nothing has the identifier %q", ref)
		}
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
