// `npm run tables`: writes server/platform/database/tables.ts and docs/constraints.md from a fresh database with all migrations. A test
// compares them.
import { findNode, install, runWith, say } from './install.mjs'

install()
const node = findNode()
if (process.execPath === node) {
  const { writeGenerated } = await import('../server/testing/tables.ts')
  const changed = await writeGenerated()
  say(
    changed.length > 0
      ? `${changed.join(' and ')}: written anew`
      : 'tables.ts and constraints.md are up to date',
  )
} else process.exitCode = runWith(node, [import.meta.filename ?? process.argv[1]]).status ?? 1
