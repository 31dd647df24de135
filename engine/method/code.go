package method

// Language is one in which a model may be told as a program.
type Language struct {
	ID    string // "python"
	Label string // for people
	Ext   string // of a file's name, without the dot
}

// Languages are all of them.
var Languages = []Language{
	{"python", "Python", "py"},
	{"javascript", "JavaScript", "js"},
	{"pytorch", "PyTorch", "py"},
}

// Coder is a model that can be told as a program that answers as it does.
type Coder interface {
	// Code is the program in a language, by its id; ok is false where there is none such, or the
	// model's numbers are none.
	Code(lang string) (text string, ok bool)
}
