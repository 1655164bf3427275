/** Opening a page is not an act, however often: a mailbox follows every link before its reader does. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import * as booking from '#contract/booking/booking.ts'
import { bookingLink, linkSlots } from '#contract/booking/series/link.ts'
import { changeSlots } from '#contract/booking/change/change.ts'
import { visitConsent } from '#contract/messaging/channel.ts'
import { conversation } from '#contract/conversation/conversation.ts'
import { visitForms } from '#contract/booking/client/intake.ts'
import * as invitations from '#contract/hiring/invitation.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf, linkTo, proposedTo } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** Everything stored about bookings and invitations, and the queued notifications. */
const saved = async (): Promise<string[]> => {
  const tables = [
    'bookings',
    'booking_moves',
    'booking_links',
    'claims',
    'change_proposals',
    'payments',
    'journals',
    'invitations',
    'invitation_questions',
    'invitation_moves',
    'mails',
    'outbound_messages',
    'notifications',
    'pgboss.job',
  ]
  const { rows } = await kalli.database.pool.query<{ name: string; print: string }>(
    tables
      .map(
        (name) =>
          `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as print from ${name} t`,
      )
      .join(' union all '),
  )
  return rows.map(({ name, print }) => `${name} ${print}`)
}

/** Opens each page three times, and nothing changes. */
const expectLooks = async (looks: readonly (() => Promise<{ status: number; body: unknown }>)[]) => {
  await drain(kalli)
  kalli.time.advance(1)
  const before = await saved()
  for (const look of [...looks, ...looks, ...looks]) {
    const answer = await look()
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  await drain(kalli)
  assert.deepEqual(await saved(), before)
}

test('opening a visit by its e-mail’s link, or any part of its page, does not change it', async () => {
  const at = await people.bookable(kalli)
  const { id, t } = await booked(kalli, at)
  const params = { id }
  const query = { t }
  const day = { from: '2026-11-25', to: '2026-11-25' }
  // Another browser than the one that booked, as when a reader opens the email, or their mailbox checks it first.
  const who = kalli.visitor()
  await expectLooks([
    () => who.call(booking.booking, { params, query }),
    () => who.call(booking.receipt, { params, query: { ...query, as: 'client' } }),
    () => who.call(visitForms, { params, query }),
    () => who.call(visitConsent, { params, query }),
    () => who.call(changeSlots, { params, query: { ...query, ...day, as: 'client' } }),
    () => who.call(conversation, { params: { kind: 'booking', id }, query }),
    () => at.professional.person.call(booking.booking, { params, query: { as: 'professional' } }),
    () => at.host.person.call(booking.booking, { params, query: { as: 'host' } }),
  ])
})

test('opening an appointment’s link does not answer it', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf()
  await proposedTo(at, contact)
  const params = { token: await linkTo(kalli, contact.email) }
  const query = { from: '2026-11-25', to: '2026-11-25' }
  const who = kalli.visitor()
  await expectLooks([() => who.call(bookingLink, { params }), () => who.call(linkSlots, { params, query })])
})

test('prefetching an invitation neither marks it as seen nor answers it', async () => {
  const host = await people.host(kalli)
  await people.reachLevel(kalli, host.accountId, 1)
  const space = await people.space(kalli, host)
  const stylist = await people.professional(kalli)
  await people.service(kalli, stylist.id)
  const terms: AgreementTerms = {
    rent: { kind: 'per_hour', ratePerHourCents: 16_000 },
    windows: null,
    categories: ['hair'],
    quotaMinutesPerWeek: null,
    autoAccept: true,
    trial: null,
    validFrom: null,
    validTo: null,
    noticeDays: 7,
  }
  const invite = async (whom: { professionalId: number } | { email: string }) => {
    const body = { ...whom, spaceId: space.id, terms, message: 'Ven a conocernos.' }
    const answer = await host.person.call(invitations.sendInvitation, { body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.id
  }
  const known = await invite({ professionalId: stylist.id })
  const email = 'quien-sea@example.test'
  const addressed = await invite({ email })
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select body_text as text from mails where to_address = $1',
    [email],
  )
  const token = /\/invitations\/[\w-]+\/accept\?t=([\w.%-]+)/.exec(rows[0]?.text ?? '')?.[1]
  assert.ok(token, rows[0]?.text ?? 'no letter')
  const { person } = stylist
  await expectLooks([
    () => person.call(invitations.invitation, { params: { id: known }, query: {} }),
    () => person.call(invitations.invitationPreview, { params: { id: known }, query: {} }),
    () =>
      person.call(invitations.invitation, {
        params: { id: addressed },
        query: { token: decodeURIComponent(token) },
      }),
    () => person.call(invitations.invitations, { query: { box: 'in' } }),
    () => host.person.call(invitations.invitations, { query: { box: 'out' } }),
  ])
  const { body } = await person.call(invitations.invitation, { params: { id: known }, query: {} })
  assert.equal(body.status, 'sent')
})
