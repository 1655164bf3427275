/**
 * Packs of hours (product.md §6): bought by card, used by renting, over after their time or with the agreement. Their money
 * is a payment; every rent takes its part of it (payment/part.ts), so the balance is what is left there.
 */
import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import {
  backAtEnd,
  mayUsePack,
  minutesLeft,
  packMoves,
  PackStatus,
  worthOfMinutes,
  type OwnPack,
  type PackOffers,
} from '#contract/booking/rent/hour-pack.ts'
import { roundedDivide } from '#contract/platform/money.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'
import type { RentLine } from '#contract/pricing/space-pricing.ts'
import { followPayment } from '#server/booking/checkout/booking.ts'
import { lockById, makeMove, requireMove, statusOf } from '#server/booking/moves/move.ts'
import { minutesBetween } from '#server/booking/moves/rules.ts'
import { findPriced, mayComeIn, type PricedSpace } from '#server/booking/checkout/stay.ts'
import {
  datesOf,
  dropAbandoned,
  endEach,
  inTurn,
  isOutOfUse,
  type Kind,
  leftOf,
  overdue,
  type PackMove,
  remind,
} from '#server/booking/prepaid/pack-life.ts'
import { orSuspended } from '#server/booking/moves/suspended.ts'
import { isLookedAt } from '#server/payment/charge/chargeback.ts'
import { isCharged, setAside } from '#server/payment/ledger/part.ts'
import {
  carryOut,
  giveBack,
  prepare,
  read as readPayment,
  settle,
  view,
} from '#server/payment/charge/payment.ts'
import { idOfCall } from '#server/platform/http/call-id.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { HourPacks } from '#server/platform/database/tables.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { releaseAt, rentTermsAt } from '#server/pricing/pricing.ts'
import { settlementOfRent } from '#server/pricing/rent-cancellation.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import { openTerms } from '#server/pricing/terms.ts'

type View = z.input<typeof OwnPack>
type Row = Selectable<HourPacks>

/** Refuses not_found. */
export const offers = async (work: Work, spaceId: number): Promise<z.input<typeof PackOffers>> => {
  const space = await findPriced(work, spaceId)
  const place = await work.db
    .selectFrom('spaces')
    .innerJoin('businesses', 'businesses.id', 'spaces.business_id')
    .select(['spaces.id', 'spaces.name', 'businesses.name as businessName', 'spaces.zone'])
    .where('spaces.id', '=', spaceId)
    .executeTakeFirstOrThrow()
  const { professionalId } = work.who
  return {
    space: place,
    packs: readyPrices(space).rules?.packs ?? [],
    hourlyCents: hourlyOf(space),
    trouble:
      professionalId === null
        ? 'Completa primero tu perfil profesional.'
        : await mayComeIn(work, professionalId, spaceId),
  }
}

/** What an hour costs who asks: as agreed, else by the list. */
const hourlyOf = (space: PricedSpace): number => space.agreement?.hourlyCents ?? space.baseCents

/** Refuses not_found, rent_not_allowed, price_changed when the host changed it, card_declined. The bank asks: the reply carries the address. */
export const buy = async (
  work: Work,
  spaceId: number,
  order: { pack: string; priceCents: number; cardToken: string },
): Promise<View> => {
  const professionalId = work.who.professionalId ?? refuse('rent_not_allowed')
  const space = await findPriced(work, spaceId)
  const pack = readyPrices(space).rules?.packs.find(({ id }) => id === order.pack) ?? refuse('not_found')
  const trouble = await mayComeIn(work, professionalId, spaceId)
  if (trouble !== null) throw new Refusal('rent_not_allowed', undefined, trouble)
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
    // It was cut off after this, and is asked again.
    if (rows.length === 0) return ((await readPayment(work, id)) ?? refuse('payment_in_progress')).id
    return prepare(work, {
      bookingId: id,
      amountCents: pack.priceCents,
      startsAt: work.now,
      token: order.cardToken,
      returnPath: `/professional-appointments?tab=rents&pack=${id}`,
    })
  })
  await carryOut(work, prepared)
  await followPack(work, id)
  const bought = await read(work, id)
  return bought.status === 'failed'
    ? refuse('card_declined', { failure: bought.payment?.failure ?? null })
    : bought
}

/** Brings a pack to where its payment is; of a booking it does nothing. What the job on `payment.changed` does too. */
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

