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

// The page that a learning platform opens, its style and its script.
var (
	//go:embed launch.html
	launchPage string
	//go:embed launch.css
	launchStyle string
	//go:embed launch.js
	launchScript string
)

// launchPolicy is what the page may fetch: nothing but what lies beside it.
const launchPolicy = "default-src 'self'; base-uri 'none'; form-action 'none'"

// addPackage adds the file that says what packages for learning platforms take of the site, from which a page makes
// one, too. Programs are in them once, compressed, whatever the platform's host does, and files have endings that
// platforms know. index makes index.html of a configuration, and config is that of the site.
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
		if f.gz == nil { // it would be no shorter
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

// Scorm is a package of a course or a deck for learning platforms; source is its JSON, as it was written. The same site
// and course give the same bytes.
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

// CourseSource is a course as it was written, in a language where it is translated: one of the site's by its name, or
// the first one of files of somebody's own. lang is the language of its texts, "" where it does not say.
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
