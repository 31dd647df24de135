package main

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// linked finds the addresses of links and pictures in Markdown: [text](address), and [name]: address.
var linked = regexp.MustCompile(`\]\(([^()\s]+)\)|(?m)^\[[^\]]+\]: *(\S+)`)

// spelled finds code, in which nothing is a link.
var spelled = regexp.MustCompile("(?s:```.*?```)|``.*?``|`[^`\n]*`|(?m:^(?:    |\t).*$)")

// linksIn are the relative addresses that a text in Markdown leads to, without what stands behind #.
func linksIn(text string) (list []string) {
	for _, m := range linked.FindAllStringSubmatch(spelled.ReplaceAllString(text, ""), -1) {
		u, err := url.Parse(m[1] + m[2])
		if err == nil && u.Scheme == "" && u.Host == "" && u.Path != "" {
			list = append(list, u.Path)
		}
	}
	return list
}

// Whatever a document of this repository links to is there.
func TestLinks(t *testing.T) {
	files, links := 0, 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		made := strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "dist"
		if d.IsDir() && path != "." && made {
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

// The architecture and the guides stay short enough to be read: so many lines, of at most 120 characters.
func TestGuidesAreShort(t *testing.T) {
	guides, err := filepath.Glob("app/docs/*.md")
	if err != nil || len(guides) < 5 {
		t.Fatalf("%d guides, %v", len(guides), err)
	}
	for _, path := range append(guides, "app/README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		most := 150
		if filepath.Base(path) == "README.md" {
			most = 250
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			if n++; len([]rune(strings.TrimSuffix(line, "\n"))) > 120 {
				t.Errorf("%s:%d has more than 120 characters", path, n)
			}
		}
		if n > most {
			t.Errorf("%s has %d lines, more than %d", path, n, most)
		}
	}
}
