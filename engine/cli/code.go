package cli

import (
	"flag"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// Code runs "code DOC.json [-lang python]": it prints the document's model at its step as a program.
func Code(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("code", flag.ContinueOnError)
	fs.SetOutput(stderr)
	ids := make([]string, len(method.Languages))
	for i, l := range method.Languages {
		ids[i] = l.ID
	}
	ids = append(ids, method.ScikitLearn, method.Notebook)
	lang := fs.String("lang", ids[0], "`language` of the program: one of "+strings.Join(ids, ", "))
	site := fs.String("site", "", "with -lang "+method.Notebook+": `address` of a site whose live picture the notebook "+
		"shows, or the file of build -single, to be put beside the notebook")
	tongue := fs.String("language", "en", "with -lang "+method.Notebook+": `language` of the text, such as fr")
	from := tableFlags(fs)
	file, code := parse(fs, args, "code DOC.json [-lang python] [-table POINTS.csv [-columns A,B,C]]\n       code "+
		"DOC.json -lang notebook [-site URL] [-language fr]\n\nFits a "+
		"document and prints its model as a program that gives the same predictions; or, with -lang "+
		method.ScikitLearn+", a\nprogram in Python that fits the document's data itself; with -lang "+method.Notebook+
		", that "+
		"program in a Jupyter\nnotebook with text, a picture drawn by Matplotlib and, with -site, the live picture.\n"+
		"DOC.json may be - for "+
		"standard input.")
	if code >= 0 {
		return code
	}
	from.path = file
	if !slices.Contains(ids, *lang) {
		fmt.Fprintln(stderr, doc.Errorf("-lang", doc.OneOf(ids, *lang), *lang))
		return Usage
	}
	if *lang != method.Notebook && (*site != "" || *tongue != "en") {
		fmt.Fprintln(stderr, doc.Errorf("-site and -language", "given with -lang "+method.Notebook, *lang))
		return Usage
	}
	if err := checkSite(*site); err != nil {
		fmt.Fprintln(stderr, err)
		return Usage
	}
	if *tongue != "en" {
		l, err := Language(*tongue)
		if err != nil {
			return fail(stderr, err)
		}
		if l == nil {
			fmt.Fprintln(stderr, doc.Errorf("-language", "en, or a language of the site", *tongue))
			return Usage
		}
		words.Speak(l)
		defer words.Speak(nil)
	}
	job := newPatient(stderr, time.Now)
	defer job.listen()()
	s, d, err := load(*from, stdin, stderr, job)
	if err != nil {
		return fail(stderr, err)
	}
	text, _, err := s.Export(job, session.Request{Doc: d}, *lang, picture.ExportOptions{Site: *site})
	if err == nil {
		err = job.tell(s, d)
	}
	if err == nil {
		_, err = stdout.Write(text)
	}
	if err != nil {
		return fail(stderr, err)
	}
	return Done
}

// checkSite checks the address of a notebook's live picture: "", an http or https address, or the name of a .html file.
func checkSite(site string) error {
	u, err := url.Parse(site)
	switch {
	case site == "", err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http"):
		return nil
	case err == nil && u.Scheme == "" && path.Ext(u.Path) == ".html":
		return nil
	}
	return doc.Errorf("-site", "an address such as https://example.org/pointscape/, or a file that ends in .html", site)
}
