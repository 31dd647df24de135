package reference

import (
	"maps"
	"slices"
)

// seen describes the pictures and plots of a method, in addition to the labels of its switches.
var seen = map[string]string{
	"svm": "For 2 to 12 classes: regions, boundary, margins for every kernel, support vectors by weight, " +
		"slack.",
	"gaussian": "Ellipses, marginals along the edges, the conditional along a dragged line; a sum's lines; prior " +
		"and posterior measurement by measurement; a vector with its covariance matrix, bent value by value.",
	"svm_dual": "SMO pair by pair: the two weights in their box with the line on which they move, α as bars that can " +
		"be dragged, the KKT conditions at every point, how b is computed, f as a sum of bumps, the duality gap.",
	"feature_map": "The points lifted to a space that turns, with the sheet, the separating plane, its margins and the " +
		"cut; the same cut in the plane, linked both ways.",
	"knn": "Regions exact to the pixel, shares as shading, the neighbours and their vote under the pointer.",
	"nca": "Every step of L-BFGS: circles become ellipses, the regions with them; the points as A maps them, A as a " +
		"matrix or as pictures; rows of tables in the plane that is learned for them.",
	"kernel_discriminant": "Curves on which the first direction has the value of a class mean; the points " +
		"along it, and " +
		"in the plane of the first two.",
	"voronoi": "Exact cells, Delaunay triangulation, circumcircles; for up to 100,000 sites.",
	"kmeans": "The seeding and Lloyd's half-steps one by one: centres and their paths, exact cells, points in " +
		"the colours of their clusters.",
	"gmm": "EM by E-steps and M-steps: ellipses, colours mixed by responsibilities, lines of equal density; " +
		"BIC and AIC against the number of components.",
	"dbscan": "Clusters growing point by point: core, border and noise, discs of radius ε; distances to the " +
		"m-th neighbour, where a click sets ε.",
	"agglomerative": "Single, complete, average and Ward's linkage, merge by merge; a dendrogram linked with the " +
		"plane, cut by dragging its line.",
	"spectral_clustering": "The graph, its eigenvalues and k-means in the embedding, step by step.",
	"mean_shift":          "The paths of all points uphill to the modes of the density, step by step.",
	"kflats":              "Lines in the plane, planes among rows in space; the distances of the points to them.",
	"kernel_kmeans":       "Curved borders by kernels; the distances of the points to their centres.",
	"kernel_kflats":       "Curved flats by kernels; the distances of the points to them.",
	"cvt": "Lloyd's algorithm on a density of the square, chosen or painted by hand: up to 2,000 sites move " +
		"while their energy falls towards that of hexagons; stippling.",
	"constrained": "Contours, feasible set, forces at the optimum, multipliers; the dual function with its gap; " +
		"projected gradient and central path step by step.",
	"sparse_coding": "ISTA, FISTA and matching pursuit on atoms that are dragged, step by step.",
	"dictionary": "Dictionaries by alternating minimisation and K-SVD: atoms of digits as pictures, a digit put " +
		"together atom by atom.",
	"som": "The grid unfolding over the points, epoch by epoch; the U-matrix with the classes of its units; digits as a " +
		"map of pictures.",
	"representations": "PCA, k-means, k-flats and sparse coding of the same points from K vectors, side by side; the " +
		"error of each against K; a digit reconstructed by all four.",
	"nearest_centroid": "Exact regions by two metrics; centroids before and after shrinking; their deviations in each " +
		"input with the threshold, which is dragged.",
	"tree": "One split per step, exact cells, the diagram linked both ways, candidate splits, the pruning path " +
		"with its errors.",
	"tree_regression": "One split per step, exact cells, the diagram linked both ways, candidate splits, the " +
		"pruning path " +
		"with its errors.",
	"forest":                 "Votes as shading, exact to the pixel, tree by tree; out-of-bag error, importance.",
	"forest_regression":      "The mean of the trees, tree by tree; out-of-bag error, importance.",
	"extra_trees":            "Votes as shading, exact to the pixel, tree by tree; importance.",
	"extra_trees_regression": "The mean of the trees, tree by tree; importance.",
	"bagging": "Members of any method: their boundaries overlaid, how often each point was drawn, where they " +
		"disagree.",
	"bagging_regression": "Members of any method: their curves overlaid, how often each point was drawn, where " +
		"they disagree.",
	"vote": "Members of any methods: their boundaries overlaid, their votes, where they disagree.",
	"adaboost": "The vote so far and the round's tree, points by their weights, margins, the exponential loss; rounds " +
		"are recomputed while you drag.",
	"gradient_boosting":            "The sum so far, the round's trees, the residuals and the fits to them.",
	"gradient_boosting_regression": "The sum so far, the round's tree, the residuals and the fit to them.",
	"logitboost":                   "The sum so far, the round's trees, and their targets and weights.",
	"gp": "Mean, bands of f and of a new y, samples of prior and posterior, the map of the likelihood and the path to " +
		"its maximum.",
}

// SeenIDs returns the ids of the methods with such a description.
func SeenIDs() []string { return slices.Sorted(maps.Keys(seen)) }
