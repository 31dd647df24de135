// Package godebug takes the place of the standard library's package of that name in the programs: no setting of
// $GODEBUG is made, since a browser has no environment. That one also links what looks for the calls that a setting
// breaks (internal/bisect), and a table of all settings.
package godebug

// Setting is a setting that has its default.
type Setting struct{ name string }

// New returns the setting of a name.
func New(name string) *Setting { return &Setting{name} }

// Name returns the name of the setting.
func (s *Setting) Name() string { return s.name }

// Undocumented tells whether its name begins with #.
func (s *Setting) Undocumented() bool { return s.name != "" && s.name[0] == '#' }

// String returns the setting as $GODEBUG would have it.
func (s *Setting) String() string { return s.name + "=" }

// Value returns "": the default.
func (s *Setting) Value() string { return "" }

// IncNonDefault does nothing: nothing counts where a program does other than by default.
func (s *Setting) IncNonDefault() {}
