/**
 * Node without its two middle compilers, set on import: hot code becomes machine code as soon as it would have with them, and the
 * process takes a sixth less memory (docs/decisions/one-bundle.md has the figures).
 */
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--no-maglev')
setFlagsFromString('--no-sparkplug')
setFlagsFromString('--invocation-count-for-turbofan=1000')
