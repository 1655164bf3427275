/** Paying a hold in months without interest: the choices of months, and the terms by which the professional bears their cost. */
import type { cardPlans as cardPlansEndpoint } from '#contract/booking/checkout.ts'
import { Months, type MonthsOffered } from '#contract/payment/installments.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { isCard, isInTwo, type Order, type PaysBy } from '#server/booking/checkout/charge-order.ts'
import { isFirstOfSeries } from '#server/booking/checkout/booking.ts'
import { cardPlans as cardPlansOf } from '#server/payment/charge/card-plans.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { monthsFor, type MonthsChoice } from '#server/pricing/installments.ts'
import { openTerms, termsInMonths } from '#server/pricing/terms.ts'

type Held = Pick<BookingRow, 'kind' | 'professional_id' | 'terms' | 'total_cents' | 'rent_cents'>

/** Months divide a single charge: the dates of a series are charged one by one, so they have none. */
const choicesFor = async (
  work: Work,
  held: Held,
  isOfSeveral: boolean,
  creditCents: number,
): Promise<MonthsChoice[]> =>
  held.kind === 'rent' || isOfSeveral
    ? []
    : monthsFor(work, {
        professionalId: held.professional_id,
        terms: openTerms(held.terms),
        serviceCents: held.total_cents,
        rentCents: held.rent_cents,
        creditCents,
      })

/** The choices shown before a card is known. */
export const monthsOffered = async (work: Work, held: Held, isOfSeveral: boolean): Promise<MonthsOffered[]> =>
  (await choicesFor(work, held, isOfSeveral, 0)).flatMap(({ months: count, fromCents }) => {
    const { data: months } = Months.safeParse(count)
    return months === undefined ? [] : [{ months, fromCents }]
  })

/**
 * The terms of a visit as it is paid now: in months the professional bears their cost; a retry in one payment removes it again. Nothing if
 * neither applies. Refuses installments_unavailable.
 */
export const termsPaidBy = async (
  work: Work,
  held: Held & Pick<BookingRow, 'upfront_cents'>,
  by: PaysBy | Order['payment'],
  isOfSeveral: boolean,
): Promise<{ terms?: string }> => {
  const terms = openTerms(held.terms)
  const card = isCard(by) ? by : undefined
  const months = card?.installments
  if (months === undefined)
    return terms.rates.inMonths === undefined
      ? {}
      : { terms: JSON.stringify(termsInMonths(terms, undefined)) }
  if (held.upfront_cents !== null && isInTwo(by)) return refuse('installments_unavailable')
  const choices = await choicesFor(work, held, isOfSeveral, card?.creditCents ?? 0)
  const choice = choices.find((one) => one.months === months) ?? refuse('installments_unavailable')
  const { fromCents: _from, ...inMonths } = choice
  return { terms: JSON.stringify(termsInMonths(terms, inMonths)) }
}

/**
 * The numbers of months in which this card can pay the rest of the viewer's own hold: those that its professional allows and its bank
 * offers. Calls the processor, outside any transaction. Refuses not_found, hold_expired, card_expired, and busy without an answer.
 */
export const cardPlans = async (
  work: Work,
  { params, body }: Input<typeof cardPlansEndpoint>,
): Promise<{ months: Months[] }> => {
  const offered = await inTransaction(work, async (work) => {
    const held = await lockById(work, params.id)
    if (held === undefined || held.kind === 'rent' || !holdersOf(work.viewer).includes(held.holder))
      return refuse('not_found')
    if (held.hold_expires_at === null || held.hold_expires_at <= work.now) return refuse('hold_expired')
    const choices = await choicesFor(work, held, await isFirstOfSeries(work, held), body.creditCents)
    return { choices, amountCents: held.total_cents - body.creditCents }
  })
  if (offered.choices.length === 0) return { months: [] }
  const plans = await cardPlansOf(work, {
    reference: params.id,
    card: body.card,
    amountCents: offered.amountCents,
  })
  const months = offered.choices.filter((one) => plans.includes(one.months))
  return { months: months.flatMap((one) => Months.safeParse(one.months).data ?? []) }
}
