package methodsearch

import (
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
)

// Methods are found by their usual names: standard names, those of libraries and lectures, abbreviations, French names.
func TestWhatPeopleCallIt(t *testing.T) {
	var infos []method.Info
	for _, m := range catalog.All() {
		infos = append(infos, m.Info)
	}
	f := &Search{Methods: func() []method.Info { return infos }, Chosen: func() string { return "" }}
	for query, want := range map[string]string{
		"RBF": "svm", "soft margin": "svm", "SVC": "svm", "marge": "svm", "séparateur": "svm", "vecteurs de support": "svm",
		"large margin": "svm",
		"parzen":       "kernel_density", "KDE": "kernel_density", "fenêtres": "kernel_density",
		"LDA": "lda", "analyse discriminante": "lda", "QDA": "qda", "quadratique": "qda", "Bayes naif": "naive_bayes",
		"GaussianNB": "naive_bayes", "GNB": "naive_bayes",
		"kriging": "gp", "processus gaussien": "gp", "gaussian process": "gp",
		"plus proches voisins": "knn", "kNN": "knn", "k-nn regression": "knn_regression",
		"moindres carres": "least_squares", "OLS": "least_squares", "linear regression": "least_squares",
		"polynomial": "least_squares",
		"tikhonov":   "ridge", "L2": "ridge", "L1": "lasso", "sparse": "sparse_coding", "ISTA": "sparse_coding",
		"soft thresholding": "sparse_coding", "K-SVD": "dictionary", "DictionaryLearning": "dictionary",
		"KRR":                   "kernel_ridge",
		"régression logistique": "logistic", "softmax": "logistic", "cross-entropy": "logistic", "KLR": "kernel_logistic",
		"novelty": "one_class_svm", "outlier": "local_outlier_factor", "anomalies": "one_class_svm", "pegasos": "svm_primal",
		"MKL":      "mkl",
		"delaunay": "voronoi", "thiessen": "voronoi", "rosenblatt": "perceptron", "dual perceptron": "kernel_perceptron",
		"regressogram": "histogram_regression",
		"nu":           "nu_svm", "ν": "nu_svm", "SVR": "svr", "tube": "svr", "rayleigh": "fisher", "fisher": "fisher",
		"bayesian ridge": "bayesian_linear", "elastic net": "elastic_net",
		"descente de gradient": "linear",
		"lloyd":                "kmeans", "k means": "kmeans", "k-moyennes": "kmeans", "nuees dynamiques": "kmeans",
		"clustering": "kmeans", "vector quantization": "kmeans",
		"dendrogram": "agglomerative", "ward": "agglomerative", "CAH": "agglomerative",
		"meanshift": "mean_shift", "MeanShift": "mean_shift", "mode seeking": "mean_shift",
		"SpectralClustering": "spectral_clustering", "fiedler": "spectral_clustering",
		"normalized cut": "spectral_clustering",
		"GMM":            "gmm", "mixture": "gmm", "density-based": "dbscan", "KernelPCA": "kernel_pca",
		"pre-images": "kernel_pca", "geodesic": "isomap", "t-SNE": "tsne", "Barnes": "tsne", "CART": "tree",
		"regression tree": "tree_regression",
		"word2vec":        "skip_gram", "word embedding": "skip_gram", "SGNS": "skip_gram",
		"stippling": "cvt", "CVT": "cvt", "lloyd’s algorithm for a density": "cvt",
		"random forest": "forest", "RandomForestClassifier": "forest", "extremely randomized": "extra_trees",
		"bootstrap aggregating": "bagging",
		"adaboost":              "adaboost", "GradientBoostingClassifier": "gradient_boosting", "logitboost": "logitboost",
	} {
		if f.Ask(query); f.Candidate() != want {
			t.Errorf("%q proposes %q, want %q", query, f.Candidate(), want)
		}
	}
	for i := range infos {
		if len(infos[i].Aliases) == 0 {
			t.Errorf("%s has no other names", infos[i].ID)
		}
		for _, alias := range infos[i].Aliases {
			if fold(alias) == fold(infos[i].Name) {
				t.Errorf("another name of %s is its name", infos[i].ID)
			}
		}
		if f.Ask(infos[i].Name); f.Candidate() != infos[i].ID {
			t.Errorf("%q proposes %q", infos[i].Name, f.Candidate())
		}
		for k := range infos[i].ID { // typed letter by letter
			if f.Ask(infos[i].ID[:k+1]); f.Candidate() == "" {
				t.Errorf("%q proposes nothing", infos[i].ID[:k+1])
			}
		}
		if f.Candidate() != infos[i].ID {
			t.Errorf("%q proposes %q", infos[i].ID, f.Candidate())
		}
	}
}

// The methods for beginners exist, and each has an example.
func TestStarts(t *testing.T) {
	for _, id := range starts {
		if !slices.ContainsFunc(catalog.All(), func(m method.Method) bool { return m.ID == id && m.Example != "" }) {
			t.Errorf("%s has no example to begin with", id)
		}
	}
}
