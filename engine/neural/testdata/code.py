"""Makes code.json of the programs that TestCodeInPython has written with -programs FOLDER: python3 code.py FOLDER."""
import glob, json, sys
import numpy as np

out = []
for name in sorted(glob.glob(sys.argv[1] + "/*.json")):
    c = json.load(open(name))
    program = {}
    exec(c["python"], program)
    x = np.array(c["x"]).reshape(-1, c["d"])
    said = {"outputs": program["outputs"](x).tolist(), "answers": [float(v) for v in program["predict"](x)]}
    if "predict_proba" in program:
        said["proba"] = program["predict_proba"](x).tolist()
    for key, want in c["ours"].items():
        assert np.allclose(said[key], want, rtol=1e-12, atol=1e-12), (c["name"], key)
    out.append({"name": c["name"], "python": c["python"], "said": said})
json.dump(out, open("code.json", "w"), indent=1)
print("Python", sys.version.split()[0], "NumPy", np.__version__)
