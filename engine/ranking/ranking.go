// Package ranking implements rank aggregation: it combines the rankings of many voters into one.
package ranking

import (
	_ "embed"

	"pointscape/engine/method"
)

// Rules of aggregation.
const (
	borda    = "borda"
	meanRank = "mean_rank"
	copeland = "copeland"
	kemeny   = "kemeny"
)

// Meaning of the entries of the table.
const places, scores = "places", "scores"

// Names of switches, which are also the ids of their panels.
const (
	voters      = "voters"
	preferences = "preferences"
	byRules     = "rules"
)

// mostExact is the maximum number of items for Kemeny's rule, mostItems the maximum number of items, mostVoters of
// voters.
const mostExact, mostItems, mostVoters = 8, 20, 2000

//go:embed rank_aggregation.jsonl
var rankAggregationExamples string

// Method returns the method of rank aggregation, id "rank_aggregation".
func Method() method.Method {
	return method.Method{
		Info: method.Info{
			Takes: method.Takes{Wide: true, Gaps: true, MaxPoints: mostVoters}, ID: "rank_aggregation",
			Name: "Rank aggregation",
			Aliases: []string{"Ranking consensus", "Borda count", "Kemeny-Young", "Copeland", "Condorcet", "Social choice",
				"Voting", "Preferences", "Kendall tau", "Agrégation de classements", "Méthode de Borda", "Vote par classement",
				"Classement de consensus"},
			Family: "Ensembles",
			Task:   method.Cluster,
			Summary: "Each row is a voter who ranks the columns, and a rule combines the " +
				"rankings into one. Voters may leave items out and rank several equally. Items with equal scores keep the " +
				"order of their columns.",
			Formula: "π̂ = argmin_{π} Σᵥ d(π, πᵥ),  d = number of pairs that both order differently  (Kemeny)",
			Source: "Borda, Mémoire sur les élections au scrutin, 1781; Kemeny, Mathematics without numbers, Daedalus 88, " +
				"1959; Young and Levenglick, A consistent extension of Condorcet's election principle, SIAM Journal on " +
				"Applied Mathematics 35, 1978; Copeland, A reasonable social welfare function, 1951; Dwork, Kumar, Naor and " +
				"Sivakumar, Rank aggregation methods for the Web, WWW 2001",
			Params: method.Moving([]method.Param{
				{Name: "rule", Label: "Rule", Default: borda, Help: "How the rankings are combined",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: borda, Label: "Borda", Help: "By points: one for each item that a voter ranks lower, half a point " +
							"for a tie or an unranked item"},
						{Value: meanRank, Label: "Mean rank", Help: "By the mean rank of an item; voters who leave it out do not count"},
						{Value: copeland, Label: "Copeland", Help: "By pairwise wins: an item beats another if more voters rank it " +
							"higher"},
						{Value: kemeny, Label: "Kemeny", Help: "The ranking that disagrees with voters in the " +
							"fewest pairs; in a tie, the first in column order; up to 8 items"},
					}}},
				{Name: "entries", Label: "Entries are", Default: places, Help: "Meaning of the table's numbers",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: places, Label: "Places", Help: "1 is the best one: smaller entries are better"},
						{Value: scores, Label: "Scores", Help: "Larger entries are better"},
					}}},
			}, "entries"),
			Shows: []method.Show{
				{Name: voters, Label: "Rankings of the rules", On: true, Help: "The rankings by the rules, among the voters; a " +
					"plot, when the plane shows something else"},
				{Name: preferences, Label: "Pairwise preferences", On: true, Help: "A plot: how many voters prefer one item " +
					"to another"},
				{Name: byRules, Label: "Places by rule", On: true, Help: "A plot: the rank of each item by each rule"},
			},
			Examples: method.ExamplesIn(rankAggregationExamples),
		},
		Python: rankAggregationPython,
		Fit:    fit,
	}
}
