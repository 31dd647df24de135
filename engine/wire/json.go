package wire

import "pointscape/engine/json"

// Nothing is the head of messages without content.
type Nothing struct{}

// Append appends a head as JSON, with null for numbers that are not finite. A head that can't be encoded is a bug of
// its method, which methodtest finds: Append panics.
func Append(b []byte, head any) []byte {
	b, err := json.AppendNull(b, head)
	if err != nil {
		panic("wire: " + err.Error())
	}
	return b
}

// Parse decodes the head of a message.
func Parse[Head any](text string) (head Head, err error) {
	err = json.UnmarshalString(text, &head)
	return head, err
}
