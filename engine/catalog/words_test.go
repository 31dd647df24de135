//go:build !js

package catalog

import (
	"testing"

	"pointscape/engine/dataset"
	"pointscape/engine/methodtest"
)

// What data sets say of themselves. Methods' words are held by the suite.
func TestDatasetsSpeakInSentences(t *testing.T) {
	t.Parallel()
	for _, d := range dataset.All() {
		if err := methodtest.Phrase(d.Label); err != nil {
			t.Errorf("%s's label: %v", d.Name, err)
		}
		if err := methodtest.Sentence(d.Help); err != nil {
			t.Errorf("%s's help: %v", d.Name, err)
		}
	}
}
