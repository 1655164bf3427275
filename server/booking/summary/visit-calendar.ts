/** A visit as a calendar file, by the link of its confirmation email. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { sideOf } from '#server/booking/moves/party.ts'
import { visitFile } from '#server/booking/summary/calendar-copy.ts'
import { findShown } from '#server/booking/summary/present.ts'
import { refuse } from '#server/platform/refuse.ts'
import { anonymous, workFor, type AppContext } from '#server/platform/work.ts'

const query = z.object({ t: z.string() })

/** `GET /api/visit-calendars/<booking>.ics?t=<token>`: with the client's token; anything else is not found. */
export const mountVisitCalendars = (app: FastifyInstance, context: AppContext) => {
  app.get<{ Params: { file: string } }>('/api/visit-calendars/:file', async (request, reply) => {
    const [, id] = /^([0-9a-f-]{36})\.ics$/.exec(request.params.file) ?? []
    const given = z.safeParse(query, request.query)
    if (!z.safeParse(z.uuid(), id).success || id === undefined || !given.success) return refuse('not_found')
    const work = workFor(context, anonymous)
    const shown = await findShown(work, id)
    if (shown === undefined || shown.confirmed_at === null || sideOf(work, shown, given.data) !== 'client')
      return refuse('not_found')
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="cita-kalli.ics"')
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .send(visitFile(work, shown))
  })
}
