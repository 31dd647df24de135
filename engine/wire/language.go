package wire

import (
	"pointscape/engine/json"
	"pointscape/engine/words"
)

// ReadLanguage reads the file of a language's words, which the build of the site writes beside the programs.
func ReadLanguage(text []byte) (*words.Language, error) {
	l := &words.Language{}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, err
	}
	return l, nil
}
