// A Gaussian process by hand on tfjs with its WASM back end: SIMD in float32,
// threads where the page is isolated.

import * as tf from "@tensorflow/tfjs-core";
import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { fit, places } from "./gp.js";
import { columns, rows, serve } from "./serve.js";

const chunk = 4096;

const gp = async (args, points) => {
	const start = performance.now();
	const xs = columns(args), ys = args.d === 2 ? rows(args) : null;
	const m = args.w * (ys ? args.h : 1);
	const model = fit(args, points), n = model.n;
	const values = new Float32Array(2 * m);
	const B = tf.tensor2d(model.B, [4, n]), LinvT = tf.tensor2d(model.LinvT, [n, n]), alpha = tf.tensor2d(model.alpha, [n, 1]);
	for (let first = 0; first < m; first += chunk) {
		const last = Math.min(first + chunk, m);
		const [mean, sd] = tf.tidy(() => {
			const K = tf.exp(tf.matMul(tf.tensor2d(places(model, xs, ys, first, last), [last - first, 4]), B));
			const V = tf.matMul(K, LinvT);
			const one = tf.scalar(1), zero = tf.scalar(0);
			return [tf.matMul(K, alpha), tf.sqrt(tf.maximum(tf.sub(one, tf.sum(tf.square(V), 1)), zero))];
		});
		values.set(mean.dataSync(), first);
		values.set(sd.dataSync(), m + first);
		tf.dispose([mean, sd]);
	}
	tf.dispose([B, LinvT, alpha]);
	return { ms: performance.now() - start, values };
};

(async () => {
	setWasmPaths(new URL("./", self.location.href).href);
	setThreadsCount(navigator.hardwareConcurrency);
	await tf.setBackend("wasm");
	await tf.ready();
	serve({ gp });
})();
