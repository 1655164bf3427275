/**
 * Hour packs (product.md §6): bought by card, used by renting, ending with their time or the agreement. Their money is a payment; every
 * rent takes its part of it, so the balance is what is left there.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { mayUsePack, minutesLeft, worthOfMinutes, type PackOffers } from '#contract/booking/rent/hour-pack.ts'
import { roundedDivide } from '#contract/platform/money.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'
import type { RentLine } from '#contract/pricing/space-pricing.ts'
import { followPayment } from '#server/booking/checkout/booking.ts'
import { lockById, makeMove, requireMove } from '#server/booking/moves/move.ts'
import { minutesBetween } from '#server/booking/moves/rules.ts'
import { findPriced, mayComeIn, type PricedSpace } from '#server/booking/checkout/stay.ts'
import { leftOf } from '#server/booking/prepaid/pack-life.ts'
import { orSuspended } from '#server/booking/moves/suspended.ts'
import { isCharged, allocate } from '#server/payment/ledger/part.ts'
import { execute, read as readPayment } from '#server/payment/charge/payment.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { idOfCall } from '#server/platform/http/call-id.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { rentTermsAt } from '#server/pricing/pricing.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import { type View, read } from '#server/booking/rent/pack-view.ts'
import { lock, change, currentPack } from '#server/booking/rent/pack-row.ts'

/** Refuses not_found. */
export const offers = async (work: Work, spaceId: number): Promise<z.input<typeof PackOffers>> => {
  const space = await findPriced(work, spaceId)
  const place = await work.db
    .selectFrom('spaces')
    .innerJoin('businesses', 'businesses.id', 'spaces.business_id')
    .select(['spaces.id', 'spaces.name', 'businesses.name as businessName', 'spaces.zone'])
    .where('spaces.id', '=', spaceId)
    .executeTakeFirstOrThrow()
  const { professionalId } = work.viewer
  return {
    space: place,
    packs: readyPrices(space).rules?.packs ?? [],
    hourlyCents: hourlyOf(space),
    problem:
      professionalId === null
        ? 'Completa primero tu perfil profesional.'
        : await mayComeIn(work, professionalId, spaceId),
  }
}

/** The viewer's price of an hour: as agreed, else by the list. */
const hourlyOf = (space: PricedSpace): number => space.agreement?.hourlyCents ?? space.baseCents

/** Refuses not_found, rent_not_allowed, price_changed when the host changed it, card_declined. With 3-D Secure answers the address. */
export const buy = async (
  work: Work,
  spaceId: number,
  order: { pack: string; priceCents: number; cardToken: string },
): Promise<View> => {
  const professionalId = work.viewer.professionalId ?? refuse('rent_not_allowed')
  const space = await findPriced(work, spaceId)
  const pack = readyPrices(space).rules?.packs.find(({ id }) => id === order.pack) ?? refuse('not_found')
  const problem = await mayComeIn(work, professionalId, spaceId)
  if (problem !== null) throw new Refusal('rent_not_allowed', undefined, problem)
  if (pack.priceCents !== order.priceCents)
    return refuse('price_changed', { oldTotalCents: order.priceCents, newTotalCents: pack.priceCents })
  const id = idOfCall(work, 'hour pack')
  const terms = await rentTermsAt(work, { professionalId, spaceId, at: work.now })
  const prepared = await inTransaction(work, async (work) => {
    const { rows } = await sql`
      insert into hour_packs (id, status, professional_id, space_id, host_id, hours, price_cents, validity_days, transferable,
        terms, created_at, hourly_cents)
      select ${id}, 'awaiting_payment', ${professionalId}, s.id, s.host_id, ${pack.hours}, ${pack.priceCents},
        ${pack.validityDays}, ${pack.transferable}, ${JSON.stringify(terms)}::jsonb, ${work.now},
        ${Math.max(hourlyOf(space), roundedDivide(pack.priceCents, pack.hours))}
      from spaces s where s.id = ${spaceId} on conflict (id) do nothing returning id`.execute(work.db)
    // The earlier request was cut off after this, and is retried.
    if (rows.length === 0) return ((await readPayment(work, id)) ?? refuse('payment_in_progress')).id
    return prepare(work, {
      bookingId: id,
      amountCents: pack.priceCents,
      startsAt: work.now,
      token: order.cardToken,
      returnPath: `/professional-appointments?tab=rents&pack=${id}`,
    })
  })
  await execute(work, prepared)
  await followPack(work, id)
  const bought = await read(work, id)
  return bought.status === 'failed'
    ? refuse('card_declined', { failure: bought.payment?.failure ?? null })
    : bought
}

