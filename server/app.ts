import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { identifyCaller, watchCallers } from '#server/developer/caller.ts'
import { modules } from '#server/modules.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { mountDocs } from '#server/platform/http/docs.ts'
import { type Gate, guard, openGate } from '#server/platform/gate.ts'
import { mountHealth } from '#server/platform/health.ts'
import { mount } from '#server/platform/http/http.ts'
import { limitIncoming } from '#server/platform/http/incoming.ts'
import { onError } from '#server/platform/http/on-error.ts'
import { registerJobs } from '#server/platform/jobs.ts'
import { limit } from '#server/platform/http/limits.ts'
import type { Log } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { signer } from '#server/platform/tokens.ts'
import { type AppContext, workFor } from '#server/platform/work.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    /** The load gates of the API and of the pages, which /api/ready reports. */
    gates: Gate[]
  }
}

/** The parts of the process that requests and jobs share. */
export const openContext = (parts: {
  config: Config
  database: Database
  log: Log
  clock?: () => Date
}): AppContext => ({
  ...parts,
  clock: parts.clock ?? (() => new Date()),
  tokens: signer(parts.config.secret),
})

/** Requests handled concurrently; a few more than the database has connections. */
const atOnce = 32
/** Past this wait the visitor has given up, so refuse at once. `lineTimes` multiplies the limits on slow lines. */
const patience = { maxWaitMs: 5_000, lineTimes: 1 }

/**
 * A client that is slow with its headers (10 s) or with a whole request (90 s; bodies have limits of their own in
 * platform/http/incoming.ts), or that reads none of its response for a minute, is disconnected. Open event streams write more often.
 */
const slowLines = (dev: boolean, times: number) => ({
  requestTimeout: 90_000 * times,
  // Vite keeps an idle connection open.
  connectionTimeout: dev ? 0 : 60_000 * times,
  http: { headersTimeout: 10_000 * times, connectionsCheckingInterval: 2_000 },
})

/** Builds the whole server, not yet listening. Closing it closes everything that it opened. */
export const buildApp = async (
  context: AppContext,
  given: Partial<typeof patience> = {},
): Promise<FastifyInstance> => {
  const { maxWaitMs, lineTimes } = { ...patience, ...given }
  const loggerInstance: FastifyBaseLogger = context.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // Takes the last address that no proxy of our own network wrote; entries left of it can be forged.
    trustProxy: context.config.production ? ['loopback', 'linklocal', 'uniquelocal'] : false,
    bodyLimit: 128 * 1024,
    ...slowLines(context.config.dev, lineTimes),
    routerOptions: { maxParamLength: 300 },
    // Addresses that the router cannot parse.
    frameworkErrors: onError,
  })
  app.decorate('httpsOnly', context.config.production)
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(onError)
  // Pages set their own script policy (server/pages.ts); API responses need none.
  await app.register(helmet, { contentSecurityPolicy: false, hsts: context.config.production })
  await app.register(cookie)
  await app.register(compress, {
    // Compressed request bodies are not accepted.
    globalDecompression: false,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    // Quality 4 and a 256 KB window: pages of the same size as with 4 MB, for less memory and processor time.
    brotliOptions: { params: { 1: 4, 2: 18 } },
  })
  await mountDocs(app)
  const gate = openGate({ atOnce, maxWaitMs })
  app.decorate('gates', [gate])
  mountHealth(app, context)
  limitIncoming(app, {}, lineTimes)
  guard(app, gate)
  watchCallers(app, context)

  const gateway = {
    work: (who: Parameters<typeof workFor>[1]) => workFor(context, who),
    identify: (request: Parameters<typeof identifyCaller>[1]) => identifyCaller(context, request),
    limit,
  }
  registerJobs(modules.flatMap((module) => module.jobs ?? []))
  for (const module of modules) {
    if (module.routes !== undefined) mount(app, gateway, module.routes)
    await module.plugin?.(app, context)
  }
  // In Spanish and with a code, as every other error; the pages, where mounted, take the remaining GET requests.
  app.setNotFoundHandler(() => {
    throw new Refusal('not_found')
  })
  app.all('/api/*', () => {
    throw new Refusal('not_found')
  })
  return app
}
