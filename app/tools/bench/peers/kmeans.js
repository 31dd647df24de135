// ml-kmeans from given starts, until the centres stand still.

import { kmeans } from "ml-kmeans";
import { serve } from "./serve.js";

const cluster = ({ starts }, points) => {
	const rows = [];
	for (let i = 0; i < points.length; i += 3) {
		rows.push([points[i], points[i + 1]]);
	}
	const start = performance.now();
	const found = kmeans(rows, starts.length, { initialization: starts, maxIterations: 1000, tolerance: 1e-12 });
	const ms = performance.now() - start;
	return { ms, values: Float32Array.from(found.clusters), info: { iterations: found.iterations, converged: found.converged } };
};

serve({ cluster });
