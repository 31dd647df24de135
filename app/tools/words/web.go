//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// In JavaScript: a literal or a comment, whichever comes first. In HTML: parts without text, an attribute that is
// shown, and text.
var (
	scripted = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` +
		"`(?:[^`\\\\]|\\\\.)*`")
	silent    = regexp.MustCompile(`(?s)<!--.*?-->|<script.*?</script>|<style.*?</style>`)
	attribute = regexp.MustCompile(`\b(content|title|alt|aria-label|placeholder)="([^"]*)"`)
	between   = regexp.MustCompile(`>([^<>]+)<`)
	computed  = regexp.MustCompile(`\$\{[^}]*\}|\{\{[^}]*\}\}`)
	saying    = regexp.MustCompile(`\b(?:Say|Prose) ("(?:[^"\\]|\\.)*")`) // of a template of the build
)

// readWeb returns the texts of the site's files beside its programs, and of the commands' part of wasm_exec.js.
func readWeb(root string) (list []text, err error) {
	for _, of := range []struct {
		pattern string
		read    func(name, text string) []text
	}{{"wasm_exec.js", ofFile}, {"web/*.js", ofFile}, {"web/index.html", ofFile}, {"web/*.webmanifest", ofFile},
		{"web/[^i]*.html", ofTemplate}, {"app/tools/site/*.html", ofTemplate}, {reference + "*.html", ofTemplate}} {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(of.pattern)))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			b, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return nil, err
			}
			list = append(list, of.read(filepath.ToSlash(name), string(b))...)
		}
	}
	return list, nil
}

// ofTemplate returns the texts of a page's template.
func ofTemplate(name, source string) (list []text) {
	for _, at := range saying.FindAllStringSubmatchIndex(source, -1) {
		line := 1 + strings.Count(source[:at[2]], "\n")
		if says, err := strconv.Unquote(source[at[2]:at[3]]); err == nil { // else the build fails
			list = append(list, text{fmt.Sprintf("%s:%d", name, line), "Say", says})
		}
	}
	return list
}

func ofFile(name, source string) (list []text) {
	add := func(at int, what, says string) {
		says = computed.ReplaceAllString(strings.Join(strings.Fields(says), " "), "{}")
		if worded(says) {
			list = append(list, text{fmt.Sprintf("%s:%d", name, 1+strings.Count(source[:at], "\n")), what, says})
		}
	}
	if !strings.HasSuffix(name, ".html") {
		for _, at := range scripted.FindAllStringIndex(source, -1) {
			if lit := source[at[0]:at[1]]; lit[0] != '/' {
				add(at[0], "text", lit[1:len(lit)-1])
			}
		}
		return list
	}
	// Parts without text are blanked out, so that line numbers stay.
	source = silent.ReplaceAllStringFunc(source,
		func(s string) string { return "<" + strings.Repeat("\n", strings.Count(s, "\n")) + ">" })
	for _, at := range attribute.FindAllStringSubmatchIndex(source, -1) {
		add(at[4], source[at[2]:at[3]], source[at[4]:at[5]])
	}
	for _, at := range between.FindAllStringSubmatchIndex(source, -1) {
		add(at[2], "text", source[at[2]:at[3]])
	}
	return list
}
