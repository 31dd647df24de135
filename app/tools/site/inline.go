package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// inlineHash is a placeholder in a page's policy for the hashes of its inline scripts, inlineStyle for those of its
// inline styles.
const (
	inlineHash  = "sha256-of-the-inline-script"
	inlineStyle = "sha256-of-the-inline-style"
)

// inline returns the hashes of the content of all elements with this name, script or style, in a page. A policy must
// list them, or browsers don't run or apply these elements (CSP Level 3, section 6.7.3.3).
func inline(page []byte, element string) (hashes []string, err error) {
	for rest := page; ; {
		_, text, ok := bytes.Cut(rest, []byte("<"+element+">"))
		if !ok {
			return hashes, nil
		}
		text, after, closed := bytes.Cut(text, []byte("</"+element+">"))
		if !closed {
			return nil, errors.New("a page's " + element + " has no end")
		}
		sum := sha256.Sum256(text)
		hashes = append(hashes, "sha256-"+base64.StdEncoding.EncodeToString(sum[:]))
		rest = after
	}
}

// allowInline replaces the placeholders in a page's policy by the hashes of its inline scripts and styles.
func allowInline(page []byte) ([]byte, error) {
	for _, x := range []struct{ element, hash string }{{"script", inlineHash}, {"style", inlineStyle}} {
		hashes, err := inline(page, x.element)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(page, []byte(x.hash)) != (len(hashes) > 0) {
			return nil, errors.New("a page has an inline " + x.element + " if its policy says so, and only then")
		}
		page = bytes.ReplaceAll(page, []byte(x.hash), []byte(strings.Join(hashes, "' '")))
	}
	return page, nil
}

// strict is the policy of pages without a policy of their own: they are read only, and their scripts are files of the
// site.
const strict = "default-src 'self'; style-src 'self' '" + inlineStyle + "'; img-src 'self' data:; object-src 'none'; " +
	"base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

var charset = []byte("<meta charset=\"utf-8\">\n")

// bound returns a page with a policy, its own or the strict one, that allows its inline scripts and styles.
func bound(page []byte) ([]byte, error) {
	if policyTag.Match(page) {
		return allowInline(page)
	}
	if bytes.Count(page, charset) != 1 {
		return nil, errors.New("a page must have one line " + strings.TrimSpace(string(charset)))
	}
	policy := strict
	if !bytes.Contains(page, []byte("<style>")) {
		policy = strings.Replace(strict, " '"+inlineStyle+"'", "", 1)
	}
	tag := fmt.Appendf(nil, "  <meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", policy)
	return allowInline(bytes.Replace(page, charset, slices.Concat(charset, tag), 1))
}
