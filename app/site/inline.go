package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// inlineHash stands in a page's policy for the hashes of the scripts in the page.
const inlineHash = "sha256-of-the-inline-script"

// allowInline puts the hashes of a page's inline scripts into its policy: without
// them, browsers would not run the scripts (CSP Level 3, section 6.7.3.3).
func allowInline(page []byte) ([]byte, error) {
	var hashes []string
	for rest := page; ; {
		_, script, ok := bytes.Cut(rest, []byte("<script>"))
		if !ok {
			break
		}
		script, after, closed := bytes.Cut(script, []byte("</script>"))
		if !closed {
			return nil, errors.New("a page's script has no end")
		}
		sum := sha256.Sum256(script)
		hashes = append(hashes, "sha256-"+base64.StdEncoding.EncodeToString(sum[:]))
		rest = after
	}
	switch allowed := bytes.Contains(page, []byte(inlineHash)); {
	case allowed != (len(hashes) > 0):
		return nil, errors.New("a page has inline scripts if its policy says so, and only then")
	case !allowed:
		return page, nil
	}
	return bytes.ReplaceAll(page, []byte(inlineHash), []byte(strings.Join(hashes, "' '"))), nil
}
