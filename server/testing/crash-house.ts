/** A house in a process of its own, to be killed on the way (booking/crash.test.ts runs this file). Tells its address. */
import { buildApp, openHouse } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'

const config = readConfig(process.env)
const now = new Date(process.env['KALLI_TEST_NOW'] ?? '')
const database = openDatabase(config.databaseUrl ?? '', { max: 4 })
const house = openHouse({ config, database, log: openLog('silent'), clock: () => now })
const app = await buildApp(house)
if (process.env['KALLI_TEST_JOBS'] === 'once') {
  process.stdout.write('works\n')
  // Some of it fails as it may; what matters is that it dies on the way.
  await runJobsOnce(house).catch(() => undefined)
  process.exit(0)
} else process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
