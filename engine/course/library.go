package course

import (
	"cmp"
	"fmt"
	"slices"
)

// Library is a set of courses and their translations. The zero Library is empty.
type Library struct {
	courses      []*Source
	translations []*Translation
	files        map[any]string // file name by *Source or *Translation, for errors
}

// Add reads a file with a course or a translation (see IsTranslation). A course is checked completely; whether a
// translation fits its course is checked by Check, because files may come in any order.
func (l *Library) Add(file string, text []byte) error {
	if l.files == nil {
		l.files = map[any]string{}
	}
	if IsTranslation(text) {
		t, err := ReadTranslation(text)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if other := l.translation(t.Course, t.Lang); other != nil {
			return fmt.Errorf("%s: %s is a translation of %q with lang %q, too", file, l.files[other], t.Course, t.Lang)
		}
		l.translations, l.files[t] = append(l.translations, t), file
		return nil
	}
	s, err := ReadSource(text)
	if err == nil {
		_, err = s.Set()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if other := l.course(s.Course); other != nil {
		return fmt.Errorf("%s: %s has a course called %q, too", file, l.files[other], s.Course)
	}
	l.courses, l.files[s] = append(l.courses, s), file
	return nil
}

func (l *Library) course(name string) *Source {
	for _, s := range l.courses {
		if s.Course == name {
			return s
		}
	}
	return nil
}

func (l *Library) translation(name, tag string) *Translation {
	for _, t := range l.translations {
		if t.Course == name && t.Lang == tag {
			return t
		}
	}
	return nil
}

// Check returns an error if a translation does not fit its course.
func (l *Library) Check() error {
	for _, t := range l.translations {
		s := l.course(t.Course)
		if s == nil {
			return fmt.Errorf("%s: its course %q is not there", l.files[t], t.Course)
		}
		if _, err := l.said(s, t.Lang); err != nil {
			return err
		}
	}
	return nil
}

// said returns a course as HTML, in the language with this tag if there is a translation, else in its own.
func (l *Library) said(s *Source, tag string) (c *Course, err error) {
	if t := l.translation(s.Course, tag); t != nil {
		if s, err = s.In(t); err == nil {
			c, err = s.Set()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.files[t], err)
		}
		return c, nil
	}
	return s.Set()
}

// Source returns the source of a course, in the language with this tag if there is a translation, else in its own.
// Check must have succeeded.
func (l *Library) Source(name, tag string) (*Source, error) {
	s := l.course(name)
	if s == nil {
		return nil, fmt.Errorf("there is no course %q", name)
	}
	if t := l.translation(name, tag); t != nil {
		return s.In(t)
	}
	return s, nil
}

// In returns all courses as HTML in a language, in the order in which they were added. Courses without a translation
// are in their own language, and all are for "".
func (l *Library) In(tag string) (list []*Course, err error) {
	for _, s := range l.courses {
		c, err := l.said(s, tag)
		if err != nil {
			return nil, err
		}
		c.Lang = cmp.Or(c.Lang, "en")
		list = append(list, c)
	}
	return list, nil
}

// Translations returns the languages of a course's translations.
func (l *Library) Translations(name string) (tags []string) {
	for _, t := range l.translations {
		if t.Course == name {
			tags = append(tags, t.Lang)
		}
	}
	slices.Sort(tags)
	return tags
}

// Tags returns the languages of all translations.
func (l *Library) Tags() (tags []string) {
	for _, t := range l.translations {
		tags = append(tags, t.Lang)
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}
