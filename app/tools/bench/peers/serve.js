// What every contestant's worker shares.
//
// In:  {id, op, args, points}, points: Float64Array of x, y, z triples or nothing
// Out: {id, ms, values, info} or {id, error}; ms is the time of the work itself,
// without the conversion of messages

export const serve = (ops) => {
	self.onmessage = async ({ data: { id, op, args, points } }) => {
		try {
			const { ms, values, info } = await ops[op](args, points);
			self.postMessage({ id, ms, values, info }, values ? [values.buffer] : []);
		} catch (err) {
			self.postMessage({ id, error: String(err?.stack ?? err) });
		}
	};
	self.postMessage({ ready: true });
};

// The nodes of a grid, as the engine places them: centres of equal tiles, row 0
// at the top.
export const columns = ({ x0, x1, w }) => Float64Array.from({ length: w }, (_, i) => x0 + (x1 - x0) * (i + 0.5) / w);
export const rows = ({ y0, y1, h }) => Float64Array.from({ length: h }, (_, j) => y1 - (y1 - y0) * (j + 0.5) / h);

// flat drops the third coordinate.
export const flat = (points) => {
	const xy = new Float64Array(points.length / 3 * 2);
	for (let i = 0, k = 0; i < points.length; i += 3) {
		xy[k++] = points[i];
		xy[k++] = points[i + 1];
	}
	return xy;
};
