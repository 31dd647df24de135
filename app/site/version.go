package site

// Version is the version of Pointscape: the newest release in CHANGELOG.md. Help shows it. README.md, "Releases", says
// how it is raised.
const Version = "1.0.0"
