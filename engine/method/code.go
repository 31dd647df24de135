package method

// ScikitLearn is the kind of file that holds a Python program which fits the document's data with scikit-learn. For
// methods without a counterpart the engine refuses it with a message.
const ScikitLearn = "scikit-learn"

// Notebook is the kind of a Jupyter notebook with the program of ScikitLearn, text and a picture.
const Notebook = "notebook"

// Language is a programming language in which a model can be exported.
type Language struct {
	ID    string // "python"
	Label string // as shown to the user
	Ext   string // file name extension, without the dot
}

// Languages lists all of them.
var Languages = []Language{
	{"python", "Python", "py"},
	{"javascript", "JavaScript", "js"},
	{"pytorch", "PyTorch", "py"},
}
