/** The contact form without scripts: the browser posts the page itself, the API decides, the page answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { requireSameSite } from '#server/platform/cross-site.ts'
import { askInside } from '#server/platform/origin.ts'

/** What goes back to whoever wrote: their words, what is wrong, and where. */
type Posted = { typed: Record<string, string>; message: string; fields: readonly string[] }

const fields = ['form', 'topic', 'name', 'email', 'message', 'website'] as const
const Refused = z.object({
  message: z.string(),
  details: z.optional(z.object({ fields: z.optional(z.array(z.object({ field: z.string() }))) })),
})
const Taken = z.object({ receipt: z.string() })

export const mountContact = (
  app: FastifyInstance,
  page: (
    request: FastifyRequest,
    reply: FastifyReply,
    refused: { posted: Posted; status: number },
  ) => Promise<unknown>,
) =>
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post('/contact', { schema: { hide: true } }, async (request, reply) => {
      requireSameSite(request, { method: 'POST', path: '/contact' })
      const sent = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const typed = Object.fromEntries(fields.map((name) => [name, sent.get(name) ?? '']))
      const answered = await askInside(app, request, { method: 'POST', url: '/api/contact', body: typed })
      const body: unknown = answered.json()
      const taken = z.safeParse(Taken, body)
      if (taken.success)
        return reply.redirect(`/contact?folio=${encodeURIComponent(taken.data.receipt)}`, 303)
      const refused = z.safeParse(Refused, body)
      return page(request, reply, {
        status: answered.statusCode,
        posted: {
          typed,
          message: refused.data?.message ?? 'Error del servidor. Por favor intenta más tarde.',
          fields: refused.data?.details?.fields?.map(({ field }) => field) ?? [],
        },
      })
    })
    done()
  })
