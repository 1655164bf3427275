/**
 * Sessions of a service bought together by a client: paid by card at once, used by visits, over after their time. Their money is a
 * payment; every visit takes its part of it (payment/part.ts), so the balance is what is left there. docs/decisions/session-packs.md.
 */
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { packMoves, PackStatus } from '#contract/booking/rent/hour-pack.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { packLabel } from '#contract/pricing/price-names.ts'
import { Service } from '#contract/service/service.ts'
import {
  backAtEnd,
  type buySessionPack,
  type OwnSessionPack,
  type SessionPackOffers,
  sessionsLeft,
  packTrouble,
  type UsablePack,
  worthOfSession,
} from '#contract/booking/prepaid/session-pack.ts'
import { clientOf } from '#server/booking/contact/client.ts'
import { type BookingRow, lockById, statusOf } from '#server/booking/moves/move.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
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
import { isLookedAt } from '#server/payment/charge/chargeback.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import {
  carryOut,
  giveBack,
  prepare,
  read as readPayment,
  settle,
  view,
} from '#server/payment/charge/payment.ts'
import { idOfCall } from '#server/platform/http/call-id.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { SessionPacks } from '#server/platform/database/tables.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { policyOf } from '#server/pricing/cancellation.ts'
import { releaseAt, sellingTermsAt } from '#server/pricing/pricing.ts'
import { settlementOfVisit } from '#server/pricing/settlement.ts'
import { deltasOf, firstLineOf, margin, quote } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'

type View = z.input<typeof OwnSessionPack>
type Row = Selectable<SessionPacks>

/** Refuses not_found, own_service, price_changed when its professional changed it, card_declined. The bank asks: the reply carries the address. */
export const buy = async (
  work: Work,
  { params, body }: Pick<Input<typeof buySessionPack>, 'params' | 'body'>,
): Promise<View> => {
  const accountId = work.who.accountId ?? refuse('not_found')
  const service = await offeredAt(work, params.id)
  const pack = service.packs.find(({ id }) => id === body.pack) ?? refuse('not_found')
  if (isOwn(work.who.professionalId, service.professionalId)) return refuse('own_service')
  if (pack.priceCents !== body.priceCents)
    return refuse('price_changed', { oldTotalCents: body.priceCents, newTotalCents: pack.priceCents })
  const me = await work.db
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const id = idOfCall(work, 'session pack')
  const terms = await sellingTermsAt(work, {
    professionalId: service.professionalId,
    spaceId: null,
    at: work.now,
  })
  const prepared = await inTransaction(work, async (work) => {
    const clientId = await clientOf(work, {
      firstName: me.first_name,
      lastName: me.last_name,
      email: me.email,
      phone: me.phone ?? '',
    })
    const fresh = await work.db
      .insertInto('session_packs')
      .values({
        id,
        status: 'awaiting_payment',
        client_id: clientId,
        professional_id: service.professionalId,
        service_id: params.id,
        sessions: pack.sessions,
        price_cents: pack.priceCents,
        single_cents: Math.max(service.priceCents, Math.ceil(pack.priceCents / pack.sessions)),
        validity_days: pack.validityDays,
        terms: JSON.stringify(terms),
        created_at: work.now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // It was cut off after this, and is asked again.
    if (fresh === undefined) return ((await readPayment(work, id)) ?? refuse('payment_in_progress')).id
    return prepare(work, {
      bookingId: id,
      amountCents: pack.priceCents,
      startsAt: work.now,
      token: body.cardToken,
      returnPath: '/my-bookings?tab=wallet',
    })
  })
  await carryOut(work, prepared)
  await followSessionPack(work, id)
  const bought = await one(work, id)
  return bought.status === 'failed'
    ? refuse('card_declined', { failure: bought.payment?.failure ?? null })
    : bought
}

/** Refuses not_found. */
export const offers = async (work: Work, serviceId: number): Promise<SessionPackOffers> => {
  const { name, durationMinutes, professional, professionalId, priceCents, packs } = await offeredAt(
    work,
    serviceId,
  )
  return {
    service: { id: serviceId, name, durationMinutes },
    professional: { id: professionalId, name: professional },
    singleCents: priceCents,
    packs,
  }
}

/** A service that anybody may book, of somebody who receives now. */
const offeredAt = async (work: Work, serviceId: number) => {
  const row = await work.db
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .select([
      'services.name',
      'services.duration_minutes as durationMinutes',
      'services.packs',
      'services.price_cents',
      'services.professional_id',
      sql<string>`concat_ws(' ', professionals.first_name, professionals.last_name)`.as('professional'),
    ])
    .where('services.id', '=', serviceId)
    .where('services.visibility', '<>', 'hidden')
    .where('services.archived_at', 'is', null)
    .where('professionals.status', '=', 'published')
    .executeTakeFirst()
  if (row === undefined) return refuse('not_found')
  return {
    ...row,
    packs: z.parse(Service.shape.packs, row.packs),
    priceCents: row.price_cents,
    professionalId: row.professional_id,
  }
}

/** Brings a pack to where its payment is; of anything else it does nothing. What the job on `payment.changed` does too. */
export const followSessionPack = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const pack = await lock(work, id)
    if (pack?.status !== 'awaiting_payment') return
    const payment = await readPayment(work, id)
    if (payment?.status === 'failed') await change(work, pack, 'fail')
    if (payment === null || !isCharged(payment)) return
    await change(work, pack, 'confirm')
    await publish(work, 'session_pack.bought', { packId: id })
  })

