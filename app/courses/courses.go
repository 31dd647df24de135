// Package courses has the site's courses. It is native code: the build writes the courses beside the programs. Each
// folder has the courses' texts in the language that it is named after (course.Translation).
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

// Order is the order in which the site lists them.
var Order = []string{"ten-minutes", "foundations", "recognition", "linear", "representations", "kernels"}

// Library returns the courses and their translations, or an error if one is not valid.
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

// All returns the courses in English, in order, with their texts converted to HTML.
func All() ([]*course.Course, error) { return In("") }

// In returns the courses in a language, or in English if they are not translated; "" = in English.
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
