package golden

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A golden file keeps each phrase once. What its sections repeat stands under a name in its first part,
// and they hold the name alone:
//
//	=== phrases
//	«n_iter»: Iterations. SMO steps
//	«key margin»: "margin, f = ±1"
//	«axes»:
//	  layer path axis, 699.0 long, about 114.7,235.3
//	      0.5,0.0 0.5,299.5 400.0,299.5
//
// A name with lines below it stands for all of them. What a status says is marked in the alternative text
// that contains it, and its own line holds "«»". Keys that follow one another are "s0..s199". Places, marks
// and labels that follow one another share a line, " | " between them.

const phrases = "phrases" // the name of the first part

// signed divides the sign of a change from what it is about.
func signed(line string) (sign, body string) {
	if strings.HasPrefix(line, "+ ") || strings.HasPrefix(line, "- ") {
		return line[:2], line[2:]
	}
	return "", line
}

var (
	factual  = regexp.MustCompile(`^fact (?:printed by fit alone, )?(\w+) = .*?: `)
	headed   = regexp.MustCompile(`^panel (\w+) ".*", y ".*?"`)
	listed   = regexp.MustCompile(`^on (?:the panel (\w+)|the stage) .* carry keys: `)
	shown    = regexp.MustCompile(`^ *key (".*"): (?:\w+ of )?(\w+)`)
	layered  = regexp.MustCompile(`^layer (\w+ [\w]+)`)
	said     = regexp.MustCompile(`^status \w+: `)
	named    = regexp.MustCompile(`«([^«»]+)»`)
	numbered = regexp.MustCompile(`^([a-z]+)(\d+)$`)
	ranged   = regexp.MustCompile(`^([a-z]+)(\d+)\.\.([a-z]+)(\d+)$`)
)

const listing = " carry keys: "

// phraseOf finds what a line may share with others, and how that is called.
func phraseOf(body string) (from, to int, name string) {
	if at := factual.FindStringSubmatchIndex(body); at != nil {
		from, to = at[1], len(body)
		if k := strings.Index(body[from:], ", by "); k >= 0 {
			to = from + k
		}
		return from, to, body[at[2]:at[3]]
	}
	if at := shown.FindStringSubmatchIndex(body); at != nil {
		return at[2], at[3], "key " + body[at[4]:at[5]]
	}
	if at := headed.FindStringSubmatchIndex(body); at != nil {
		return 0, at[1], "panel " + body[at[2]:at[3]]
	}
	if at := listed.FindStringSubmatchIndex(body); at != nil {
		name = "keys of the stage"
		if at[2] >= 0 {
			name = "keys of " + body[at[2]:at[3]]
		}
		return at[1], len(body), name
	}
	return 0, 0, ""
}

// table gives names to phrases.
type table struct {
	name  map[string]string // by phrase
	taken map[string]bool
	lines []string // of the first part
}

// add names a phrase, of one line or several, unless it has a name.
func (t *table) add(name, phrase string) string {
	if old, ok := t.name[phrase]; ok {
		return old
	}
	free := name
	for k := 2; t.taken[free]; k++ {
		free = name + " " + strconv.Itoa(k)
	}
	free = "«" + free + "»"
	t.name[phrase], t.taken[strings.Trim(free, "«»")] = free, true
	if list := strings.Split(phrase, "\n"); len(list) > 1 {
		t.lines = append(t.lines, free+":")
		for _, l := range list {
			t.lines = append(t.lines, "  "+l)
		}
	} else {
		t.lines = append(t.lines, free+": "+phrase)
	}
	return free
}

