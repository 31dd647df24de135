// libsvm-wasm: LIBSVM compiled by Emscripten. It tells labels only.

import { SVM, SVMParam } from "libsvm-wasm";
import { columns, rows, serve } from "./serve.js";

let svm;

const train = ({ gamma, C }, points) => {
	const x = [], labels = [];
	for (let i = 0; i < points.length; i += 3) {
		x.push([points[i], points[i + 1]]);
		labels.push(points[i + 2]);
	}
	svm = new SVM(new SVMParam({ svm_type: 0, kernel_type: 2, gamma, C, cache_size: 100, probability: 0, shrinking: 1 }, 1e-3));
	svm.feedSamples(x, labels);
	svm.feedParam();
	const start = performance.now();
	svm.train(); // synchronous, in spite of its promise
	return { ms: performance.now() - start };
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
			values[k++] = svm.predict(at);
		}
	}
	return { ms: performance.now() - start, values };
};

// map is the share of held-out points that are answered wrong, for each C and, of each, all gammas: point i is
// held out in fold i mod folds. One machine is trained at a time, as a page would do it.
const map = ({ C, gamma, folds }, points) => {
	const n = points.length / 3;
	const values = new Float32Array(C.length * gamma.length);
	const start = performance.now();
	C.forEach((c, i) => gamma.forEach((g, j) => {
		let wrong = 0;
		for (let fold = 0; fold < folds; fold++) {
			const x = [], labels = [];
			for (let k = 0; k < n; k++) {
				if (k % folds !== fold) {
					x.push([points[3 * k], points[3 * k + 1]]);
					labels.push(points[3 * k + 2]);
				}
			}
			const machine = new SVM(new SVMParam({ svm_type: 0, kernel_type: 2, gamma: g, C: c, cache_size: 100, probability: 0, shrinking: 1 }, 1e-3));
			machine.feedSamples(x, labels);
			machine.feedParam();
			machine.train();
			for (let k = fold; k < n; k += folds) {
				wrong += machine.predict([points[3 * k], points[3 * k + 1]]) !== points[3 * k + 2];
			}
			machine.free?.();
		}
		values[i * gamma.length + j] = wrong / n;
	}));
	return { ms: performance.now() - start, values };
};

new SVM().init().then(() => serve({ train, field, map }));
