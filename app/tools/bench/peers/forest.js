// random-forest: compiled to WebAssembly by Emscripten. It tells labels, one place at a time.

import { RandomForestClassifier } from "random-forest";
import { columns, rows, serve } from "./serve.js";

let forest;

const train = ({ trees, depth, leaf }, points) => {
	const x = [], labels = [];
	for (let i = 0; i < points.length; i += 3) {
		x.push([points[i], points[i + 1]]);
		labels.push(points[i + 2]);
	}
	forest = new RandomForestClassifier({ nEstimators: trees, maxDepth: depth, maxFeatures: 2, minSamplesLeaf: leaf, minInfoGain: 0, seed: 1 });
	const start = performance.now();
	forest.train(x, labels);
	return { ms: performance.now() - start };
};

const field = (grid) => {
	const xs = columns(grid), places = [];
	for (const y of rows(grid)) {
		for (const x of xs) {
			places.push([x, y]);
		}
	}
	const start = performance.now();
	const values = Float32Array.from(forest.predict(places));
	return { ms: performance.now() - start, values };
};

serve({ train, field });
