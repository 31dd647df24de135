package site

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"pointscape/engine/course"
)

// The page that a learning platform opens, its style and its script.
var (
	//go:embed launch.html
	launchPage string
	//go:embed launch.css
	launchStyle []byte
	//go:embed launch.js
	launchScript []byte
)

// Versions of SCORM, the reference model of ADL by which learning platforms take packages.
const (
	Scorm12   = "1.2"
	Scorm2004 = "2004" // 4th edition
)

// Scorm is a package of a course in a language, for learning platforms: a ZIP file of the whole site, a page that
// opens the course and tells the platform how far the student is, and a manifest of all files. Its parts ask no other
// host. The same site gives the same bytes.
//
// Source: ADL, SCORM 1.2 Content Aggregation Model and Run-Time Environment (2001); SCORM 2004 4th edition (2009).
//
// Errors: the site has no such course or language, or the version is none of the two.
func (s *Site) Scorm(name, tag, version string) ([]byte, error) {
	if version != Scorm12 && version != Scorm2004 {
		return nil, fmt.Errorf("the version of SCORM must be %s or %s, got %q", Scorm12, Scorm2004, version)
	}
	i := slices.IndexFunc(s.editions, func(e *edition) bool { return e.Tag == tag })
	if i < 0 {
		return nil, fmt.Errorf("the site has no language %q", tag)
	}
	e := s.editions[i]
	folder := "courses/"
	if e.Suffix != "" {
		folder += e.Tag + "/"
	}
	f := s.files[folder+name+".json"]
	if f == nil {
		return nil, fmt.Errorf("the site has no course %q", name)
	}
	var c course.Course
	if err := json.Unmarshal(f.raw, &c); err != nil {
		return nil, err
	}

	files := map[string][]byte{"launch.css": launchStyle, "launch.js": launchScript}
	var err error
	if files["index.html"], err = launch(e, &c, f.sum); err != nil {
		return nil, err
	}
	for _, f := range s.sorted() {
		for suffix, data := range map[string][]byte{"": f.raw, ".br": f.br, ".gz": f.gz} { // few platforms compress
			if data != nil {
				files["app/"+f.path+suffix] = data
			}
		}
	}
	names := make([]string, 0, len(files)+1)
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	if files[manifestFile], err = manifest(&c, version, tag, f.version(), names); err != nil {
		return nil, err
	}
	return pack(files, slices.Insert(names, 0, manifestFile))
}

// launch is the page that the platform opens.
func launch(e *edition, c *course.Course, sum string) ([]byte, error) {
	type page struct {
		ID   string `json:"id"`
		Asks []bool `json:"asks"` // of each step, whether it has to be answered
	}
	told := struct {
		Name  string `json:"name"`
		Lang  string `json:"lang"`
		Sum   string `json:"sum"` // of the pages and their steps
		Pages []page `json:"pages"`
	}{Name: c.Course, Lang: e.Tag}
	for i := range c.Pages {
		p := page{c.Pages[i].ID, []bool{}}
		for j := range c.Pages[i].Steps {
			p.Asks = append(p.Asks, c.Pages[i].Steps[j].Asks())
		}
		told.Pages = append(told.Pages, p)
	}
	shape, err := json.Marshal(told.Pages)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(shape)
	told.Sum = hex.EncodeToString(hash[:4])
	t, err := template.New("launch").Funcs(e.Funcs()).Parse(launchPage)
	if err != nil {
		return nil, err
	}
	lang := c.Lang
	if lang == "" {
		lang = "en"
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{"Course": c, "Lang": lang, "Told": told})
	return b.Bytes(), err
}

const manifestFile = "imsmanifest.xml"

// manifest lists what a package has, as IMS Content Packaging 1.1.2 (SCORM 1.2) and 1.1.4 (2004) ask for.
func manifest(c *course.Course, version, tag, edition string, files []string) ([]byte, error) {
	type file struct {
		Href string `xml:"href,attr"`
	}
	type resource struct {
		ID    string     `xml:"identifier,attr"`
		Type  string     `xml:"type,attr"`
		Scorm []xml.Attr `xml:",any,attr"`
		Href  string     `xml:"href,attr"`
		Files []file     `xml:"file"`
	}
	type item struct {
		ID       string `xml:"identifier,attr"`
		Resource string `xml:"identifierref,attr"`
		Title    string `xml:"title"`
	}
	type organization struct {
		ID    string `xml:"identifier,attr"`
		Title string `xml:"title"`
		Item  item   `xml:"item"`
	}
	type organizations struct {
		Default string       `xml:"default,attr"`
		One     organization `xml:"organization"`
	}
	type document struct {
		XMLName       xml.Name      `xml:"manifest"`
		ID            string        `xml:"identifier,attr"`
		Version       string        `xml:"version,attr"`
		Spaces        []xml.Attr    `xml:",any,attr"`
		Schema        string        `xml:"metadata>schema"`
		SchemaVersion string        `xml:"metadata>schemaversion"`
		Organizations organizations `xml:"organizations"`
		Resource      resource      `xml:"resources>resource"`
	}
	attr := func(name, value string) xml.Attr { return xml.Attr{Name: xml.Name{Local: name}, Value: value} }
	d := document{
		ID: "pointscape-" + c.Course + "-" + tag, Version: edition, Schema: "ADL SCORM", SchemaVersion: "1.2",
		Spaces: []xml.Attr{attr("xmlns", "http://www.imsproject.org/xsd/imscp_rootv1p1p2"),
			attr("xmlns:adlcp", "http://www.adlnet.org/xsd/adlcp_rootv1p2")},
		Organizations: organizations{"course", organization{"course", c.Title, item{"item", "sco", c.Title}}},
		Resource:      resource{ID: "sco", Type: "webcontent", Scorm: []xml.Attr{attr("adlcp:scormtype", "sco")}, Href: "index.html"},
	}
	if version == Scorm2004 {
		d.SchemaVersion = "2004 4th Edition"
		d.Spaces = []xml.Attr{attr("xmlns", "http://www.imsglobal.org/xsd/imscp_v1p1"),
			attr("xmlns:adlcp", "http://www.adlnet.org/xsd/adlcp_v1p3")}
		d.Resource.Scorm = []xml.Attr{attr("adlcp:scormType", "sco")}
	}
	for _, name := range files {
		d.Resource.Files = append(d.Resource.Files, file{name})
	}
	b, err := xml.MarshalIndent(d, "", "  ")
	return slices.Concat([]byte(xml.Header), b, []byte("\n")), err
}

// pack writes files as a ZIP file, in this order, without dates.
func pack(files map[string][]byte, names []string) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, name := range names {
		if strings.Contains(name, "\\") {
			return nil, fmt.Errorf("%s: a name in a ZIP file has no backslash", name)
		}
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}
