// Package scorm makes packages of courses and decks for learning platforms: a ZIP file of the programs, the course, a
// page that opens it and tells the platform how far the student is, and a manifest of all files. No part of it asks
// another host. The command "build -scorm" and the page ("Export") make the same package of the same site and course.
//
// Source: ADL, SCORM 1.2 Content Aggregation Model and Run-Time Environment (2001); SCORM 2004 4th edition (2009).
package scorm

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"pointscape/engine/course"
	"pointscape/engine/html"
	"pointscape/engine/json"
	"pointscape/engine/zip"
)

// Versions of SCORM, the reference model of ADL by which learning platforms take packages.
const (
	V12   = "1.2"
	V2004 = "2004" // 4th edition
)

// SiteFile is where a site's build writes what it tells of the site as JSON (Site).
const SiteFile = "scorm.json"

// Manifest is the file of a package that lists the others.
const Manifest = "imsmanifest.xml"

// Site is what packages take of a site.
type Site struct {
	// Languages are those of the page; each has a page that the platform opens, with @lang@, @title@ and @course@ for
	// what is the course's.
	Languages []string          `json:"languages"`
	Launch    map[string]string `json:"launch"`
	// Texts are files of packages, by their paths there; Files are the site's.
	Texts map[string]string `json:"texts"`
	Files []File            `json:"files"`
}

// File is a file of the site.
type File struct {
	Path string `json:"path"`
	From string `json:"from"` // its address below the site's
	Size int    `json:"size"` // bytes
	Sum  uint32 `json:"sum"`  // CRC-32 (IEEE)
}

// Size is how many bytes of files a package takes.
func (s *Site) Size() (n int) {
	for _, f := range s.Files {
		n += f.Size
	}
	return n
}

// Ask says what a package is made of.
type Ask struct {
	Source  string // the JSON of the course or the deck, as it was written
	Lang    string // of the page around the course
	Version string // V12 or V2004
}

// Make makes a package. fetch fetches a file of the site.
//
// Errors: the course is none, the site has no such language, the version is none of the two, or a file can't be fetched
// or is not what the site says.
func Make(s *Site, ask Ask, fetch func(f *File) ([]byte, error)) (file []byte, name string, err error) {
	if ask.Version != V12 && ask.Version != V2004 {
		return nil, "", fmt.Errorf("the version of SCORM must be %s or %s, got %q", V12, V2004, ask.Version)
	}
	if !slices.Contains(s.Languages, ask.Lang) {
		return nil, "", fmt.Errorf("the site has no language %q", ask.Lang)
	}
	c, files, err := courseFiles(s, ask.Source)
	if err != nil {
		return nil, "", err
	}
	if files["index.html"], err = launch(s.Launch[ask.Lang], c, ask); err != nil {
		return nil, "", err
	}
	for path, text := range s.Texts {
		files[path] = []byte(text)
	}
	for i := range s.Files {
		f := &s.Files[i]
		b, err := fetch(f)
		if err != nil {
			return nil, "", err
		}
		if len(b) != f.Size || crc32.ChecksumIEEE(b) != f.Sum {
			return nil, "", fmt.Errorf("%s is of another version, or its host changes it: reload the page", f.Path)
		}
		files["app/"+f.Path] = b
	}
	names := make([]string, 0, len(files)+1)
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	edition := fmt.Sprintf("%08x", crc32.ChecksumIEEE(files[at("source/", s.Languages[0], c.Course)]))
	files[Manifest] = manifest(c, ask, edition, names)
	var list []zip.File
	for _, name := range slices.Insert(names, 0, Manifest) {
		list = append(list, zip.File{Name: name, Data: files[name], Deflate: !strings.HasSuffix(name, ".gz")})
	}
	return zip.Pack(list), c.Course + ".zip", nil
}

// at is where the page finds a course (app/ui, courseFile).
func at(folder, lang, name string) string {
	if lang != "en" {
		folder = lang + "/" + folder
	}
	return "app/courses/" + folder + name + ".json"
}

// courseFiles are a course as the page reads it, in whichever language that is, without what is for who presents it,
// and without links to other courses, which the package does not have.
func courseFiles(s *Site, text string) (*course.Course, map[string][]byte, error) {
	source, err := course.ReadSource([]byte(text))
	if err != nil {
		return nil, nil, err
	}
	if source, err = course.ReadSource([]byte(unlinked(text, source.Course))); err != nil {
		return nil, nil, err
	}
	for i := range source.Pages {
		source.Pages[i].Notes = ""
	}
	c, err := source.Set()
	if err != nil {
		return nil, nil, err
	}
	written, err := json.Marshal(source)
	if err != nil {
		return nil, nil, err
	}
	set, err := json.Marshal(c)
	if err != nil {
		return nil, nil, err
	}
	files := map[string][]byte{}
	for _, lang := range s.Languages {
		files[at("", lang, c.Course)], files[at("source/", lang, c.Course)] = set, written
	}
	return c, files, nil
}