// pack keeps each phrase once.
func pack(list []Section) []Section {
	out := make([]Section, len(list))
	count := map[string]int{}
	for i, s := range list {
		out[i] = Section{Name: s.Name, Lines: quote(s.Lines)}
		for _, l := range out[i].Lines {
			_, body := signed(l)
			from, to, _ := phraseOf(body)
			count[body[from:to]]++
		}
	}
	t := table{name: map[string]string{}, taken: map[string]bool{}}
	for _, s := range out {
		for k, l := range s.Lines {
			sign, body := signed(l)
			from, to, name := phraseOf(body)
			if p := body[from:to]; count[p] > 1 && len(p) > len(name)+6 {
				s.Lines[k] = sign + body[:from] + t.add(name, p) + body[to:]
			}
		}
	}
	// Several lines that are repeated.
	count = map[string]int{}
	for _, s := range out {
		for k := 0; k < len(s.Lines); {
			n, _, phrase := paragraph(s.Lines[k:])
			if n > 1 {
				count[phrase]++
			}
			k += n
		}
	}
	for i, s := range out {
		var kept []string
		for k := 0; k < len(s.Lines); {
			n, name, phrase := paragraph(s.Lines[k:])
			if n > 1 && count[phrase] > 1 {
				sign, _ := signed(s.Lines[k])
				kept = append(kept, sign+t.add(name, phrase))
			} else {
				kept = append(kept, s.Lines[k:k+n]...)
			}
			k += n
		}
		out[i].Lines = kept
	}
	if len(t.lines) > 0 {
		out = slices.Insert(out, 0, Section{Name: phrases, Lines: t.lines})
	}
	return out
}

// paragraph returns how many lines, from the first on, belong together: a layer, a panel's head or an answer
// with what is indented below it, and a picture's axes with their ticks and labels.
func paragraph(lines []string) (n int, name, phrase string) {
	sign, first := signed(lines[0])
	axes := axial(first)
	var list []string
	for n < len(lines) {
		s, body := signed(lines[n])
		if s != sign || n > 0 && !strings.HasPrefix(body, "    ") && !(axes && axial(body)) {
			break
		}
		list = append(list, body)
		n++
	}
	switch at := layered.FindStringSubmatch(first); {
	case axes:
		name = "axes"
	case at != nil:
		name = at[1]
	default:
		name = strings.Trim(strings.Join(strings.Fields(named.ReplaceAllString(first, "$1"))[:1], " "), ":")
	}
	return n, name, strings.Join(list, "\n")
}

func axial(body string) bool {
	for _, p := range []string{"layer path axis", "layer path tick", "layer label of axis", "layer label of tick"} {
		if strings.HasPrefix(body, p) {
			return true
		}
	}
	return false
}

// unpack is what pack was made of.
func unpack(list []Section) ([]Section, error) {
	if len(list) == 0 || list[0].Name != phrases {
		return list, nil
	}
	short, long := map[string]string{}, map[string][]string{}
	name := ""
	for _, l := range list[0].Lines {
		if body, ok := strings.CutPrefix(l, "  "); ok {
			long[name] = append(long[name], body)
			continue
		}
		at := named.FindStringSubmatchIndex(l)
		if at == nil || at[0] != 0 || !strings.HasPrefix(l[at[1]:], ":") {
			return nil, fmt.Errorf("not a phrase: %s", l)
		}
		name = l[at[2]:at[3]]
		short[name] = strings.TrimPrefix(l[at[1]+1:], " ")
	}
	var err error
	var out []Section
	for _, s := range list[1:] {
		var lines []string
		for _, l := range s.Lines {
			sign, body := signed(l)
			block := []string{body}
			if at := named.FindStringSubmatch(body); at != nil && at[0] == body && long[at[1]] != nil {
				block = long[at[1]]
			}
			for _, b := range block {
				if !strings.HasPrefix(b, "alt ") {
					b = named.ReplaceAllStringFunc(b, func(ref string) string {
						p, ok := short[strings.Trim(ref, "«»")]
						if !ok {
							err = fmt.Errorf("%s: there is no phrase %s", s.Name, ref)
						}
						return p
					})
				}
				lines = append(lines, sign+b)
			}
		}
		out = append(out, Section{Name: s.Name, Lines: unquote(lines)})
	}
	return out, err
}

