/** For kalli.ts: Kalli as server/main.ts assembles it, over the database in DATABASE_URL; reports its address and the resources it used. */
import { buildApp, openContext } from '#server/app.ts'
import { modules } from '#server/modules.ts'
import { mountPages } from '#server/pages.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'

const config = readConfig(process.env)
const database = openDatabase(config.databaseUrl ?? '')
const kalli = openContext({ config, database, log: openLog('error') })
const maxWaitMs = process.env['KALLI_BENCH_MOST_WAIT_MS']
const app = await buildApp(kalli, maxWaitMs === undefined ? undefined : { maxWaitMs: Number(maxWaitMs) })
if (process.env['KALLI_BENCH_PAGES'] === 'on') await mountPages(app, config)
// A rendered page as fixed bytes, from the same server with the same hooks: the baseline for rendering it.
let page = ''
app.get('/static-page', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
const url = await app.listen({ port: 0, host: '127.0.0.1' })
config.publicUrl = url
const jobs = modules.flatMap((module) => module.jobs ?? [])
let worker = process.env['KALLI_BENCH_JOBS'] === 'on' ? await startJobs(kalli, jobs) : undefined

const stopJobs = async () => {
  await worker?.stop()
  worker = undefined
}

process.on('message', async (message: { stop?: boolean; jobs?: boolean; page?: string }) => {
  page = message.page ?? page
  if (message.jobs === true) worker ??= await startJobs(kalli, jobs)
  if (message.jobs === false) await stopJobs()
  if (message.stop === true) {
    await stopJobs()
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
