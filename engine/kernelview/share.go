package kernelview

import "pointscape/engine/kernel/kernelparam"

// ShareValues has fits to parts of the same rows share the kernel's values (kernelparam.Share), for sessions that make
// studies.
func ShareValues() { kernelparam.Share() }
