/**
 * Forms without JavaScript: the browser posts to the page itself, the API decides, and the page answers. Signing in, registering and
 * contact work; any other form answers with its page, which says that it needs JavaScript (web/ui/form/form.tsx).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ownPath } from '#contract/platform/own-path.ts'
import { isCountry, phoneToSend } from '#contract/platform/phone.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { askInside } from '#server/platform/http/origin.ts'

/** What goes back to the sender: the values typed, the error, and its fields. */
type Posted = { typed: Record<string, string>; message: string; fields: readonly string[] }
type Page = (
  request: FastifyRequest,
  reply: FastifyReply,
  refused: { posted: Posted; status: number },
) => Promise<unknown>

const Refused = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  details: z.optional(z.object({ fields: z.optional(z.array(z.object({ field: z.string() }))) })),
})

type PlainForm = {
  api: string
  fields: readonly string[]
  /** Maps the form's fields to the API's body where they differ. */
  body?: (sent: Readonly<Record<string, string>>) => Record<string, string>
  /** Fields that are never echoed to a page. */
  secret?: readonly string[]
  /** Where the browser goes once the API has accepted the form. */
  next: (answer: unknown, query: URLSearchParams) => string
}

const contact: PlainForm = {
  api: '/api/contact',
  fields: ['form', 'topic', 'name', 'email', 'message', 'website'],
  next: (answer) =>
    `/contact?folio=${encodeURIComponent(z.parse(z.object({ receipt: z.string() }), answer).receipt)}`,
}
const signIn: PlainForm = {
  api: '/api/auth/login',
  fields: ['email', 'password'],
  secret: ['password'],
  next: (_, query) => ownPath(query.get('redirect') ?? undefined),
}
const register: PlainForm = {
  ...signIn,
  api: '/api/auth/register',
  fields: ['email', 'password', 'firstName', 'lastName', 'phone', 'phoneCountry', 'role'],
  body: ({ phone = '', phoneCountry = 'MX', ...rest }) => ({
    ...rest,
    phone: phoneToSend(phone, isCountry(phoneCountry) ? phoneCountry : 'MX'),
  }),
}

const formAt = (path: string, query: URLSearchParams): PlainForm | undefined => {
  if (path === '/contact') return contact
  if (path === '/auth') return query.get('tab') === 'register' ? register : signIn
  return undefined
}

export const mountPosted = (app: FastifyInstance, page: Page) =>
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post('/*', { schema: { hide: true } }, async (request, reply) => {
      const [path = '', search = ''] = request.url.split('?')
      if (typeof request.body !== 'string') return reply.callNotFound()
      requireSameSite(request, { method: 'POST', path: '/contact' })
      const query = new URLSearchParams(search)
      const form = formAt(path, query)
      if (form === undefined) return page(request, reply, { status: 400, posted: needsScripts })
      const sent = new URLSearchParams(request.body)
      const values = form.fields.map((name) => [name, sent.get(name) ?? ''] as const)
      const typed = Object.fromEntries(values)
      const answered = await askInside(app, request, {
        method: 'POST',
        url: form.api,
        body: form.body?.(typed) ?? typed,
      })
      const cookies = answered.headers['set-cookie']
      if (cookies !== undefined) reply.header('set-cookie', cookies)
      const body: unknown = answered.json()
      if (answered.statusCode < 300) return reply.redirect(form.next(body, query), 303)
      const refused = z.safeParse(Refused, body)
      return page(request, reply, {
        status: answered.statusCode,
        posted: {
          typed: Object.fromEntries(values.filter(([name]) => form.secret?.includes(name) !== true)),
          message:
            refused.data?.code === 'second_step_needed'
              ? 'Tu cuenta pide un segundo paso. Para escribir ese código, activa JavaScript en tu navegador.'
              : (refused.data?.message ?? 'Error del servidor. Por favor intenta más tarde.'),
          fields: refused.data?.details?.fields?.map(({ field }) => field) ?? [],
        },
      })
    })
    done()
  })

const needsScripts: Posted = {
  typed: {},
  message: 'Para enviar este formulario, activa JavaScript en tu navegador.',
  fields: [],
}
