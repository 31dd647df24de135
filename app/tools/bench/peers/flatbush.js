// flatbush: a packed Hilbert R-tree, asked once a pixel.

import Flatbush from "flatbush";
import { columns, flat, rows, serve } from "./serve.js";

const knn = (grid, points) => {
	const xy = flat(points), n = points.length / 3;
	const label = Uint8Array.from({ length: n }, (_, i) => points[3 * i + 2]);
	const votes = new Int32Array(16);
	const start = performance.now();
	const tree = new Flatbush(n);
	for (let i = 0; i < n; i++) {
		tree.add(xy[2 * i], xy[2 * i + 1], xy[2 * i], xy[2 * i + 1]);
	}
	tree.finish();
	const xs = columns(grid), ys = rows(grid);
	const values = new Float32Array(grid.w * grid.h);
	let k = 0;
	for (const y of ys) {
		for (const x of xs) {
			votes.fill(0);
			let best = 0;
			for (const i of tree.neighbors(x, y, grid.k)) {
				const c = label[i], v = ++votes[c];
				if (v > votes[best] || v === votes[best] && c < best) {
					best = c;
				}
			}
			values[k++] = best;
		}
	}
	return { ms: performance.now() - start, values };
};

serve({ knn });
