package json_test

import (
	std "encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/json"
)

type inner struct {
	A int     `json:"a,omitempty"`
	B *inner  `json:"b,omitempty"`
	C float64 `json:"c"`
}

type Flat struct {
	X    string `json:"x"`
	Kind string `json:"kind"` // hidden by the outer field
}

// hour is a value that encodes and decodes itself as a text.
type hour int

func (h hour) MarshalJSON() ([]byte, error) {
	return []byte(strconv.Quote(strconv.Itoa(int(h)) + ":00")), nil
}

func (h *hour) UnmarshalJSON(b []byte) error { return h.ReadJSON(b) }

func (h *hour) ReadJSON(b []byte) error {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.Trim(string(b), `"`), ":00"))
	*h = hour(n)
	return err
}

type whole struct {
	Flat
	Kind    string            `json:"kind"`
	Yes     bool              `json:"yes,omitempty"`
	Byte    uint8             `json:"byte"`
	Small   int8              `json:"small,omitempty"`
	Float   float32           `json:"float,omitempty"`
	List    []inner           `json:"list"`
	Lists   [][]float64       `json:"lists,omitempty"`
	Pair    [2]float64        `json:"pair"`
	Map     map[string]any    `json:"map,omitempty"`
	Names   map[string]string `json:"names"`
	Raw     json.RawMessage   `json:"raw,omitempty"`
	Any     any               `json:"any"`
	When    hour              `json:"when"`
	Out     func()            `json:"-"`
	hidden  int
	Plain   string
	Pointer *string `json:"pointer"`
}

var texts = []string{"", "a", "<b> & \"c\"\\", "\n\t\x00\x1f\x7f", "ü∞😀\u2028", "\xff half \xed\xa0\x80", "A", "null"}

// random returns a random value.
func random(rng *rand.Rand) whole {
	text := func() string { return texts[rng.IntN(len(texts))] }
	number := func() float64 {
		return []float64{0, 1, -2.5, 1e-9, 1e21, 1e300, math.Copysign(0, -1), rng.NormFloat64(), math.MaxFloat64,
			5e-324}[rng.IntN(10)]
	}
	w := whole{Flat: Flat{X: text()}, Kind: text(), Yes: rng.IntN(2) == 0, Byte: uint8(rng.IntN(256)),
		Small: int8(rng.IntN(256) - 128), Float: float32(rng.NormFloat64()),
		Pair: [2]float64{number(), number()}, Plain: text(), When: hour(rng.IntN(24)), hidden: 1}
	for range rng.IntN(3) {
		w.List = append(w.List, inner{A: rng.IntN(3), B: &inner{C: number()}, C: number()})
		w.Lists = append(w.Lists, []float64{number()}, nil, []float64{})
	}
	if rng.IntN(2) == 0 {
		s := text()
		w.Map, w.Names, w.Pointer = map[string]any{text(): number(), "l": []any{true, nil, text(), map[string]any{}}},
			map[string]string{text(): text(), "z": ""}, &s
		w.Raw, w.Any = json.RawMessage(`{"r":[1,"2"]}`), []any{number(), text()}
	}
	return w
}

// Both packages decode a text to the same value, and each can decode what the other encodes.
func TestAsEncodingJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		w := random(rng)
		ours, err := json.Marshal(w)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := std.Marshal(w)
		if err != nil {
			t.Fatal(err)
		}
		var read [4]whole
		for i, err := range []error{
			json.Unmarshal(ours, &read[0]), json.Unmarshal(theirs, &read[1]), std.Unmarshal(ours, &read[2]),
			std.Unmarshal(theirs, &read[3]),
		} {
			if err != nil {
				t.Fatalf("%d: %v\n%s\n%s", i, err, ours, theirs)
			}
			if !reflect.DeepEqual(read[i], read[3]) {
				t.Fatalf("reading %d:\n%s\n%s\ngave %+v\nnot  %+v", i, ours, theirs, read[i], read[3])
			}
		}
	}
}

