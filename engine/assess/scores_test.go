package assess

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// Reference cases from scikit-learn, including equal scores.
func TestScoresOfReference(t *testing.T) {
	b, err := os.ReadFile("testdata/scores.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name   string
		Params struct {
			Threshold float64
			Proba     []float64 `json:"proba_class1"`
		}
		Y        []int
		Expected struct {
			Labels                                            []int
			Confusion                                         [2][2]int
			Accuracy, Precision, Recall, Specificity, F1, Auc float64
			Brier                                             float64
			LogLoss                                           float64   `json:"log_loss"`
			FPR                                               []float64 `json:"roc_fpr"`
			TPR                                               []float64 `json:"roc_tpr"`
		}
	}
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) < 2 {
		t.Fatal(err, len(cases))
	}
	for _, c := range cases {
		positive := make([]bool, len(c.Y))
		for i, y := range c.Y {
			positive[i] = y == 1
		}
		p, e := c.Params.Proba, c.Expected
		r := Rank(p, positive)
		at := r.At[r.Over(c.Params.Threshold)]
		if got := [2][2]int{{at.TN, at.FP}, {at.FN, at.TP}}; got != e.Confusion {
			t.Errorf("%s: confusion %v, want %v", c.Name, got, e.Confusion)
		}
		for name, x := range map[string][2]float64{"accuracy": {at.Accuracy(), e.Accuracy},
			"precision": {at.Precision(), e.Precision}, "recall": {at.Recall(), e.Recall},
			"specificity": {1 - at.FPR(), e.Specificity}, "f1": {at.F1(), e.F1}, "auc": {r.AUC(), e.Auc},
			"brier": {Brier(p, positive), e.Brier}, "log loss": {LogLoss(p, positive), e.LogLoss}} {
			if math.Abs(x[0]-x[1]) > 1e-12+1e-12*math.Abs(x[1]) {
				t.Errorf("%s: %s %v, want %v", c.Name, name, x[0], x[1])
			}
		}
		if len(r.At) != len(e.FPR) {
			t.Errorf("%s: %d thresholds, want %d", c.Name, len(r.At), len(e.FPR))
			continue
		}
		for k, at := range r.At {
			if math.Abs(at.FPR()-e.FPR[k]) > 1e-12 || math.Abs(at.Recall()-e.TPR[k]) > 1e-12 {
				t.Errorf("%s: threshold %d: %v, %v", c.Name, k, at.FPR(), at.Recall())
			}
		}
	}
}

// For random scores, many of them equal: the area is the share of pairs, average precision the sum over all thresholds,
// and each offered threshold gives its counts.
func TestScoresOfPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		n := 2 + rng.IntN(40)
		score, positive := make([]float64, n), make([]bool, n)
		for i := range score {
			score[i], positive[i] = float64(rng.IntN(1+round))/float64(1+round), rng.IntN(3) == 0
		}
		positive[0], positive[1] = true, false
		pairs, won := 0, 0.0
		for i := range n {
			for j := range n {
				if positive[i] && !positive[j] {
					pairs++
					switch {
					case score[i] > score[j]:
						won++
					case score[i] == score[j]:
						won += 0.5
					}
				}
			}
		}
		r := Rank(score, positive)
		if got, want := r.AUC(), won/float64(pairs); math.Abs(got-want) > 1e-12 {
			t.Fatalf("the area is %v, want %v", got, want)
		}
		count := func(over func(s float64) bool) (c Counts) {
			for i, s := range score {
				switch yes := over(s); {
				case yes && positive[i]:
					c.TP++
				case yes:
					c.FP++
				case positive[i]:
					c.FN++
				default:
					c.TN++
				}
			}
			return c
		}
		// scikit-learn's definition: over the different scores in decreasing order, Σ (R_k − R_{k−1}) P_k.
		levels := slices.Clone(score)
		slices.Sort(levels)
		levels = slices.Compact(levels)
		slices.Reverse(levels)
		ap, last := 0.0, 0.0
		for _, level := range levels {
			c := count(func(s float64) bool { return s >= level })
			ap += (c.Recall() - last) * c.Precision()
			last = c.Recall()
		}
		if math.Abs(r.AveragePrecision()-ap) > 1e-12 {
			t.Fatalf("average precision %v, want %v", r.AveragePrecision(), ap)
		}
		for _, proba := range []bool{true, false} {
			for k, want := range r.At {
				at := r.Threshold(k, proba)
				if got := count(func(s float64) bool { return s > at }); got != want || r.At[r.Over(at)] != want {
					t.Fatalf("over %v: %+v, want %+v", at, got, want)
				}
			}
		}
	}
	// There is a threshold between adjacent floating-point numbers, too.
	low := math.Nextafter(0.3, 1) // has 17 digits
	near := Rank([]float64{low, math.Nextafter(low, 1)}, []bool{false, true})
	if at := near.At[near.Over(near.Threshold(1, true))]; at.TP != 1 || at.FP != 0 {
		t.Errorf("between neighbours it counts %+v", at)
	}
	// If no row is of the class, or all are, the measures are undefined.
	r := Rank([]float64{1, 2}, []bool{false, false})
	if Known(r.AUC()) || Known(r.AveragePrecision()) || Known(r.At[0].Precision()) {
		t.Error("of nothing something is known")
	}
}

// Bins checked by hand: 0.1 and 0.1 are in the second of ten, 1 in the last; the error weights bins by their rows.
func TestReliability(t *testing.T) {
	bins := Reliability([]float64{0.1, 0.1, 0.05, 1, 0.95, 0.95}, []bool{true, false, false, true, true, false}, 10)
	if b := bins[1]; b.N != 2 || b.Mean != 0.1 || b.Share != 0.5 {
		t.Errorf("%+v", b)
	}
	if b := bins[9]; b.N != 3 || math.Abs(b.Mean-2.9/3) > 1e-15 || math.Abs(b.Share-2.0/3) > 1e-15 {
		t.Errorf("%+v", b)
	}
	if b := bins[5]; b.N != 0 || Known(b.Mean) || Known(b.Share) {
		t.Errorf("%+v", b)
	}
	if got, want := CalibrationError(bins), (2*0.4+0.05+3*(2.9-2)/3)/6; math.Abs(got-want) > 1e-15 {
		t.Errorf("the calibration error is %v, want %v", got, want)
	}
	if low, high := Wilson(0.5, 10); math.Abs(low-0.236593090512564) > 1e-12 || math.Abs(high-0.763406909487436) > 1e-12 {
		t.Errorf("%v to %v", low, high)
	}
	if loss := LogLoss([]float64{0, 1}, []bool{true, true}); math.Abs(loss-52*math.Ln2/2) > 1e-12 {
		t.Errorf("the loss of a certain mistake is %v", loss)
	}
}
