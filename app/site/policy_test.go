package site

import (
	"path/filepath"
	"strings"
	"testing"
)

// Whatever is served carries the policy that stands in the page, errors too: a
// worker, or a page in a frame, has no other.
func TestPolicyIsServed(t *testing.T) {
	s := newSite(t, Options{Base: "/courses/ml/"})
	want, err := pagePolicy(s.files["index.html"].raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"default-src 'self'", "'wasm-unsafe-eval'", "object-src 'none'"} {
		if !strings.Contains(want, part) {
			t.Errorf("the policy %q lacks %s", want, part)
		}
	}
	if strings.Contains(want, "*") || strings.Contains(want, "http") || strings.Contains(want, "frame-ancestors") {
		t.Errorf("the policy %q names another host, or forbids frames", want)
	}
	for _, target := range []string{"/courses/ml/", "/courses/ml/wasm_exec.js", "/courses/ml/sw.js",
		"/courses/ml/engine.wasm", "/courses/ml/nothing", "/"} {
		if got := get(s, "GET", target).Header.Get("Content-Security-Policy"); got != want {
			t.Errorf("%s: the policy is %q, want %q", target, got, want)
		}
	}
}

// Hosts are told to send every header that serve sends.
func TestHostFiles(t *testing.T) {
	s := newSite(t, Options{Base: "/courses/ml/"})
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
