package ui

import "testing"

// A deck must be on the page's own host: no spelling of an address may lead to another one, by the rules of browsers
// (URL Standard, section 4.4).
func TestDecksLieOnTheSameHost(t *testing.T) {
	const here = "https://ml.example:8000/courses/?deck=a#b"
	for _, to := range []string{"a.json", "./a.json", "../a.json", "/a.json", "a/b.json?c=d", "//ml.example:8000/a.json",
		"https://ml.example:8000/a.json", "a//b.json", "%2F/a.json"} {
		if !onHost(to, here) {
			t.Errorf("%q is not taken", to)
		}
	}
	for _, to := range []string{"//a.example/x.json", "///a.example/x.json", "////a.example", `/\a.example/x.json`,
		`\\a.example/x.json`, `\/a.example`, "https://a.example/x.json", "https:///a.example/x.json", "https:/a.example",
		"https:a.example/x", `https:\\a.example/x.json`, "http://ml.example:8000/a.json", "//ml.example/a.json",
		"/\t/a.example/x",
		" //a.example/x", "\n//a.example", "//a.example ", "data:application/json,{}", "blob:https://ml.example:8000/1",
		"javascript:1",
		"//ml.example:8000@a.example/x", "https://ml.example:8000@a.example/", "//ml.example:8000.a.example",
		"file:///etc/passwd",
		"//[::1", "%", "\x00//a.example"} {
		if onHost(to, here) {
			t.Errorf("%q is taken", to)
		}
	}
	if onHost("file:///etc/passwd", "file:///home/a/one.html") {
		t.Error("a file of the disk is taken")
	}
}
