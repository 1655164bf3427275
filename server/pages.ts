/**
 * Everything that is neither /api nor a file is a page: this passes it to the web build (or, in development, to Vite) and sends the
 * response. Pages call the API inside this process with the visitor's own cookies, so a page shows nothing that the API would refuse.
 * Policies for scripts and frames are set here.
 */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionTokenOf } from '#server/account/session.ts'
import { mountPosted } from '#server/no-script-page.ts'
import type { Config } from '#server/platform/config.ts'
import { lastPlaceCookie } from '#contract/platform/last-place.ts'
import { openGate } from '#server/platform/gate.ts'
import { visitorCookie } from '#server/platform/http/http.ts'
import { askInside, cookieOf, originOf } from '#server/platform/http/origin.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { mountWidget } from '#server/widget.ts'
import type { Posted, Visit } from '#web/visit.ts'

type Render = (request: Request, visit: Visit) => Promise<Response> | Response

/**
 * Pages rendered concurrently. Rendering is CPU-bound, so more at once are not faster, and each holds some megabytes meanwhile; measured
 * with eight visitors: the same pages a second.
 */
const drawnAtOnce = 3
const maxWaitMs = 5_000

/** The configuration that decides how pages may behave. */
type PageConfig = Pick<
  Config,
  'dataFolder' | 'dev' | 'production' | 'googlePlaces' | 'mapStyle' | 'mapOrigins' | 'stripe'
>

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist')

/** Mounts files and pages. In development Vite serves both, fresh at every change. */
export const mountPages = async (app: FastifyInstance, config: PageConfig): Promise<void> => {
  const render = config.dev ? await mountVite(app) : await mountBuild(app)
  mountWidget(app, config.dataFolder, config.dev ? bundledWidget : builtWidget)
  const gate = openGate({ atOnce: drawnAtOnce, maxWaitMs })
  app.gates.push(gate)
  const inLine = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refused?: { posted: Posted; status: number },
  ) => {
    try {
      await gate.enter()
    } catch (error) {
      return crowded(reply, error)
    }
    try {
      return await answer(app, render, request, reply, config, refused)
    } finally {
      gate.leave()
    }
  }
  app.route({
    method: 'GET',
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => inLine(request, reply),
  })
  await mountPosted(app, inLine)
}

/** The page for a visitor when too many wait: it says so, and reloads by itself. */
const crowded = (reply: FastifyReply, error: unknown) => {
  if (!(error instanceof Refusal)) throw error
  return reply
    .code(error.status)
    .header('retry-after', '5')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="es-MX"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5"><title>Un momento · Kalli</title><body style="font:1.1rem/1.5 system-ui;max-width:30rem;margin:20vh auto;padding:0 1.5rem"><h1>Un momento</h1><p>${error.message}</p><p>Esta página vuelve a intentar sola en 5 segundos.</p>`,
    )
}

const builtWidget = () => readFile(join(built, 'client', 'widget', 'widget.js'), 'utf8')

/** In development, the bundle as of the first request. */
const bundledWidget = async () =>
  bundleOf(await import(pathToFileURL(join(root, 'web', 'widget-build.ts')).href))
const bundleOf = (module: { bundleWidget: () => Promise<string> }) => module.bundleWidget()

const mountBuild = async (app: FastifyInstance): Promise<Render> => {
  // An asset's name changes with its content, so it never needs revalidation.
  await app.register(serveFiles, {
    root: join(built, 'client', 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    logLevel: 'warn',
  })
  for (const file of await readdir(join(built, 'client'), { withFileTypes: true }))
    if (file.isFile() && !/\.(br|gz)$/.test(file.name))
      app.get(`/${file.name}`, { schema: { hide: true } }, (_, reply) =>
        reply.sendFile(file.name, join(built, 'client'), { maxAge: '1d', immutable: false }),
      )
  return renderOf(await import(pathToFileURL(join(built, 'server', 'server.js')).href))
}

const mountVite = async (app: FastifyInstance): Promise<Render> => {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url.startsWith('/api/')) return next()
    vite.middlewares(request.raw, reply.raw, next)
  })
  const { ssr } = vite.environments
  if (ssr === undefined || !isRunnableDevEnvironment(ssr))
    throw new Error('Vite has nothing that renders pages')
  return async (request, visit) =>
    renderOf(await ssr.runner.import(join(root, 'web', 'server.ts')))(request, visit)
}

/** The `fetch` of the module that web/server.ts became. */
const renderOf = (module: { default?: { fetch?: Render } }): Render => {
  const render = module.default?.fetch
  if (render === undefined)
    throw new Error('The web build renders no pages; build it again with npm run build')
  return render
}

