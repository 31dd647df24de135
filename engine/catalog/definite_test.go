package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// All methods treat kernels that are not positive semi-definite on the points alike. A method that can continue says
// so, with the consequences, and is neither exact nor converged; one without an answer (a Gaussian process whose matrix
// is not repaired by noise, weights of kernels) refuses, with the reason. None shows a norm.
func TestIndefiniteKernels(t *testing.T) {
	t.Parallel()
	s := session.New(All())
	n := 0
	for _, m := range All() {
		i := slices.IndexFunc(m.Params, func(p method.Param) bool { return method.Is[method.Kernel](p.Kind) })
		if i < 0 {
			continue
		}
		n++
		data := map[bool]string{true: "sine", false: "circles"}[m.Task == method.Regress]
		for expr, bad := range map[string]bool{"sigmoid(50, -2)": true, "sigmoid(50, -2) + rbf(0.01)": true,
			"rbf(0.2)": false, "rbf(0.2) + rbf(0.5)": false} {
			if m.ID == "mkl" && !strings.Contains(expr, "+") { // one kernel has no weights to learn
				continue
			}
			for _, noise := range []string{"", `,"alpha":100`} {
				if noise != "" && m.ID != "gp" {
					continue
				}
				if m.ID == "gaussian" { // its picture of a vector has one
					noise = `,"picture":"vector"`
				}
				text := fmt.Sprintf(`{"version":1,"method":%q,"params":{"kernel":%q%s},"dataset":{"name":%q,"n":60}}`, m.ID, expr,
					noise, data)
				d, err := doc.Decode([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				var f *session.Fit
				if d, err = s.Resolve(method.Unstopped, d); err == nil {
					f, err = s.Fit(t.Context(), d)
				}
				var refused *doc.Error
				if errors.As(err, &refused) {
					if !bad || !strings.Contains(refused.Error(), "positive semi-definite") {
						t.Errorf("%s, %s: %v", m.ID, expr, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(m.ID, err)
				}
				st := f.Status()
				settled := st.State == method.Converged || st.State == method.Exact
				if told := strings.Contains(st.Sentence, kernel.NotDefinite+": "); told != bad || bad && settled {
					t.Errorf("%s, %s: %v", m.ID, expr, st)
				}
				if bad && strings.HasPrefix(st.Sentence, "The minimum") {
					t.Errorf("%s, %s: a minimum is claimed: %v", m.ID, expr, st)
				}
				for _, fact := range f.Model.Facts() {
					if bad && slices.Contains([]string{"margin", "w_norm"}, fact.Name) {
						t.Errorf("%s has a %s of a kernel that has none: %v", m.ID, fact.Name, fact.Value)
					}
				}
			}
		}
	}
	if n < 12 {
		t.Errorf("only %d methods have a kernel", n)
	}
}

// Ensembles and pipelines pass on the messages about a kernel, and claim nothing that a member does not.
func TestIndefiniteKernelsOfMembers(t *testing.T) {
	t.Parallel()
	s := session.New(All())
	const circles, sine = `"dataset":{"name":"circles","n":60,"noise":0.05}`, `"dataset":{"name":"sine","n":40}`
	for kern, bad := range map[string]bool{"sigmoid(50, -2)": true, "rbf(0.2)": false} {
		of := func(id string) string { return fmt.Sprintf(`{"method":%q,"params":{"kernel":%q}}`, id, kern) }
		for _, text := range []string{
			`"method":"vote","params":{"estimators":[{"method":"tree"},` + of("svm") + `]},` + circles,
			`"method":"bagging","params":{"n_estimators":3,"estimator":` + of("svm") + `},` + circles,
			`"method":"bagging","params":{"n_estimators":3,"estimator":` + of("kernel_logistic") + `},` + circles,
			`"method":"bagging_regression","params":{"n_estimators":3,"estimator":` + of("kernel_ridge") + `},` + sine,
			`"method":"bagging_regression","params":{"n_estimators":3,"estimator":` + of("svr") + `},` + sine,
			`"method":"pipeline","params":{"codes":{"method":"pca"},"classifier":` + of("kernel_discriminant") + `},` + circles,
		} {
			d, err := doc.Decode([]byte(`{"version":1,` + text + `}`))
			if err != nil {
				t.Fatal(err)
			}
			if d, err = s.Resolve(method.Unstopped, d); err != nil {
				t.Fatal(text, err)
			}
			f, err := s.Fit(t.Context(), d)
			if err != nil {
				t.Fatal(text, err)
			}
			st := f.Status()
			settled := st.State == method.Converged || st.State == method.Exact
			if told := strings.Contains(st.Sentence, kernel.NotDefinite+": "); told != bad || bad && settled {
				t.Errorf("%s: %v", text, st)
			}
		}
	}
}
