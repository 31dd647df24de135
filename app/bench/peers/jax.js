// A Gaussian process and a neural network by hand on jax-js: kernels compiled to WASM,
// float32, threads where the page is isolated.

import { defaultDevice, grad, init, jit, numpy as np } from "@jax-js/jax";
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

const trainers = new Map(); // by rate: compiled once
const trainer = (rate) => {
	if (!trainers.has(rate)) {
		trainers.set(rate, jit((params, X, y) => {
			const g = grad(loss)(params.map((p) => p.ref), X, y);
			return params.map((p, i) => np.subtract(p, np.multiply(g[i], rate)));
		}));
	}
	return trainers.get(rate);
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
	const step = trainer(rate);
	for (let e = 0; e < epochs; e++) {
		params = step(params, X.ref, y.ref);
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
	serve({ gp, mlp });
});
