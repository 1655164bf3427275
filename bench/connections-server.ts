/**
 * For connections.bench.ts: Kalli over the database in DATABASE_URL with its jobs, as in production; its Outlook is the process at
 * KALLI_BENCH_OUTLOOK. Reports its address and the processor time that it used.
 */
import { buildApp, openContext } from '#server/app.ts'
import { modules } from '#server/modules.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'

const config = readConfig(process.env)
const database = openDatabase(config.databaseUrl ?? '')
const kalli = openContext({ config, database, log: openLog('silent') })
const app = await buildApp(kalli)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
// The stand-in is found at this address; it calls back at the address that it was given.
config.publicUrl = process.env['KALLI_BENCH_OUTLOOK'] ?? url
const worker = await startJobs(
  kalli,
  modules.flatMap((module) => module.jobs ?? []),
)

process.on('message', async (message: { stop?: boolean }) => {
  if (message.stop === true) {
    await worker.stop()
    await app.close()
    await database.close()
    process.exit(0)
  }
  const { user, system } = process.cpuUsage()
  process.send?.({
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    bytes: process.memoryUsage.rss(),
  })
})
process.once('disconnect', () => process.exit(0))
process.send?.({ url })
