package gaussian

// examples lists the example documents; the first one shows the method best.
var examples = []string{
	`{"version":1,"method":"gaussian","title":"What does one variable tell about the other?","names":{"x":"x","y":"y"},"view":{"x":[-4,4],"y":[-3,3]}}`,
	`{"version":1,"method":"gaussian","title":"How is the sum of two Gaussians distributed?","params":{"picture":"sum","ellipse":[[1,-0.5],[2.2,-0.5],[1,0.2]]},"names":{"x":"x","y":"y"},"view":{"x":[-4,4],"y":[-3,3]}}`,
	`{"version":1,"method":"gaussian","title":"What are the marginals of a joint Gaussian?","params":{"ellipse":[[-0.5,-0.2],[0.8,0.9],[-0.94,0.32]]},"names":{"x":"x","y":"y"},"view":{"x":[-4,4],"y":[-3,3],"show":["ellipses","marginals","principal_axes","matrix"]}}`,
	`{"version":1,"method":"gaussian","title":"Why is the conditional narrower than the marginal?","params":{"ellipse":[[-0.5,-0.2],[1,1],[-0.9,0.3]],"at":[[1.6,-2.4]]},"names":{"x":"x","y":"y"},"view":{"x":[-4,4],"y":[-3,3],"show":["ellipses","marginals","slice","densities"]}}`,
	`{"version":1,"method":"gaussian","title":"How does Bayes' rule weigh a prior and a measurement?","params":{"picture":"bayes","noise_sd":0.7},"points":[[2.6,1.6,0]],"names":{"x":"x","y":"y"},"view":{"x":[-4,4],"y":[-3,3]}}`,
	`{"version":1,"method":"gaussian","title":"How does uncertainty shrink with repeated measurements?","params":{"picture":"bayes","prior_mean":-1,"noise_sd":1},"points":[[2.2,1.6,0],[2.5,0.3,0],[2.8,1.1,0],[3.1,1.9,0],[3.4,0.8,0]],"names":{"x":"x","y":"y"},"view":{"x":[-4,4],"y":[-3,3],"step":2}}`,
	`{"version":1,"method":"gaussian","title":"How does a vector of values become a function?","params":{"picture":"vector","samples":4},"view":{"x":[-3.4,3.4],"y":[-3,3]}}`,
	`{"version":1,"method":"gaussian","title":"What does one known value tell about all the others?","params":{"picture":"vector","n_values":25,"samples":3,"value_i":9,"value_j":12},"points":[[-1,1.2,0],[1.5,-0.8,0]],"view":{"x":[-3.4,3.4],"y":[-3,3]}}`,
	`{"version":1,"method":"gaussian","title":"Is a Gaussian process just a very long vector?","params":{"picture":"vector","n_values":50,"samples":0,"alpha":0.01},"points":[[-2.5,-0.9,0],[-1.5,0.4,0],[0,1.3,0],[1.2,0.2,0],[2,-0.6,0]],"view":{"x":[-3.4,3.4],"y":[-3,3],"show":["mean","band","process","matrix"]}}`,
	`{"version":1,"method":"gaussian","title":"Which kernels are the covariance of no Gaussian?","params":{"picture":"vector","kernel":"sigmoid(1, -1)"},"view":{"x":[-3.4,3.4],"y":[-1,1],"show":["mean","band","samples","eigenvalues","matrix"]}}`,
}
