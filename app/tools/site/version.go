package site

// Version is the version of Pointscape: the newest release in CHANGELOG.md. Help shows it. app/docs/release.md says how
// to raise it.
const Version = "1.0.0"
