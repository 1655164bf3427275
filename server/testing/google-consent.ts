/** A person connects a Google account of the stand-in, as their browser would: our call, the consent page's form, the way back. */
import assert from 'node:assert/strict'
import { connect, type Reach } from '#contract/connection/connection.ts'
import type { Person } from '#server/testing/person.ts'

/** Returns where the browser ends. `without`: a right that is left unchecked. `comeBackAs`: another browser opens the way back. */
export const connectGoogle = async (
  person: Person,
  options: {
    email: string
    reach: Reach
    answer?: 'yes' | 'no'
    without?: string
    accountId?: number | undefined
    comeBackAs?: Person
  },
): Promise<string> => {
  const body = {
    reach: options.reach,
    ...(options.accountId === undefined ? {} : { accountId: options.accountId }),
  }
  const started = await person.call(connect, { body })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  const consent = new URL(started.body.address)
  const requested = Object.fromEntries(consent.searchParams)
  const form = new URLSearchParams({
    request: JSON.stringify(requested),
    email: options.email,
    answer: options.answer ?? 'yes',
  })
  for (const scope of (requested['scope'] ?? '').split(' '))
    if (options.without === undefined || !scope.endsWith(options.without)) form.append('scope', scope)
  const agreed = await fetch(new URL(consent.pathname, consent), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    redirect: 'manual',
  })
  assert.equal(agreed.status, 303)
  const back = new URL(agreed.headers.get('location') ?? '')
  const { headers } = await (options.comeBackAs ?? person).fetch('GET', back.pathname + back.search)
  return headers.get('location') ?? ''
}
