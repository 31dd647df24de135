package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/course"
	"pointscape/engine/course/handout"
	"pointscape/engine/course/trial"
	"pointscape/engine/json"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// Course runs "course FILE.json ...": it reads courses and their translations, and tries pages and tasks. With -names
// DOC.json it prints the names that conditions of tasks can use with a document.
func Course(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("course", flag.ContinueOnError)
	names := fs.String("names", "", "print the names that a task's condition can use with this `document`, and their "+
		"values")
	sheets := fs.String("handout", "", "write the course as a handout to this `file`: HTML for printing, with vector "+
		"figures")
	at := fs.String("at", "", "with -handout: the `address` of the playground, printed beside the figures")
	page := fs.String("page", "", "try the page with this `id` only")
	numbers := fs.Bool("numbers", false, "list the numbers in the texts: those that no computed value confirms, with "+
		"the names that have these values, and the marked ones")
	rewrite := fs.Bool("rewrite", false, "write the computed values into the files, for marked numbers and for the "+
		"same numbers in translations")
	collect := fs.String("collect", "", "check what students have handed in for the assignment in this `file`, a deck or "+
		"a link to it, and print a table (CSV)")
	asJSON := fs.Bool("json", false, "with -collect: print JSON instead of CSV")
	everyNumber := fs.Bool("all", false, "with -numbers: also list the numbers that need no mark, and why")
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, "usage: course [-page ID] [-numbers [-all]] [-rewrite] [-handout SHEETS.html [-at ADDRESS]] "+
			"FILE.json ...\n       course -names DOC.json\n"+
			"       course -collect ASSIGNMENT.json [-json] ANSWERS.txt ...\n\n"+
			"Reads courses and their translations, and checks all pages and "+
			"tasks.\n\n")
		fs.PrintDefaults()
	}
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return Done
	} else if err != nil {
		return Usage
	}
	job := newPatient(stderr, time.Now)
	defer job.listen()()
	t := trial.New()
	if *names != "" {
		return printNames(t, job, *names, stdin, stdout, stderr)
	}
	if *collect != "" {
		return collectAnswers(job, *collect, fs.Args(), *asJSON, stdin, stdout, stderr)
	}
	if fs.NArg() == 0 {
		fmt.Fprintln(stderr, "course: name one or more files; for example course margins.json")
		return Usage
	}
	if *sheets != "" {
		return writeHandout(job, fs.Args(), *sheets, *at, stderr)
	}
	l, list, code := readCourses(fs.Args(), stderr)
	for _, c := range list {
		said, err := inOthers(l, c.Course)
		if err == nil && *numbers {
			err = listNumbers(t, job, c, said, *page, *everyNumber, stdout)
		} else if err == nil && *rewrite {
			err = rewriteNumbers(t, job, c, said, *page, fs.Args(), stdout)
		} else if err == nil && *page != "" {
			err = tryPage(t, job, c, said, *page)
		} else if err == nil {
			err = t.Course(job, c, said...)
		}
		if err != nil {
			fmt.Fprintf(stderr, "%s: %v\n", c.Course, err)
			code = Fault
			continue
		}
		fmt.Fprintf(stdout, "%s: %d pages, %d questions and tasks%s: no faults\n", c.Course, len(c.Pages),
			tasksOf(c), alsoIn(l, c))
	}
	return code
}

// readCourses reads courses and their translations. It prints what is wrong with them; then the code is Fault.
func readCourses(paths []string, stderr io.Writer) (l *course.Library, list []*course.Course, code int) {
	l = &course.Library{}
	for _, path := range paths {
		if err := addCourse(l, path); err != nil {
			fmt.Fprintln(stderr, err)
			code = Fault
		}
	}
	list, err := l.In("")
	if err == nil {
		err = l.Check()
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		code = Fault
	}
	return l, list, code
}

// printNames prints the names that conditions can use with the document at path, and their values.
func printNames(t *trial.Trial, job *patient, path string, stdin io.Reader, stdout, stderr io.Writer) int {
	b, err := read("document", path, stdin)
	if err == nil {
		var list []string
		if list, err = t.Known(job, b); err == nil {
			fmt.Fprintln(stdout, strings.Join(list, "\n"))
			return Done
		}
	}
	fmt.Fprintln(stderr, err)
	return Fault
}

// tasksOf returns the number of questions and tasks of a course.
func tasksOf(c *course.Course) int {
	tasks := 0
	for i := range c.Pages {
		for j := range c.Pages[i].Steps {
			if c.Pages[i].Steps[j].Asks() {
				tasks++
			}
		}
	}
	return tasks
}

// alsoIn says into which languages a course is translated; "" if into none.
func alsoIn(l *course.Library, c *course.Course) string {
	if tags := l.Translations(c.Course); len(tags) > 0 {
		return ", also in " + strings.Join(tags, ", ")
	}
	return ""
}

