/**
 * The widget's script for other sites (docs/decisions/widget.md): at a short address that always has the newest, and at one with the
 * hash of its content that never changes. Earlier versions stay in the data folder for pages that name one by its hash.
 */
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escaped } from '#server/platform/mail.ts'
import { Refusal } from '#server/platform/refuse.ts'

type Version = { code: string; hash: string; integrity: string }

const versionOf = (code: string): Version => ({
  code,
  hash: createHash('sha256').update(code).digest('hex').slice(0, 16),
  integrity: `sha384-${createHash('sha384').update(code).digest('base64')}`,
})

/** `read`: the built file; in development it is built at the first request. */
export const mountWidget = (app: FastifyInstance, dataFolder: string, read: () => Promise<string>): void => {
  const folder = join(dataFolder, 'widget')
  const pathOf = (hash: string) => join(folder, `${hash}.js`)
  let known: Promise<Version> | undefined
  const newest = () => {
    known ??= read().then(async (code) => {
      const version = versionOf(code)
      await keep(folder, pathOf(version.hash), code)
      return version
    })
    // A failed build is retried at the next request.
    known.catch(() => (known = undefined))
    return known
  }

  app.get('/widget.js', { schema: { hide: true } }, async (request, reply) => {
    const { code, hash } = await newest()
    shared(reply, 'public, max-age=300, stale-while-revalidate=86400').header('etag', `"${hash}"`)
    if (request.headers['if-none-match']?.includes(hash)) return reply.code(304).send()
    return reply.send(code)
  })

  app.get<{ Params: { file: string } }>(
    '/widget/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params
      const now = await newest()
      if (file === 'version.json')
        return reply
          .type('application/json; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send({ file: `/widget/${now.hash}.js`, integrity: now.integrity })
      const hash = /^([\da-f]{16})\.js$/.exec(file)?.[1]
      if (hash === undefined) throw new Refusal('not_found')
      const code = hash === now.hash ? now.code : await readFile(pathOf(hash), 'utf8').catch(() => null)
      if (code === null) throw new Refusal('not_found')
      return shared(reply, 'public, max-age=31536000, immutable').send(code)
    },
  )

  app.get<{ Querystring: Record<string, unknown> }>(
    '/widget/preview',
    { schema: { hide: true } },
    (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('x-robots-tag', 'noindex')
        // As strict as the policy of any page with the widget; only our own pages show it in a frame.
        .header('x-frame-options', 'SAMEORIGIN')
        .header('content-security-policy', previewPolicy)
        .send(preview(request.query)),
  )
}

/** Readable by any page, with or without an integrity attribute. */
const shared = (reply: FastifyReply, cacheControl: string) =>
  reply
    .type('text/javascript; charset=utf-8')
    .header('cache-control', cacheControl)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')

/** Written atomically: another process may do the same. */
const keep = async (folder: string, path: string, code: string) => {
  if (await access(path).then(...isThere)) return
  await mkdir(folder, { recursive: true })
  await writeFile(`${path}.${process.pid}`, code)
  await rename(`${path}.${process.pid}`, path)
}
const isThere = [() => true, () => false] as const

/** The attributes that a preview accepts; anything else is left out. */
const attributes = {
  profesional: /^\d{1,15}$/,
  negocio: /^\d{1,15}$/,
  espacio: /^\d{1,15}$/,
  servicio: /^\d{1,15}$/,
  color: /^#[\da-f]{6}$/i,
  tema: /^(claro|oscuro)$/,
  lado: /^izquierda$/,
  texto: /^[^<>]{1,40}$/u,
} as const

const style =
  'html{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}html[data-tema=claro]{color-scheme:light}html[data-tema=oscuro]{color-scheme:dark}body{margin:0;padding:12px;min-height:26rem}'

const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const preview = (query: Record<string, unknown>) => {
  const given = Object.entries(attributes).flatMap(([name, allowed]) => {
    const value = query[name]
    return typeof value === 'string' && allowed.test(value) ? [`${name}="${escaped(value)}"`] : []
  })
  const tag = query['forma'] === 'boton' ? 'kalli-boton' : 'kalli-reservar'
  const theme = query['tema'] === 'claro' || query['tema'] === 'oscuro' ? ` data-tema="${query['tema']}"` : ''
  return `<!doctype html><html lang="es-MX"${theme}><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Vista previa del widget</title><style>${style}</style><script src="/widget.js" async></script><body><main><h1 hidden>Vista previa</h1><${tag} ${given.join(' ')}></${tag}></main>`
}
