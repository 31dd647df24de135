package lecture

import (
	"pointscape/engine/course"
	"pointscape/engine/json"
)

// Key is where it is kept on the device how far people are: of each course, of each page.
const Key = "pointscape.courses"

// Progress is how far somebody is on a page.
type Progress struct {
	Step int  `json:"step"` // the one that is to be done
	Done bool `json:"done"` // it is done
	// Answers are those to questions, by step: a choice counted from 0, or a number as it was typed.
	Answers map[string]string `json:"answers,omitempty"`
	// Start is what "start." names meant when the page was opened.
	Start map[string]any `json:"start,omitempty"`
	// Noted is of an assignment, by step: see handed.go.
	Noted map[string][]string `json:"noted,omitempty"`
}

// fits tells whether it can be how far somebody is on a page. Of one without steps it is step -1: who writes a deck may
// give it some later, and they are not done.
func (g *Progress) fits(p *course.Page) bool {
	return g != nil && g.Step >= min(len(p.Steps), 1)-1 && g.Step < len(p.Steps)
}

// kept is how far people are on all pages of all courses.
type kept struct {
	Needs
	courses map[string]map[string]*Progress // by course, then by page
	lost    bool                            // the shelf has refused: what is in courses is nowhere else
}

// of returns the progress on the pages of a course. It reads the shelf first, because another tab may have added to it.
func (k *kept) of(course string) map[string]*Progress {
	if !k.lost {
		k.courses = map[string]map[string]*Progress{}
		_ = json.Unmarshal([]byte(k.Shelf.Get(Key)), &k.courses) // what is no progress is none
	}
	if k.courses == nil { // that was null
		k.courses = map[string]map[string]*Progress{}
	}
	pages := k.courses[course]
	if pages == nil {
		pages = map[string]*Progress{}
		k.courses[course] = pages
	}
	return pages
}

// save writes the shelf. The page tells people once if it refuses.
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
