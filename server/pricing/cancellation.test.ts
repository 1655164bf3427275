import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBusinessDays } from '#server/pricing/business-days.ts'
import { cancellation, cancelLines } from '#server/pricing/cancellation.ts'
import { type Cancelled, policyOf } from '#server/pricing/cancellation-policy.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'

const startsAt = new Date('2026-11-27T18:00:00Z')
const before = (hours: number) => new Date(startsAt.getTime() - hours * 3_600_000)

/** product.md's example: 650 with a rent of 225. */
const booking = (change: Partial<Cancelled> = {}): Cancelled => ({
  terms: testTerms({ withholding: false }),
  totalCents: 65_000,
  rentCents: 22_500,
  startsAt,
  confirmedAt: before(40),
  zone: 'America/Mexico_City',
  now: before(6),
  ...change,
})

test('B10: a no-show under Justa splits 195.00 into 24.38, 92.62 and 78.00', () => {
  const outcome = cancellation(booking({ now: startsAt }), 'client_no_show')
  assert.equal(outcome.feeCents, 19_500)
  assert.equal(outcome.rentRetainedCents, 9750)
  assert.equal(outcome.feeSplit.platform.totalCents, 2438)
  assert.equal(outcome.feeSplit.host.netCents, 9262)
  assert.equal(outcome.feeSplit.professional.netCents, 7800)
  assert.equal(outcome.refundCents, 45_500)
})

const tiers = [
  { tier: 'free', late: 0, noShow: 0 },
  { tier: 'flexible', late: 0, noShow: 6500 },
  { tier: 'fair', late: 6500, noShow: 19_500 },
  { tier: 'moderate', late: 19_500, noShow: 32_500 },
  { tier: 'strict', late: 32_500, noShow: 65_000 },
] as const

for (const { tier, late, noShow } of tiers)
  test(`the tier ${tier} retains ${late} of 65,000 for a late cancellation and ${noShow} for a no-show`, () => {
    const terms = testTerms({ tier, withholding: false })
    assert.equal(cancellation(booking({ terms }), 'client').feeCents, late)
    assert.equal(cancellation(booking({ terms }), 'client_no_show').feeCents, noShow)
    assert.equal(cancellation(booking({ terms, now: before(13) }), 'client').feeCents, 0)
    const policy = policyOf({ terms, totalCents: 65_000, startsAt, zone: 'America/Mexico_City' })
    assert.deepEqual([policy.lateFeeCents, policy.noShowFeeCents], [late, noShow])
  })

test('cancelling is free up to the exact cutoff, and late a millisecond after', () => {
  assert.equal(cancellation(booking({ now: before(12) }), 'client').reasonCode, 'before_cutoff')
  assert.equal(
    cancellation(booking({ now: new Date(before(12).getTime() + 1) }), 'client').reasonCode,
    'late',
  )
})

const rents = [
  { policy: 'relaxed', hours: 5, rentCents: 0 },
  { policy: 'relaxed', hours: 3, rentCents: 11_250 },
  { policy: 'normal', hours: 25, rentCents: 0 },
  { policy: 'normal', hours: 24, rentCents: 0 },
  { policy: 'normal', hours: 23, rentCents: 11_250 },
  { policy: 'normal', hours: 3, rentCents: 22_500 },
  { policy: 'normal', hours: -0.5, rentCents: 22_500 },
  { policy: 'firm', hours: 73, rentCents: 0 },
  { policy: 'firm', hours: 30, rentCents: 11_250 },
  { policy: 'firm', hours: 10, rentCents: 22_500 },
] as const

for (const { policy, hours, rentCents } of rents)
  test(`a professional who cancels ${hours} h before owes ${rentCents} of rent under ${policy}`, () => {
    const terms = testTerms({ rent: policy, withholding: false })
    const outcome = cancellation(booking({ terms, now: before(hours) }), 'professional')
    assert.equal(outcome.rentChargedCents, rentCents)
    assert.equal(outcome.creditCents, hours < 24 ? 5000 : 0)
    assert.equal(outcome.refundCents, 65_000)
    assert.equal(outcome.rentRetainedCents, 0)
  })

