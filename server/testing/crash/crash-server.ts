/**
 * A test server in a process of its own: to be killed midway (crashing-server.ts), or to serve beside the test's (second-server.ts).
 * Reports its address, then executes and confirms instructions, a line each: `now <instant>` sets its clock, `act` runs its due jobs.
 */
import { createInterface } from 'node:readline'
import { buildApp, openContext } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

const config = readConfig(process.env)
let now = new Date(process.env['KALLI_TEST_NOW'] ?? '')
const database = openDatabase(config.databaseUrl ?? '', { max: 4 })
const kalli = openContext({ config, database, log: openLog('silent'), clock: () => now })
const app = await buildApp(kalli)
// Some jobs may fail; what matters is that it dies midway, or that they run again.
const act = () => runJobsOnce(kalli).catch(() => undefined)

if (process.env['KALLI_TEST_JOBS'] === 'once') {
  say('works')
  await act()
  process.exit(0)
}
say(await app.listen({ port: 0, host: '127.0.0.1' }))
for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith('now ')) now = new Date(line.slice('now '.length))
  else await act()
  say('done')
}
// The parent process is gone.
process.exit(0)
