// svm (svmjs) by Andrej Karpathy. It is given a trained model: its own training
// takes a second to twelve.

import svmjs from "svm";
import { columns, rows, serve } from "./serve.js";

let svm;

const load = ({ gamma, vectors, coef, intercept }) => {
	svm = new svmjs.SVM();
	svm.fromJSON({
		N: coef.length, D: 2, b: intercept, kernelType: "rbf", rbfSigma: Math.sqrt(0.5 / gamma),
		data: vectors, labels: coef.map(Math.sign), alpha: coef.map(Math.abs),
	});
	return { ms: 0 };
};

const field = (grid) => {
	const xs = columns(grid), ys = rows(grid);
	const values = new Float32Array(grid.w * grid.h);
	const at = [0, 0];
	const start = performance.now();
	let k = 0;
	for (const y of ys) {
		at[1] = y;
		for (const x of xs) {
			at[0] = x;
			values[k++] = svm.marginOne(at);
		}
	}
	return { ms: performance.now() - start, values };
};

serve({ load, field });
