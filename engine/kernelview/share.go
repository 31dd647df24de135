package kernelview

import "pointscape/engine/kernel/kernelparam"

// ShareValues makes fits to parts of the same rows share the kernel's values (kernelparam.Share), for sessions with
// studies.
func ShareValues() { kernelparam.Share() }
