// Loaded before the server in development, which Node's watcher restarts.
import { endWithParents } from './parents.mjs'

endWithParents()
