package draw

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// A Reader parses keys of one kind and describes what they stand for; ok is false for other keys.
type Reader func(key string) (t method.Told, ok bool)

// Each returns a Reader for keys with one number in 0..n−1.
func Each(kind picture.KeyKind, n int, tell func(i int) (method.Told, bool)) Reader {
	return func(key string) (t method.Told, ok bool) {
		i, ok := kind.Number(key, n)
		if !ok {
			return t, false
		}
		return tell(i)
	}
}

// Named returns a Reader for one fixed key.
func Named(name string, tell func() (method.Told, bool)) Reader {
	return func(key string) (t method.Told, ok bool) {
		if key != name {
			return t, false
		}
		return tell()
	}
}

// Pairs returns a Reader for keys with two numbers, whose range tell checks.
func Pairs(kind picture.KeyKind, tell func(i, j int) (method.Told, bool)) Reader {
	return func(key string) (t method.Told, ok bool) {
		var i, j int
		if !kind.Numbers(key, &i, &j) {
			return t, false
		}
		return tell(i, j)
	}
}

// Select makes a click on a key select rows, which have rings while the key is highlighted.
func Select(t *method.Told, p *method.Problem, rows []int, says string) {
	t.Click.Rows = rows
	if len(rows) > 0 {
		at := Plane(p)
		t.Layers = append(t.Layers, at.Rings(picture.RoleSupport, says, Thin, rows))
	}
}
