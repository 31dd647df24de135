package python_test

import (
	"context"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// Programs that scikit-learn refused, or that gave other results, before random documents were tested.
func TestProgramsOfEdges(t *testing.T) {
	s := session.New(catalog.All())
	const three = `"dataset":{"name":"blobs","n":30,"noise":0.1,"seed":1}`
	const few = `"points":[[0,0],[1,0.2],[0.3,1],[0.8,0.7]]`
	for _, c := range []struct{ document, has string }{
		{`{"method":"knn","params":{"metric":"mahalanobis"},` + three + `}`,
			`metric_params={"VI": np.linalg.inv(np.cov(X.T))}`},
		{`{"method":"feature_map",` + three + `}`, "OneVsRestClassifier(SVC("},
		{`{"method":"svm_primal",` + three + `}`, "OneVsRestClassifier(SVC("},
		{`{"method":"nu_svm",` + three + `}`, "-model.intercept_"},
		{`{"method":"mean_shift","params":{"max_iter":1,"kernel":"flat"},` + few + `}`, "max_iter=0"},
		{`{"method":"kernel_pca","params":{"kernel":"laplacian","norm":"l1"},` + few + `}`, `kernel="precomputed"`},
		{`{"method":"mds","params":{"init":"classical_mds","n_components":5},` + few + `}`,
			"np.pad(start, ((0, 0), (0, 3)))"},
		{`{"method":"tsne","params":{"perplexity":30,"max_iter":250},` + few + `}`, "perplexity=1,"},
		{`{"method":"nca","params":{"n_components":9},` + three + `}`, "n_components=2"},
		{`{"method":"sparse_coding","params":{"transform_algorithm":"omp","transform_n_nonzero_coefs":8},` + few + `}`,
			"transform_n_nonzero_coefs=2"},
		{`{"method":"sparse_coding","params":{"transform_algorithm":"omp"},` + few + `}`, "D /= np.linalg.norm(D, axis=1"},
		{`{"method":"histogram_regression","params":{"bins":3},"points":[[0,1],[1,2],[3,1]]}`,
			"cell[(cell >= 3) & (A <= X.max(axis=0))] = 2"},
		// What scikit-learn refuses is refused in advance.
		{`{"method":"qda","points":[[0,0,0],[1,0,1],[1,1,1],[0.5,2,1]],"params":{"reg_param":0.5}}`,
			"two points of each class"},
		{`{"method":"lle","params":{"n_components":3,"n_neighbors":2},` + few + `}`,
			"no more dimensions than there are inputs"},
		{`{"method":"nca","params":{"init":"lda","n_components":2},"points":[[0,0,0],[1,0,1],[1,1,1],[0,1,0]]}`,
			"begins with discriminants only where"},
	} {
		d, err := doc.Decode([]byte(c.document))
		if err != nil {
			t.Fatalf("%s: %v", c.document, err)
		}
		if d, err = s.Resolve(method.Unstopped, d); err != nil {
			t.Fatalf("%s: %v", c.document, err)
		}
		said := ""
		if p, err := s.Python(context.Background(), d); err != nil {
			said = err.Error()
		} else {
			said = p.Code
		}
		if !strings.Contains(said, c.has) {
			t.Errorf("%s: no %q in\n%s", c.document, c.has, said)
		}
	}
}
