package cli

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// Code runs "code DOC.json [-lang python]": it prints the document's model at its step as a program.
func Code(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("code", flag.ContinueOnError)
	fs.SetOutput(stderr)
	ids := make([]string, len(method.Languages))
	for i, l := range method.Languages {
		ids[i] = l.ID
	}
	ids = append(ids, method.ScikitLearn)
	lang := fs.String("lang", ids[0], "`language` of the program: one of "+strings.Join(ids, ", "))
	from := tableFlags(fs)
	path, code := parse(fs, args, "code DOC.json [-lang python] [-table POINTS.csv [-columns A,B,C]]\n\nFits a "+
		"document and prints its model as a program that gives the same predictions; or, with -lang "+
		method.ScikitLearn+", a\nprogram in Python that fits the document's data itself.\nDOC.json may be - for "+
		"standard input.")
	if code >= 0 {
		return code
	}
	from.path = path
	if !slices.Contains(ids, *lang) {
		fmt.Fprintln(stderr, doc.Errorf("-lang", doc.OneOf(ids, *lang), *lang))
		return Usage
	}
	job := newPatient(stderr, time.Now)
	defer job.listen()()
	s, d, err := load(*from, stdin, stderr, job)
	if err != nil {
		return fail(stderr, err)
	}
	text, _, err := s.Export(job, session.Request{Doc: d}, *lang, picture.ExportOptions{})
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
