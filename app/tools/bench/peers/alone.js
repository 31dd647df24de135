// Nobody who looks for threads finds any.
self.Worker = undefined;