/** Brings a pack in line with its payment; ignores bookings. Also what the job on `payment.changed` does. */
export const followPack = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const pack = await lock(work, id)
    if (pack?.status !== 'awaiting_payment') return
    const payment = await readPayment(work, id)
    if (payment?.status === 'failed') await change(work, pack, 'fail')
    if (payment === null || !isCharged(payment)) return
    await change(work, pack, 'confirm')
    crashPoint('inside-pack')
    await publish(work, 'hour_pack.bought', { packId: id })
  })

/**
 * Pays held hours with a pack of the viewer: they are confirmed, and nothing is charged. In the same transaction the hours leave the
 * balance. Refuses not_found, hold_expired, pack_over, pack_short, move_not_allowed.
 */
export const payWithPack = async (work: Work, id: string, packId: string): Promise<void> => {
  await inTransaction(work, async (work) => {
    const rent = await lockById(work, id)
    if (rent?.kind !== 'rent' || !isOwn(work.viewer.professionalId, rent.professional_id))
      return refuse('not_found')
    // A retry: already paid.
    if (rent.pack_id === packId) return
    const isOver = rent.hold_expires_at === null || rent.hold_expires_at <= work.now
    if (rent.status === 'expired' || (rent.status === 'held' && isOver)) return refuse('hold_expired')
    requireMove(rent, 'pay', 'professional', work.now)
    const pack = await lock(work, packId)
    if (
      pack === undefined ||
      !isOwn(work.viewer.professionalId, pack.professional_id) ||
      pack.space_id !== rent.space_id
    )
      return refuse('not_found')
    const leftCents = await leftOf(work, packId)
    const bought = { hours: pack.hours, priceCents: pack.price_cents }
    const minutes = minutesBetween(rent.starts_at, rent.ends_at)
    const leftMinutes = minutesLeft(bought, leftCents)
    const answer = mayUsePack(currentPack(pack, leftMinutes), { endsAt: rent.ends_at.toISOString(), minutes })
    if (!answer.allowed) throw new Refusal(answer.code, undefined, answer.reason)
    const worthCents = worthOfMinutes(bought, leftCents, minutes)
    await change(work, pack, 'rent')
    await orSuspended(
      makeMove(
        work,
        rent,
        'pay',
        { party: 'professional', reason: `pack ${packId}` },
        {
          pack_id: packId,
          ...pricedBy({ hours: pack.hours, minutes, leftMinutes: leftMinutes - minutes, worthCents }, rent),
        },
      ),
    )
    await allocate(work, { from: packId, to: id, amountCents: worthCents, restorable: true })
  })
  await followPayment(work, id)
}

/** The price of the hours is their part of the pack, cleaning included: there is no second payment. */
const pricedBy = (
  {
    hours,
    minutes,
    leftMinutes,
    worthCents,
  }: { hours: number; minutes: number; leftMinutes: number; worthCents: number },
  rent: { starts_at: Date; ends_at: Date },
) => {
  const line = {
    kind: 'time',
    label: `Paquete de ${hours} h`,
    detail: `${lengthText(minutes)} de tu paquete; ${leftMinutes === 0 ? 'era lo último' : `quedan ${lengthText(leftMinutes)}`}`,
    amountCents: worthCents,
  } satisfies z.input<typeof RentLine>
  const quote = { lines: [{ label: line.label, amountCents: worthCents }], totalCents: worthCents }
  const stretch = {
    startsAt: rent.starts_at,
    endsAt: rent.ends_at,
    hourlyCents: Math.round((worthCents * 60) / minutes),
  }
  return {
    total_cents: worthCents,
    rent_cents: worthCents,
    cleaning_cents: 0,
    rent_lines: JSON.stringify([line]),
    rent_stretches: JSON.stringify([stretch]),
    quote: JSON.stringify(quote),
    quote_hash: createHash('sha256').update(JSON.stringify(quote)).digest('base64url').slice(0, 32),
  }
}
