// Package courses has the courses that the site comes with. It is native code: the build writes them beside the
// programs. A folder has the courses' texts in the language that it is called after (course.Translation).
package courses

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"pointscape/engine/course"
)

//go:embed *.json */*.json
var files embed.FS

// Order is the order in which people find them.
var Order = []string{"ten-minutes", "foundations", "recognition", "linear", "representations", "kernels"}

// Library has the courses and their translations. It is an error when one is not as it should be.
func Library() (*course.Library, error) {
	l := &course.Library{}
	for _, folder := range []string{".", "*"} {
		list, err := fs.Glob(files, path.Join(folder, "*.json"))
		if err != nil {
			return nil, err
		}
		for _, name := range list {
			b, err := files.ReadFile(name)
			if err != nil {
				return nil, err
			}
			if err := l.Add(name, b); err != nil {
				return nil, err
			}
		}
	}
	return l, l.Check()
}

// All are the courses in English, in their order, with their texts set.
func All() ([]*course.Course, error) { return In("") }

// In are the courses in a language, in English where they have not been translated; "" = in English.
func In(tag string) ([]*course.Course, error) {
	l, err := Library()
	if err != nil {
		return nil, err
	}
	list, err := l.In(tag)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		if !slices.Contains(Order, c.Course) {
			return nil, fmt.Errorf("the course %s is missing in Order", c.Course)
		}
	}
	slices.SortFunc(list, func(a, b *course.Course) int {
		return slices.Index(Order, a.Course) - slices.Index(Order, b.Course)
	})
	return list, nil
}
