/** The development bank in tests: its webhooks to us, its page, and a payer of a reference. */
import assert from 'node:assert/strict'
import { payReference } from '#server/payment/standin/bank.ts'
import { signatureHeader, signWebhook } from '#server/payment/standin/webhooks.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type { Person } from '#server/testing/person.ts'
import { valueIn } from '#server/testing/value.ts'

/** One of its webhooks, over HTTP, with a valid signature unless forged. */
export const sendWebhook = (
  kalli: Pick<TestServer, 'url' | 'work'>,
  body: string,
  signature = signWebhook(kalli.work(), body),
) =>
  fetch(`${kalli.url}/api/payments/webhook/standin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signature },
    body,
  })

/** As the client does on their bank's page. */
export const approve = async (kalli: TestServer, who: Person, actionUrl: string | null | undefined) => {
  const { pathname } = new URL(actionUrl ?? '', kalli.url)
  assert.equal((await who.fetch('GET', pathname)).status, 200)
  assert.equal((await who.fetch('POST', `${pathname}/aprobar`)).status, 303)
}

/** By transfer or at a counter; its webhook is not sent yet. */
export const payReferenceOf = async (kalli: TestServer, bookingId: string) => {
  const charge = await valueIn(() => kalli)<string | undefined>(
    'select charge_ref from payments where booking_id = $1',
    bookingId,
  )
  return payReference(kalli.work(), charge ?? assert.fail('no reference'))
}
