package lift

const example = `{"version":1,"method":"feature_map","title":"Which plane parts two circles?","params":{"map":"paraboloid","C":100},"dataset":{"name":"circles","n":120,"noise":0.08,"seed":3}}`

var lessons = []string{
	`{"version":1,"method":"feature_map","title":"Which three monomials are behind ⟨x, z⟩²?","params":{"map":"squares","C":100,"azimuth":-35},"points":[[0.9,0.1,1],[0.7,0.75,1],[-0.2,1,1],[-0.85,0.6,1],[-0.95,-0.3,1],[-0.4,-0.9,1],[0.35,-0.95,1],[0.9,-0.55,1],[0.05,0.85,1],[-0.7,-0.7,1],[0.3,0.1,0],[0.1,0.35,0],[-0.25,0.3,0],[-0.35,-0.05,0],[-0.1,-0.35,0],[0.2,-0.25,0],[0.4,-0.1,0],[0.02,0.04,0],[0.35,0.3,0],[-0.2,-0.2,0]],"view":{"x":[-1.3,1.3],"y":[-1.3,1.3]}}`,
	`{"version":1,"method":"feature_map","title":"Does the product of both inputs part XOR?","params":{"map":"monomials","monomials":["x1","x2","x1x2"],"C":100,"azimuth":25,"elevation":15},"points":[[0.6,0.5,0],[0.9,0.8,0],[0.4,0.9,0],[0.8,0.35,0],[-0.5,-0.6,0],[-0.9,-0.8,0],[-0.35,-0.9,0],[-0.85,-0.4,0],[-0.6,0.5,1],[-0.9,0.85,1],[-0.4,0.9,1],[-0.85,0.4,1],[0.5,-0.6,1],[0.85,-0.9,1],[0.4,-0.85,1],[0.9,-0.45,1]],"view":{"x":[-1.2,1.2],"y":[-1.2,1.2]}}`,
	`{"version":1,"method":"feature_map","title":"What do the lower terms of (⟨x, z⟩ + c)² add?","params":{"map":"quadratic","C":1000,"shown":"normal","azimuth":20,"elevation":12},"dataset":{"name":"moons","n":80,"noise":0.1,"seed":4}}`,
	`{"version":1,"method":"feature_map","title":"To which place of six dimensions does (⟨x, z⟩ + 1)² lift?","params":{"map":"quadratic","C":100,"first":3},"dataset":{"name":"circles","n":80,"noise":0.08,"seed":3}}`,
	`{"version":1,"method":"feature_map","title":"What do three components of a Gaussian kernel see?","params":{"map":"gaussian","gamma":4,"kept":3,"C":100,"azimuth":30,"elevation":25},"dataset":{"name":"circles","n":120,"noise":0.08,"seed":3}}`,
	`{"version":1,"method":"feature_map","title":"How many components of a Gaussian part the moons?","params":{"map":"gaussian","gamma":10,"kept":8,"C":100,"shown":"normal","azimuth":25,"elevation":10},"dataset":{"name":"moons","n":120,"noise":0.15,"seed":4}}`,
	`{"version":1,"method":"feature_map","title":"Two features are enough for an ellipse: which ones?","params":{"map":"monomials","monomials":["x1^2","x2^2"],"C":100,"elevation":80,"azimuth":0},"points":[[1.2,0.1,1],[0.9,0.55,1],[0.1,0.8,1],[-0.8,0.6,1],[-1.25,-0.1,1],[-0.9,-0.55,1],[0.1,-0.75,1],[0.95,-0.5,1],[0.5,0.1,0],[0.2,0.25,0],[-0.3,0.2,0],[-0.55,-0.05,0],[-0.2,-0.25,0],[0.35,-0.2,0],[0.02,0.04,0],[0.6,-0.05,0]],"view":{"x":[-1.6,1.6],"y":[-1.6,1.6]}}`,
}
