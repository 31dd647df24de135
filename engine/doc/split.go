package doc

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// Role is the purpose of a point: fitting a model (training), choosing among models (validation), or measuring the
// quality of the chosen one (test).
type Role byte

// The roles, as written in Split.Roles.
const (
	Train      Role = '.'
	Validation Role = 'v'
	Test       Role = 't'
)

// Sealed is the role, in method.Task.Roles, of a test point while Split.Sealed is set. Split.Roles has Test.
const Sealed Role = 's'

// MostHeld is the maximum of Validate + Test: some points must be left to fit a model.
const MostHeld = 0.9

// Split says which points are held out of the fit: by share and seed, or by hand. The zero Split holds out none. Splits
// are comparable with ==.
type Split struct {
	Validate float64 // share of the validation points, 0..MostHeld
	Test     float64 // share of the test points
	Seed     uint64  // seed of the random selection
	// Roles are the roles set by hand: a Role for each point, without training points at the end. Shares and seed are 0
	// then.
	Roles string
	// Sealed hides the test points for now: they are neither drawn nor counted.
	Sealed bool
}

// IsZero reports whether no point is held out.
func (s Split) IsZero() bool {
	return s.Validate == 0 && s.Test == 0 && strings.Trim(s.Roles, string(Train)) == ""
}

// Of returns the role of each point, one Role per point; "" = all are training points.
//
// With roles set by hand, points beyond the end of Roles are training points. With shares, points are ranked by a
// number computed from the seed and their index only: the first ones are test points, the next ones validation points.
// If points have classes (byClass), each class is ranked separately, and points without a class are training points,
// because errors can't be counted on them. Of n points, Test·n, rounded, are test points, and (Validate+Test)·n are
// held out, but at least one is left for training. So a point that moves keeps its role, and if one is added at the end
// or changes its class, at most one other point of a class crosses each of the two borders.
func (s Split) Of(pts []Point, byClass bool) string {
	n := len(pts)
	if s.IsZero() || n == 0 {
		return ""
	}
	if s.Roles != "" {
		return s.Roles[:min(len(s.Roles), n)] + strings.Repeat(string(Train), max(n-len(s.Roles), 0))
	}
	roles := []byte(strings.Repeat(string(Train), n))
	ranked := make([]float64, 0, n)
	for class := range MaxClass + 1 {
		ranked = ranked[:0]
		for i := range pts {
			if !byClass || pts[i].Class() == class {
				ranked = append(ranked, rank(s.Seed, i))
			}
		}
		slices.Sort(ranked)
		k := float64(len(ranked))
		held := min(int(math.Round((s.Validate+s.Test)*k)), len(ranked)-1)
		for at := range held {
			role := Validation
			if at < int(math.Round(s.Test*k)) {
				role = Test
			}
			roles[int(ranked[at])%indices] = byte(role)
		}
		if !byClass {
			break
		}
	}
	return string(roles)
}

// indices is a power of two larger than the number of points. A rank is a multiple of it plus the point's index, so
// that the index can be recovered.
const indices = 1 << 17

// rank returns a whole number below 2^53 that puts the indices in random order; its last 17 bits are the index.
// Documents rely on it: it must never change. (The mixing is that of splitmix64, Steele et al. 2014.)
func rank(seed uint64, i int) float64 {
	x := (seed+1)*0x9e3779b97f4a7c15 + uint64(i)*0xd1342543de82ef95
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	return float64(x>>28*indices + uint64(i))
}

// Tests reports whether there are test points, or a share of them.
func (s Split) Tests() bool { return s.Test > 0 || strings.ContainsRune(s.Roles, rune(Test)) }

// ByHand returns the split with the given roles (see Of). It stays sealed if there is a test point.
func (s Split) ByHand(roles string) Split {
	n := ByHand(roles)
	n.Sealed = s.Sealed && n.Tests()
	return n
}

// ByHand returns the split with the given roles (see Of).
func ByHand(roles string) Split { return Split{Roles: strings.TrimRight(roles, string(Train))} }

const wantRoles = `a text of . (training), v (validation) and t (test), each with a count before it if more than one: "12.3v2t"`

func (s *Split) fields(f *fields) {
	f.number("validate", &s.Validate, wantShare(), 0, MostHeld) // the share of validation points
	f.number("test", &s.Test, wantShare(), 0, MostHeld)         // the share of test points
	f.seed("seed", &s.Seed)                                     // the seed of their selection
	// the role of each point, in place of shares
	value(f, "roles", &s.Roles, s.Roles != "", readRoles, appendRoles, nil)
	f.flag("sealed", &s.Sealed) // test points are neither drawn nor counted
}

func (s *Split) finish(*fields) *Error {
	err := check(s, "split")
	if s.IsZero() {
		*s = Split{}
	}
	return err
}

// appendRoles writes roles: runs of three and more as a number and a letter.
func appendRoles(b []byte, roles string) []byte {
	b = append(b, '"')
	for i := 0; i < len(roles); {
		k := i + 1
		for k < len(roles) && roles[k] == roles[i] {
			k++
		}
		switch {
		case k-i > 2:
			b = strconv.AppendInt(b, int64(k-i), 10)
		case k-i == 2:
			b = append(b, roles[i])
		}
		b = append(b, roles[i])
		i = k
	}
	return append(b, '"')
}

func readRoles(raw string) (string, *Error) {
	text, err := readText(raw)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	run := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9' && run <= MaxPoints:
			if run = 10*run + int(c-'0'); run > 0 {
				continue
			}
			return "", Errorf("", wantRoles, text)
		case isRole(c) && b.Len()+max(run, 1) <= MaxPoints:
			b.WriteString(strings.Repeat(string(rune(c)), max(run, 1)))
			run = 0
		case isRole(c) || run > MaxPoints:
			return "", Errorf("", words.Sprintf("the roles of at most %d points", MaxPoints), text)
		default:
			return "", Errorf("", wantRoles, text)
		}
	}
	if run > 0 {
		return "", Errorf("", wantRoles, text)
	}
	return ByHand(b.String()).Roles, nil
}

func isRole(c byte) bool { return c == byte(Train) || c == byte(Validation) || c == byte(Test) }

func wantShare() string {
	return words.Sprintf("a share of the points, a number from 0 to %g", MostHeld)
}

// rules checks shares and roles together.
func (s *Split) rules(string) *Error {
	if sum := s.Validate + s.Test; sum > MostHeld+1e-9 {
		return Errorf("split", words.Sprintf("shares of at most %g together, so that training points are left", MostHeld),
			sum)
	}
	if s.Sealed && !s.Tests() {
		return Errorf("split.sealed", "left out, since there are no test points", true)
	}
	if s.Roles == "" {
		return nil
	}
	if s.Validate != 0 || s.Test != 0 || s.Seed != 0 {
		return &Error{Field: "split", Want: "given by share and seed or by roles, not by both"}
	}
	for i := range len(s.Roles) {
		if !isRole(s.Roles[i]) {
			return Errorf("split.roles", wantRoles, s.Roles)
		}
	}
	return nil
}

// Fits returns an error if there are more roles set by hand than points, else nil.
func (s *Split) Fits(n int) *Error {
	if len(s.Roles) <= n {
		return nil
	}
	return Errorf("split.roles", words.Sprintf("the roles of the %d points, or of the first ones", n),
		len(s.Roles))
}
