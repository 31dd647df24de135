package classroom

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"pointscape/engine/class"
)

// kept is a room in the file. Secret, and the keys of the members, are hashes (SHA-256) in hexadecimal.
type kept struct {
	State   class.State  `json:"state"`
	Deck    string       `json:"deck,omitempty"`
	Secret  string       `json:"secret"`
	Began   time.Time    `json:"began"`
	Members []keptMember `json:"members"`
}

type keptMember struct {
	Nick    string         `json:"nick,omitempty"`
	Key     string         `json:"key"`
	N       int            `json:"n"`
	Answers []class.Answer `json:"answers,omitempty"`
}

// Save writes all open rooms to a file that only its owner may read, unless nothing has changed since the last
// successful call. The file is replaced as a whole. Calls must not overlap.
func (h *Hub) Save(file string) error {
	h.mu.Lock()
	h.sweep()
	if h.version == h.saved {
		h.mu.Unlock()
		return nil
	}
	version := h.version
	list := []kept{}
	for _, r := range h.rooms {
		k := kept{State: r.state, Deck: r.deck, Secret: hex.EncodeToString(r.secret[:]), Began: r.began}
		for _, m := range r.members {
			k.Members = append(k.Members,
				keptMember{Nick: m.Nick, Key: hex.EncodeToString(m.key[:]), N: m.n, Answers: slices.Clone(m.answers)})
		}
		list = append(list, k)
	}
	h.mu.Unlock()
	text, err := json.Marshal(list) // without the lock: it may take a second, and no room should wait
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".class-*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	h.mu.Lock()
	h.saved = version
	h.mu.Unlock()
	return nil
}

// Load adds the rooms of a file, except those whose life is over. A file that does not exist has none.
//
// Errors: the file can't be read, or was not written by Save; some of its rooms may have been added.
func (h *Hub) Load(file string) error {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var list []kept
	if err := json.Unmarshal(text, &list); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range list {
		r := &room{state: k.State, deck: k.Deck, began: k.Began}
		if err := unhex(&r.secret, k.Secret); err != nil {
			return fmt.Errorf("%s: room %s: %w", file, k.State.Code, err)
		}
		for i, m := range k.Members {
			who := &member{Member: class.Member{ID: i + 1, Nick: m.Nick}, n: m.N, answers: m.Answers}
			if err := unhex(&who.key, m.Key); err != nil {
				return fmt.Errorf("%s: room %s, member %d: %w", file, k.State.Code, i+1, err)
			}
			for j := range m.Answers {
				r.bytes += cost(&m.Answers[j])
			}
			r.members = append(r.members, who)
		}
		h.rooms[k.State.Code] = r
		h.bytes += r.bytes
	}
	h.sweep()
	return nil
}

func unhex(into *[sha256.Size]byte, text string) error {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(into) {
		return errors.New("a hash is damaged")
	}
	copy(into[:], b)
	return nil
}
