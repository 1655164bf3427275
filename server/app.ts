import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { minuteMs } from '#contract/platform/duration.ts'
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
    /** The gates of the API and of the pages, which /api/ready reports. */
    gates: Gate[]
  }
}

/** What the process consists of, for requests and jobs alike. */
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

/** Requests handled at the same time; a few more than the database has connections. */
const atOnce = 32
/** A visitor who would wait longer than this has given up: refuse at once. `lineTimes` multiplies the limits for slow connections. */
const patience = { maxWaitMs: 5_000, lineTimes: 1 }

/**
 * A client that is slow with its headers (10 s) or with a request as a whole (90 s; bodies have their own limits in
 * platform/http/incoming.ts), or that reads nothing of its answer for a minute, is cut off. Open event streams write more often.
 */
const slowLines = (dev: boolean, times: number) => ({
  requestTimeout: 90_000 * times,
  // Vite keeps its own connection open without writing to it.
  connectionTimeout: dev ? 0 : minuteMs * times,
  http: { headersTimeout: 10_000 * times, connectionsCheckingInterval: 2_000 },
})

/** The whole server, not yet listening. Closing it closes everything that it opened. */
export const buildApp = async (
  context: AppContext,
  given: Partial<typeof patience> = {},
): Promise<FastifyInstance> => {
  const { maxWaitMs, lineTimes } = { ...patience, ...given }
  const loggerInstance: FastifyBaseLogger = context.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // The client's address is the last one not added by a proxy of our own network; entries left of it can be forged.
    trustProxy: context.config.production ? ['loopback', 'linklocal', 'uniquelocal'] : false,
    bodyLimit: 128 * 1024,
    ...slowLines(context.config.dev, lineTimes),
    routerOptions: { maxParamLength: 300 },
    // An address that the router cannot parse.
    frameworkErrors: onError,
  })
  app.decorate('httpsOnly', context.config.production)
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(onError)
  // A page sets its own policy for scripts (server/pages.ts); an answer of the API needs none.
  await app.register(helmet, { contentSecurityPolicy: false, hsts: context.config.production })
  await app.register(cookie)
  await app.register(compress, {
    // We accept no compressed bodies.
    globalDecompression: false,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    // Quality 4, and a window of 256 KB: the same bytes for a page, with less memory and processor time than 4 MB.
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
  // A Spanish message with its code, as for every other error; the pages, where they are mounted, take the remaining GETs.
  app.setNotFoundHandler(() => {
    throw new Refusal('not_found')
  })
  app.all('/api/*', () => {
    throw new Refusal('not_found')
  })
  return app
}
