// Runs in the engine's worker, behind its own script: notes when the worker's frames have
// shown the pictures whose pixels go to no page, and tells when recorder.js asks.

"use strict";

if (self.WorkerGlobalScope && self.requestAnimationFrame) {
	const post = self.postMessage, { port1, port2 } = new MessageChannel();
	let painted = [], frames = []; // ids; [ids, time]
	let pending = 0, asked = false; // frames that are yet to come, after which an answer is due
	const tell = () => {
		if (frames.length > 0) {
			channel.postMessage({ frames });
			frames = [];
		}
	};
	// What is painted before a frame's callbacks leaves when they have run, and before a
	// message that is posted in the frame arrives.
	port1.onmessage = ({ data }) => {
		frames.push([data, performance.timeOrigin + performance.now()]);
		pending--;
		if (asked && pending === 0) {
			asked = false;
			tell();
		}
	};
	self.postMessage = function (m, ...rest) {
		if (m?.type === "picture" && !m.pixels && !m.bitmap) {
			painted.push(m.id);
			if (painted.length === 1) {
				pending++;
				requestAnimationFrame(() => {
					port2.postMessage(painted);
					painted = [];
				});
			}
		}
		return post.call(self, m, ...rest);
	};
	const channel = new BroadcastChannel("bench");
	channel.onmessage = ({ data }) => {
		if (data !== "frames") {
			return;
		}
		asked = pending > 0;
		if (!asked) {
			tell();
		}
	};
}
