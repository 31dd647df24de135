// Package html escapes texts for HTML as the standard library's package of that name does. That one has a table of the
// names of 2,231 characters, which every program with it links, whether it reads them or not (Go 1.26).
package html

import "strings"

var escapes = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// EscapeString returns a text as it stands in HTML, between tags and in the quotes of attributes.
func EscapeString(s string) string { return escapes.Replace(s) }
