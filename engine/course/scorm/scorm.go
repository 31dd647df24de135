// Package scorm makes packages of courses and decks for learning platforms: a ZIP file with the programs, the course, a
// page that opens it and reports the student's progress to the platform, and a manifest of all files. A package makes
// no requests to other hosts. The command "build -scorm" and the page ("Export") make the same package of the same site
// and course.
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
	"pointscape/engine/words"
	"pointscape/engine/zip"
)

// Versions of SCORM, the standard of ADL for packages that learning platforms accept.
const (
	V12   = "1.2"
	V2004 = "2004" // 4th edition
)

// SiteFile is the file of a site that contains its Site as JSON. The site's build writes it.
const SiteFile = "scorm.json"

// Manifest is the file of a package that lists the other files.
const Manifest = "imsmanifest.xml"

// Site describes the parts of a site that packages contain.
type Site struct {
	// Languages are the languages of the page, and Launch has for each the HTML of the page that the platform opens, with
	// @lang@, @title@ and @course@ as placeholders.
	Languages []string          `json:"languages"`
	Launch    map[string]string `json:"launch"`
	// Texts are further files of packages, by their paths there. Files are files of the site, which packages contain
	// below app/.
	Texts map[string]string `json:"texts"`
	Files []File            `json:"files"`
}

// File is a file of the site.
type File struct {
	Path string `json:"path"` // path in packages, below app/
	From string `json:"from"` // address relative to the site's
	Size int    `json:"size"` // bytes
	Sum  uint32 `json:"sum"`  // CRC-32 (IEEE)
}

// Size returns the total size of the site's files in a package, in bytes, before compression.
func (s *Site) Size() (n int) {
	for _, f := range s.Files {
		n += f.Size
	}
	return n
}

// Ask is a request for a package.
type Ask struct {
	Source  string // source JSON of the course or deck
	Lang    string // language of the page around the course
	Version string // V12 or V2004
}

// Make makes a package and returns the ZIP file with its name. fetch returns the content of a file of the site.
//
// It returns an error if the course is invalid, the site lacks the language, the version is unknown, or a file can't be
// fetched or differs from the site's size or checksum of it.
func Make(s *Site, ask Ask, fetch func(f *File) ([]byte, error)) (file []byte, name string, err error) {
	if ask.Version != V12 && ask.Version != V2004 {
		return nil, "", words.Errorf("the version of SCORM must be %s or %s, got %q", V12, V2004, ask.Version)
	}
	if !slices.Contains(s.Languages, ask.Lang) {
		return nil, "", words.Errorf("the site has no language %q", ask.Lang)
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
			return nil, "", words.Errorf("%s is of another version, or its host changes it: reload the page", f.Path)
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

// at returns the path in a package of a course's file in a language, where the page looks for it (app/ui, courseFile).
// folder is "" for the course, or "source/".
func at(folder, lang, name string) string {
	if lang != "en" {
		folder = lang + "/" + folder
	}
	return "app/courses/" + folder + name + ".json"
}

// courseFiles returns a course and its files by path: the course and its source, the same for each language of the
// page. They have no speaker notes, and no links to other courses, which the package does not contain.
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

// unlinked replaces the links to other courses in the strings of a course's JSON by their words. name is the course's
// own name.
func unlinked(text, name string) string {
	other := func(address string) bool {
		to, ok := strings.CutPrefix(address, "?course=")
		of, _, _ := strings.Cut(to, "/")
		return ok && of != name
	}
	var b strings.Builder
	for {
		begin := strings.IndexByte(text, '"')
		if begin < 0 {
			return b.String() + text
		}
		end := begin + 1
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(text))
		var was string
		written := text[begin:end]
		if strings.Contains(written, "?course=") && json.Unmarshal([]byte(written), &was) == nil {
			if now, err := json.Marshal(course.Unlinked(was, other)); err == nil {
				written = string(now)
			}
		}
		b.WriteString(text[:begin] + written)
		text = text[end:]
	}
}

// launch returns the page that the platform opens. For each page of the course it contains a checksum of its id and of
// which steps require answers: the progress that the platform has kept for another edition of the course counts for
// pages with the same checksum.
func launch(text string, c *course.Course, ask Ask) ([]byte, error) {
	type page struct {
		ID   string `json:"id"`
		Sum  string `json:"sum"`
		Asks []bool `json:"asks"` // for each step, whether it requires an answer
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

// manifest returns the manifest of a package, by IMS Content Packaging 1.1.2 (SCORM 1.2) or 1.1.4 (2004). edition is a
// checksum of the course's source.
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

// Fetched makes a package of a site, whose files it fetches with get. get takes an address relative to the site's and
// calls arrived with the number of bytes of each part that arrives. The first three lines of ask are the version of
// SCORM, the language of the page and the name of the course; the rest is the course's source, or "" for a course of
// the site. progress is called with the share of the bytes that have arrived, 0 to 1.
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
		return nil, "", words.Errorf("%s is of another version: reload the page", SiteFile)
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