for (const { tier, late, noShow } of tiers)
  test(`under ${tier} cancelling costs ${late} until the tolerance ends, and then ${noShow} divided as a no-show`, () => {
    const terms = testTerms({ tier, withholding: false })
    const after = (minutes: number) =>
      booking({ terms, toleranceMinutes: 15, now: new Date(startsAt.getTime() + minutes * 60_000) })
    assert.equal(cancellation(after(14), 'client').feeCents, late)
    const dodged = cancellation(after(15), 'client')
    const missed = cancellation(after(15), 'client_no_show')
    assert.equal(dodged.feeCents, noShow)
    assert.deepEqual(
      [dodged.refundCents, dodged.rentRetainedCents, dodged.feeSplit],
      [missed.refundCents, missed.rentRetainedCents, missed.feeSplit],
    )
    assert.match(dodged.reason, /15 minutos de tolerancia/)
    // If another party is at fault, or a class moved, it cost the client nothing then either.
    assert.equal(cancellation(after(15), 'professional').feeCents, 0)
    assert.equal(cancellation({ ...after(15), isMoved: true }, 'client').feeCents, 0)
  })

test('the host never gets more than half of a late fee', () => {
  const outcome = cancellation(booking({ now: before(2) }), 'client')
  assert.equal(outcome.feeCents, 6500)
  assert.equal(outcome.rentRetainedCents, 3250)
  assert.equal(
    cancellation(booking({ now: before(2), totalCents: 65_010 }), 'client').rentRetainedCents,
    3250,
  )
})

test('a host who cancels refunds all to the client and owes a quarter of the rent, at least $50', () => {
  assert.equal(cancellation(booking(), 'host').compensationCents, 5625)
  assert.equal(cancellation(booking({ rentCents: 10_000 }), 'host').compensationCents, 5000)
  assert.equal(cancellation(booking(), 'host').refundCents, 65_000)
})

test('Kalli cancels: all is refunded, no party charged', () => {
  const outcome = cancellation(booking(), 'platform')
  assert.deepEqual(
    [outcome.refundCents, outcome.rentChargedCents, outcome.creditCents, outcome.compensationCents],
    [65_000, 0, 0, 0],
  )
})

test('a client may cancel free within a day of confirming, if the start was more than two days away', () => {
  const terms = testTerms({ cutoffMinutes: 2880 })
  const soon = booking({ terms, confirmedAt: before(50), now: before(30) })
  assert.equal(cancellation(soon, 'client').reasonCode, 'regret')
  assert.equal(cancellation({ ...soon, now: before(25) }, 'client').reasonCode, 'late')
  assert.equal(cancellation({ ...soon, confirmedAt: before(47) }, 'client').reasonCode, 'late')
})

test('by law a client may cancel free for five business days, if the start is more than ten away', () => {
  // No tier has such a long cut-off; the law applies whatever the tier.
  const terms = testTerms({ cutoffMinutes: 30 * 1440 })
  const ordered = new Date('2026-11-06T18:00:00Z')
  const about = booking({ terms, confirmedAt: ordered })
  assert.equal(
    cancellation({ ...about, now: new Date('2026-11-13T18:00:00Z') }, 'client').reasonCode,
    'law_56',
  )
  assert.equal(cancellation({ ...about, now: new Date('2026-11-14T18:00:00Z') }, 'client').reasonCode, 'late')
})

test('business days leave out weekends and the days of rest of Mexico', () => {
  const zone = 'America/Mexico_City'
  const after = (from: string, days: number) => addBusinessDays(new Date(from), days, zone).toISOString()
  // Friday 13 November 2026; Monday 16 is Revolution Day.
  assert.equal(after('2026-11-13T18:00:00Z', 1), '2026-11-18T06:00:00.000Z')
  assert.equal(after('2026-12-23T18:00:00Z', 2), '2026-12-29T06:00:00.000Z')
})

test('refund and fee add up to the price, and the lines add up to the refund', () => {
  const outcome = cancellation(booking(), 'client')
  assert.equal(outcome.refundCents + outcome.feeCents, 65_000)
  const lines = cancelLines(outcome, 'client')
  assert.equal(
    lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    outcome.refundCents,
  )
})

