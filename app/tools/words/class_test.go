package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/app/tools/site"
	"pointscape/engine/catalog"
	"pointscape/engine/class"
	"pointscape/engine/class/fits"
	"pointscape/engine/class/results"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// A class's answers are described in French, and nicknames are not translated.
func TestClassInFrench(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	tongues, err := site.Translations(root)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(tongues, func(l *site.Translation) bool { return l.Tag == "fr" })
	words.Speak(&tongues[i].Language)
	defer words.Speak(nil)
	answer := results.Answer(fits.New(session.New(catalog.All())).Fits)
	document := `{"method":"knn","points":[[0,0,0],[1,1,1],[0,1,0]],"view":{"x":[0,1],"y":[0,1]}}`
	english := regexp.MustCompile(`\b(students?|answer(ed|s)?|correct|connected|error|lines?|picture|position|` +
		`solved|outside|share|after|name|best|worst|the|of)\b`)
	for kind, x := range map[string]struct {
		kind   string
		values []string
		says   []string
	}{
		"choose": {class.Choice, []string{"0", "1", "1"}, []string{"Réponses : 3 sur 4", "Connectés : 4",
			"Justes : 2 sur 3 (67 %)", "Répartition des réponses", "✓ juste", "Étudiant 2", "Pourcentage",
			"Liste des étudiants", "Ouvrir l’image de Answer"}},
		"number": {class.Number, []string{"0.5", "1.5", "1.25", "1", "1.1", "1.2", "0.9", "1000"}, []string{"Juste : 3",
			"Médiane : 1,15", "Hors du graphique : 1 (1000)", "Histogramme, Réponse : ", "En tableau"}},
		"place": {class.Place, []string{"[0.25,0.5]", "[0.5,0.5]", "[0.75,9]"}, []string{"Positions marquées : 3.",
			"Tirets : positions justes", "pas juste", "Hors de l’image : 1", "(0,5 ; 0,5)"}},
		"draw": {class.Line, []string{"[[0.5,0],[0.5,1]]", "[[0,0.5],[1,0.5]]", "[[0.1,0],[0.2,1]]"}, []string{
			"Lignes tracées : 3.", "Meilleure ligne", "Plus mauvaise ligne", "Ligne médiane", "Méthode : 33,3 %",
			"Erreur sur les points d’entraînement", "Erreurs des lignes et de la méthode", "Erreur : 33,3 %"}},
		"task": {class.Solved, []string{"true", "true"}, []string{"Résolu : 2 sur 4",
			"Minutes depuis l’ouverture de la salle", "Part des étudiants qui ont résolu la tâche au cours du " +
				"temps : 2 sur 4 (50 %) après 1 min ; la moitié de ceux qui l’ont résolu après 1 min."}},
		"note": {"", nil, []string{"Images envoyées : 1 sur 4"}},
	} {
		p := class.Panel{Kind: kind, Page: document, Choices: []string{"A", "B"}, Right: []int{1}, Revealed: true, Here: 4}
		switch kind {
		case "number":
			p.Answer = "n_points"
		case "place":
			p.Check = "x > 0.4"
		}
		for i := range 4 {
			p.Members = append(p.Members, class.Member{ID: i + 1, Here: true})
		}
		p.Members[0].Nick = "Answer"
		p.Answers = []class.Answer{{Member: 1, Kind: class.Document, Value: json.RawMessage("true")}}
		for i, v := range x.values {
			p.Answers = append(p.Answers, class.Answer{Member: i + 1, Kind: x.kind, Value: json.RawMessage(v), At: 60_000})
		}
		b, err := json.Marshal(&p)
		if err != nil {
			t.Fatal(err)
		}
		text, err := answer(method.Unstopped, "class", string(b))
		if err != nil {
			t.Fatal(err)
		}
		plain := strings.NewReplacer("\u00a0", " ", "\u202f", " ", "&#39;", "'").Replace(text)
		for _, want := range x.says {
			if !strings.Contains(plain, want) {
				t.Errorf("%s: %q is not in\n%s", kind, want, regexp.MustCompile(`base64,[^"]*`).ReplaceAllString(plain, ""))
			}
		}
		said := regexp.MustCompile(`aria-label="([^"]*)"|>([^<]+)<`)
		for _, m := range said.FindAllStringSubmatch(plain, -1) {
			for _, s := range m[1:] {
				if w := english.FindString(strings.ToLower(s)); w != "" && !strings.Contains(s, "Answer") {
					t.Errorf("%s: %q is English in %q", kind, w, s)
				}
			}
		}
	}
}
