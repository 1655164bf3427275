/** Calendar feeds at an address that cannot be guessed; only its digest is stored. */
import type { FastifyInstance } from 'fastify'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { anonymous, workFor, type AppContext, type Work } from '#server/platform/work.ts'

type Folder = 'own-calendars' | 'unit-calendars'

/** Shown once; a new address replaces it. */
export const newAddress = (work: Work, folder: Folder) => {
  const token = secretToken()
  return {
    address: `${work.config.publicUrl}/api/${folder}/${token}.ics`,
    row: { token_hash: hashToken(token), made_at: work.now },
  }
}

/** `GET /api/<folder>/<secret>.ics`: readable by anyone with the address; any other is not found. */
export const mountCalendars = (
  app: FastifyInstance,
  context: AppContext,
  folder: Folder,
  { saveAs, textFor }: { saveAs: string; textFor: (work: Work, tokenHash: Buffer) => Promise<string> },
) => {
  app.get<{ Params: { file: string } }>(`/api/${folder}/:file`, async (request, reply) => {
    const [, token] = /^([\w-]{20,100})\.ics$/.exec(request.params.file) ?? []
    if (token === undefined) return refuse('not_found')
    const text = await textFor(workFor(context, anonymous), hashToken(token))
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `inline; filename="${saveAs}"`)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .send(text)
  })
}
