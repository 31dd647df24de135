package site

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every response has the policy of the page, and so have errors: a worker, or a page in a frame, has no other policy.
func TestPolicyIsServed(t *testing.T) {
	s := newSite(t, Options{Base: "/courses/ml/"})
	page, err := pagePolicy(s.files["index.html"].raw)
	if err != nil {
		t.Fatal(err)
	}
	want := get(s, "GET", "/courses/ml/").Header.Get("Content-Security-Policy")
	for what, policy := range map[string]string{"the page's": page, "what is served with all": want} {
		rules := map[string][]string{}
		for rule := range strings.SplitSeq(policy, "; ") {
			f := strings.Fields(rule)
			if rules[f[0]] != nil {
				t.Errorf("%s: two rules are called %s", what, f[0])
			}
			rules[f[0]] = f[1:]
		}
		for name, want := range map[string]string{"default-src": "'self'", "worker-src": "'self' blob:",
			"object-src": "'none'",
			"base-uri":   "'none'", "form-action": "'self'", "img-src": "'self' data: blob:",
			"connect-src":               "'self' data: blob:",
			"require-trusted-types-for": "'script'", "trusted-types": "pointscape pointscape-hand"} {
			if got := strings.Join(rules[name], " "); got != want {
				t.Errorf("%s: %s is %q, want %q", what, name, got, want)
			}
		}
		// Inline scripts and styles are allowed by their hashes only; no text is evaluated as code, except WebAssembly.
		for _, name := range []string{"script-src", "style-src"} {
			for _, source := range rules[name] {
				if source != "'self'" && source != "'wasm-unsafe-eval'" && !strings.HasPrefix(source, "'sha256-") {
					t.Errorf("%s: %s allows %s", what, name, source)
				}
			}
		}
		if len(rules) != 11 || strings.Contains(policy, "*") || strings.Contains(policy, "http") {
			t.Errorf("%s: the policy %q has %d rules, names another host, or forbids frames", what, policy, len(rules))
		}
	}
	// Each page has its own policy, on any host, and the header allows all inline styles by their hashes.
	for _, f := range s.sorted() {
		if path.Ext(f.path) != ".html" {
			continue
		}
		policy, err := pagePolicy(f.raw)
		if err != nil {
			t.Errorf("%s: %v", f.path, err)
		}
		styles, err := inline(f.raw, "style")
		if err != nil {
			t.Errorf("%s: %v", f.path, err)
		}
		for _, h := range styles {
			if !strings.Contains(want, h) || !strings.Contains(policy, h) {
				t.Errorf("%s: no policy allows its style", f.path)
			}
		}
		for _, rule := range []string{"object-src 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"} {
			if !strings.Contains(policy, rule) {
				t.Errorf("%s: its policy lacks %s", f.path, rule)
			}
		}
		if m := handlers.Find(f.raw); m != nil {
			t.Errorf("%s has %s, which no policy allows", f.path, m)
		}
	}
	for _, target := range []string{"/courses/ml/", "/courses/ml/wasm_exec.js", "/courses/ml/sw.js",
		"/courses/ml/engine.psm", "/courses/ml/nothing", "/"} {
		if got := get(s, "GET", target).Header.Get("Content-Security-Policy"); got != want {
			t.Errorf("%s: the policy is %q, want %q", target, got, want)
		}
	}
}

// handlers matches scripts and styles in attributes, and scripts in addresses.
var handlers = regexp.MustCompile(`<[a-z][^<>]* (?:on[a-z]+=|style=|(?:href|src)="javascript:)[^<>]*>`)

// The files for hosts configure every header that the server sends.
func TestHostFiles(t *testing.T) {
	s := newSite(t, Options{Base: "/courses/ml/", Plain: true})
	dir := t.TempDir()
	if err := s.WriteTo(dir); err != nil {
		t.Fatal(err)
	}
	files := tree(t, dir)
	for name, line := range map[string]string{
		"_headers":            "  %s: %s\n",
		"hosting/nginx.conf":  "add_header %s \"%s\" always;\n",
		"hosting/apache.conf": "Header always set %s \"%s\"\n",
	} {
		text := files[name]
		if !strings.Contains(text, "/courses/ml/") {
			t.Errorf("%s does not name the folder:\n%s", name, text)
		}
		r := get(s, "GET", "/courses/ml/wasm_exec.js")
		for _, h := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
			"Access-Control-Allow-Origin"} {
			want := strings.Replace(strings.Replace(line, "%s", h, 1), "%s", r.Header.Get(h), 1)
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
		if _, served := s.files[name]; served {
			t.Errorf("%s is served as a part of the site", name)
		}
	}
	for ext, ctype := range contentTypes {
		ctype, _, _ = strings.Cut(ctype, ";")
		if want := ctype + " " + ext[1:] + ";"; !strings.Contains(files["hosting/nginx.conf"], want) {
			t.Errorf("nginx is not told %q", want)
		}
		if want := "AddType " + ctype + " " + ext + "\n"; !strings.Contains(files["hosting/apache.conf"], want) {
			t.Errorf("Apache is not told %q", want)
		}
	}
	if !strings.Contains(files[listing], filepath.ToSlash("hosting/nginx.conf")) {
		t.Error("the next build would not know that it wrote these files")
	}
}

func TestPolicyMustStandInThePage(t *testing.T) {
	for _, page := range []string{
		"<html></html>",
		strings.Repeat(`<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`, 2),
	} {
		if p, err := pagePolicy([]byte(page)); err == nil {
			t.Errorf("%q has the policy %q", page, p)
		}
	}
	if p, err := pagePolicy(
		[]byte(`<meta http-equiv="Content-Security-Policy" content="default-src &#39;self&#39;">`)); err != nil ||
		p != "default-src 'self'" {
		t.Errorf("got %q, %v", p, err)
	}
}
