/**
 * An appointment to be paid at the place is paid by a link instead, before it is divided: from then on it is one by a link, with the
 * commission that the rules in force now have for that. Each party's share is shown before. docs/booking/own-appointments.md.
 */
import type * as z from 'zod/mini'
import type { askByLink, LinkInstead } from '#contract/booking/settlement/link-instead.ts'
import { mayLinkInstead } from '#contract/booking/settlement/link-instead.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { formatRate } from '#contract/platform/money.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { atPlace, isByLink } from '#server/booking/moves/upfront.ts'
import { findFor, lockFor } from '#server/booking/moves/party.ts'
import { isDisputed } from '#server/booking/settlement/balance-row.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { sellingRulesAt } from '#server/pricing/pricing.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { openTerms, type Terms, termsByLink } from '#server/pricing/terms.ts'

type View = z.input<typeof LinkInstead>

/** Refuses not_found, move_not_allowed with the reason. */
export const read = async (work: Work, id: string): Promise<View> => {
  const { booking } = await findFor(work, id, { as: 'professional' })
  await requireMay(work, booking)
  return quoteOf(booking, await termsThen(work, booking))
}

/** Sends the client the link at once. Refuses as `read`; quote_changed when her net amount is no longer what was shown. */
export const ask = (work: Work, id: string, { netCents }: Input<typeof askByLink>['body']) =>
  inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: 'professional' })
    await requireMay(work, booking)
    const terms = await termsThen(work, booking)
    if (quoteOf(booking, terms).netCents !== netCents) return refuse('quote_changed')
    const day = work.now.toISOString().slice(0, 10)
    await work.db
      .updateTable('bookings')
      .set({
        balance_cents: booking.total_cents,
        link_cents: booking.total_cents,
        ...atPlace(booking, 0),
        link_sent_on: day,
        terms: JSON.stringify(terms),
      })
      .where('id', '=', id)
      .execute()
    await publish(work, 'balance.link_requested', { bookingId: id, day })
    return readAs(work, id, 'professional')
  })

const requireMay = async (work: Work, booking: BookingRow) => {
  const payment = await readPayment(work, booking.id)
  const may = mayLinkInstead({
    status: booking.status,
    totalCents: booking.total_cents,
    inPlaceCents: booking.in_place_cents,
    takenCents: booking.in_place_taken_cents,
    isByLink: isByLink(booking),
    isDivided: payment === null || payment.settlement !== null,
    isDisputed: await isDisputed(work, booking.id),
  })
  if (!may.allowed) throw new Refusal('move_not_allowed', undefined, may.reason)
}

/** As agreed, except what depends on the way of payment: commission, withholdings, and Kalli's part when the host cancels. */
const termsThen = async (work: Work, booking: BookingRow): Promise<Terms> => {
  const agreed = openTerms(booking.terms)
  const { professional_id: professionalId, space_id: spaceId } = booking
  const now = termsByLink(await sellingRulesAt(work, { professionalId, spaceId, at: work.now }))
  return {
    ...agreed,
    ...(now.rule === undefined ? {} : { rule: now.rule }),
    ...(now.inPlaceSince === undefined ? {} : { inPlaceSince: now.inPlaceSince }),
    hostCancels: now.hostCancels,
    rates: {
      ...agreed.rates,
      commissionBp: now.rates.commissionBp,
      inPlaceBp: now.rates.inPlaceBp,
      professionalTax: now.rates.professionalTax,
    },
  }
}

const quoteOf = (booking: BookingRow, terms: Terms): View => {
  const amounts = { serviceCents: booking.total_cents, rentCents: booking.rent_cents }
  const before = splitUnder(openTerms(booking.terms), { ...amounts, inPlaceCents: booking.in_place_cents })
  const after = splitUnder(terms, amounts)
  return {
    linkCents: booking.total_cents,
    commissionCents: after.professional.commissionCents,
    commissionWords: `Comisión de Kalli: ${formatRate(terms.rates.commissionBp)}, porque el pago pasa por Kalli`,
    netCents: after.professional.netCents,
    netAtPlaceCents: before.professional.netCents,
  }
}
