package site

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// hostFiles returns the files that WriteTo adds for web hosts: configurations that make them send the headers that
// Handler sends. The site works without them, but then no policy binds its workers. They are not part of the site: no
// page requests them.
func (s *Site) hostFiles() map[string]string {
	return map[string]string{
		"_headers":            s.headersFile(),
		"hosting/nginx.conf":  s.nginx(),
		"hosting/apache.conf": s.apache(),
	}
}

// headersFile returns a file that Netlify, Cloudflare Pages and similar hosts read if it is in the root folder of what
// they serve.
func (s *Site) headersFile() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s*\n", s.base)
	for _, h := range s.headers() {
		fmt.Fprintf(&b, "  %s: %s\n", h.name, h.value)
	}
	return b.String()
}

func (s *Site) nginx() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# For nginx, inside the server that shows Pointscape at %[1]s:
#     include /the/path/of/this/file;
location %[1]s {
	index index.html;
	error_page 404 %[1]s404.html;
	charset utf-8;
	charset_types text/css text/csv text/javascript text/markdown text/plain;
	types {
`, s.base)
	for _, ext := range slices.Sorted(maps.Keys(contentTypes)) {
		ctype, _, _ := strings.Cut(contentTypes[ext], ";")
		fmt.Fprintf(&b, "\t\t%s %s;\n", ctype, ext[1:])
	}
	b.WriteString(`	}
	gzip_static on; # the .gz beside each file
	gzip_vary on;
	# brotli_static on; # the .br, where nginx has the module ngx_brotli
	add_header Cache-Control no-cache always; # asked again each time, which costs a 304
`)
	for _, h := range s.headers() {
		fmt.Fprintf(&b, "\tadd_header %s %q always;\n", h.name, h.value)
	}
	b.WriteString("}\n")
	return b.String()
}

func (s *Site) apache() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# For Apache httpd with mod_headers: inside the <Directory> of this folder, or,
# where the host allows it (AllowOverride FileInfo), as .htaccess in this folder.
ErrorDocument 404 %s404.html
AddDefaultCharset utf-8
`, s.base)
	for _, ext := range slices.Sorted(maps.Keys(contentTypes)) {
		ctype, charset, _ := strings.Cut(contentTypes[ext], "; charset=")
		fmt.Fprintf(&b, "AddType %s %s\n", ctype, ext)
		if charset != "" {
			fmt.Fprintf(&b, "AddCharset %s %s\n", charset, ext)
		}
	}
	fmt.Fprintf(&b, `Header always set Cache-Control no-cache
# What mod_deflate packs, it marks so that it is never found to be unchanged, and comes again with each visit.
RequestHeader edit* If-None-Match "-gzip\"" "\""
# With mod_rewrite, and Options FollowSymLinks, take the # away: then the .br beside a file is sent,
# which is two fifths shorter than what mod_deflate makes.
#RemoveType .gz
#AddEncoding br .br
#AddEncoding gzip .gz
#RewriteEngine On
#RewriteBase %[1]s
#RewriteCond %%{HTTP:Accept-Encoding} \bbr\b
#RewriteCond %%{REQUEST_FILENAME}.br -f
#RewriteRule ^(.+)$ $1.br [L]
#Header merge Vary Accept-Encoding
`, s.base)
	for _, h := range s.headers() {
		fmt.Fprintf(&b, "Header always set %s %q\n", h.name, h.value)
	}
	return b.String()
}
