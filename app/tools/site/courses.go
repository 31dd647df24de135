package site

import (
	"encoding/json"
	"os"

	"pointscape/app/courses"
	"pointscape/engine/course"
)

// CheckCourses reads course files, and translations of them, in the way that a site built with Options.Courses does,
// and returns what is wrong with them.
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

// addCourses adds the courses in each language of the site, with their texts already set as HTML so that the page need
// not do it, and the pages that list the courses. It takes the files own in place of the built-in courses if there are
// any.
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

// addCoursesIn adds courses in a language, and in the folder "source" the courses as they were written, from which a
// deck takes pages.
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
