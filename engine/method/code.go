package method

// ScikitLearn is the kind of file that holds a program in Python which fits the document's data by scikit-learn. Of
// methods without a counterpart the engine says so.
const ScikitLearn = "scikit-learn"

// Notebook is the kind of file that holds this program in a notebook of Jupyter, with text and a picture.
const Notebook = "notebook"

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
