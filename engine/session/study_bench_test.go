package session_test

import (
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// BenchmarkSurvey measures whole studies of errors in a session that has made the same study before, so that the
// recipe's distribution is known, as during a series of studies.
func BenchmarkSurvey(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"knn over n", `{"method":"knn","dataset":{"name":"moons","n":200,"noise":0.25,"seed":1},"study":{"over":"n",
			"values":[20,50,100,300,1000,3000],"rules":{"n_neighbors":"n^(1/2)"},"draws":20}}`},
		{"knn over k", `{"method":"knn","dataset":{"name":"moons","n":200,"noise":0.25,"seed":1},
			"study":{"over":"n_neighbors","draws":20}}`},
		{"svm over gamma", `{"method":"svm","params":{"kernel":"rbf","gamma":10},"dataset":{"name":"moons","n":200,
			"noise":0.25,"seed":1},"study":{"over":"gamma"}}`},
		{"svm of draws", `{"method":"svm","params":{"kernel":"rbf","gamma":10},"dataset":{"name":"moons","n":200,
			"noise":0.25,"seed":1},"study":{"draws":50}}`},
		{"tree over depth", `{"method":"tree","dataset":{"name":"checkerboard","n":320,"noise":0.1,"seed":1},
			"study":{"over":"max_depth","values":[1,2,4,8,16],"draws":50}}`},
		{"lda of draws", `{"method":"lda","dataset":{"name":"blobs2","n":100,"noise":0.3,"seed":1},"study":{"draws":200}}`},
		{"forest of draws", `{"method":"forest","params":{"n_estimators":30},"dataset":{"name":"spirals","n":300,
			"noise":0.05,"seed":1},"study":{"draws":10}}`},
		{"logistic over n", `{"method":"logistic","dataset":{"name":"blobs2","n":100,"noise":0.3,"seed":1},
			"study":{"over":"n","values":[20,100,500,2000],"draws":20}}`},
		{"least squares over degree", `{"method":"least_squares","dataset":{"name":"sine","n":40,"noise":0.3,"seed":1},
			"study":{"over":"degree","values":[1,3,9],"draws":60}}`},
		{"kernel ridge in the plane", `{"method":"kernel_ridge","params":{"domain":"plane"},"dataset":{"name":"hills",
			"n":200,"noise":0.1,"seed":1},"study":{"draws":20}}`},
		{"kmeans over n", `{"method":"kmeans","params":{"n_clusters":5},"dataset":{"name":"clusters","n":200,"noise":0.02,
			"seed":1},"study":{"over":"n","values":[40,160,640],"draws":20}}`},
		{"knn over d", `{"method":"knn","params":{"inputs":"all"},"table":{"name":"spheres","n":200,"d":2,"noise":0.1,
			"seed":1},"study":{"over":"d","values":[2,10,30],"draws":10}}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := session.New(catalog.All())
			d, err := doc.Decode([]byte(c.text))
			if err == nil {
				d, err = s.Resolve(method.Unstopped, d)
			}
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, _, err := s.Survey(b.Context(), d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