test('the policy text says until when cancelling is cheaper than not coming', () => {
  const about = { totalCents: 65_000, startsAt, zone: 'America/Mexico_City' }
  const textOf = (tier: 'free' | 'flexible' | 'strict', more: { now?: Date; upfrontCents?: number } = {}) =>
    policyOf({ ...about, ...more, terms: testTerms({ tier }) }).text
  assert.equal(textOf('free'), 'Cancelar es gratis en cualquier momento.')
  assert.equal(textOf('flexible'), 'Cancelar es gratis hasta la hora de la cita. Si no llegas, $65.')
  assert.equal(
    textOf('strict'),
    'Gratis hasta el vie 27 de nov, 00:00; después $325 hasta la hora de la cita. Si no llegas, $650.',
  )
  // Nothing was required beforehand: neither costs anything.
  assert.equal(textOf('flexible', { upfrontCents: 0 }), 'Cancelar es gratis en cualquier momento.')
  assert.equal(
    textOf('strict', { upfrontCents: 10_000 }),
    'Gratis hasta el vie 27 de nov, 00:00; después $100. Si no llegas, $100.',
  )
})

test('the policy text is one sentence with dates in the place’s time zone', () => {
  const about = { terms: testTerms(), totalCents: 65_000, startsAt }
  assert.equal(
    policyOf({ ...about, zone: 'America/Mexico_City' }).text,
    'Gratis hasta el vie 27 de nov, 00:00; después $65 hasta la hora de la cita. Si no llegas, $195.',
  )
  assert.match(policyOf({ ...about, zone: 'America/Cancun' }).text, /vie 27 de nov, 01:00/)
  assert.match(policyOf({ ...about, zone: 'America/Tijuana' }).text, /jue 26 de nov, 22:00/)
  // A client who reads it later is not shown a past time.
  assert.equal(
    policyOf({ ...about, zone: 'America/Mexico_City', now: new Date('2026-11-27T06:00:01Z') }).text,
    'Cancelar cuesta $65 hasta la hora de la cita. Si no llegas, $195.',
  )
})

test('the fee, the dialog and the checkout agree on the deadline for free cancellation', () => {
  for (const cutoffHours of [0.5, 12, 24, 48])
    for (const leadHours of [3, 30, 47, 49, 60, 71, 90, 400])
      for (const zone of ['America/Mexico_City', 'America/Tijuana']) {
        const base = testTerms({ tier: 'moderate', withholding: false })
        const terms = { ...base, client: { ...base.client, cutoffMinutes: cutoffHours * 60 } }
        const confirmedAt = before(leadHours)
        const said = policyOf({ terms, totalCents: 65_000, startsAt, confirmedAt, zone })
        const until = new Date(said.freeUntil)
        const what = `${cutoffHours} h of notice, ${leadHours} h ahead, ${zone}`
        const at = (now: Date) => cancellation(booking({ terms, confirmedAt, zone, now }), 'client')
        if (until >= confirmedAt) {
          assert.equal(at(until).feeCents, 0, what)
          const shown = /Gratis hasta el (.+?);/.exec(said.text)?.[1] ?? assert.fail(said.text)
          assert.ok(
            at(confirmedAt).reason.includes(shown),
            `${what}: ${at(confirmedAt).reason} / ${said.text}`,
          )
        }
        const later = new Date(Math.max(until.getTime(), confirmedAt.getTime()) + 1)
        if (later < startsAt) assert.ok(at(later).feeCents > 0, what)
        // Before confirmation no hour can be named where the regret period lasts longer.
        const held = policyOf({
          terms,
          totalCents: 65_000,
          startsAt,
          confirmedAt: null,
          now: confirmedAt,
          zone,
        })
        if (until.getTime() === confirmedAt.getTime() + 24 * 3_600_000)
          assert.match(held.text, /^Gratis durante 24 horas después de confirmar/, what)
        else if (until >= confirmedAt) assert.equal(held.text, said.text, what)
      }
})
