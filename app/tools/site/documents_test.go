package site

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// pointed matches the addresses of links and pictures in Markdown: [text](address), and [name]: address.
var pointed = regexp.MustCompile(`\]\(([^()\s]+)\)|(?m)^\[[^\]]+\]: *(\S+)`)

// spelled matches code, in which nothing is a link.
var spelled = regexp.MustCompile("(?s:```.*?```)|``.*?``|`[^`\n]*`|(?m:^(?:    |\t).*$)")

// linksIn returns the relative addresses of the links in a Markdown text, without fragments (#...).
func linksIn(text string) (list []string) {
	for _, m := range pointed.FindAllStringSubmatch(spelled.ReplaceAllString(text, ""), -1) {
		u, err := url.Parse(m[1] + m[2])
		if err == nil && u.Scheme == "" && u.Host == "" && u.Path != "" {
			list = append(list, u.Path)
		}
	}
	return list
}

// The target of each link in the repository's documents exists.
func TestLinks(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	files, links := 0, 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		made := strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "dist"
		if d.IsDir() && path != root && made {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		for _, to := range linksIn(string(text)) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.FromSlash(to))); err != nil {
				t.Errorf("%s links to %s, which is not there", path, to)
			}
		}
		return nil
	})
	if err != nil || files < 10 || links < 30 {
		t.Errorf("%d links in %d files, %v", links, files, err)
	}
}

// The architecture document and the guides stay short enough to read: a limited number of lines of at most 120
// characters, apart from tables that a program makes.
func TestGuidesAreShort(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"app", "engine"} {
		guides, err := filepath.Glob(filepath.Join(root, dir, "docs", "*.md"))
		if err != nil || len(guides) < 5 {
			t.Fatalf("%d guides in %s, %v", len(guides), dir, err)
		}
		for _, path := range guides {
			short(t, path, 150)
		}
		short(t, filepath.Join(root, dir, "README.md"), 250)
	}
	short(t, filepath.Join(root, "app", "tools", "README.md"), 200)
}

func short(t *testing.T, path string, most int) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n, made := 0, false // in a table that a program has made
	for line := range strings.Lines(string(text)) {
		if made = strings.HasPrefix(line, "<!-- ") || made && line != "\n"; made {
			continue
		}
		n++
		if c := utf8.RuneCountInString(strings.TrimSuffix(strings.ReplaceAll(line, "\t", "  "), "\n")); c > 120 {
			t.Errorf("%s:%d has %d characters: at most 120", path, n, c)
		}
	}
	if n > most {
		t.Errorf("%s has %d lines: at most %d", path, n, most)
	}
}
