//go:build !js

package main

import (
	"regexp"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/class"
	"pointscape/engine/class/fits"
	"pointscape/engine/class/results"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// A class's answers are described in French, and nicknames are not translated.
func TestClassInFrench(t *testing.T) {
	classIn(t, "fr", map[string][]string{
		"choose": {"Réponses : 3 sur 4", "Connectés : 4", "Justes : 2 sur 3 (67 %)", "Répartition des réponses",
			"✓ juste", "Étudiant 2", "Pourcentage", "Liste des étudiants", "Ouvrir l’image de Answer"},
		"number": {"Juste : 3", "Médiane : 1,15", "Hors du graphique : 1 (1000)", "Histogramme, Réponse : ",
			"En tableau"},
		"place": {"Positions marquées : 3.", "Tirets : positions justes", "pas juste", "Hors de l’image : 1",
			"(0,5 ; 0,5)"},
		"draw": {"Lignes tracées : 3.", "Meilleure ligne", "Plus mauvaise ligne", "Ligne médiane", "Méthode : 33,3 %",
			"Erreur sur les points d’entraînement", "Erreurs des lignes et de la méthode", "Erreur : 33,3 %"},
		"task": {"Résolu : 2 sur 4", "Minutes depuis l’ouverture de la salle", "Part des étudiants qui ont résolu la " +
			"tâche au cours du temps : 2 sur 4 (50 %) après 1 min ; la moitié de ceux qui l’ont résolu après 1 min."},
		"note": {"Images envoyées : 1 sur 4"},
	})
}

// They are described in Spanish, too.
func TestClassInSpanish(t *testing.T) {
	classIn(t, "es", map[string][]string{
		"choose": {"Respondidas: 3 de 4", "Conectados: 4", "Correctas: 2 de 3 (67 %)", "Distribución de las respuestas",
			"✓ correcto", "Estudiante 2", "Porcentaje", "Lista de estudiantes", "Abrir la imagen de Answer"},
		"number": {"Correcto: 3", "Mediana: 1,15", "Fuera del gráfico: 1 (1000)", "Histograma, Respuesta: ",
			"Como tabla"},
		"place": {"Posiciones marcadas: 3.", "(0,5; 0,5)"},
		"draw":  {"Líneas dibujadas: 3.", "Método: 33,3 %", "Error en los puntos de entrenamiento", "Error: 33,3 %"},
		"task": {"Resueltas: 2 de 4", "Minutos desde que se abrió la sala", "Parte de los estudiantes que han resuelto " +
			"la tarea a lo largo del tiempo: 2 de 4 (50 %) tras 1 min; la mitad de los que la han resuelto tras 1 min."},
		"note": {"Imágenes enviadas: 1 de 4"},
	})
}

// classIn tests the descriptions of a class's answers in a language, which contain these texts for each kind of step.
func classIn(t *testing.T, tag string, says map[string][]string) {
	speak(t, tag)
	answer := results.Answer(fits.New(session.New(catalog.All())).Fits)
	document := `{"method":"knn","points":[[0,0,0],[1,1,1],[0,1,0]],"view":{"x":[0,1],"y":[0,1]}}`
	english := regexp.MustCompile(`\b(students?|answer(ed|s)?|correct|connected|error|lines?|picture|position|` +
		`solved|outside|share|after|name|best|worst|the|of)\b`)
	for kind, x := range map[string]struct {
		kind   string
		values []string
	}{
		"choose": {class.Choice, []string{"0", "1", "1"}},
		"number": {class.Number, []string{"0.5", "1.5", "1.25", "1", "1.1", "1.2", "0.9", "1000"}},
		"place":  {class.Place, []string{"[0.25,0.5]", "[0.5,0.5]", "[0.75,9]"}},
		"draw":   {class.Line, []string{"[[0.5,0],[0.5,1]]", "[[0,0.5],[1,0.5]]", "[[0.1,0],[0.2,1]]"}},
		"task":   {class.Solved, []string{"true", "true"}},
		"note":   {"", nil},
	} {
		if len(says[kind]) == 0 {
			t.Errorf("%s: no text is expected", kind)
		}
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
		for _, want := range says[kind] {
			if !strings.Contains(plain, want) {
				t.Errorf("%s: %q is not in\n%s", kind, want, regexp.MustCompile(`base64,[^"]*`).ReplaceAllString(plain, ""))
			}
		}
		said := regexp.MustCompile(`aria-label="([^"]*)"|>([^<]+)<`)
		for _, m := range said.FindAllStringSubmatch(plain, -1) {
			for _, s := range m[1:] {
				w := english.FindString(strings.ToLower(s))
				if w == "error" && tag == "es" { // is Spanish, too
					w = ""
				}
				if w != "" && !strings.Contains(s, "Answer") {
					t.Errorf("%s: %q is English in %q", kind, w, s)
				}
			}
		}
	}
}
