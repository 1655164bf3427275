/** The stand-in's own page at /dev/microsoft. */
import type { FastifyInstance } from 'fastify'
import { standinPath } from '#server/connection/microsoft/settings.ts'
import { mountHandPage } from '#server/connection/standin/hand-page.ts'
import { byHand } from '#server/connection/standin/microsoft/by-hand.ts'
import { outlookOf, revokeAll } from '#server/connection/standin/microsoft/world.ts'
import type { AppContext } from '#server/platform/work.ts'

export const mountHand = (app: FastifyInstance, context: AppContext) => {
  const world = outlookOf(context.config)
  mountHandPage(app, {
    path: standinPath,
    title: 'Outlook de prueba',
    revoke: (email) => revokeAll(world, email),
    accounts: () =>
      [...world.mailboxes.values()].map(({ email, calendars }) => ({
        email,
        calendars: calendars.map((calendar) => ({
          id: calendar.id,
          name: calendar.name,
          hand: byHand(world, calendar),
          events: [...calendar.events.values()]
            .filter(({ event, isGone }) => !isGone && event.type !== 'seriesMaster')
            .map(({ event: { id, subject, start, end } }) => ({
              id,
              title: subject ?? id,
              start: start.dateTime.slice(0, 16),
              end: end.dateTime.slice(0, 16),
            })),
        })),
      })),
  })
}
