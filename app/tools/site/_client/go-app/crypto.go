package app

import "errors"

// This file replaces go-app's crypto.go. Pointscape keeps nothing secret, so its page has no cipher: Context.Encrypt
// and Context.Decrypt return an error.
var errNoCipher = errors.New("this build of go-app has no cipher: see app/tools/site/overlay.go")

func encrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }

func decrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }
