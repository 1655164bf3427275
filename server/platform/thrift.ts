/**
 * Node without its two middle compilers, for whoever imports this: what is asked often still becomes machine code, a
 * moment later, and the process takes a sixth less memory (docs/decisions/one-bundle.md has the figures).
 */
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--no-maglev')
setFlagsFromString('--no-sparkplug')
