package site

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"html/template"
	"slices"
	"strings"

	"pointscape/app/courses"
	"pointscape/engine/course"
	"pointscape/engine/course/scorm"
	"pointscape/engine/dataset"
)

// The page that a learning platform opens, with its style and its script.
var (
	//go:embed launch.html
	launchPage string
	//go:embed launch.css
	launchStyle string
	//go:embed launch.js
	launchScript string
)

// launchPolicy is the page's Content-Security-Policy: it may fetch only from its own origin.
const launchPolicy = "default-src 'self'; base-uri 'none'; form-action 'none'"

// addPackage adds scorm.SiteFile, which says what packages for learning platforms take from the site; the page makes
// packages from it, too. A package has the programs, the offer and the languages' files compressed by gzip only, where
// that is shorter: the page decompresses them, whatever the platform's host does. All files have endings that platforms
// accept. index makes index.html from a configuration, config is the site's configuration, and versioned has the files
// that are requested with ?v=.
func (s *Site) addPackage(config map[string]any, index func(config map[string]any) ([]byte, error),
	versioned map[string]bool) error {
	p := scorm.Site{Launch: map[string]string{}, Texts: map[string]string{"launch.css": launchStyle,
		"launch.js": launchScript}}
	for _, e := range s.editions {
		t, err := template.New("launch").Funcs(e.Funcs()).Parse(launchPage)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, launchPolicy); err != nil {
			return err
		}
		p.Languages = append(p.Languages, e.Tag)
		p.Launch[e.Tag] = b.String()
	}
	put := func(name, suffix string, data []byte, fixed bool) {
		from := name + suffix
		if fixed {
			from += "?v=" + s.files[name].version()
		}
		p.Files = append(p.Files, scorm.File{Path: name + suffix, From: from, Size: len(data), Sum: crc32.ChecksumIEEE(data)})
	}
	told := func(name string) (program, error) {
		f := s.files[name]
		if f == nil {
			return program{}, fmt.Errorf("the site has no file %q", name)
		}
		told := program{Type: f.ctype, Size: len(f.raw), Packed: []packed{}, Mark: s.marks[name], WASM: s.wasm[name]}
		if f.gz == nil { // gzip would not be shorter
			put(name, "", f.raw, true)
			told.URL = name + "?v=" + f.version()
			return told, nil
		}
		put(name, ".gz", f.gz, true)
		told.URL, told.Only = name+".gz?v="+f.version(), true
		told.Packed = []packed{{told.URL, len(f.gz), "gzip"}}
		return told, nil
	}
	own := map[string]any{"packaged": true, "serviceWorker": false}
	for _, key := range []string{"version", "mark", "worker", "style", "gallery", "first", "hello"} {
		own[key] = config[key]
	}
	var err error
	for key, name := range map[string]string{"app": appFile, "engine": engineFile, "offer": offerFile} {
		if own[key], err = told(name); err != nil {
			return err
		}
	}
	languages, err := languagesOf(s.tongues, told)
	if err != nil {
		return err
	}
	for _, l := range languages {
		l["pages"] = []string{}
	}
	own["languages"] = languages
	page, err := index(own)
	if err != nil {
		return err
	}
	if page, err = bound(page); err != nil {
		return err
	}
	p.Texts["app/index.html"] = string(page)
	names := []string{execFile, "web/boot.js", "web/app.css", "web/icon.svg"}
	for _, theme := range galleryThemes {
		names = append(names, galleryFile(theme))
	}
	for _, name := range dataset.Files() {
		names = append(names, "web/tables/"+name+".csv")
	}
	for _, name := range names {
		f := s.files[name]
		if f == nil {
			return fmt.Errorf("the site has no file %q", name)
		}
		put(name, "", f.raw, versioned[name])
	}
	slices.SortFunc(p.Files, func(a, b scorm.File) int { return strings.Compare(a.Path, b.Path) })
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.add(scorm.SiteFile, b)
}

// Scorm returns a package for learning platforms, a ZIP file, of the course or deck whose JSON is source. lang is the
// tag of the language of the page around it. The same arguments and site give the same bytes.
//
// Errors: as of scorm.Make.
func (s *Site) Scorm(source []byte, lang, version string) ([]byte, error) {
	var p scorm.Site
	if err := json.Unmarshal(s.files[scorm.SiteFile].raw, &p); err != nil {
		return nil, err
	}
	b, _, err := scorm.Make(&p, scorm.Ask{Source: string(source), Lang: lang, Version: version},
		func(f *scorm.File) ([]byte, error) {
			if name, is := strings.CutSuffix(f.Path, ".gz"); is {
				return s.files[name].gz, nil
			}
			return s.files[f.Path].raw, nil
		})
	return b, err
}

// CourseSource returns the JSON of a course as it was written, in the language with this tag if there is a translation:
// the built-in course with this name, or, if own has paths of course files, the first course in them. lang is the
// language that the returned course declares, or "".
//
// Errors: a file can't be read or has a fault, or there is no such course.
func CourseSource(name string, own []string, tag string) (source []byte, lang string, err error) {
	read := courses.Library
	if len(own) > 0 {
		read = func() (*course.Library, error) { return readCourses(own) }
	}
	l, err := read()
	if err != nil {
		return nil, "", err
	}
	if len(own) > 0 {
		list, err := l.In("")
		if err != nil {
			return nil, "", err
		}
		if len(list) == 0 {
			return nil, "", fmt.Errorf("%s has no course", own[0])
		}
		name = list[0].Course
	}
	c, err := l.Source(name, tag)
	if err != nil {
		return nil, "", err
	}
	b, err := json.Marshal(c)
	return b, c.Lang, err
}
