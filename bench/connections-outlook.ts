/**
 * For connections.bench.ts: Outlook in a process of its own, with as many mailboxes as there are calendars; on request events are added,
 * and Kalli is notified of them.
 */
import Fastify from 'fastify'
import { standinPath } from '#server/connection/microsoft/settings.ts'
import { answer } from '#server/connection/standin/microsoft/api.ts'
import { byHand } from '#server/connection/standin/microsoft/by-hand.ts'
import { mailboxOf, newWorld } from '#server/connection/standin/microsoft/world.ts'

const calendars = Number(process.env['KALLI_BENCH_CALENDARS'])
const world = newWorld()
const accessOf = (n: number) => `access-${n}`
for (let n = 0; n < calendars; n += 1) {
  const email = `agenda${n}@outlook.test`
  const mailbox = mailboxOf(world, email)
  const [primary] = mailbox.calendars
  if (primary === undefined) throw new Error('a mailbox has a calendar')
  primary.id = `calendar-${n}`
  mailbox.calendars = [primary]
  world.accessTokens.set(accessOf(n), { email, scopes: ['Calendars.Read'], endsAt: Infinity })
}

const app = Fastify()
const apiPath = `${standinPath}/v1.0`
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
)
app.route({
  method: ['GET', 'POST', 'PATCH', 'DELETE'],
  url: `${apiPath}/*`,
  handler: async (request, reply) => {
    const address = new URL(request.url, url)
    const given = await answer(world, {
      method: request.method,
      path: address.pathname.slice(apiPath.length),
      query: address.searchParams,
      header: (name) => request.headers[name]?.toString(),
      body: request.body,
      now: Date.now(),
      base: `${url}${apiPath}`,
    })
    world.calls.length = 0
    reply.code(given.status).headers(given.headers)
    return given.body === null ? reply.send() : reply.send(given.body)
  },
})
/** A refresh token names its mailbox. */
app.post<{ Body: { refresh_token: string } }>(`${standinPath}/oauth2/v2.0/token`, ({ body }, reply) =>
  reply.send({
    token_type: 'Bearer',
    access_token: body.refresh_token.replace('refresh', 'access'),
    expires_in: 3600,
    refresh_token: body.refresh_token,
    scope: 'Calendars.Read',
  }),
)
const url = await app.listen({ port: 0, host: '127.0.0.1' })

type Message = {
  stop?: boolean
  /** The states of the channels, and the address where Kalli listens. */
  subscribe?: { address: string; states: readonly string[] }
  add?: { n: number; start: string; end: string }
}
process.on('message', (message: Message) => {
  if (message.stop === true) process.exit(0)
  const { subscribe, add } = message
  if (subscribe !== undefined)
    world.subscriptions = subscribe.states.map((clientState, n) => ({
      id: `subscription-${n}`,
      email: `agenda${n}@outlook.test`,
      calendarId: `calendar-${n}`,
      notificationUrl: subscribe.address,
      lifecycleNotificationUrl: null,
      clientState,
      endsAt: Date.now() + 2 * 86_400_000,
    }))
  if (add !== undefined) {
    const [primary] = mailboxOf(world, `agenda${add.n}@outlook.test`).calendars
    if (primary !== undefined) byHand(world, primary).add({ start: add.start, end: add.end })
  }
  process.send?.({})
})
process.once('disconnect', () => process.exit(0))
process.send?.({ url })
