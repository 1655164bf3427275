import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { outageNameOf } from '#server/platform/database/outage.ts'
import type { AppContext } from '#server/platform/work.ts'

/** Liveness, readiness and metrics of the process, for monitoring. */
export const mountHealth = (app: FastifyInstance, context: AppContext) => {
  app.get('/api/health', () => ({ ok: true }))
  const database = watchDatabase(context.database.url)
  const loop = watchLoop()
  app.addHook('onClose', () => loop.stop())
  app.get('/api/ready', async (_request, reply) => {
    const problems = [
      ...(loop.isBlocked() ? ['the process was blocked for seconds'] : []),
      ...(app.gates.some((gate) => gate.isStuck(stuckMs))
        ? ['requests take all places and none is answered']
        : []),
      ...(await database.problems()),
    ]
    return reply
      .code(problems.length === 0 ? 200 : 503)
      .headers({ 'cache-control': 'no-store', ...(problems.length === 0 ? {} : { 'retry-after': '2' }) })
      .send(problems.length === 0 ? { ok: true } : { ok: false, problems })
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
    if (!mayRead(request, context.config.metricsToken)) return reply.code(404).send()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** A healthy statement is much faster than this; their time limits are well above it. */
const stuckMs = 5_000
const answerWithinMs = 1_800

/** Uses its own connection, so that it reports on the server and not on a connection that was lost before. */
const watchDatabase = (url: string) => {
  const ask = async (): Promise<string[]> => {
    const client = new pg.Client({ connectionString: url, application_name: 'kalli-ready' })
    client.on('error', () => undefined)
    const late = new AbortController()
    try {
      return await Promise.race([
        stateOf(client),
        sleep(answerWithinMs, ['the database does not answer'], { signal: late.signal }),
      ])
    } catch (error) {
      return [`the database cannot be reached: ${outageNameOf(error)}`]
    } finally {
      late.abort()
      void client.end().catch(() => undefined)
      client.connection.stream.destroy()
    }
  }
  // Simultaneous checks share one query.
  let viewer: Promise<string[]> | undefined
  return {
    problems: () => (viewer ??= ask().finally(() => (viewer = undefined))),
  }
}

const stateOf = async (client: pg.Client) => {
  await client.connect()
  const { rows } = await client.query<{ readOnly: string }>(
    `select current_setting('transaction_read_only') as "readOnly"`,
  )
  return rows[0]?.readOnly === 'off' ? [] : ['the database is read-only']
}

/** A late timer shows that the event loop was blocked. Reset by the next one that is on time. */
const watchLoop = () => {
  const everyMs = 500
  const blockedMs = 2_000
  let last = performance.now()
  let lateMs = 0
  const beat = setInterval(() => {
    const now = performance.now()
    lateMs = now - last - everyMs
    last = now
  }, everyMs)
  beat.unref()
  return { isBlocked: () => lateMs > blockedMs, stop: () => clearInterval(beat) }
}

/** With a token configured, its holders; without one, this machine only. */
const mayRead = (request: FastifyRequest, token: string | null) =>
  token === null
    ? ['127.0.0.1', '::1'].includes(request.ip)
    : request.headers.authorization === `Bearer ${token}`