// quote marks what a status says in the alternative text before it, and shortens lists of keys.
func quote(lines []string) []string {
	out := slices.Clone(lines)
	alt := map[string]int{} // by sign
	for i, l := range out {
		sign, body := signed(l)
		if strings.HasPrefix(body, "alt ") && !strings.HasPrefix(body, "alt of the picture ") {
			alt[sign] = i
		}
		if at := said.FindStringIndex(body); at != nil {
			sentence := body[at[1]:]
			if k, ok := alt[sign]; ok && sentence != "" && strings.Count(out[k], sentence) == 1 {
				out[k] = strings.Replace(out[k], sentence, "«"+sentence+"»", 1)
				out[i] = sign + body[:at[1]] + "«»"
			}
		}
		if before, after, ok := strings.Cut(l, listing); ok {
			out[i] = before + listing + shorten(after)
		}
	}
	return join(out)
}

func unquote(lines []string) []string {
	lines = split(lines)
	alt := map[string]string{}
	for i, l := range lines {
		sign, body := signed(l)
		if at := named.FindStringSubmatch(body); at != nil && strings.HasPrefix(body, "alt ") {
			alt[sign] = at[1]
			lines[i] = strings.Replace(l, at[0], at[1], 1)
		}
		if at := said.FindStringIndex(body); at != nil && body[at[1]:] == "«»" {
			lines[i] = strings.TrimSuffix(l, "«»") + alt[sign]
		}
		if before, after, ok := strings.Cut(l, listing); ok {
			lines[i] = before + listing + lengthen(after)
		}
	}
	return lines
}

// shorten writes keys that follow one another as the first and the last.
func shorten(keys string) string {
	list := strings.Split(keys, " ")
	var out []string
	for i := 0; i < len(list); {
		n := 1
		if at := numbered.FindStringSubmatch(list[i]); at != nil {
			first, _ := strconv.Atoi(at[2])
			for i+n < len(list) && list[i+n] == at[1]+strconv.Itoa(first+n) {
				n++
			}
		}
		if n > 2 {
			out = append(out, list[i]+".."+list[i+n-1])
		} else {
			out = append(out, list[i:i+n]...)
		}
		i += n
	}
	return strings.Join(out, " ")
}

func lengthen(keys string) string {
	var out []string
	for _, k := range strings.Split(keys, " ") {
		at := ranged.FindStringSubmatch(k)
		if at == nil || at[1] != at[3] {
			out = append(out, k)
			continue
		}
		from, _ := strconv.Atoi(at[2])
		to, _ := strconv.Atoi(at[4])
		for n := from; n <= to; n++ {
			out = append(out, at[1]+strconv.Itoa(n))
		}
	}
	return strings.Join(out, " ")
}

const (
	between = " | "
	widest  = 120
)

// Lines that may share one: what they have in common, and what follows.
var shared = regexp.MustCompile(`^((?:[-+] )?(?:layer label of \w+ |    ))("|-?[\d.]+,-?[\d.]+(?: |$))`)

// join puts several places, marks or labels into one line.
func join(lines []string) (out []string) {
	last := "" // what the last line may share
	for _, l := range lines {
		head := ""
		if at := shared.FindStringSubmatch(l); at != nil && !strings.Contains(l, between) {
			head = at[1]
		}
		if n := len(out) - 1; head != "" && head == last && len(out[n])+len(between)+len(l)-len(head) <= widest {
			out[n] += between + l[len(head):]
		} else {
			out = append(out, l)
		}
		last = head
	}
	return out
}

func split(lines []string) (out []string) {
	for _, l := range lines {
		at := shared.FindStringSubmatch(l)
		if at == nil {
			out = append(out, l)
			continue
		}
		for _, rest := range strings.Split(l[len(at[1]):], between) {
			out = append(out, at[1]+rest)
		}
	}
	return out
}
