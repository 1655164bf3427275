// Loaded before the server in development, which Node's watcher starts again and again.
import { endWithParents } from './parents.mjs'

endWithParents()
