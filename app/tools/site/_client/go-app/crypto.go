package app

import "errors"

// In place of go-app's crypto.go. Pointscape keeps nothing secret, so its page
// has no cipher: Context.Encrypt, Context.Decrypt and states that ask to be
// stored encrypted fail, and say so.
var errNoCipher = errors.New("this build of go-app has no cipher: see app/tools/site/overlay.go")

func encrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }

func decrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }
