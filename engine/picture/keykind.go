package picture

import (
	"strconv"
	"strings"
)

// KeyKind is a kind of object that shapes stand for, such as the nodes of a tree. The keys of these objects (see Spot)
// consist of a prefix and whole numbers: "n12", "u1.3".
type KeyKind struct {
	Begins string
	From   int    // added to the numbers: 1 where users count from 1
	Sep    string // separator between numbers; "" = "."
}

func (k KeyKind) sep() string {
	if k.Sep == "" {
		return "."
	}
	return k.Sep
}

// Key returns the key of the object with these numbers.
func (k KeyKind) Key(n ...int) string {
	b := make([]byte, 0, 24)
	b = append(b, k.Begins...)
	for i, x := range n {
		if i > 0 {
			b = append(b, k.sep()...)
		}
		b = strconv.AppendInt(b, int64(x+k.From), 10)
	}
	return string(b)
}

// Keys returns the keys of the numbers from 0 to n−1.
func (k KeyKind) Keys(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = k.Key(i)
	}
	return keys
}

// Numbers parses a key written by Key into exactly len(n) numbers; ok is false for any other key.
func (k KeyKind) Numbers(key string, n ...*int) (ok bool) {
	rest, ok := strings.CutPrefix(key, k.Begins)
	for i, to := range n {
		var text string
		if i == len(n)-1 {
			text = rest
		} else if text, rest, _ = strings.Cut(rest, k.sep()); text == "" {
			return false
		}
		x, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(x) != text {
			return false
		}
		*to = x - k.From
	}
	return ok
}

// Number parses a key with one number, 0 <= n < below.
func (k KeyKind) Number(key string, below int) (n int, ok bool) {
	ok = k.Numbers(key, &n) && n >= 0 && n < below
	return n, ok
}
