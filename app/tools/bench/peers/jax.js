// A Gaussian process by hand on jax-js: kernels compiled to WASM, float32, threads where the
// page is isolated.

import { defaultDevice, init, jit, numpy as np } from "@jax-js/jax";
import { fit, places } from "./gp.js";
import { columns, rows, serve } from "./serve.js";

const answer = jit((A, B, LinvT, alpha) => {
	const K = np.exp(np.matmul(A, B));
	const mean = np.matmul(K.ref, alpha);
	const V = np.matmul(K, LinvT);
	const s = np.sum(np.square(V), 1);
	return [mean, np.sqrt(np.maximum(np.subtract(1, s), 0))];
});

const gp = async (args, points) => {
	const start = performance.now();
	const xs = columns(args), ys = args.d === 2 ? rows(args) : null;
	const m = args.w * (ys ? args.h : 1);
	const model = fit(args, points), n = model.n;
	const values = new Float32Array(2 * m);
	const chunk = Math.min(m, 7680); // divides 480x320
	const B = np.array(model.B).reshape([4, n]), LinvT = np.array(model.LinvT).reshape([n, n]), alpha = np.array(model.alpha).reshape([n, 1]);
	for (let first = 0; first < m; first += chunk) {
		const last = Math.min(first + chunk, m);
		const A = np.array(places(model, xs, ys, first, last)).reshape([last - first, 4]);
		const [mean, sd] = answer(A, B.ref, LinvT.ref, alpha.ref);
		values.set(await mean.data(), first);
		values.set(await sd.data(), m + first);
	}
	B.dispose();
	LinvT.dispose();
	alpha.dispose();
	return { ms: performance.now() - start, values };
};

init("wasm").then(() => {
	defaultDevice("wasm");
	serve({ gp });
});
