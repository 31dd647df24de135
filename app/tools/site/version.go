package site

// Version is the version of Pointscape, the newest release in CHANGELOG.md. The help dialog shows it.
// app/docs/release.md describes how to change it.
const Version = "1.0.0"
