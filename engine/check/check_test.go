package check

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func known(name string) (any, error) {
	switch name {
	case "n_support":
		return 3.0, nil
	case "start.C":
		return 10.0, nil
	case "kernel":
		return "rbf", nil
	case "hard":
		return true, nil
	case "sizes":
		return []float64{5, 1, 2}, nil
	case "sizes.petal (cm)":
		return []float64{7, 8}, nil
	case "classes":
		return []string{"a", "b"}, nil
	case "test_error":
		return nil, fmt.Errorf("%s: %w", name, ErrLater)
	}
	return nil, fmt.Errorf("nobody knows %q", name)
}

func TestHolds(t *testing.T) {
	for text, want := range map[string]bool{
		"n_support == 3": true,
		"n_support != 3 || kernel == \"rbf\" && hard":                   true,
		"(n_support != 3 || kernel == \"rbf\") && !hard":                false,
		"1 + 2*3 - 4/2 == 5":                                            true,
		"1 - 2 - 3 == -4":                                               true,
		"-n_support < -2.5":                                             true,
		"start.C >= 1e1 && start.C <= 1e1":                              true,
		"max(sizes) == 5 && sum(sizes) == 8":                            true,
		"sizes[2] == 2 && classes[1] == \"b\"":                          true,
		"count(sizes) == 3 && count(classes) == 2":                      true,
		`sizes["petal (cm)"][1] == 8 && sum(sizes["petal (cm)"]) == 15`: true,
		"min(4, sizes) == 1 && abs(-2) == 2":                            true,
		"false && unknown":                                              false,
		"true || test_error < 0.1":                                      true,
		"round(sqrt(2)*100)/100 == 1.41 && ln(exp(1)) > 0":              true,
	} {
		c, err := Read(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := c.Holds(known); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestWrongConditionsSayWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "the condition ends too early",
		"n_support ==":                    "the condition ends too early",
		"n_support 3":                     `an operator was expected before "3"`,
		"n_support = 3":                   "'=' cannot stand in a condition",
		"median(sizes) > 1":               "there is no function",
		"abs(1, 2) > 0":                   "abs needs 1 to 1 values; got 2",
		"(1 < 2":                          `")" was expected`,
		"kernel == \"rbf":                 "no closing quote",
		"1e > 2":                          `"1e" is not a number`,
		strings.Repeat("(", 60) + "1":     "more than 40 deep",
		strings.Repeat("-", 60) + "1":     "more than 40 deep",
		strings.Repeat("1 + ", 400) + "1": "at most 1000 characters",
	} {
		if _, err := Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q in it", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"n_support":         "is not a condition",
		"kernel > 1":        "rbf is not a number",
		"kernel == 1":       "cannot be compared",
		"sizes[3] > 0":      "an index counts from 0 to 2",
		"sizes[0.5] > 0":    "an index counts",
		"kernel[0] > 0":     "only lists have an index",
		"max(classes) > 0":  "needs numbers",
		"unknown > 0":       "nobody knows",
		"hard && n_support": "neither true nor false",
		`sizes["b"][0] > 0`: "nobody knows \"sizes.b\"",
		`sizes[0]["b"] > 0`: "b is not a number",
		"abs(sizes) > 0":    "got 3",
	} {
		c, err := Read(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if _, err := c.Holds(known); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q in it", text, err, want)
		}
	}
	c, err := Read("test_error < 0.1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Holds(known); !errors.Is(err, ErrLater) {
		t.Errorf("what is not there yet: %v", err)
	}
	if x, err := mustRead(t, "2*n_support").Number(known); err != nil || x != 6 {
		t.Errorf("a number: %v, %v", x, err)
	}
	if got := fmt.Sprint(mustRead(t, `a.b < c && a.b > d[e] + f["g h"][0]`).Names()); got != "[a.b c d e f.g h]" {
		t.Errorf("names: %s", got)
	}
}

func mustRead(t *testing.T, text string) *Condition {
	t.Helper()
	c, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"a < 1 && b[2] == \"x\"", "max(a, 1) > -2e-3", "!(a || b)", "é.x/0 != 0/0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read(text)
		if err != nil {
			return
		}
		c.Names()
		c.Holds(known) // an answer or an error, but no panic
		c.Number(known)
	})
}
