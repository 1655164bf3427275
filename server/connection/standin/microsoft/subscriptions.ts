/** Subscriptions of the stand-in: created after a handshake with the address, and ended. */
import { minuteMs } from '#contract/platform/duration.ts'
import { randomUUID } from 'node:crypto'
import { GraphError, requireKnown } from '#server/connection/standin/microsoft/answer.ts'
import { NewSubscription, read } from '#server/connection/standin/microsoft/bodies.ts'
import { calendarIn, type Operation, requireScope } from '#server/connection/standin/microsoft/rights.ts'

export const subscriptions: readonly Operation[] = [
  {
    method: 'POST',
    path: /^\/subscriptions$/,
    async run(world, caller, { query, body, now }) {
      requireScope(caller, 'read')
      requireKnown(query, [])
      const wanted = read(NewSubscription, body)
      const endsAt = Date.parse(wanted.expirationDateTime)
      if (!(endsAt > now) || endsAt - now > 4230 * minuteMs)
        throw new GraphError(
          400,
          'InvalidRequest',
          'Subscription expiration can only be 4230 minutes in the future.',
        )
      const [, , , id] = wanted.resource.split('/')
      const calendar = calendarIn(caller, id)
      const { notificationUrl, lifecycleNotificationUrl = null, clientState } = wanted
      for (const address of new Set([notificationUrl, lifecycleNotificationUrl ?? notificationUrl]))
        await requireValid(address)
      const subscription = {
        id: randomUUID(),
        email: caller.mailbox.email,
        calendarId: calendar.id,
        notificationUrl,
        lifecycleNotificationUrl,
        clientState,
        endsAt,
      }
      world.subscriptions.push(subscription)
      const { id: subscriptionId } = subscription
      return { status: 201, body: { id: subscriptionId, expirationDateTime: new Date(endsAt).toISOString() } }
    },
  },
  {
    method: 'DELETE',
    path: /^\/subscriptions\/([^/]+)$/,
    run(world, caller, { params: [id], query }) {
      requireKnown(query, [])
      const found = world.subscriptions.find((one) => one.id === id && one.email === caller.mailbox.email)
      if (found === undefined) throw new GraphError(404, 'ResourceNotFound', 'The object was not found.')
      world.subscriptions = world.subscriptions.filter((one) => one !== found)
      return { status: 204, body: null }
    },
  },
]

/** The address has to return the same text, as plain text, within ten seconds. */
const requireValid = async (address: string) => {
  const token = `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()}`
  const target = new URL(address)
  target.searchParams.set('validationToken', token)
  const answer = await fetch(target, { method: 'POST', signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  )
  const isText = answer?.headers.get('content-type')?.startsWith('text/plain') === true
  if (answer?.status !== 200 || !isText || (await answer.text()) !== token)
    throw new GraphError(400, 'InvalidRequest', 'Subscription validation request failed.')
}
