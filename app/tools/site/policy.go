package site

import (
	"errors"
	"fmt"
	"html"
	"path"
	"regexp"
	"strings"
)

// A page's policy (Content-Security-Policy) limits what a browser may fetch for it, and from where. It is part of
// web/index.html, where it binds the page on any host. But a worker takes its policy from the response with its own
// script: only a header binds it. So the site sends the same policy with all files, and hosts are configured to do so,
// too (hosts.go).

var policyTag = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)

// pagePolicy returns the policy in a page's meta element.
func pagePolicy(page []byte) (string, error) {
	m := policyTag.FindAllSubmatch(page, -1)
	if len(m) != 1 {
		return "", errors.New("index.html must have one policy: <meta http-equiv=\"Content-Security-Policy\" " +
			"content=\"...\">")
	}
	return html.UnescapeString(string(m[0][1])), nil
}

// served returns the policy for the header of all files: that of index.html, to which the inline styles of all other
// pages are added.
func (s *Site) served() (string, error) {
	policy, err := pagePolicy(s.files["index.html"].raw)
	if err != nil {
		return "", err
	}
	const styles = "style-src 'self'"
	if strings.Count(policy, styles) != 1 {
		return "", errors.New("the page's policy must have " + styles)
	}
	all := styles
	for _, f := range s.sorted() {
		if path.Ext(f.path) != ".html" || f.path == "index.html" {
			continue
		}
		hashes, err := inline(f.raw, "style")
		if err != nil {
			return "", fmt.Errorf("%s: %w", f.path, err)
		}
		for _, h := range hashes {
			if !strings.Contains(all, h) {
				all += " '" + h + "'"
			}
		}
	}
	return strings.Replace(policy, styles, all, 1), nil
}

// header is a header field of a response.
type header struct{ name, value string }

// headers returns the headers that all responses carry.
func (s *Site) headers() []header {
	return []header{
		{"Content-Security-Policy", s.policy},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		// A frame that a learning platform sandboxes has no origin, but may read these files: they are public.
		{"Access-Control-Allow-Origin", "*"},
	}
}
