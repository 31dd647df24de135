package dataset

import (
	_ "embed"

	"pointscape/engine/method"
)

// data/README.md tells where the tables come from.
var (
	//go:embed data/iris_petal.csv
	irisPetal string
	//go:embed data/iris_sepal.csv
	irisSepal string
	//go:embed data/wine.csv
	wine string
	//go:embed data/breast_cancer.csv
	breastCancer string
	//go:embed data/diabetes.csv
	diabetes string
)

func tables() []entry {
	table := func(name, label string, task method.Task, n int, help, source, text string) entry {
		return entry{Dataset: method.Dataset{Name: name, Label: label, Task: task, Help: help, Source: source, Fixed: true, N: n, MaxN: n}, table: text}
	}
	const fisher = "R. A. Fisher 1936, measured by E. Anderson"
	return []entry{
		table("iris", "Iris, petals", method.Classify, 150, "Petal length and width in cm; setosa 0, versicolor 1, virginica 2.", fisher, irisPetal),
		table("iris_sepal", "Iris, sepals", method.Classify, 150, "Sepal length and width in cm; setosa 0, versicolor 1, virginica 2, of which the last two overlap.", fisher, irisSepal),
		table("wine", "Wine", method.Classify, 178, "Alcohol in percent and flavanoids of wines from three cultivars.", "UCI Machine Learning Repository, M. Forina et al.", wine),
		table("breast_cancer", "Breast cancer", method.Classify, 569, "Worst radius and worst texture of the cell nuclei; malignant 0, benign 1.", "UCI Machine Learning Repository, W. H. Wolberg, W. N. Street, O. L. Mangasarian 1995", breastCancer),
		table("diabetes", "Diabetes", method.Regress, 442, "Body mass index in kg/m² and progression of the disease one year later.", "Efron, Hastie, Johnstone, Tibshirani 2004", diabetes),
	}
}
