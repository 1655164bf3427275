/**
 * A person connects an account of a stand-in, as their browser would: our call, the consent page's form, the redirect back; and the time
 * that its events claim here.
 */
import assert from 'node:assert/strict'
import { connect, type Reach } from '#contract/connection/connection.ts'
import { connectForUnits } from '#contract/connection/unit-connection.ts'
import type { Person } from '#server/testing/person.ts'
import type { TestServer } from '#server/testing/test-server.ts'

type Consent = {
  email: string
  reach: Reach
  answer?: 'yes' | 'no' | 'approval'
  accountId?: number | undefined
  /** By a host, for their units. */
  forUnits?: boolean
  /** Another browser opens the redirect back. */
  comeBackAs?: Person
}

const begin = async (
  person: Person,
  provider: 'google' | 'microsoft',
  { reach, accountId, forUnits }: Consent,
) => {
  const body = { provider, ...(accountId === undefined ? {} : { accountId }) }
  const started =
    forUnits === true
      ? await person.call(connectForUnits, {
          body: { ...body, reach: reach === 'read' ? reach : 'theirs' },
        })
      : await person.call(connect, { body: { ...body, reach } })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  const consent = new URL(started.body.address)
  const requested = Object.fromEntries(consent.searchParams)
  return { consent, requested, scopes: (requested['scope'] ?? '').split(' ') }
}

/** Returns where the browser ends. */
const answered = async (person: Person, consent: URL, form: URLSearchParams): Promise<string> => {
  const agreed = await fetch(new URL(consent.pathname, consent), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    redirect: 'manual',
  })
  assert.equal(agreed.status, 303)
  const back = new URL(agreed.headers.get('location') ?? '')
  const { headers } = await person.fetch('GET', back.pathname + back.search)
  return headers.get('location') ?? ''
}

const formOf = (requested: object, { email, answer = 'yes' }: Consent) =>
  new URLSearchParams({ request: JSON.stringify(requested), email, answer })

/** `without`: a permission that is left unchecked. */
export const connectGoogle = async (
  person: Person,
  options: Consent & { without?: string },
): Promise<string> => {
  const { consent, requested, scopes } = await begin(person, 'google', options)
  const form = formOf(requested, options)
  for (const scope of scopes)
    if (options.without === undefined || !scope.endsWith(options.without)) form.append('scope', scope)
  return answered(options.comeBackAs ?? person, consent, form)
}

export const connectOutlook = async (person: Person, options: Consent): Promise<string> => {
  const { consent, requested } = await begin(person, 'microsoft', options)
  return answered(options.comeBackAs ?? person, consent, formOf(requested, options))
}

/** The time that outside calendars claim of a professional or unit here. */
export const outsideClaims = async (kalli: TestServer, resourceId: number): Promise<[string, string][]> => {
  const { rows } = await kalli.database.pool.query<{ starts: Date; ends: Date }>(
    `select lower(during) as starts, upper(during) as ends from claims
     where resource_id = $1 and outside_id is not null order by 1`,
    [resourceId],
  )
  return rows.map(({ starts, ends }) => [starts.toISOString(), ends.toISOString()])
}

/** On the day that tests book. */
export const morning = { start: '2026-11-25T15:00:00Z', end: '2026-11-25T20:00:00Z' }
export const morningClaim: [string, string] = ['2026-11-25T15:00:00.000Z', '2026-11-25T20:00:00.000Z']
