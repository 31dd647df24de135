package dataset

import (
	_ "embed"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// data/README.md says where the tables come from.
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
	table := func(name, label string, task method.Task, n int, help, source, text string, names doc.Names) entry {
		return entry{Dataset: method.Dataset{Name: name, Label: label, Task: task, Help: help, Source: source, Fixed: true,
			N: n, MaxN: n}, table: text, names: names}
	}
	species := []string{"setosa", "versicolor", "virginica"}
	const fisher = "R. A. Fisher 1936, measured by E. Anderson"
	return []entry{
		table("iris", "Iris, petals", method.Classify, 150, "Length and width of the petals of three species of iris.",
			fisher, irisPetal,
			doc.Names{X: "petal length (cm)", Y: "petal width (cm)", Value: "species", Classes: species}),
		table("iris_sepal", "Iris, sepals", method.Classify, 150, "Length and width of the sepals of three species of "+
			"iris; versicolor and virginica overlap.", fisher, irisSepal,
			doc.Names{X: "sepal length (cm)", Y: "sepal width (cm)", Value: "species", Classes: species}),
		table("wine", "Wine", method.Classify, 178, "Alcohol and flavanoids of wines from three cultivars.",
			"UCI Machine Learning Repository, M. Forina et al.", wine,
			doc.Names{X: "alcohol (%)", Y: "flavanoids", Value: "cultivar",
				Classes: []string{"cultivar 1", "cultivar 2", "cultivar 3"}}),
		table("breast_cancer", "Breast cancer", method.Classify, 569, "Worst radius and worst texture of the cell nuclei "+
			"of tumours, malignant and benign.", "UCI Machine Learning Repository, W. H. Wolberg, W. N. Street, O. L. "+
			"Mangasarian 1995", breastCancer,
			doc.Names{X: "worst radius", Y: "worst texture", Value: "diagnosis", Classes: []string{"malignant", "benign"}}),
		table("diabetes", "Diabetes", method.Regress, 442, "Body mass index of patients with diabetes, and the "+
			"progression of the disease one year later.", "Efron, Hastie, Johnstone, Tibshirani 2004", diabetes,
			doc.Names{X: "body mass index (kg/m²)", Y: "progression after a year"}),
	}
}
