// Package catalog is the list of all methods, and the only package that imports them all. A method is added by one line
// here, in addition to its own file.
package catalog

import (
	"pointscape/engine/autoencoder"
	"pointscape/engine/boosting"
	"pointscape/engine/centroidal"
	"pointscape/engine/cluster"
	"pointscape/engine/constrained"
	"pointscape/engine/convolution"
	"pointscape/engine/decomposition"
	"pointscape/engine/density"
	"pointscape/engine/dictionary"
	"pointscape/engine/discriminant"
	"pointscape/engine/ensemble"
	"pointscape/engine/forest"
	"pointscape/engine/gaussian"
	"pointscape/engine/gp"
	"pointscape/engine/hierarchy"
	"pointscape/engine/histogram"
	"pointscape/engine/kernelmethods"
	"pointscape/engine/lift"
	"pointscape/engine/linear"
	"pointscape/engine/manifold"
	"pointscape/engine/method"
	"pointscape/engine/mixture"
	"pointscape/engine/neighbors"
	"pointscape/engine/neural"
	"pointscape/engine/pipeline"
	"pointscape/engine/ranking"
	"pointscape/engine/rbm"
	"pointscape/engine/regression"
	"pointscape/engine/som"
	"pointscape/engine/svm"
	"pointscape/engine/tree"
	"pointscape/engine/voronoi"
	"pointscape/engine/wordspace"
)

// First returns the methods of the first engine: those that a first visit shows, and those that add almost nothing to
// the engine's size. They are the first ones of All.
func First() []method.Method {
	return []method.Method{
		svm.Method(),
		neighbors.KNN(),
		voronoi.Method(),
		gp.Method(),
	}
}

// All returns the methods in the order of the picker. New methods are added here.
func All() []method.Method {
	list := append(programmed(First()),
		svm.SVR(),
		regression.LeastSquares(),
		regression.Ridge(),
		regression.Huber(),
		regression.Lasso(),
		regression.ElasticNet(),
		regression.KernelRidge(),
		regression.BayesianLinear(),
		gaussian.Method(),
		neighbors.KNNRegression(),
		neighbors.NCA(),
		svm.Dual(),
		svm.Nu(),
		svm.OneClass(),
		svm.LocalOutlierFactor(),
		svm.MKL(),
		lift.Method(),
		linear.Primal(),
		linear.KernelPerceptron(),
		linear.Logistic(),
		linear.Perceptron(),
		linear.PassiveAggressive(),
		linear.Lab(),
		discriminant.LDA(),
		discriminant.QDA(),
		discriminant.NaiveBayes(),
		discriminant.Fisher(),
		discriminant.NearestCentroid(),
		histogram.Histogram(),
		histogram.KernelDensity(),
		histogram.Regression(),
		kernelmethods.Logistic(),
		kernelmethods.KNN(),
		kernelmethods.Discriminant(),
		svm.Objects(),
		tree.Method(),
		tree.Regression(),
		forest.RandomForest(),
		forest.ExtraTrees(),
		forest.RandomForestRegression(),
		forest.ExtraTreesRegression(),
		neural.Classifier(),
		neural.Regression(),
		neural.Backpropagation(),
		autoencoder.Method(),
		rbm.Method(),
		neural.Neuron(),
		wordspace.Method(),
		convolution.Method(),
		cluster.KMeans(),
		centroidal.Method(),
		mixture.Method(),
		density.DBSCAN(),
		hierarchy.Method(),
		density.MeanShift(),
		cluster.KFlats(),
		cluster.KernelKMeans(),
		cluster.KernelKFlats(),
		cluster.Spectral(),
		som.Method(),
		decomposition.PCA(),
		manifold.KernelPCA(),
		manifold.ObjectPCA(),
		manifold.Isomap(),
		manifold.LLE(),
		manifold.MDS(),
		manifold.TSNE(),
		dictionary.Coding(),
		dictionary.Learned(),
		dictionary.Family(),
		constrained.Method(),
	)
	list = append(list, boosting.AdaBoost(), boosting.Gradient(), boosting.Regression(), boosting.Logit())
	// the last methods are made of those before them
	makers := []method.Method{decomposition.PCA(), cluster.KMeans(), dictionary.Learned(), autoencoder.Method(),
		rbm.Method()}
	return append(list, ensemble.Vote(list), ensemble.Bagging(list), ensemble.BaggingRegression(list), ranking.Method(),
		pipeline.Method(makers, list))
}

// programmed adds their counterparts in scikit-learn to the first methods. Others declare theirs; these do not, so that
// the first engine, which writes no programs, does not have them.
func programmed(first []method.Method) []method.Method {
	for i, c := range []method.Counterpart{svm.Python, neighbors.KNNPython, voronoi.Python, gp.Python} {
		first[i].Python = c
	}
	return first
}

// Start is the document that opens first.
const Start = `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":10},` +
	`"dataset":{"name":"moons","n":120,"noise":0.18,"seed":7},"title":"Two moons","seed":1}`
