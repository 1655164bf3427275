// Writes docs/platform/scopes.md from the contract. A test compares them.
import { writeFile } from 'node:fs/promises'
import { findNode, install, runWith, say } from './install.mjs'

install()
const node = findNode()
if (process.execPath === node) {
  const { modules } = await import('../server/modules.ts')
  const { scopeTable, tableFile } = await import('../server/testing/scope-table.ts')
  const { scopedFiles } = await import('../server/openapi/files.ts')
  const endpoints = modules.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
  await writeFile(new URL(`../${tableFile}`, import.meta.url), scopeTable([...endpoints, ...scopedFiles]))
  say(`${tableFile}: written anew`)
} else process.exitCode = runWith(node, [import.meta.filename ?? process.argv[1]]).status ?? 1
