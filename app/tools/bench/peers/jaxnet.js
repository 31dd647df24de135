// A neural network by hand on jax-js: kernels compiled to WASM, float32, one thread. With threads each
// kernel of so small a network is a message to a worker and one back, and all of them take ten times as long.

import "./alone.js"; // before jax-js, which looks for threads when it is loaded
import { defaultDevice, grad, init, jit, numpy as np } from "@jax-js/jax";
import { serve } from "./serve.js";

// Mean cross-entropy of a network of tanh units: of each layer the weights and the biases.
const loss = (params, X, y) => {
	let a = X;
	for (let l = 0; l < params.length; l += 2) {
		a = np.add(np.matmul(a, params[l]), params[l + 1]);
		if (l + 2 < params.length) a = np.tanh(a);
	}
	const soft = np.add(np.maximum(a.ref, 0), np.log1p(np.exp(np.negative(np.abs(a.ref)))));
	return np.mean(np.subtract(soft, np.multiply(y, a)));
};

// jax-js 0.1 has no loop within a program (lax.scan, lax.fori_loop): as many epochs are unrolled into one
// as make it quickest. More of them cost more than the calls that they save.
const UNROLLED = 10;

const trainers = new Map(); // by rate and epochs: compiled once
const trainer = (rate, epochs) => {
	const key = rate + " " + epochs;
	if (!trainers.has(key)) {
		trainers.set(key, jit((params, X, y) => {
			for (let e = 0; e < epochs; e++) {
				const g = grad(loss)(params.map((p) => p.ref), X.ref, y.ref);
				params = params.map((p, i) => np.subtract(p, np.multiply(g[i], rate)));
			}
			X.dispose();
			y.dispose();
			return params;
		}));
	}
	return trainers.get(key);
};

const mlp = async ({ layers, epochs, rate, start }, points) => {
	const from = performance.now();
	const n = points.length / 3;
	const xs = new Float32Array(2 * n), ys = new Float32Array(n);
	for (let i = 0; i < n; i++) {
		xs[2 * i] = points[3 * i];
		xs[2 * i + 1] = points[3 * i + 1];
		ys[i] = points[3 * i + 2];
	}
	const X = np.array(xs).reshape([n, 2]), y = np.array(ys).reshape([n, 1]);
	let params = [], at = 0;
	for (let l = 0; l + 1 < layers.length; l++) {
		for (const rows of [layers[l], 1]) {
			const size = rows * layers[l + 1];
			params.push(np.array(Float32Array.from(start.slice(at, at + size))).reshape([rows, layers[l + 1]]));
			at += size;
		}
	}
	for (let e = 0; e < epochs; e += UNROLLED) {
		params = trainer(rate, Math.min(UNROLLED, epochs - e))(params, X.ref, y.ref);
		await params[0].blockUntilReady(); // or steps pile up
	}
	X.dispose();
	y.dispose();
	const parts = [];
	for (const p of params) parts.push(await p.data());
	const values = new Float32Array(at);
	at = 0;
	for (const p of parts) {
		values.set(p, at);
		at += p.length;
	}
	return { ms: performance.now() - from, values };
};

init("wasm").then(() => {
	defaultDevice("wasm");
	serve({ mlp });
});
