// `npm run bench`: every benchmark of bench/, one after the other; `npm run bench -- slots` only those with that word.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildServer, buildRest } from './build.mjs'
import { findNode, giveUp, install, root, runWith, say } from './install.mjs'

install()
await buildServer()
await buildRest()
const words = process.argv.slice(2)
const benchmarks = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
if (benchmarks.length === 0) giveUp(`No benchmark in bench/ is called ${words.join(' or ')}.`)

const failed = []
for (const file of benchmarks) {
  say(`\n=== ${file.replace('.bench.ts', '')}`)
  const startedAt = Date.now()
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = runWith(findNode(), [join('bench', file)], { env })
  if (status !== 0) failed.push(file)
  say(`(${Math.round((Date.now() - startedAt) / 1000)} s${status === 0 ? '' : `, ended with ${status}`})`)
}
say(
  failed.length > 0
    ? `\nFailed or below its aim: ${failed.join(', ')}`
    : `\n${benchmarks.length} benchmarks ran`,
)
process.exitCode = failed.length > 0 ? 1 : 0
