package picture

import (
	"strconv"
	"strings"
)

// KeyKind is a kind of things that shapes stand for, such as the nodes of a tree. The keys of its things (see Spot) are
// what they begin with and whole numbers: "n12", "u1.3".
type KeyKind struct {
	Begins string
	From   int    // is added to the numbers: 1 where people count from 1
	Sep    string // stands between numbers; "" = "."
}

func (k KeyKind) sep() string {
	if k.Sep == "" {
		return "."
	}
	return k.Sep
}

// Key is that of the thing with these numbers.
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

// Numbers reads a key as Key has written it, with as many numbers as are asked for; ok is false of any other.
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

// Number reads a key of one number, which is at least 0 and less than below.
func (k KeyKind) Number(key string, below int) (n int, ok bool) {
	ok = k.Numbers(key, &n) && n >= 0 && n < below
	return n, ok
}
