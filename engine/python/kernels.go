package python

import (
	"strings"

	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
)

const gpKernels = "gaussian_process.kernels."

// kernel returns the kernel of the method's parameters. If they are invalid, it refuses the program and returns another
// kernel.
func (w *Writer) kernel() kernel.Kernel {
	k, err := kernelparam.For(w.Values, w.Problem)
	if err != nil {
		w.Refuse("There is no Python program: " + err.Error() + ".")
		return kernel.Linear()
	}
	return k
}

// KernelArgs returns the arguments of an estimator that has kernels by name; ok is false for other kernels, for which
// object or gram writes an object.
func (w *Writer) KernelArgs(laplacian bool) (args []string, ok bool) {
	n, ok := kernel.NameOf(w.kernel())
	if !ok || n.Name == "laplacian" && (!laplacian || n.Norm != "l1") {
		return nil, false
	}
	args = []string{"kernel=" + Quote(n.Name)}
	if n.Name != "linear" {
		args = append(args, "gamma="+Float(n.Gamma))
	}
	if n.Name == "poly" {
		args = append(args, "degree="+Float(n.Degree))
	}
	if n.Name == "poly" || n.Name == "sigmoid" {
		args = append(args, "coef0="+Float(n.Coef0))
	}
	return args, true
}

// Machine returns a support vector machine's arguments except C: the kernel, by name or else as an object that is
// called with two sets of rows, and the tolerance.
func (w *Writer) Machine() []string {
	k := w.kernel()
	if args, ok := w.KernelArgs(false); ok {
		return append(args, Sharp)
	}
	if kernel.HasWhite(k) {
		w.Refuse("scikit-learn's support vector machines have no white noise in a kernel: leave white(…) out " +
			"to get a Python program.")
	}
	return []string{"kernel=" + w.object(k), Sharp}
}

// Gram defines the kernel as a variable: an object that can be called with two sets of rows.
func (w *Writer) Gram() {
	k := w.kernel()
	if kernel.HasWhite(k) {
		w.Refuse("This Python program would have no white noise in the kernel: leave white(…) out to get one.")
	}
	w.Before = append(w.Before, "kernel = "+w.object(k), "")
}

// object returns a kernel as an object of scikit-learn's Gaussian processes: these objects can be added, multiplied and
// called.
func (w *Writer) object(k kernel.Kernel) string {
	return w.Kernel(k.String())
}

// Kernel converts the kernels of an expression to Python; sums, products, numbers and brackets are the same there.
// scikit-learn's kernels have no difference: a term is subtracted by adding it with the constant factor -1, which is
// fixed, so that its logarithm is never taken.
func (w *Writer) Kernel(s string) string {
	var b strings.Builder
	write := func(signs string) {
		if strings.Contains(signs, " - ") {
			signs = strings.ReplaceAll(signs, " - ", " + "+w.Call(gpKernels+"ConstantKernel", "-1", Quote("fixed"))+" * ")
		}
		b.WriteString(signs)
	}
	for s != "" {
		at := strings.IndexFunc(s, func(r rune) bool { return r >= 'a' && r <= 'z' })
		if at > 0 && s[at] == 'e' && s[at-1] >= '0' && s[at-1] <= '9' { // 1e-05
			write(s[:at+1])
			s = s[at+1:]
			continue
		}
		if at < 0 {
			write(s)
			break
		}
		write(s[:at])
		name, rest, _ := strings.Cut(s[at:], "(")
		args, rest, _ := strings.Cut(rest, ")")
		b.WriteString(w.leaf(name, strings.Split(args, ", ")))
		s = rest
	}
	return b.String()
}

// leaf returns a kernel with its arguments.
func (w *Writer) leaf(name string, args []string) string {
	use := func(class string, args ...string) string { return w.Call(gpKernels+class, args...) }
	length := "length_scale=" + args[0]
	if len(args) > 1 {
		length = "length_scale=[" + strings.Join(args, ", ") + "]"
	}
	switch name {
	case "rbf":
		if gamma, ok := strings.CutPrefix(args[0], "gamma="); ok {
			return use("RBF", "length_scale=(2 * "+gamma+") ** -0.5")
		}
		return use("RBF", length)
	case "matern12":
		return use("Matern", length, "nu=0.5")
	case "matern32":
		return use("Matern", length, "nu=1.5")
	case "matern52":
		return use("Matern", length, "nu=2.5")
	case "laplacian":
		if len(args) > 1 { // norm=l1
			return use("PairwiseKernel", "gamma="+args[0], `metric="laplacian"`)
		}
		return use("Matern", "length_scale=1 / "+args[0], "nu=0.5")
	case "rq":
		return use("RationalQuadratic", "length_scale="+args[0], "alpha="+args[1])
	case "periodic":
		return use("ExpSineSquared", "length_scale="+args[0], "periodicity="+args[1])
	case "constant":
		return use("ConstantKernel", args[0])
	case "white":
		return use("WhiteKernel", args[0])
	case "linear":
		return use("DotProduct", "sigma_0=0")
	case "poly":
		if strings.HasPrefix(args[1], "-") || args[2] == "0" {
			w.Refuse("scikit-learn's Gaussian processes have no polynomial kernel with a negative constant or degree 0.")
		}
		return "(" + args[0] + " * " + use("DotProduct", "sigma_0=("+args[1]+" / "+args[0]+") ** 0.5") + ") ** " + args[2]
	case "sigmoid":
		return use("PairwiseKernel", "gamma="+args[0], `metric="sigmoid"`, "pairwise_kernels_kwargs={\"coef0\": "+
			""+args[1]+"}")
	}
	w.Refuse("scikit-learn has no kernel " + name + ".")
	return name
}
