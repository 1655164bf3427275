/** Webhooks of tests: their owner has confirmed their identity, and a receiver records what comes. */
import assert from 'node:assert/strict'
import { Webhook as Verifier } from 'standardwebhooks'
import { mock } from 'node:test'
import type { WebhookRole } from '#contract/webhook/event.ts'
import { BookingEvent, type WebhookEvent } from '#contract/webhook/event.ts'
import { addWebhook, type Webhook } from '#contract/webhook/webhook.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type { Person } from '#server/testing/person.ts'
import type { Answered, Outgoing } from '#server/webhook/call.ts'
import { standinReceivers } from '#server/webhook/outside.ts'

export type Owner = { accountId: number; person: Person }
type Reply = { status: number; text?: string; retryAfter?: string }

/** As after typing the password. */
export const prove = (kalli: TestServer, accountId: number) =>
  kalli.database.pool.query('update sessions set proven_at = $2 where account_id = $1', [
    accountId,
    kalli.clock(),
  ])

let made = 0

/** A receiver at a separate name; `answer` decides, and may throw. */
export const receiver = (answer: (message: Outgoing) => Reply | Promise<Reply> = () => ({ status: 204 })) => {
  const name = `sistema-${++made}.test`
  const received: Outgoing[] = []
  standinReceivers.set(name, async (message): Promise<Answered> => {
    received.push(message)
    return { text: '', retryAfter: null, ...(await answer(message)) }
  })
  return { name, address: `https://${name}/kalli`, received }
}

/** For bookings alone by default. */
export const listen = async (
  kalli: TestServer,
  owner: Owner,
  address: string,
  role: WebhookRole = 'professional',
  events: readonly WebhookEvent[] = BookingEvent.options,
): Promise<{ webhook: Webhook; secret: string }> => {
  await prove(kalli, owner.accountId)
  const answer = await owner.person.call(addWebhook, {
    body: { role, address, events: [...events] },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

/** Reads and sends what waits, as the worker does. */
export const sendAll = async (kalli: TestServer) => {
  await drain(kalli)
  await runJobsOnce(kalli, { of: ['webhook'] })
}

/** The same names in the same places, whatever the values. */
export const namesIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .map(([name, inner]) => [name, namesIn(inner)] as const)
          .toSorted(([a], [b]) => a.localeCompare(b)),
      )
    : 'value'

/** Parsed by the specification's own library, at the server's time; throws for an invalid signature. */
export const verified = (kalli: TestServer, secret: string, { body, headers }: Outgoing): unknown => {
  mock.timers.enable({ apis: ['Date'], now: kalli.clock() })
  try {
    return new Verifier(secret).verify(body, { ...headers })
  } finally {
    mock.timers.reset()
  }
}

/** Ends the lease of a process that died, which takes half a minute. */
export const endLeases = (kalli: TestServer) =>
  kalli.database.pool.query(`update webhooks set leased_until = clock_timestamp() - interval '1 second'
    where leased_until is not null`)
