package tree

// The counterparts of the methods in scikit-learn.

import (
	"strconv"
	"strings"

	"pointscape/engine/python"
)

const treeSays = "n_leaves=model.get_n_leaves()\ndepth=model.get_depth()"

var treePython = &python.Counterpart{Make: treeProgram,
	Says: treeSays + "\nfeature_importances=model.feature_importances_",
	Note: python.Ties,
	Beyond: []python.Beyond{{Param: "criterion", Value: "gain_ratio",
		None: "scikit-learn has no gain ratio: choose another criterion to get a Python program."}}}

var treeRegressionPython = &python.Counterpart{Make: treeProgram, Says: treeSays, Note: python.Ties}

func treeProgram(w *python.Writer) string {
	v := w.Values
	if v.String("splits") == "oblique" && w.Problem.D == 2 {
		return w.Refuse("scikit-learn 1.2 has no trees with slanted splits: choose splits by one input each to get a " +
			"Python program.")
	}
	args := w.Args(python.TreeParams)
	if v.Float("ccp_alpha") > 0 {
		args = append(args, w.Args("ccp_alpha")...)
	}
	if p := w.Method.Param("max_leaf_nodes"); v.Float("max_leaf_nodes") != p.Default {
		args = append(args, w.Args("max_leaf_nodes")...)
	}
	class := "tree.DecisionTreeRegressor"
	if w.Problem.Class != nil {
		class = "tree.DecisionTreeClassifier"
		if v.String("criterion") == "misclassification" {
			return w.Refuse("scikit-learn 1.2 has no trees that are grown by misclassification: choose another criterion " +
				"to get a Python program.")
		}
		args = append(args, w.Args("criterion")...)
		switch v.String("class_weight") {
		case "balanced":
			args = append(args, `class_weight="balanced"`)
		case "given":
			given, list := v.Floats("class_weights"), []string{}
			for _, id := range w.Problem.ClassIDs {
				x := 1.0
				if id < len(given) {
					x = given[id]
				}
				list = append(list, strconv.Itoa(id)+": "+python.Float(x))
			}
			args = append(args, "class_weight={"+strings.Join(list, ", ")+"}")
		}
	}
	return w.Call(class, append(args, "random_state=0")...)
}