const answer = async (
  app: FastifyInstance,
  render: Render,
  request: FastifyRequest,
  reply: FastifyReply,
  config: PageConfig,
  refused?: { posted: Posted; status: number },
) => {
  const origin = originOf(request)
  const address = `${origin}${request.url}`
  if (!URL.canParse(address)) return reply.code(400).send()
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  const nonce = randomBytes(16).toString('base64')
  // A page is sent whole, so it is rendered as for a crawler: without loading fallbacks.
  const headers = new Headers({ accept: 'text/html', 'user-agent': 'bot' })
  const response = await render(new Request(address, { headers, signal: left.signal }), {
    ...visitOf(app, request, reply, { nonce, origin }),
    ...(refused === undefined ? {} : { posted: refused.posted }),
  })
  for (const [name, value] of response.headers) reply.header(name, value)
  reply.header('cache-control', 'private, no-cache')
  const framed = isFramed(request.url)
  if (framed) reply.removeHeader('x-frame-options')
  reply.header('content-security-policy', policy(nonce, config, framed))
  // Stripe's own frame opens the wallet sheet.
  const payers = config.stripe === null ? 'self' : 'self "https://js.stripe.com"'
  reply.header('permissions-policy', `camera=(self), microphone=(), payment=(${payers}), geolocation=(self)`)
  const secret = hasSecret(request.url)
  reply.header('referrer-policy', secret ? 'no-referrer' : 'strict-origin-when-cross-origin')
  if (secret) reply.header('x-robots-tag', 'noindex')
  return reply.code(refused?.status ?? response.status).send(await response.text())
}

const visitOf = (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Pick<Visit, 'nonce' | 'origin'>,
): Visit => ({
  ...page,
  hasSession: sessionTokenOf(request) !== undefined,
  hasVisitor: cookieOf(request, visitorCookie) !== undefined,
  lastPlace: cookieOf(request, lastPlaceCookie),
  ask: async (method, url, body) => {
    const requested = await askInside(app, request, { method: method === 'GET' ? 'GET' : 'POST', url, body })
    const { 'set-cookie': cookies, link } = requested.headers
    if (cookies !== undefined) reply.header('set-cookie', cookies)
    return {
      status: requested.statusCode,
      text: requested.body,
      link: typeof link === 'string' ? link : null,
    }
  },
})

/**
 * Pages that other sites may embed (docs/booking/own-links.md): in a foreign frame the browser sends no cookie of ours, and nothing on the
 * page acts.
 */
const isFramed = (url: string) => url === '/book' || url.startsWith('/book?')

/**
 * The holder of such an address may act by it, so it is sent as referrer not even to our own files, and is never indexed; the meta tags
 * come later than these headers. Signing in carries along the page of origin.
 */
export const hasSecret = (url: string): boolean => {
  const [path = '', query = ''] = url.split('?')
  const requested = new URLSearchParams(query)
  return (
    path === '/confirm' ||
    /^\/(bookings|inhouse)\/[^/]/.test(path) ||
    ['t', 'token', 'station'].some((name) => requested.has(name)) ||
    (requested.has('redirect') && hasSecret(requested.get('redirect') ?? ''))
  )
}

/**
 * Only our own scripts run, marked by this page's nonce; framing is refused, except for /book. Google Places, map tiles and Stripe's card
 * field are allowed only where they are configured. Vite's reload needs more, in development.
 */
export const policy = (nonce: string, config: Omit<PageConfig, 'dataFolder'>, framed = false) => {
  const google = config.googlePlaces === null ? [] : ['https://maps.googleapis.com']
  const map = config.mapStyle === null ? [] : [new URL(config.mapStyle).origin, ...config.mapOrigins]
  const stripe = config.stripe === null ? [] : ['https://js.stripe.com', 'https://*.js.stripe.com']
  const photos = google.length === 0 ? [] : ['https://maps.gstatic.com', 'https://*.googleusercontent.com']
  const all = (...sources: readonly (string | readonly string[])[]) => sources.flat().join(' ')
  return [
    "default-src 'self'",
    all(
      'script-src',
      config.dev ? "'self' 'unsafe-inline' 'unsafe-eval'" : `'self' 'nonce-${nonce}'`,
      google,
      stripe,
    ),
    "style-src 'self' 'unsafe-inline'",
    all('img-src', "'self' data: blob:", google, photos, map),
    "font-src 'self'",
    all(
      'connect-src',
      "'self'",
      config.dev ? 'ws: wss:' : [],
      google,
      google.length === 0 ? [] : 'https://places.googleapis.com',
      map,
      stripe.length === 0 ? [] : 'https://api.stripe.com',
    ),
    ...(stripe.length === 0 ? [] : [all('frame-src', "'self'", stripe, 'https://hooks.stripe.com')]),
    // MapLibre renders in a worker of our own, a separate file.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${framed ? '*' : "'none'"}`,
    ...(config.production ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
