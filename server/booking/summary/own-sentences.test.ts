/** Each party of a visit reads its own sentence in email, notification and on screen, regardless of who ended it and its cost. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import { sentenceFor } from '#server/booking/columns/ending-words.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { foreignSentences, saidAbout } from '#server/testing/own-sentences.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type Side = 'client' | 'professional' | 'host'
const sides = ['client', 'professional', 'host'] as const

/** By which party and when, and what each of the three reads. */
const table: readonly {
  by: Side
  minutesBefore?: number
  reads: Record<Side, RegExp>
}[] = [
  {
    by: 'client',
    reads: {
      client: /^Cancelas antes del límite .*\.$/,
      professional: /^Canceló tu cliente, sin costo\.$/,
      host: /^$/,
    },
  },
  {
    by: 'client',
    minutesBefore: 30,
    reads: {
      client: /^El límite para cancelar gratis era .* en proporción\.$/,
      professional: /^Canceló tu cliente después del límite: paga una cuota de \$100\.$/,
      host: /^$/,
    },
  },
  {
    by: 'professional',
    reads: {
      client: /^Canceló quien te atiende: cancelar no te cuesta nada\.$/,
      professional: /^Cancelaste: a tu cliente no le cuesta nada\.$/,
      host: /^$/,
    },
  },
  {
    by: 'host',
    reads: {
      client: /^Canceló el espacio: cancelar no te cuesta nada\.$/,
      professional: /^Canceló el espacio: a tu cliente no le cuesta nada\.$/,
      host: /^Cancelaste: a quien reservó no le cuesta nada\.$/,
    },
  },
]

for (const { by, minutesBefore, reads } of table)
  test(`each party reads its own sentence when the ${by} cancels${minutesBefore === undefined ? '' : ' late'}`, async () => {
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    const one = await booked(kalli, at, { date: '2026-11-26', place: 4, contact: contactOf() })
    const persons: Record<Side, Person> = {
      client: one.who,
      professional: at.professional.person,
      host: at.host.person,
    }
    const queryOf = (as: Side) => (as === 'client' ? { t: one.t } : { as })
    const link = by === 'client' ? { t: one.t } : {}
    if (minutesBefore !== undefined)
      kalli.time.set(new Date(Date.parse(one.startsAt) - minutesBefore * 60_000))
    await drain(kalli)
    const params = { id: one.id }
    const quoted = await persons[by].call(cancellations.cancelQuote, {
      params,
      query: link,
      body: { as: by },
    })
    const done = await persons[by].call(cancellations.cancel, {
      params,
      query: link,
      body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
    })
    assert.equal(done.status, 200, JSON.stringify(done.body))
    await drain(kalli)
    for (const side of sides) {
      const { body } = await persons[side].call(contract.booking, { params, query: queryOf(side) })
      if (body.cancellation !== null) assert.match(body.cancellation.reason, reads[side], side)
    }
    const said = (await saidAbout(kalli.database.kysely)).filter(({ kind }) => /cancelled/.test(kind))
    for (const side of ['client', 'professional'] as const)
      assert.ok(by === side || said.some(({ party }) => party === side), `the ${side} is notified`)
    assert.deepEqual(foreignSentences(said), [])
  })

test('when Kalli cancels, each party reads its own sentence', () => {
  const ending = {
    by: 'platform' as const,
    at: testNow.toISOString(),
    reason: 'Cancela Kalli: el cliente recibe todo de vuelta.',
    refundCents: 0,
    feeCents: 0,
    professionalNetCents: 0,
    hostNetCents: 0,
  }
  const booking = { kind: 'visit', status: 'cancelled_by_platform' }
  assert.deepEqual(
    sides.map((side) => sentenceFor(ending, booking, side)),
    [
      'La canceló Kalli: no te cuesta nada.',
      'La canceló Kalli: a tu cliente no le cuesta nada.',
      'La canceló Kalli.',
    ],
  )
  const said = { ...ending, said: 'Kalli canceló por seguridad.' }
  assert.deepEqual(
    sides.map((side) => sentenceFor(said, booking, side)),
    [
      'Kalli canceló por seguridad. No te cuesta nada.',
      'Kalli canceló por seguridad. A tu cliente no le cuesta nada.',
      'Kalli canceló por seguridad.',
    ],
  )
})