const lock = (work: Work, id: string): Promise<Row | undefined> =>
  work.db.selectFrom('session_packs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** By the table of hour packs, whose life is the same; `rent` is a visit here. */
const change = (work: Work, pack: Row, move: PackMove) =>
  work.db
    .updateTable('session_packs')
    .set({
      ...datesOf(move, pack.validity_days, work.now),
      status: packMoves[move].to ?? pack.status,
      version: pack.version + 1,
    })
    .where('id', '=', pack.id)
    .execute()

/**
 * What a held visit becomes when a pack of its client pays it, and what it takes of the money; in the caller's transaction, which has
 * locked the visit and sets the money aside. Refuses not_found, pack_over, session_pack_short, session_pack_not_here.
 */
export const takeSession = async (
  work: Work,
  { booking, clientId, packId }: { booking: BookingRow; clientId: number; packId: string },
) => {
  const pack = await lock(work, packId)
  if (pack === undefined || pack.client_id !== clientId) return refuse('not_found')
  const price = (await priceOf(work, pack, booking)) ?? refuse('session_pack_not_here')
  const left = sessionsLeft(boughtOf(pack), await leftOf(work, packId))
  const trouble = packTrouble(standingOf(pack, left), booking.starts_at.toISOString())
  if (trouble !== null) return refuse(trouble)
  const worthCents = worthOfSession(boughtOf(pack), left)
  if (!earns(booking, worthCents)) return refuse('session_pack_not_here')
  await change(work, pack, 'rent')
  const quoted = quotedWith(work, booking, { price, worthCents })
  return {
    worthCents,
    changes: {
      session_pack_id: packId,
      total_cents: worthCents,
      upfront_cents: null,
      balance_cents: 0,
      quote: JSON.stringify(quoted),
      quote_hash: quoted.hash,
    },
  }
}

const earns = ({ terms, rent_cents }: BookingRow, worthCents: number) =>
  margin(openTerms(terms), { serviceCents: worthCents, rentCents: rent_cents }).earns

/** Its price is the session's share of the money from then on. */
const quotedWith = (
  work: Work,
  booking: BookingRow,
  { price, worthCents }: { price: number; worthCents: number },
) =>
  quote(openTerms(booking.terms), {
    ...firstLineOf(booking.quote, booking.service_name),
    serviceCents: worthCents,
    rentCents: booking.rent_cents,
    deltas: [
      ...deltasOf(booking.quote),
      ...(worthCents === price ? [] : [{ label: packLabel, amountCents: worthCents - price }]),
    ],
    expiresAt: booking.hold_expires_at ?? work.now,
  })

/** What the visit costs without it; null: it is not what the pack is for. The way to a home and what is added are paid apart. */
const priceOf = async (work: Work, pack: Row, booking: BookingRow): Promise<number | null> => {
  const isOfIt = pack.service_id === booking.service_id && pack.professional_id === booking.professional_id
  const isPlain =
    booking.persons === 1 &&
    booking.coupon_id === null &&
    (booking.visit_place ?? 0) >= -1 &&
    !isDearer(booking)
  if (!isOfIt || !isPlain || booking.booked_by !== 'client') return null
  const more = await work.db
    .selectFrom('booking_segments')
    .select('position')
    .where('booking_id', '=', booking.id)
    .limit(1)
    .executeTakeFirst()
  return more === undefined ? booking.total_cents : null
}
const Added = z.array(z.object({ priceCents: z.int() }))
const isDearer = ({ add_ons }: BookingRow) =>
  add_ons !== null && z.parse(Added, add_ons).some(({ priceCents }) => priceCents > 0)

/** With which of mine a held visit of mine could be paid. Refuses not_found. */
export const usable = async (work: Work, holdId: string): Promise<UsablePack[]> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, holdId)
    if (booking?.kind !== 'visit' || !holdersOf(work.who).includes(booking.holder)) return refuse('not_found')
    const { clientId } = work.who
    if (clientId === null || booking.status !== 'held') return []
    const rows = await work.db
      .selectFrom('session_packs')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('status', '=', 'active')
      .where('service_id', '=', booking.service_id ?? 0)
      .orderBy('valid_until')
      .execute()
    const found = await Promise.all(
      rows.map(async (pack) => {
        const price = await priceOf(work, pack, booking)
        if (price === null) return []
        const left = sessionsLeft(boughtOf(pack), await leftOf(work, pack.id))
        const standing = standingOf(pack, left)
        if (packTrouble(standing, booking.starts_at.toISOString()) !== null) return []
        const worthCents = worthOfSession(boughtOf(pack), left)
        if (!earns(booking, worthCents)) return []
        const { goesTo } = quotedWith(work, booking, { price, worthCents })
        const { text: policy } = policyOf({
          terms: openTerms(booking.terms),
          totalCents: worthCents,
          startsAt: booking.starts_at,
          zone: booking.zone,
          now: work.now,
        })
        return [
          {
            id: pack.id,
            left,
            sessions: pack.sessions,
            validUntil: standing.validUntil ?? '',
            worthCents,
            goesTo,
            policy,
          },
        ]
      }),
    )
    return found.flat()
  })

