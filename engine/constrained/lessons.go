package constrained

// lessons are questions that the pad answers, each a document.
var lessons = []string{}
