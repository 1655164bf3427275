/** For tax.bench.ts: the same response of 4 KB through all of Kalli's app, or from bare Fastify; reports the resources it used. */
import Fastify from 'fastify'
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { identify } from '#server/account/session.ts'
import { buildApp, openContext } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { mount, route } from '#server/platform/http/http.ts'
import { openLog } from '#server/platform/log.ts'
import { limit } from '#server/platform/http/limits.ts'
import { workFor } from '#server/platform/work.ts'

/** Twenty lines of a list, as from a query. */
const items = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Corte y peinado número ${index + 1}`,
  about: 'Lavado, corte a tijera y peinado con aire; incluye asesoría de color y producto.',
  priceCents: 45_000 + index,
  startsAt: '2026-11-20T16:00:00.000Z',
}))

const answer = endpoint({
  method: 'GET',
  path: '/api/answer',
  summary: 'A list of 4 KB that is known already',
  access: 'anyone',
  reply: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      about: z.string(),
      priceCents: z.int(),
      startsAt: z.string(),
    }),
  ),
})

const kalli = async () => {
  const config = readConfig(process.env)
  const database = openDatabase(config.databaseUrl ?? '')
  const kalli = openContext({ config, database, log: openLog('error') })
  const app = await buildApp(kalli)
  const gateway = {
    work: (who: Parameters<typeof workFor>[1]) => workFor(kalli, who),
    identify: (request: Parameters<typeof identify>[1]) => identify(database, request, kalli.clock()),
    limit,
  }
  mount(app, gateway, [route(answer, () => Promise.resolve(items))])
  return app
}

const bare = () => {
  const app = Fastify({ logger: false })
  const text = JSON.stringify(items)
  const how = { text: () => text, object: () => items }[process.env['KALLI_BENCH_BARE'] ?? ''] ?? (() => text)
  app.get('/api/answer', (_, reply) => reply.type('application/json; charset=utf-8').send(how()))
  return app
}

const asKalli = process.env['KALLI_BENCH_BARE'] === undefined
const app = asKalli ? await kalli() : bare()
const url = await app.listen({ port: 0, host: '127.0.0.1' })

process.on('message', (message: { stop?: boolean }) => {
  if (message.stop === true) process.exit(0)
  const { user, system } = process.cpuUsage()
  process.send?.({
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    bytes: process.memoryUsage.rss(),
  })
})
process.once('disconnect', () => process.exit(0))
process.send?.({ url })