const boughtOf = ({ sessions, price_cents, single_cents }: Row) => ({
  sessions,
  priceCents: price_cents,
  singleCents: single_cents,
})

const standingOf = (pack: Row, left: number) => ({
  status: z.parse(PackStatus, pack.status),
  validUntil: pack.valid_until?.toISOString() ?? null,
  left,
})

/** Those that were paid or are about to be, the latest first. */
export const list = (work: Work): Promise<View[]> =>
  select(work, sql`pack.status in ('awaiting_payment', 'active', 'expired', 'refunded')`)

const one = async (work: Work, id: string): Promise<View> => {
  const [found] = await select(work, sql`pack.id = ${id}::uuid`)
  return found ?? refuse('not_found')
}

type Found = Row & {
  name: string
  service: string
  zone: string
  uses: { bookingId: string; startsAt: string; amountCents: number; backCents: number; status: string }[]
}

const select = async (work: Work, which: ReturnType<typeof sql>): Promise<View[]> => {
  const { rows } = await sql<Found>`
    select pack.*, concat_ws(' ', p.first_name, p.last_name) as name, s.name as service, p.zone, (
      select coalesce(json_agg(json_build_object('bookingId', visit.id, 'startsAt', visit.starts_at,
          'amountCents', paid.amount_cents, 'backCents', paid.refunded_cents, 'status', visit.status)
        order by visit.starts_at desc), '[]')
      from bookings visit join payments paid on paid.booking_id = visit.id
      where visit.session_pack_id = pack.id and paid.puts_back) as uses
    from session_packs pack join professionals p on p.id = pack.professional_id join services s on s.id = pack.service_id
      join clients mine on mine.id = pack.client_id
    where mine.account_id = ${work.who.accountId}::bigint and ${which}
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
    professional: { id: row.professional_id, name: row.name },
    service: { id: row.service_id, name: row.service },
    zone: row.zone,
    sessions: row.sessions,
    left: sessionsLeft(boughtOf(row), leftCents),
    priceCents: row.price_cents,
    leftCents,
    singleCents: row.single_cents,
    backCents: row.status === 'active' ? backAtEnd(boughtOf(row), leftCents) : 0,
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
  table: 'session_packs',
  endsSoon: 'session_pack.ends_soon',
  uses: 'session_pack_id',
  seller: sql`(select account_id from professionals where id = pack.professional_id)`,
}

const fail = async (work: Work, id: string): Promise<boolean> => {
  const pack = await lock(work, id)
  if (pack?.status !== 'awaiting_payment') return false
  await change(work, pack, 'fail')
  return true
}

/** Every five minutes: purchases that nobody finished, packs of services that are given no more, reminders, and packs whose time is over. */
export const keepSessionPackTimes = (work: Work): Promise<number> =>
  inTurn(work, [
    (work) => dropAbandoned(work, kind, { follow: followSessionPack, fail }),
    refundLost,
    (work) => remind(work, kind),
    expireDue,
  ])

/** The service was put away, or who gives it is suspended: nobody can use what is left, so it goes back; what was booked stands. */
const refundLost = async (work: Work) => {
  const { rows } = await sql<{ id: string }>`
    select pack.id from session_packs pack join services s on s.id = pack.service_id
    where pack.status = 'active' and (s.archived_at is not null or ${isOutOfUse(work, kind)}) order by pack.id limit 200`.execute(
    work.db,
  )
  await endEach(work, rows, async (work, id) => {
    const pack = await lock(work, id)
    if (pack?.status !== 'active') return null
    await change(work, pack, 'refund')
    await publish(work, 'session_pack.refunded', { packId: id, refundCents: await leftOf(work, id) })
    return giveBack(work, id)
  })
}

/** Visits that were booked with it come first, what comes back of them still belongs to it; and a bank that looks at its charge. */
const expireDue = async (work: Work) =>
  endEach(work, await overdue(work, kind), async (work, id) => {
    const pack = await lock(work, id)
    if (pack?.status !== 'active' || (await isLookedAt(work, id))) return null
    const terms = openTerms(pack.terms)
    const leftCents = await leftOf(work, id)
    const refundCents = backAtEnd(boughtOf(pack), leftCents)
    const keptCents = leftCents - refundCents
    await change(work, pack, 'expire')
    await publish(work, 'session_pack.expired', { packId: id, refundCents, keptCents })
    if (keptCents === 0) return leftCents === 0 ? null : giveBack(work, id)
    const sold = { terms, serviceCents: keptCents, rentCents: 0, moveFeeCents: 0, moveFeeRentCents: 0 }
    return settle(work, {
      bookingId: id,
      settlement: settlementOfVisit(sold, {
        clientId: pack.client_id,
        professionalId: pack.professional_id,
        hostId: null,
      }),
      releaseAt: releaseAt(terms, work.now),
    })
  })