const lock = (work: Work, id: string): Promise<Row | undefined> =>
  work.db.selectFrom('hour_packs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** By the table; the caller has locked the pack and asked that it may. */
const change = (work: Work, pack: Row, move: PackMove) =>
  work.db
    .updateTable('hour_packs')
    .set({
      ...datesOf(move, pack.validity_days, work.now),
      status: packMoves[move].to ?? pack.status,
      version: pack.version + 1,
    })
    .where('id', '=', pack.id)
    .execute()

/**
 * Pays held hours with a pack of mine: they are confirmed, and nothing is charged. In the same transaction the hours leave
 * the balance. Refuses not_found, hold_expired, pack_over, pack_short, move_not_allowed.
 */
export const payWithPack = async (work: Work, id: string, packId: string): Promise<void> => {
  await inTransaction(work, async (work) => {
    const rent = await lockById(work, id)
    if (rent?.kind !== 'rent' || !isOwn(work.who.professionalId, rent.professional_id))
      return refuse('not_found')
    // Pressed twice: it is paid.
    if (rent.pack_id === packId) return
    const isOver = rent.hold_expires_at === null || rent.hold_expires_at <= work.now
    if (rent.status === 'expired' || (rent.status === 'held' && isOver)) return refuse('hold_expired')
    requireMove(rent, 'pay', 'professional', work.now)
    const pack = await lock(work, packId)
    if (
      pack === undefined ||
      !isOwn(work.who.professionalId, pack.professional_id) ||
      pack.space_id !== rent.space_id
    )
      return refuse('not_found')
    const leftCents = await leftOf(work, packId)
    const bought = { hours: pack.hours, priceCents: pack.price_cents }
    const minutes = minutesBetween(rent.starts_at, rent.ends_at)
    const leftMinutes = minutesLeft(bought, leftCents)
    const answer = mayUsePack(standingOf(pack, leftMinutes), { endsAt: rent.ends_at.toISOString(), minutes })
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
    await setAside(work, { from: packId, to: id, amountCents: worthCents, putsBack: true })
  })
  await followPayment(work, id)
}

/** The price of the hours is their part of the pack, cleaning inside: there is no second payment. */
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

const boughtOf = ({ hours, price_cents, hourly_cents }: Row) => ({
  hours,
  priceCents: price_cents,
  hourlyCents: hourly_cents,
})

const standingOf = (pack: Row, leftMinutes: number) => ({
  status: z.parse(PackStatus, pack.status),
  validUntil: pack.valid_until?.toISOString() ?? null,
  leftMinutes,
})

/** One of mine. Refuses not_found. */
export const read = async (work: Work, id: string): Promise<View> => {
  const [pack] = await select(work, sql`pack.id = ${id}::uuid`)
  return pack ?? refuse('not_found')
}

/** Those that were paid, the latest first. */
export const list = (work: Work): Promise<View[]> =>
  select(work, sql`pack.status in ('active', 'expired', 'refunded')`)

/** Packs of this space that still stand, for whoever is about to pay hours there. */
export const usable = async (work: Work, spaceId: number): Promise<View[]> =>
  select(work, sql`pack.status = 'active' and pack.space_id = ${spaceId}`)

type Found = Row & {
  space_name: string
  business_name: string
  zone: string
  uses: {
    rentId: string
    startsAt: string
    minutes: number
    amountCents: number
    backCents: number
    status: string
  }[]
}

const select = async (work: Work, which: ReturnType<typeof sql>): Promise<View[]> => {
  const { rows } = await sql<Found>`
    select pack.*, s.name as space_name, b.name as business_name, s.zone, (
      select coalesce(json_agg(json_build_object('rentId', rent.id, 'startsAt', rent.starts_at,
          'minutes', round(extract(epoch from rent.ends_at - rent.starts_at) / 60), 'amountCents', paid.amount_cents,
          'backCents', paid.refunded_cents, 'status', rent.status) order by rent.starts_at desc), '[]')
      from bookings rent join payments paid on paid.booking_id = rent.id
      where rent.pack_id = pack.id and paid.puts_back) as uses
    from hour_packs pack join spaces s on s.id = pack.space_id join businesses b on b.id = s.business_id
    where pack.professional_id = ${work.who.professionalId}::bigint and ${which}
    order by pack.created_at desc, pack.id limit 50`.execute(work.db)
  return Promise.all(rows.map((row) => present(work, row)))
}

const present = async (work: Work, row: Found): Promise<View> => {
  const payment = await readPayment(work, row.id)
  const leftCents = await leftOf(work, row.id)
  return {
    id: row.id,
    version: row.version,
    status: z.parse(PackStatus, row.status),
    space: { id: row.space_id, name: row.space_name, businessName: row.business_name, zone: row.zone },
    hours: row.hours,
    priceCents: row.price_cents,
    leftMinutes: minutesLeft({ hours: row.hours, priceCents: row.price_cents }, leftCents),
    leftCents,
    hourlyCents: row.hourly_cents,
    backCents: row.status === 'active' ? backAtEnd(boughtOf(row), leftCents) : 0,
    transferable: row.transferable,
    paidAt: row.paid_at?.toISOString() ?? null,
    validUntil: row.valid_until?.toISOString() ?? null,
    payment: payment === null ? null : view(payment),
    uses: row.uses.map((use) => ({
      ...use,
      startsAt: new Date(use.startsAt).toISOString(),
      status: statusOf(use),
    })),
  }
}

const kind: Kind = {
  table: 'hour_packs',
  endsSoon: 'hour_pack.ends_soon',
  uses: 'pack_id',
  seller: sql`(select account_id from hosts where id = pack.host_id)`,
}

const fail = async (work: Work, id: string): Promise<boolean> => {
  const pack = await lock(work, id)
  if (pack?.status !== 'awaiting_payment') return false
  await change(work, pack, 'fail')
  return true
}

/** Every five minutes: purchases that nobody finished, packs that nothing can use, reminders, and packs whose time is over. */
export const keepPackTimes = (work: Work): Promise<number> =>
  inTurn(work, [
    (work) => dropAbandoned(work, kind, { follow: followPack, fail }),
    refundUnusable,
    (work) => remind(work, kind),
    expireDue,
  ])

/** Hours that were rented with it come first, what comes back of them still belongs to it; and a bank that looks at its charge. */
const expireDue = async (work: Work) =>
  endEach(work, await overdue(work, kind), async (work, id) => {
    const pack = await lock(work, id)
    if (pack?.status !== 'active' || (await isLookedAt(work, id))) return null
    const terms = openTerms(pack.terms)
    const leftCents = await leftOf(work, id)
    const refundCents = backAtEnd(boughtOf(pack), leftCents)
    const keptCents = leftCents - refundCents
    await change(work, pack, 'expire')
    await publish(work, 'hour_pack.expired', { packId: id, refundCents, keptCents })
    if (keptCents === 0) return giveBack(work, id)
    return settle(work, {
      bookingId: id,
      settlement: settlementOfRent({ terms, rentCents: keptCents }, { hostId: pack.host_id }),
      releaseAt: releaseAt(terms, work.now),
    })
  })

/** A8: the agreement is over, so what was not used of the packs of these two goes back to the card. */
export const refundPacks = async (work: Work, agreementId: number): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select pack.id from hour_packs pack join agreements a on a.professional_id = pack.professional_id and a.space_id = pack.space_id
    where a.id = ${agreementId} and a.status in ('ended', 'expired') and pack.status = 'active'
      and not exists (select from agreements other where other.professional_id = a.professional_id
        and other.space_id = a.space_id and other.status in ('active', 'paused', 'expiring', 'suspended'))
    order by pack.id`.execute(work.db)
  await endEach(work, rows, refund)
}

/**
 * Their agreement has come to include the hours, which are no longer rented, or their host is suspended: a pack bought before goes
 * back to the card.
 */
const refundUnusable = async (work: Work) => {
  const { rows } = await sql<{ id: string }>`
    select pack.id from hour_packs pack where pack.status = 'active' and (${isOutOfUse(work, kind)} or exists (select from agreements a
      where a.professional_id = pack.professional_id and a.space_id = pack.space_id and a.rate_per_hour_cents = 0
        and a.status in ('active', 'paused', 'expiring', 'suspended')))
    order by pack.id limit 200`.execute(work.db)
  await endEach(work, rows, refund)
}

/** What was not used of it; what was rented stands. */
const refund = async (work: Work, id: string): Promise<string | null> => {
  const pack = await lock(work, id)
  if (pack?.status !== 'active') return null
  await change(work, pack, 'refund')
  crashPoint('inside-pack')
  await publish(work, 'hour_pack.refunded', { packId: id, refundCents: await leftOf(work, id) })
  return giveBack(work, id)
}