// writeHandout writes the handout of a course, in the language of a translation if one is given.
func writeHandout(job *patient, paths []string, into, at string, stderr io.Writer) int {
	l := &course.Library{}
	for _, path := range paths {
		if err := addCourse(l, path); err != nil {
			fmt.Fprintln(stderr, err)
			return Fault
		}
	}
	tags := l.Tags()
	list, err := l.In(strings.Join(tags, ""))
	if err == nil {
		err = l.Check()
	}
	if err == nil && (len(list) != 1 || len(tags) > 1) {
		fmt.Fprintln(stderr, "course -handout: one course, with at most one translation")
		return Usage
	}
	var b []byte
	if err == nil {
		defer speak(list[0].Lang, stderr)()
		b, err = handout.HTML(job, session.New(catalog.All()), list[0], at)
	}
	if err == nil {
		err = os.WriteFile(into, b, 0o644)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return Fault
	}
	return Done
}

// Language returns the texts of a language with a tag, from the site's translations, which commands do not contain; nil
// if there is none.
var Language = func(tag string) (*words.Language, error) { return nil, nil }

// speak sets the language of texts, until the returned function is called. If the language is unknown, it prints that
// texts stay in English.
func speak(tag string, stderr io.Writer) (silent func()) {
	if tag == "" || tag == "en" {
		return func() {}
	}
	l, err := Language(tag)
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "The figures keep English words: %v.\n", err)
	case l == nil:
		fmt.Fprintf(stderr, "The figures keep English words: there is no language %q.\n", tag)
	}
	words.Speak(l)
	return func() { words.Speak(nil) }
}

func addCourse(l *course.Library, path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return l.Add(path, b)
}

// inOthers returns a course in all languages of its translations.
func inOthers(l *course.Library, name string) (said []*course.Course, err error) {
	for _, tag := range l.Translations(name) {
		list, err := l.In(tag)
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			if c.Course == name {
				said = append(said, c)
			}
		}
	}
	return said, nil
}

func tryPage(t *trial.Trial, job *patient, c *course.Course, said []*course.Course, id string) error {
	for i := range c.Pages {
		if c.Pages[i].ID == id {
			return t.Page(job, &c.Pages[i], trial.Same(said, i)...)
		}
	}
	return fmt.Errorf("there is no page %q", id)
}

// listNumbers lists the numbers of a course's pages, or of one page.
func listNumbers(t *trial.Trial, job *patient, c *course.Course, said []*course.Course, page string,
	all bool, stdout io.Writer) error {
	var faults []error
	for i := range c.Pages {
		p := &c.Pages[i]
		if page != "" && p.ID != page {
			continue
		}
		list, err := t.List(job, p, trial.Same(said, i)...)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", p.ID, err))
		}
		for _, n := range list {
			says := cmp.Or(n.Says, n.Why, "not marked")
			if n.Why != "" && !all && len(n.May) == 0 {
				continue
			}
			for j, m := range n.May {
				says += []string{", may be ", ", "}[min(j, 1)] + m
			}
			field := n.Field
			if n.Lang != "" && n.Lang != "en" {
				field += " (" + n.Lang + ")"
			}
			fmt.Fprintf(stdout, "%s/%s %s: %s: %s\n\t...%s...\n", c.Course, p.ID, field, n.Shown, says, n.Around)
		}
	}
	return errors.Join(faults...)
}

// rewriteNumbers corrects the numbers of a course's pages, or of one page, in its files.
func rewriteNumbers(t *trial.Trial, job *patient, c *course.Course, said []*course.Course, page string, paths []string,
	stdout io.Writer) error {
	var changes []trial.Change
	for i := range c.Pages {
		if p := &c.Pages[i]; page == "" || p.ID == page {
			changes = append(changes, t.Changes(job, p, trial.Same(said, i)...)...)
		}
	}
	var faults []error
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var file struct {
			Course string `json:"course"`
			Lang   string `json:"lang"`
		}
		if err := json.Unmarshal(b, &file); err != nil {
			return err
		}
		var own []trial.Change
		for _, x := range changes {
			if file.Course == c.Course && cmp.Or(file.Lang, "en") == cmp.Or(x.Lang, "en") {
				own = append(own, x)
				fmt.Fprintf(stdout, "%s: %s/%s %s: %s -> %s\n", path, c.Course, x.Page, x.Field, x.Shown, x.Right)
			}
		}
		out, left := trial.Rewrite(b, own)
		for _, x := range left {
			faults = append(faults, fmt.Errorf("%s/%s %s: change %q to %q by hand: %s", c.Course, x.Page, x.Field, x.Shown,
				x.Right, x.By))
		}
		if len(own) > len(left) {
			if err := os.WriteFile(path, out, 0o644); err != nil {
				return err
			}
		}
	}
	return errors.Join(faults...)
}
