//go:build hosts

package e2e

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	tcp "net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

// notFound matches the fault of a missing page.
var notFound = regexp.MustCompile("404")

// nginxConf and apacheConf are configurations of hosts as set up by Debian's packages, with one site and the files that
// the build writes for hosts.
const nginxConf = `user www-data; daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log; events {}
http {
	include /etc/nginx/mime.types; default_type application/octet-stream; sendfile on; gzip on; access_log off;
	client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/fastcgi; uwsgi_temp_path %[1]s/uwsgi; scgi_temp_path %[1]s/scgi;
	server { listen 127.0.0.1:%[2]d; root %[1]s/www; include %[1]s/www/courses/ml/hosting/nginx.conf; }
}
`

const apacheConf = `ServerName localhost
ServerRoot /etc/apache2
PidFile %[1]s/apache.pid
ErrorLog %[1]s/error.log
DefaultRuntimeDir %[1]s
User www-data
Group www-data
Listen 127.0.0.1:%[2]d
IncludeOptional mods-enabled/*.load
IncludeOptional mods-enabled/*.conf
<IfModule !mod_headers.c>
LoadModule headers_module /usr/lib/apache2/modules/mod_headers.so
</IfModule>
DocumentRoot %[1]s/www
<Directory %[1]s/www>
	Options Indexes FollowSymLinks
	Require all granted
</Directory>
<Directory %[1]s/www/courses/ml>
	%[3]s
</Directory>
`

// TestHostsOfDebian tests the site under a path on web servers from Debian's packages, with the files that the build
// writes for them. It needs both servers, so it is compiled only for "make hosts".
func TestHostsOfDebian(t *testing.T) {
	s, err := siteOf(Options{Base: "/courses/ml/", ServiceWorker: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []struct {
		name, config string
		rewrite      bool // with the commented part of the file enabled
		packs        string
	}{
		{"nginx", "", false, "gzip"},
		{"apache2", "Include %s/www/courses/ml/hosting/apache.conf", false, "gzip"},
		{"apache2", "AllowOverride FileInfo", false, "gzip"}, // the file is used as .htaccess
		{"apache2", "Include %s/www/courses/ml/hosting/apache.conf", true, "br"},
		{"apache2", "AllowOverride FileInfo", true, "br"},
	} {
		t.Run(fmt.Sprint(host.name, " ", strings.Fields(host.config + " -")[0], " ", host.rewrite), func(t *testing.T) {
			dir, err := os.MkdirTemp("", "hosts-") // readable by other users
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir) })
			p := Start(t, Options{Closed: true})
			p.must(os.Chmod(dir, 0o755))
			site := filepath.Join(dir, "www", "courses", "ml")
			p.must(s.WriteTo(site))
			port := freePort(t)
			config, args := fmt.Sprintf(nginxConf, dir, port), []string{"-c"}
			if host.name == "apache2" {
				include := host.config
				conf := filepath.Join(site, "hosting", "apache.conf")
				b, err := os.ReadFile(conf)
				p.must(err)
				if host.rewrite {
					b = regexp.MustCompile(`(?m)^#(\S)`).ReplaceAll(b, []byte("$1"))
					p.must(os.WriteFile(conf, b, 0o644))
				}
				if strings.Contains(include, "%s") {
					include = fmt.Sprintf(include, dir)
				} else {
					p.must(os.WriteFile(filepath.Join(site, ".htaccess"), b, 0o644))
				}
				config, args = fmt.Sprintf(apacheConf, dir, port, include), []string{"-D", "FOREGROUND", "-f"}
				if host.rewrite {
					config = "LoadModule rewrite_module /usr/lib/apache2/modules/mod_rewrite.so\n" + config
				}
			}
			file := filepath.Join(dir, "host.conf")
			p.must(os.WriteFile(file, []byte(config), 0o644))
			command := exec.Command(host.name, append(args, file)...)
			command.Env = append(os.Environ(), "PATH="+os.Getenv("PATH")+":/usr/sbin", "APACHE_RUN_DIR="+dir, "APACHE_LOG_DIR="+
				dir,
				"APACHE_LOCK_DIR="+dir, "APACHE_PID_FILE="+dir+"/apache.pid")
			said, err := os.Create(filepath.Join(dir, "said")) // not a pipe: a child process could keep it open
			p.must(err)
			command.Stdout, command.Stderr = said, said
			p.must(command.Start())
			end := sync.OnceFunc(func() {
				command.Process.Signal(syscall.SIGTERM)
				command.Wait()
			})
			t.Cleanup(func() {
				end()
				for _, name := range []string{"said", "error.log"} {
					if b, _ := os.ReadFile(filepath.Join(dir, name)); t.Failed() {
						t.Logf("%s says: %s", host.name, b)
					}
				}
			})
			home := fmt.Sprintf("http://127.0.0.1:%d", port)
			for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
				if c, err := tcp.Dial("tcp", strings.TrimPrefix(home, "http://")); err == nil {
					c.Close()
					break
				} else if time.Now().After(end) {
					t.Fatalf("it does not listen: %v", err)
				}
			}
			p.askHost(home, host.packs)

			// In a browser: the page, a method of the whole engine, a missing page and the way back, frames, offline
			// use.
			p.OpenURL(home + "/courses/ml/" + link(t, twoClasses))
			p.WaitReady()
			p.Choose("tree")
			p.WaitReady()
			p.Wait(installed)
			p.OpenURL(home + "/courses/ml/?embed=1&controls=C" + link(t, twoClasses))
			p.WaitReady()
			p.expect = notFound
			p.OpenURL(home + "/courses/ml/no/such/page")
			p.Wait(`document.querySelector("a[href='/courses/ml/']")`)
			end()
			p.OpenURL(home + "/courses/ml/")
			p.WaitReady()
		})
	}
}