// Invalid texts are refused exactly where encoding/json refuses them.
func TestGrammar(t *testing.T) {
	seeds := []string{`{"a":1,"b":{"c":-0.5e+3},"x":[1,2,[],{}],"y":"\u00e4\ud83d\ude00\ud83dA\/\b"}`,
		` [ true , false , null , 0 , -1.25E-2 ] `, `"\u12"`, `01`, `-`, `1.`, `.5`, `1e`, `+1`, `nul`, `[1,]`, `{"a":1,}`,
		`{"a"}`, `{a:1}`, `[1 2]`, `"a`, "\"\n\"", `tru`, ``, ` `, `1 1`, `NaN`, `"\x"`, `"\ud800\u12"`}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 60_000 {
		text := seeds[i%len(seeds)]
		if i >= len(seeds) && text != "" {
			b := []byte(text)
			for range 1 + rng.IntN(2) {
				const bytes = `{}[]",:\u0123456789eE+-. tfn` + "\n\xff"
				b[rng.IntN(len(b))] = bytes[rng.IntN(len(bytes))]
			}
			text = string(b)
		}
		var ours, theirs any
		a, b := json.Unmarshal([]byte(text), &ours), std.Unmarshal([]byte(text), &theirs)
		if (a == nil) != (b == nil) {
			t.Fatalf("%q: %v, but encoding/json: %v", text, a, b)
		}
		if a == nil && !reflect.DeepEqual(ours, theirs) {
			t.Fatalf("%q: %#v, but encoding/json: %#v", text, ours, theirs)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, v := range []any{math.NaN(), math.Inf(1), func() {}, make(chan int), map[int]string{1: ""}, complex(1, 1),
		[]any{func() {}}, json.RawMessage("{"), struct{ F func() }{func() {}}} {
		if b, err := json.Marshal(v); err == nil {
			t.Errorf("%T became %s", v, b)
		}
	}
	for text, into := range map[string]any{
		`"1"`: new(int), `1.5`: new(int), `300`: new(uint8), `-1`: new(uint), `1e400`: new(float64), `{}`: new([]int),
		`[]`: new(whole), `1`: new(string), `true`: new(float64), `"a"`: new(bool), `[1]`: new(map[string]int),
		`{"1":2}`: new(map[int]int), `2`: nil, `3`: 3, `{"list":[{"a":"x"}]}`: new(whole), strings.Repeat("[", 300): new(any),
		`4`: new(error),
	} {
		if err := json.Unmarshal([]byte(text), into); err == nil {
			t.Errorf("%s was read into a %T", text, into)
		}
	}
}

// Existing contents: null leaves values unchanged, and clears what can be nil; lists replace, maps are extended; arrays
// are filled up.
func TestInto(t *testing.T) {
	s := "s"
	w := whole{Kind: "k", Byte: 3, List: []inner{{A: 1, C: 2}, {A: 5}}, Pair: [2]float64{1, 2},
		Names: map[string]string{"a": "b"}, Pointer: &s, Raw: json.RawMessage("1"), Any: 1}
	text := `{"kind":null,"byte":null,"list":[{"c":9}],"pair":[7],"names":{"c":"d"},"pointer":null,"raw":[ 2 ],"any":null,"nobody":{"knows":[1]},"KIND":"other"}`
	if err := json.Unmarshal([]byte(text), &w); err != nil {
		t.Fatal(err)
	}
	want := whole{Kind: "k", Byte: 3, List: []inner{{C: 9}}, Pair: [2]float64{7, 0},
		Names: map[string]string{"a": "b", "c": "d"}, Raw: json.RawMessage("[ 2 ]")}
	if !reflect.DeepEqual(w, want) {
		t.Errorf("got %+v", w)
	}
	var three [3]int
	if err := json.Unmarshal([]byte(`[1,2,3,4]`), &three); err != nil || three != [3]int{1, 2, 3} {
		t.Errorf("%v, %v", three, err)
	}
}

type shape interface{ sides() int }

type circle struct {
	R float64 `json:"r"`
}

type polygon struct {
	At []int `json:"at,omitempty"`
}

func (circle) sides() int    { return 0 }
func (p polygon) sides() int { return len(p.At) }

// Values of an interface with methods are encoded with the name of their type, and decoded to that type.
func TestVariants(t *testing.T) {
	json.Variants(map[string]shape{"circle": circle{}, "polygon": polygon{}})
	type drawing struct {
		Of   shape   `json:"of"`
		More []shape `json:"more,omitempty"`
	}
	was := drawing{circle{R: 2}, []shape{polygon{At: []int{1, 2}}, nil, polygon{}}}
	b, err := json.Marshal(was)
	const want = `{"of":{"circle":{"r":2}},"more":[{"polygon":{"at":[1,2]}},null,{"polygon":{}}]}`
	if err != nil || string(b) != want {
		t.Fatalf("%s, %v; want %s", b, err, want)
	}
	var now drawing
	if err := json.Unmarshal(b, &now); err != nil || !reflect.DeepEqual(now, was) {
		t.Errorf("%v became %v, %v", was, now, err)
	}
	for _, bad := range []string{`{"of":{}}`, `{"of":{"square":{}}}`, `{"of":{"circle":{},"polygon":{}}}`, `{"of":3}`,
		`{"of":[]}`, `{"of":{"circle":{}`, `{"of":{"circle"}}`} {
		if err := json.Unmarshal([]byte(bad), &now); err == nil {
			t.Errorf("%s is a drawing: %v", bad, now)
		}
	}
}
