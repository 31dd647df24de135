package course

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/json"
)

// written are the elements, with their attributes, that package course may write.
var written = map[string]string{
	"h3": "", "h4": "", "h5": "", "p": "", "ul": "", "ol": "", "li": "", "blockquote": "", "pre": "", "code": "",
	"strong": "", "em": "", "a": "href target rel", "div": "class", "math": "display alttext aria-label", "mrow": "",
	"mi": "mathvariant",
	"mn": "", "mo": "form stretchy fence lspace rspace minsize maxsize", "mtext": "", "mspace": "width",
	"mfrac": "linethickness",
	"msqrt": "", "mroot": "", "msub": "", "msup": "", "msubsup": "", "munder": "", "mover": "accent", "munderover": "",
	"mtable": "class", "mtr": "", "mtd": "",
}

// harmless returns an error for HTML that is more than formatted text. An XML parser, which is independent of this
// package, finds the elements.
func harmless(html string) error {
	// XML forbids these control characters, which are harmless in HTML.
	html = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff || r == 0xfffd {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(html, "_"))
	d := xml.NewDecoder(strings.NewReader("<x>" + html + "</x>"))
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "x" {
				continue
			}
			known, ok := written[e.Name.Local]
			if !ok || e.Name.Space != "" {
				return fmt.Errorf("<%s> is none of ours", e.Name.Local)
			}
			for _, a := range e.Attr {
				if !slices.Contains(strings.Fields(known), a.Name.Local) || a.Name.Space != "" {
					return fmt.Errorf("<%s %s=%q> is none of ours", e.Name.Local, a.Name.Local, a.Value)
				}
				if a.Name.Local != "href" {
					continue
				}
				if strings.HasPrefix(a.Value, "https://") || strings.HasPrefix(a.Value, "http://") {
					continue
				}
				ours := strings.HasPrefix(a.Value, "./") || strings.HasPrefix(a.Value, "?")
				to, err := url.Parse(a.Value)
				if err != nil && ours {
					continue // invalid, but on this site
				}
				if err != nil || strings.ContainsFunc(a.Value, func(r rune) bool { return r <= ' ' }) ||
					to.Scheme != "" || to.Host != "" || strings.HasPrefix(a.Value, "/") || strings.HasPrefix(a.Value, "\\") {
					return fmt.Errorf("a link leads to %q", a.Value)
				}
			}
		case xml.CharData:
		case xml.EndElement:
		default:
			return fmt.Errorf("%T %v", token, token)
		}
	}
}

// attacks are texts that would do harm if they were taken for HTML, an attribute, a script or a URL.
var attacks = []string{
	`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `<svg/onload=alert(1)>`, `<svg><script href=data:,a />`,
	`<math><mtext><table><mglyph><style><img src onerror=alert(1)>`, `</p></div><iframe src=//a.example></iframe>`,
	`<a href="javascript:alert(1)">a</a>`, `<!--<img src="--><img src=x onerror=alert(1)//">`, `<![CDATA[<script>]]>`,
	`<?xml version="1.0"?>`, `&lt;script&gt;`, `&#60;script&#62;alert(1)&#60;/script&#62;`, `&#x3c;b onclick=a&#x3e;`,
	`"><script>alert(1)</script>`, `' onmouseover='alert(1)`, `" autofocus onfocus="alert(1)`, "` onerror=alert(1) `",
	"<scr\x00ipt>alert(1)</script>", "＜script＞alert(1)＜/script＞", "\u202e<script>\u202c", "\ufeff<script>", "\xff<b>\xfe",
	"<style>@import '//a.example/x.css'</style>", `<link rel=stylesheet href=//a.example>`, `<base href=//a.example/>`,
	`<meta http-equiv=refresh content="0;url=//a.example">`, `<form action=//a.example><input name=a>`,
	"```\n</code></pre><script>alert(1)</script>\n```", "`</code><script>alert(1)</script>`", "# <img src=x>",
	"- <script>\n  - </ul><script>", "> </blockquote><script>", "**<b>** *<i onclick=a>*", `\<script\>alert(1)`,
	`$<script>$`, `$\text{</mtext></math><script>alert(1)</script>}$`, `$\operatorname{<img src=x onerror=alert(1)>}$`,
	`$"onclick="a$`, `$\mathbb{<script>}$`, `$\text{&lt;img&gt;}$`, "$$\n</math><img src=x onerror=alert(1)>\n$$",
	`$\left<a\right>$`, `$\hat{"><b}$`, `$x' onclick='a$`, `$\begin{cases}<b&>\\"\end{cases}$`, `$\text{$`,
	`$\href{javascript:alert(1)}{a}$`, `$\includegraphics{//a.example/x.png}$`, `$\style{background:url(//a.example)}{a}$`,
	`[a](javascript:alert(1))`, `[a](JaVaScRiPt:alert(1))`, "[a](java\tscript:alert(1))", "[a](java\nscript:alert(1))",
	`[a](&#106;avascript:alert(1))`, `[a](&Tab;javascript:alert(1))`, "[a](\x01javascript:alert(1))",
	"[a](\u00a0javascript:a)",
	`[a](data:text/html,<script>alert(1)</script>)`, `[a](vbscript:msgbox)`, `[a](blob:https://a.example/1)`,
	`[a](//a.example)`, `[a](\\a.example)`, `[a](/\a.example)`, `[a](///a.example)`, `[a](file:///etc/passwd)`,
	`[a](https://a.example" onclick="alert(1))`, `[a](https://a.example' onclick=alert(1))`, `[a](https://a><script>)`,
	`[a](https://a.example&quot;onclick=a)`, `[<img src=x>](https://a.example)`, `[a](./javascript:alert(1))`,
	`[a](./..//a.example)`, `[a](methods.html:javascript:a)`, `[a](methods.html"onclick="a)`, `[a](?course=a"onclick="b)`,
	`[a](?course=a&deck=//a.example/x.json)`, `[a](?course=<script>)`, `[a](ｊavascript:alert(1))`, `[a](http://[::1)`,
	`![a](//a.example/x.png)`, `![a](https://a.example/x.png)`, `<https://a.example>`, `[a]: javascript:alert(1)`,
	`[a](https:javascript:alert(1))`, "[a](\u2028//a.example)", `[a](https:/\a.example)`, `[**a](javascript:b)**`,
	"[a](https://a.example\u2028)",
}