// askHost makes requests to a host like a browser, and checks the answers and their headers. packs is the encoding in
// which the host sends programs.
func (p *Page) askHost(home, packs string) {
	t := p.t
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(path string, header ...string) (*http.Response, []byte) {
		t.Helper()
		r, err := http.NewRequest("GET", home+path, nil)
		p.must(err)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w, err := client.Do(r)
		p.must(err)
		defer w.Body.Close()
		b, err := io.ReadAll(w.Body)
		p.must(err)
		return w, b
	}
	s, err := siteOf(Options{Base: "/courses/ml/", ServiceWorker: true})
	p.must(err)
	for _, name := range []string{"", "index.html", "pointscape.psm", "engine.psm?v=x", "wasm_exec.js", "web/app.css",
		"offer.en.json",
		"web/icon.svg", "web/icon-192.png", "web/manifest.webmanifest", "web/tables/iris.csv", "web/embed.html",
		"methods.html", "sw.js"} {
		path := "/courses/ml/" + name
		r, err := http.NewRequest("GET", "http://localhost"+path, nil)
		p.must(err)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		want := w.Result()
		got, body := ask(path)
		if got.StatusCode != 200 || !bytes.Equal(body, w.Body.Bytes()) {
			t.Errorf("%s: %s, %d bytes of %d", path, got.Status, len(body), w.Body.Len())
		}
		for _, h := range []string{"Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
			"Access-Control-Allow-Origin"} {
			if a, b := got.Header.Values(h), want.Header.Values(h); fmt.Sprint(a) != fmt.Sprint(b) {
				t.Errorf("%s: %s is %q, serve says %q", path, h, a, b)
			}
		}
		if c := got.Header.Values("Cache-Control"); len(c) != 1 || c[0] != "no-cache" {
			t.Errorf("%s: cached by %q", path, c)
		}
		// Compressed, and requested again: an unchanged file is not sent again.
		packed, body := ask(path, "Accept-Encoding", "gzip, deflate, br")
		switch e := packed.Header.Get("Content-Encoding"); {
		case e == "gzip" || e == "br" && packs == "br":
			z := io.Reader(brotli.NewReader(bytes.NewReader(body)))
			if e == "gzip" {
				z, err = gzip.NewReader(bytes.NewReader(body))
				p.must(err)
			}
			plain, err := io.ReadAll(z)
			p.must(err)
			if !bytes.Equal(plain, w.Body.Bytes()) {
				t.Errorf("%s: inflated, it has %d bytes of %d", path, len(plain), w.Body.Len())
			}
			if !strings.Contains(packed.Header.Get("Vary"), "Accept-Encoding") {
				t.Errorf("%s: it varies by %q", path, packed.Header.Get("Vary"))
			}
		case e != "":
			t.Errorf("%s: packed by %s", path, e)
		case strings.HasSuffix(path, ".psm") || strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".css"):
			t.Errorf("%s: not packed", path)
		}
		if strings.HasSuffix(path, ".psm") && packed.Header.Get("Content-Encoding") != packs {
			t.Errorf("%s: packed by %q, want %s", path, packed.Header.Get("Content-Encoding"), packs)
		}
		again, body := ask(path, "Accept-Encoding", "gzip, deflate, br", "If-None-Match", packed.Header.Get("ETag"),
			"If-Modified-Since", packed.Header.Get("Last-Modified"))
		if again.StatusCode != 304 || len(body) > 0 {
			t.Errorf("%s: asked again, %s and %d bytes", path, again.Status, len(body))
		}
		if len(again.Header.Values("Content-Security-Policy")) > 1 {
			t.Errorf("%s: asked again, it has two policies", path)
		}
	}
	for path, status := range map[string]int{"/courses/ml/no/such/page": 404, "/courses/ml/nosuch.psm": 404,
		"/courses/ml": 301} {
		got, body := ask(path)
		if got.StatusCode != status {
			t.Errorf("%s: %s", path, got.Status)
		}
		if status == 404 && (!bytes.Contains(body, []byte(`href="/courses/ml/"`)) ||
			got.Header.Get("Content-Security-Policy") == "" ||
			got.Header.Get("Content-Type") != "text/html; charset=utf-8" || got.Header.Get("Cache-Control") != "no-cache") {
			t.Errorf("%s: %v %.200s", path, got.Header, body)
		}
	}
	// The compressed files, which browsers decompress if a host does not compress.
	for _, name := range []string{"pointscape.psm.br", "pointscape.psm.gz"} {
		if got, body := ask("/courses/ml/" + name); got.StatusCode != 200 || len(body) == 0 {
			t.Errorf("%s: %s, %d bytes", name, got.Status, len(body))
		}
	}
}
