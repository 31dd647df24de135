package python

import (
	"path"
	"strconv"
	"strings"

	"pointscape/engine/json"
	"pointscape/engine/words"
)

// Area is the part of the plane that a picture shows, with the names of its axes.
type Area struct {
	X, Y  [2]float64 // ends of the axes
	Equal bool       // both axes have the same scale
	Axes  [2]string  // names of the axes
	Value string     // name of the predicted values
}

// Notebook is the input of a Jupyter notebook.
type Notebook struct {
	Fit
	Area
	Says [][]string // paragraphs, as lists of sentences, about the picture and its data
	// Site is the http(s) address of the page, or the name or file: address of the single-file site; "" = no live
	// picture. Link is the document as in the fragment of the page's address.
	Site, Link string
}

// Write returns the notebook in nbformat 4.5, without outputs: text, the program with its data, its picture drawn by
// Matplotlib, and the live picture. Texts are in the language of words.Speak; the program is that of the function
// Write, without its own picture. The same input gives the same bytes. The error is a *method.Need if the method has no
// program.
func (n *Notebook) Write() ([]byte, error) {
	w, err := write(n.Fit)
	if err != nil {
		return nil, err
	}
	title := n.Title
	if title == "" {
		title = n.Method.Name
	}
	var c cells
	text := []string{"# " + prose(title), "**" + prose(n.Method.Name) + ".** " + prose(n.Method.Summary)}
	for _, sentences := range n.Says {
		text = append(text, paragraph(sentences))
	}
	c.add("text", false, strings.Join(text, "\n\n"))
	c.add("program", true, w.text(w.data.String()))
	code, says := w.plot(n.Area)
	if len(says) > 0 {
		c.add("about-picture", false, paragraph(says))
	}
	if code != "" {
		c.add("picture", true, code)
	}
	if n.Site != "" {
		says, code := n.live()
		c.add("about-live", false, prose(says))
		c.add("live", true, code)
	}
	return c.file(), nil
}

// frame ends the call of IFrame with the size of the live picture, in CSS pixels: the height of its plane is three
// quarters of its width.
const frame = ", width=720, height=562)\n"

// live returns the cell with the live picture, and a text about it. A single-file site is served by the cell itself.
func (n *Notebook) live() (says, code string) {
	const frames = "from IPython.display import IFrame\n\n"
	site, _, _ := strings.Cut(n.Site, "#")
	scheme, at, absolute := strings.Cut(site, "://")
	if host, _, _ := strings.Cut(at, "/"); absolute && host != "" {
		query := "?embed=1"
		if strings.Contains(at, "?") {
			query = "&embed=1"
		}
		return "The live picture, from " + host + ": change the parameters and drag the points.",
			frames + "IFrame(" + Quote(site+query+"#"+n.Link) + frame
	}
	name := path.Base(n.Site)
	if scheme == "file" {
		at, _, _ = strings.Cut(at, "?")
		name = path.Base(unescaped(at))
	}
	return "The live picture: put the file " + name + " beside this notebook. Only this machine can see what " +
			"the cell serves.",
		strings.Join([]string{"from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer",
			"from pathlib import Path", "from threading import Thread", "", "from IPython.display import IFrame", "",
			"page = Path(" + Quote(name) + ").read_bytes()", "", "",
			"class Page(BaseHTTPRequestHandler):",
			"    def do_GET(self):",
			"        self.send_response(200)",
			`        self.send_header("Content-Type", "text/html; charset=utf-8")`,
			`        self.send_header("Content-Length", str(len(page)))`,
			"        self.end_headers()",
			"        self.wfile.write(page)",
			"",
			"    def log_message(self, *args):",
			"        pass",
			"", "",
			`server = ThreadingHTTPServer(("127.0.0.1", 0), Page)`,
			"Thread(target=server.serve_forever, daemon=True).start()",
			`IFrame(f"http://127.0.0.1:{server.server_port}/?embed=1#` + n.Link + `"` + frame}, "\n")
}

// unescaped returns the part of an address with its percent escapes decoded.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if x, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(x))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// prose translates a text and escapes it for Markdown: in one line, without HTML, links, formulas or emphasis.
func prose(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(words.Readable(s)), " ") {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*_[]#$~|>", r):
			b.WriteString("\\" + string(r))
		case r >= ' ' && r != 0x7f && r != 0xfffd:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// paragraph joins sentences, which are translated separately.
func paragraph(sentences []string) string {
	said := make([]string, len(sentences))
	for i, s := range sentences {
		said[i] = prose(s)
	}
	return strings.Join(said, " ")
}

// cells is the JSON of a notebook's cells.
type cells struct{ strings.Builder }

// add appends a cell, of code or Markdown. Its source is written as a list of lines, as Jupyter does.
func (c *cells) add(id string, code bool, source string) {
	if c.Len() > 0 {
		c.WriteString(",\n")
	}
	kind, more := "markdown", ""
	if code {
		kind, more = "code", "\n   \"execution_count\": null,"
	}
	c.WriteString("  {\n   \"cell_type\": \"" + kind + "\"," + more + "\n   \"id\": \"" + id + "\",\n" +
		"   \"metadata\": {},\n")
	if code {
		c.WriteString("   \"outputs\": [],\n")
	}
	c.WriteString("   \"source\": [")
	for i, line := range strings.SplitAfter(strings.TrimRight(source, "\n"), "\n") {
		if i > 0 {
			c.WriteByte(',')
		}
		b, _ := json.Marshal(line) // never fails for a string
		c.WriteString("\n    " + string(b))
	}
	c.WriteString("\n   ]\n  }")
}

// file returns the whole notebook, for Python 3.
func (c *cells) file() []byte {
	return []byte("{\n \"cells\": [\n" + c.String() + "\n ],\n \"metadata\": {\n  \"kernelspec\": {\n" +
		"   \"display_name\": \"Python 3\",\n   \"language\": \"python\",\n   \"name\": \"python3\"\n  },\n" +
		"  \"language_info\": {\n   \"name\": \"python\"\n  }\n },\n \"nbformat\": 4,\n \"nbformat_minor\": " +
		strconv.Itoa(5) + "\n}\n")
}
