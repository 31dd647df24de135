package draw

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Thing is a kind of things that keys name: how the keys are read, and what one says and does.
type Thing func(key string) (t method.Told, ok bool)

// Each is a kind of things with numbers from 0 to n−1.
func Each(kind picture.KeyKind, n int, tell func(i int) (method.Told, bool)) Thing {
	return func(key string) (t method.Told, ok bool) {
		i, ok := kind.Number(key, n)
		if !ok {
			return t, false
		}
		return tell(i)
	}
}

// Named is a single thing with a key of its own.
func Named(name string, tell func() (method.Told, bool)) Thing {
	return func(key string) (t method.Told, ok bool) {
		if key != name {
			return t, false
		}
		return tell()
	}
}

// Pairs is a kind of things with two numbers, which tell checks.
func Pairs(kind picture.KeyKind, tell func(i, j int) (method.Told, bool)) Thing {
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