// No text of a course or a deck, in any field, is more than text after its conversion, from the file to what the page
// receives.
func TestAttacksAreTexts(t *testing.T) {
	quoted := func(s string) string {
		b, err := json.Marshal(strings.ToValidUTF8(s, "?"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	set := 0
	for _, attack := range attacks {
		if html, err := Set(attack); err == nil {
			if err := harmless(html); err != nil {
				t.Errorf("%q became %s: %v", attack, html, err)
			}
		}
		for _, at := range []string{`"Two"`, `"What?"`, `"Do."`, `"So."`, `"Try."`, `"yes"`, `"b"`, `"Margins"`,
			`"The widest street"`} {
			if !strings.Contains(small, at) {
				t.Fatalf("%s is not in the course", at)
			}
			text := strings.Replace(small, at, quoted(attack), 1)
			text = strings.Replace(text, `"title"`, `"basis": `+quoted(attack)+`, "line": `+quoted(attack)+`, "summary": "s", "lang": "en", "title"`, 1)
			made, err := Answer("set", text)
			if err != nil {
				if len(err.Error()) > 1000 {
					t.Errorf("%q in %s: an error of %d bytes", attack, at, len(err.Error()))
				}
				continue // only this error is shown
			}
			var c Course
			if err := json.Unmarshal([]byte(made), &c); err != nil {
				t.Fatal(err)
			}
			set++
			texts(reflect.ValueOf(c), "", func(field, html string) {
				if err := harmless(html); err != nil {
					t.Errorf("%q: %s became %s: %v", attack, field, html, err)
				}
			})
		}
	}
	if set < 3*len(attacks) {
		t.Errorf("only %d courses of %d attacks were set", set, len(attacks))
	}
}

// plain are the fields of a course that are shown as plain text, or parsed, by the page.
var plain = []string{"ID", "Title", "Line", "Document", "Course", "Lang", "Basis", "Kind", "Set", "Controls", "Facts",
	"Lock", "Rows", "Answer", "Check", "Solution", "Wrong"}

// texts finds all HTML in a course.
func texts(v reflect.Value, field string, found func(field, html string)) {
	switch v.Kind() {
	case reflect.String:
		if !slices.Contains(plain, field) {
			found(field, v.String())
		}
	case reflect.Slice:
		for i := range v.Len() {
			texts(v.Index(i), field, found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			texts(v.Field(i), v.Type().Field(i).Name, found)
		}
	}
}

// harmless detects harmful HTML.
func TestHarmIsSeen(t *testing.T) {
	for _, html := range []string{`<script>a</script>`, `<p onclick="a">b</p>`, `<p>a`, `<a href="javascript:a">b</a>`,
		`<a href=" https://a">b</a>`, `<img src="x"/>`, `<!-- a -->`, `<p><b>a</p></b>`, `<svg:a/>`, `a < b`,
		`<a href="//a.example">b</a>`} {
		if harmless(html) == nil {
			t.Errorf("%s is taken for harmless", html)
		}
	}
	if err := harmless(`<p>a &lt; b <a href="https://a.example">c</a></p>`); err != nil {
		t.Error(err)
	}
}
