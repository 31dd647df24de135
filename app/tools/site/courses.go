package site

import (
	"encoding/json"
	"os"

	"pointscape/app/courses"
	"pointscape/engine/course"
)

// CheckCourses reads files of courses, of somebody's own, and of their translations, as a site takes them.
func CheckCourses(paths []string) error {
	_, err := readCourses(paths)
	return err
}

func readCourses(paths []string) (*course.Library, error) {
	l := &course.Library{}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := l.Add(path, b); err != nil {
			return nil, err
		}
	}
	return l, l.Check()
}

// addCourses adds the courses, whose texts are set here, so that no page has to, in each language of the site, and the
// pages that list them: those that the site comes with, or in their place somebody's own.
func (s *Site) addCourses(own []string) error {
	in, read := courses.In, courses.Library
	if len(own) > 0 {
		read = func() (*course.Library, error) { return readCourses(own) }
	}
	l, err := read()
	if err != nil {
		return err
	}
	if len(own) > 0 {
		in = l.In
	}
	english, err := in("")
	if err != nil {
		return err
	}
	for _, e := range s.editions {
		folder, list := "courses/", english
		if e.Suffix != "" {
			folder += e.Tag + "/"
			if list, err = in(e.Tag); err != nil {
				return err
			}
		}
		if err := s.addCoursesIn(folder, e.Tag, list, l); err != nil {
			return err
		}
		if err := s.addPages(e, list, english); err != nil {
			return err
		}
	}
	return nil
}

// addCoursesIn adds courses in a language, and beside them, in the folder "source", as they were written: a deck takes
// pages of these.
func (s *Site) addCoursesIn(folder, tag string, list []*course.Course, l *course.Library) error {
	for _, c := range list {
		source, err := l.Source(c.Course, tag)
		if err != nil {
			return err
		}
		for at, x := range map[string]any{folder: c, folder + "source/": source} {
			b, err := json.Marshal(x)
			if err != nil {
				return err
			}
			if err := s.add(at+c.Course+".json", b); err != nil {
				return err
			}
		}
	}
	return nil
}
