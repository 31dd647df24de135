package doc

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"testing"

	"pointscape/engine/words"
)

// A link with other data inside is refused in every language in the same way: a position in its JSON is not told.
func TestLinkInLanguage(t *testing.T) {
	var z bytes.Buffer
	w, _ := flate.NewWriter(&z, flate.BestSpeed)
	if _, err := w.Write([]byte("{x")); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	words.Speak(&words.Language{Tag: "la", Texts: map[string]string{"line %d, column %d": "versus %d, columna %d"}})
	defer words.Speak(nil)
	_, err := DecodeLink(base64.RawURLEncoding.EncodeToString(z.Bytes()))
	var e *Error
	if !errors.As(err, &e) || e.Field != "link" {
		t.Errorf("the error is %v", err)
	}
}
