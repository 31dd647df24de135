package courses

import (
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pointscape/engine/course"
)

// The right answer of a question is the longest, the shortest, the first or the last one about as often as by chance,
// in both languages: its length and position must not give it away.
func TestRightAnswersDoNotStandOut(t *testing.T) {
	for _, tag := range []string{"", "fr", "es"} {
		all, err := In(tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			counts := map[string]float64{}
			mean, variance := 0.0, 0.0
			for i := range c.Pages {
				for j := range c.Pages[i].Steps {
					if list := c.Pages[i].Steps[j].Choices; len(list) > 0 {
						chance := 1 / float64(len(list))
						mean, variance = mean+chance, variance+chance*(1-chance)
						for _, s := range standsOut(list) {
							counts[s]++
						}
					}
				}
			}
			for s, n := range counts {
				if n > mean+2*math.Sqrt(variance) {
					t.Errorf("%s %s: the right answer is the %s one %v times; by chance it would be %.1f ± %.1f", c.Course,
						tag, s, n, mean, math.Sqrt(variance))
				}
			}
		}
	}
}

// tags matches HTML tags, including the text alternatives in those of formulas.
var tags = regexp.MustCompile(`<[^>]*>`)

// standsOut returns the features by which the right answer stands out.
func standsOut(list []course.Choice) (by []string) {
	right, longest, shortest := 0, true, true
	length := func(i int) int {
		return utf8.RuneCountInString(strings.TrimSpace(tags.ReplaceAllString(list[i].Text, "")))
	}
	for i := range list {
		if list[i].Right {
			right = i
		}
	}
	for i := range list {
		if i != right {
			longest = longest && length(right) > length(i)
			shortest = shortest && length(right) < length(i)
		}
	}
	for s, is := range map[string]bool{"longest": longest, "shortest": shortest, "first": right == 0,
		"second": right == 1, "last": right == len(list)-1} {
		if is {
			by = append(by, s)
		}
	}
	return by
}
