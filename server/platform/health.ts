import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { House } from '#server/platform/work.ts'

/** For those who watch: is the process alive, may it be sent people, and how does it fare. */
export const mountHealth = (app: FastifyInstance, house: House) => {
  app.get('/api/health', () => ({ ok: true }))
  app.get('/api/ready', async (_request, reply) => {
    await sql`select 1`.execute(house.database.kysely)
    return reply.header('cache-control', 'no-store').send({ ok: true })
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'kalli_request_seconds',
    help: 'Time of a request by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, house.config.metricsToken)) return reply.code(404).send()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** With a token set, whoever has it; without one, this machine only. */
const mayRead = (request: FastifyRequest, token: string | null) =>
  token === null
    ? ['127.0.0.1', '::1'].includes(request.ip)
    : request.headers.authorization === `Bearer ${token}`
