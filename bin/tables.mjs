// `npm run tables`: writes server/platform/database/tables.ts from a fresh database with all migrations. A test compares the two.
import { findNode, install, runWith, say } from './install.mjs'

install()
const node = findNode()
if (process.execPath === node) {
  const { writeTables } = await import('../server/testing/tables.ts')
  say((await writeTables()) ? 'tables.ts is written anew' : 'tables.ts is up to date')
} else process.exitCode = runWith(node, [import.meta.filename ?? process.argv[1]]).status ?? 1
