package courses

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
)

// Lecturers link to pages of courses: testdata/addresses.txt lists all addresses, as they follow ?course=, in the order
// in which they were introduced. Lines are added (go test ./app/courses -run TestAddressesStay -add) and never removed.
var addAddresses = flag.Bool("add", false, "add to testdata/addresses.txt what it does not have yet")

const addressFile = "testdata/addresses.txt"

func TestAddressesStay(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	var order []string
	for _, c := range all {
		for i := range c.Pages {
			at := c.Course + "/" + c.Pages[i].ID
			there[at] = true
			order = append(order, at)
		}
	}
	text, err := os.ReadFile(addressFile)
	if err != nil && !(*addAddresses && os.IsNotExist(err)) {
		t.Fatal(err)
	}
	kept := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		at := strings.TrimSpace(line)
		kept[at] = true
		if !there[at] {
			t.Errorf("links open ?course=%s, and no course has that page any more", at)
		}
	}
	out := bytes.NewBuffer(text)
	for _, at := range order {
		if kept[at] {
			continue
		}
		out.WriteString(at + "\n")
		if !*addAddresses {
			t.Errorf("%s is not kept yet: go test ./app/courses -run TestAddressesStay -add", at)
		}
	}
	if *addAddresses {
		if err := os.WriteFile(addressFile, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
