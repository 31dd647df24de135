package wire

import (
	"pointscape/engine/json"
	"pointscape/engine/words"
)

// ReadLanguage decodes the file of a language's texts, which the build of the site writes beside the programs.
func ReadLanguage(text []byte) (*words.Language, error) {
	l := &words.Language{}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, err
	}
	return l, nil
}
