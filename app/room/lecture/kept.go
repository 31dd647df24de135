package lecture

import (
	"pointscape/engine/course"
	"pointscape/engine/json"
)

// Key is the storage key of the progress in courses: by course, then by page.
const Key = "pointscape.courses"

// Progress is the user's progress on a page.
type Progress struct {
	Step int  `json:"step"` // index of the present step
	Done bool `json:"done"` // the step is done
	// Answers are the answers to questions, by step: a choice counted from 0, or a number as it was typed.
	Answers map[string]string `json:"answers,omitempty"`
	// Start is what "start." names meant when the page was opened.
	Start map[string]any `json:"start,omitempty"`
	// Noted has what happened at the steps of an assignment, by step; see handed.go.
	Noted map[string][]string `json:"noted,omitempty"`
}

// fits reports whether it is a possible progress on a page. Without steps the step is -1: the author of a deck may add
// steps later, and they are then not done.
func (g *Progress) fits(p *course.Page) bool {
	return g != nil && g.Step >= min(len(p.Steps), 1)-1 && g.Step < len(p.Steps)
}

// kept is the progress on all pages of all courses.
type kept struct {
	Needs
	courses map[string]map[string]*Progress // by course, then by page
	lost    bool                            // the storage has refused: courses is not stored
}

// of returns the progress on the pages of a course. It reads the storage first, because another tab may have added to
// it.
func (k *kept) of(course string) map[string]*Progress {
	if !k.lost {
		k.courses = map[string]map[string]*Progress{}
		_ = json.Unmarshal([]byte(k.Shelf.Get(Key)), &k.courses) // an invalid text is no progress
	}
	if k.courses == nil { // the text was null
		k.courses = map[string]map[string]*Progress{}
	}
	pages := k.courses[course]
	if pages == nil {
		pages = map[string]*Progress{}
		k.courses[course] = pages
	}
	return pages
}

// save writes the storage. The user is told once if it refuses.
func (k *kept) save() {
	b, err := json.Marshal(k.courses)
	if err != nil {
		return
	}
	was := k.lost
	if k.lost = !k.Shelf.Set(Key, string(b)); k.lost && !was {
		k.Page.Unkept()
	}
}
