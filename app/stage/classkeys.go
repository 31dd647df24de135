package stage

import (
	"strings"

	"pointscape/engine/doc"
)

// classKeys are the keys that choose the classes, in order: the digits, then letters that the stage does not use
// otherwise.
const classKeys = "123456789ABC"

// ClassKeys is the description of these keys for the user.
const ClassKeys = "1 to 9 and A to C"

// NoClassKey is the key that chooses no class.
const NoClassKey = "0"

// Documents have as many classes as there are keys.
var _ [len(classKeys)]struct{} = [doc.MaxClass + 1]struct{}{}

// ClassKey returns the key that chooses the class with an id.
func ClassKey(id int) string {
	if id < 0 {
		return NoClassKey
	}
	return classKeys[id : id+1]
}

// IsClassKey reports whether a key, named as by KeyboardEvent.key, chooses a class or none.
func IsClassKey(key string) bool {
	return len(key) == 1 && strings.Contains(NoClassKey+classKeys, strings.ToUpper(key))
}

// classOf returns the class that such a key chooses.
func classOf(key string) int {
	if key == NoClassKey {
		return doc.Unlabeled
	}
	return strings.Index(classKeys, strings.ToUpper(key))
}
