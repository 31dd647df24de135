package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Core has rooms and controllers, and connects them. All other functions of the page belong to one of these.
func TestCoreIsAList(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var methods []string
	for _, x := range files {
		if !strings.HasSuffix(x.Name(), ".go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), x.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil {
				continue
			}
			of := fn.Recv.List[0].Type
			if p, ok := of.(*ast.StarExpr); ok {
				of = p.X
			}
			if name, ok := of.(*ast.Ident); ok && name.Name == "Core" {
				methods = append(methods, fn.Name.Name)
			}
		}
	}
	slices.Sort(methods)
	if want := []string{"Connect", "FrameAsks"}; !slices.Equal(methods, want) {
		t.Errorf("Core's methods are %v, want %v: another one is a room's or a controller's", methods, want)
	}
}

// Each room gets all functions that it needs: the compiler does not notice one that is missing.
func TestRoomsGetWhatTheyNeed(t *testing.T) {
	var look func(at string, v reflect.Value)
	look = func(at string, v reflect.Value) {
		for i := range v.NumField() {
			field := v.Type().Field(i)
			switch f, name := v.Field(i), at+"."+field.Name; {
			case !field.IsExported() || field.Name == "Dial" || field.Name == "Declined": // these are set when the page connects
			case (f.Kind() == reflect.Func || f.Kind() == reflect.Interface) && f.IsNil():
				t.Errorf("%s is nil", name)
			case f.Kind() == reflect.Struct && field.Name == "Needs":
				look(name, f)
			}
		}
	}
	rooms := reflect.ValueOf(NewCore("auto", false).rooms)
	for i := range rooms.NumField() {
		if room := rooms.Field(i); room.Kind() == reflect.Struct {
			look(rooms.Type().Field(i).Name, room)
		}
	}
}
