package site

import (
	"bytes"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// Handler serves the site under its base path. It looks files up by name in the site and never opens a file by a
// requested name, so no directory can be listed and no path can escape.
func (s *Site) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for _, line := range s.headers() {
			h.Set(line.name, line.value)
		}

		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are served here", http.StatusMethodNotAllowed)
			return
		}
		if strings.Count(r.Header.Get("Range"), ",") >= maxRanges {
			r.Header.Del("Range") // each part has its own header, so that many parts would be longer than the file
		}
		name, under := strings.CutPrefix(r.URL.Path, s.base)
		if !under && (r.URL.Path == "/" || r.URL.Path+"/" == s.base) {
			http.Redirect(w, r, s.base, http.StatusFound)
			return
		}
		if under && name == "" {
			name = "index.html"
		}
		f, ok := s.files[name]
		var data []byte // compressed form, if it is requested by its own name
		ctype := "application/octet-stream"
		if !ok {
			if plain, is := strings.CutSuffix(name, ".br"); is && s.files[plain] != nil {
				f, data = s.files[plain], s.files[plain].br
			}
			if plain, is := strings.CutSuffix(name, ".gz"); is && s.files[plain] != nil {
				f, data, ctype = s.files[plain], s.files[plain].gz, "application/gzip"
			}
			ok = data != nil
		}
		if !ok && under && s.snapshots != nil {
			made, err := s.snapshots.file(name)
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			f, ok = made, made != nil
		}
		if !ok || !under {
			s.notFound(w, r)
			return
		}

		// The content at an address with its hash never changes. All other addresses are revalidated each time, which
		// costs a 304 response.
		if r.URL.Query().Get("v") == f.version() {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			h.Set("Cache-Control", "no-cache")
		}
		if data != nil {
			h.Set("ETag", `"`+f.version()+path.Ext(name)+`"`)
			h.Set("Content-Type", ctype)
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
			return
		}
		serve(w, r, f)
	})
}

// serve answers with f in the encoding that the client prefers. Ranges always refer to the uncompressed file.
func serve(w http.ResponseWriter, r *http.Request, f *file) {
	h := w.Header()
	data, tag := f.raw, f.version()
	if f.br != nil || f.gz != nil {
		h.Set("Vary", "Accept-Encoding")
		if r.Header.Get("Range") == "" {
			switch encoding(r.Header.Get("Accept-Encoding"), f.br != nil, f.gz != nil) {
			case "br":
				data, tag = f.br, tag+"-br"
				h.Set("Content-Encoding", "br")
			case "gzip":
				data, tag = f.gz, tag+"-gz"
				h.Set("Content-Encoding", "gzip")
			}
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	h.Set("Content-Type", f.ctype)
	if h.Get("Content-Encoding") != "" {
		h.Set("Content-Length", strconv.Itoa(len(data))) // ServeContent omits it if there is a Content-Encoding
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

func (s *Site) notFound(w http.ResponseWriter, r *http.Request) {
	page := s.files["404.html"].raw
	w.Header().Set("Content-Type", contentTypes[".html"])
	w.Header().Set("Content-Length", strconv.Itoa(len(page)))
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		w.Write(page)
	}
}

// encoding returns the content coding, "br", "gzip" or "", that an Accept-Encoding header prefers (RFC 9110, 12.5.3)
// among those available: the one with the highest weight, brotli if they are equal.
func encoding(accept string, br, gz bool) string {
	weight := map[string]float64{}
	for part := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(part, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		q := 1.0
		if v, ok := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(params), " ", ""), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(v, 64); err != nil {
				q = 0
			}
		}
		weight[name] = q
	}
	of := func(name string) float64 {
		if q, ok := weight[name]; ok {
			return q
		}
		return weight["*"]
	}
	best, q := "", 0.0
	if br && of("br") > q {
		best, q = "br", of("br")
	}
	if gz && of("gzip") > q {
		best = "gzip"
	}
	return best
}