// unlinked is a course's JSON with the words of its links to other courses in the place of these: [words](?course=x).
func unlinked(text, name string) string {
	const mark = "](?course="
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, mark)
		if !found {
			b.WriteString(text)
			return b.String()
		}
		to, rest, closed := strings.Cut(after, ")")
		open := strings.LastIndexByte(before, '[')
		other, _, _ := strings.Cut(to, "/")
		if !closed || open < 0 || other == name {
			b.WriteString(before + mark)
			text = after
			continue
		}
		b.WriteString(before[:open] + before[open+1:])
		text = rest
	}
}

// launch is the page that the platform opens. It knows of each page an id that says its name and steps, so that what
// the platform has kept of another edition of the course counts for the pages that are the same.
func launch(text string, c *course.Course, ask Ask) ([]byte, error) {
	type page struct {
		ID   string `json:"id"`
		Sum  string `json:"sum"`
		Asks []bool `json:"asks"` // of each step, whether it has to be answered
	}
	told := struct {
		Name    string `json:"name"`
		Lang    string `json:"lang"`
		Version string `json:"version"`
		Pages   []page `json:"pages"`
	}{Name: c.Course, Lang: ask.Lang, Version: ask.Version}
	for i := range c.Pages {
		p := page{ID: c.Pages[i].ID, Asks: []bool{}}
		for j := range c.Pages[i].Steps {
			p.Asks = append(p.Asks, c.Pages[i].Steps[j].Asks())
		}
		p.Sum = fmt.Sprintf("%08x", crc32.ChecksumIEEE(fmt.Append(nil, p.ID, p.Asks)))
		told.Pages = append(told.Pages, p)
	}
	b, err := json.Marshal(told)
	if err != nil {
		return nil, err
	}
	return []byte(strings.NewReplacer("@lang@", cmp.Or(c.Lang, ask.Lang), "@title@", html.EscapeString(c.Title),
		"@course@", strings.ReplaceAll(string(b), "<", `\u003c`)).Replace(text)), nil
}

// manifest lists what a package has, as IMS Content Packaging 1.1.2 (SCORM 1.2) and 1.1.4 (2004) ask for.
func manifest(c *course.Course, ask Ask, edition string, files []string) []byte {
	space, adl := "http://www.imsproject.org/xsd/imscp_rootv1p1p2", "http://www.adlnet.org/xsd/adlcp_rootv1p2"
	schema, kind := "1.2", "scormtype"
	if ask.Version == V2004 {
		space, adl = "http://www.imsglobal.org/xsd/imscp_v1p1", "http://www.adlnet.org/xsd/adlcp_v1p3"
		schema, kind = "2004 4th Edition", "scormType"
	}
	title := html.EscapeString(c.Title)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="pointscape-%s-%s" version="%s" xmlns="%s" xmlns:adlcp="%s">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>%s</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>%s</title>
      <item identifier="item" identifierref="sco">
        <title>%s</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="sco" type="webcontent" adlcp:%s="sco" href="index.html">
`, c.Course, ask.Lang, edition, space, adl, schema, title, title, kind)
	for _, name := range files {
		fmt.Fprintf(&b, "      <file href=\"%s\"/>\n", html.EscapeString(name))
	}
	b.WriteString("    </resource>\n  </resources>\n</manifest>\n")
	return b.Bytes()
}

// Fetched makes a package of a site whose files are fetched: get fetches one by its address below the site's, and tells
// of its bytes while they arrive. ask has the version of SCORM, the language of the page and the name of the course on
// lines of their own, and below them the JSON of the course, or nothing of one of the site's. progress is told how far
// all is.
func Fetched(ask string, get func(path string, arrived func(bytes int)) ([]byte, error), progress func(done float64)) (
	file []byte, name string, err error) {
	lines := append(strings.SplitN(ask, "\n", 4), "", "", "")
	a := Ask{Version: lines[0], Lang: lines[1], Source: lines[3]}
	text, err := get(SiteFile, func(int) {})
	if err != nil {
		return nil, "", err
	}
	var s Site
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, "", fmt.Errorf("%s is of another version: reload the page", SiteFile)
	}
	if a.Source == "" {
		source, err := get(strings.TrimPrefix(at("source/", a.Lang, lines[2]), "app/"), func(int) {})
		if err != nil {
			return nil, "", err
		}
		a.Source = string(source)
	}
	all, come := max(s.Size(), 1), 0
	return Make(&s, a, func(f *File) ([]byte, error) {
		return get(f.From, func(n int) {
			come += n
			progress(min(1, float64(come)/float64(all)))
		})
	})
}
