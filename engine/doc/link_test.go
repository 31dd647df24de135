package doc

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
)

// pack deflates and encodes anything.
func pack(t testing.TB, b []byte) string {
	var z bytes.Buffer
	w, err := flate.NewWriter(&z, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(z.Bytes())
}

func TestDecodeLinkErrors(t *testing.T) {
	good, err := EncodeLink(full())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, in, field, says string }{
		{"empty", "", "link", "nothing"},
		{"hash only", "#", "link", "nothing"},
		{"wrong alphabet", good[:10] + "!" + good[10:], "link", "position 11"},
		{"cut off", good[:len(good)/8*4], "link", "incomplete"},
		{"not deflated", base64.RawURLEncoding.EncodeToString([]byte("\xff\xff\xff\xff")), "link", "decompressed"},
		{"more behind", base64.RawURLEncoding.EncodeToString(append(raw, 1, 2, 3)), "link", "3 bytes after"},
		{"bomb", pack(t, make([]byte, 4*MaxBytes)), "link", "at most 16 MB"},
		{"too long", strings.Repeat("A", 2*MaxBytes), "link", "at most 16 MB long; got 24.0 MB"},
		{"no JSON", pack(t, []byte("hello")), "link", "inside"},
		{"document at fault", pack(t, []byte(`{"method":"knn","seed":-1}`)), "seed", "got -1"},
	} {
		_, err := DecodeLink(c.in)
		var e *Error
		if !errors.As(err, &e) || e.Field != c.field || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Mails, chats and newsletters add text to links.
var endings = []string{".", ",", ")", ").", ";", ":", "!", "?", "]", "}", ">", "'", `"`, "”", "»", "…", "*", "**", "~~",
	"|",
	"`", "=", "==", " ", "\n", "\r\n", "\u00a0", "\u200b", "。", "%29", "%2E", "%20", "%E2%80%9D.", "%C2%A0", "_", "__",
	"-", "_)", "&", "&utm_source=x", "?utm_source=x", "&amp;utm_source=x&amp;utm_medium=y", "&fbclid=IwAR0abc-_",
	"&gclid=x).", "?mc_cid=1&mc_eid=2", "%26utm_source=x"}

// Documents of many lengths are tested, because the last characters of a link depend on the length.
func TestEndings(t *testing.T) {
	for n := range 12 {
		d := randomDocument(n)
		d.Title = strings.Repeat("a", n)
		link, err := EncodeLink(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range endings {
			for _, before := range []string{"", "#", "https://your.host/?embed=1#"} {
				if got, err := DecodeLink(before + link + end); err != nil || !same(got, d) {
					t.Errorf("%d points, %q behind: %v", n, end, err)
				}
			}
			if text, err := UnpackText(strings.TrimRight(link+end, " \n\r"), MaxBytes); strings.Trim(end, "-_ \n\r") == "" &&
				(err != nil || len(text) == 0) {
				t.Errorf("%d points, %q behind: %v", n, end, err)
			}
		}
		// Text that may have a meaning is reported or rejected; damaged links are not repaired.
		for _, end := range []string{"&C=5", "&step=3", ".More", "%20and more", "&utm_source", "&clid", "😀", "/x",
			"&page=2&utm_source=x"} {
			if _, err := DecodeLink(link + end); err == nil || !strings.Contains(err.Error(), "nothing after it; got") {
				t.Errorf("%q behind: %v", end, err)
			}
			got, left, err := SalvageLink(link + end)
			if err != nil || !same(got, d) || len(left) != 1 || left[0].Field != "link" {
				t.Errorf("%q behind: %v, %v", end, left, err)
			}
		}
		for _, wrong := range []string{link[:len(link)-4] + ".", link[:len(link)-4] + "." + link[len(link)-4:], link + "AAAA",
			link + "____", "." + link} {
			if _, _, err := SalvageLink(wrong); err == nil {
				t.Errorf("…%s is opened", wrong[max(0, len(wrong)-12):])
			}
		}
	}
}

// A drawing of some twenty points must fit in a chat message.
func TestLinkLength(t *testing.T) {
	d := randomDocument(20)
	for i := range d.Points {
		p := &d.Points[i]
		p.X, p.Y = float64(int(p.X*1000))/1000, float64(int(p.Y*1000))/1000
	}
	s, err := EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	if len(s) > 400 {
		t.Errorf("%d characters for 20 points with 3 decimals", len(s))
	}
}

func FuzzDecodeLink(f *testing.F) {
	good, err := EncodeLink(full())
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"", "#", good, "#" + good, good + "==", good[:20], "https://example.org/#" + good, "AAAA",
		"\x00", "_-_-",
		pack(f, []byte(`{"method":"a","points":[[1,2]]}`)), pack(f, nil), pack(f, make([]byte, 1<<16))} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := DecodeLink(s)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Field == "" || e.Want == "" {
				t.Fatalf("not a full *Error: %#v", err)
			}
			return
		}
		link, err := EncodeLink(d)
		if err != nil {
			t.Fatal(err)
		}
		d2, err := DecodeLink("#" + link)
		if err != nil || !same(d, d2) {
			t.Fatalf("%v: %+v became %+v", err, d, d2)
		}
	})
}

func BenchmarkEncodeLink100k(b *testing.B) {
	d := randomDocument(MaxPoints)
	for b.Loop() {
		if _, err := EncodeLink(d); err != nil {
			b.Fatal(err)
		}
	}
}
