/** The stand-in's own page at /dev/google. */
import type { FastifyInstance } from 'fastify'
import { standinPath } from '#server/connection/google/settings.ts'
import { mountHandPage } from '#server/connection/standin/hand-page.ts'
import { byHand, dropCalendar, revokeAll, standinOf } from '#server/connection/standin/world.ts'
import type { AppContext } from '#server/platform/work.ts'

export const mountHand = (app: FastifyInstance, context: AppContext) => {
  const world = standinOf(context.config)
  mountHandPage(app, {
    path: standinPath,
    title: 'Google Calendar de prueba',
    revoke: (email) => revokeAll(world, email),
    accounts: () =>
      [...world.accounts.values()].map(({ email, calendars }) => ({
        email,
        calendars: calendars.map((calendar) => ({
          id: calendar.id,
          name: calendar.summary,
          hand: {
            ...byHand(world, calendar),
            // The main calendar cannot be deleted.
            ...(calendar.isPrimary ? {} : { drop: () => dropCalendar(world, email, calendar) }),
          },
          events: [...calendar.events.values()]
            .filter(({ event }) => event.status !== 'cancelled')
            .map(({ event: { id, summary, start, end } }) => ({
              id,
              title: summary ?? id,
              start: field(start?.dateTime),
              end: field(end?.dateTime),
            })),
        })),
      })),
  })
}

/** Empty for a whole day. */
const field = (text: string | null | undefined) => {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 16)
}
