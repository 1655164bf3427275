/**
 * What each party sees of a booking, and no more: the client their own price and code, the professional the client's name and phone, the
 * host a first name and the rent: no price of a visit, nor a fee, a refund or a sentence from which it could be calculated. Each noun in
 * columns/ reads its own columns and writes its own part of the reply; here they are combined. A new noun is one line in each of the two
 * lists (and its table in columns/joins.ts).
 */
import type { InferResult, Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { actionColumns, actionPart } from '#server/booking/columns/actions.ts'
import { arrivalColumns, arrivalPart } from '#server/booking/columns/arrival.ts'
import { balanceColumns, balancePart } from '#server/booking/columns/balance.ts'
import { changeColumns, changePart } from '#server/booking/columns/change.ts'
import { classSeatColumns, classSeatPart } from '#server/booking/columns/class-seat.ts'
import { clientPart, visitsColumns } from '#server/booking/columns/client.ts'
import { comingColumns, comingPart } from '#server/booking/columns/coming.ts'
import { couponColumns } from '#server/booking/columns/coupon.ts'
import { delayColumns, delayPart } from '#server/booking/columns/delay-row.ts'
import { disputeColumns, disputePart } from '#server/booking/columns/dispute.ts'
import { endingPart } from '#server/booking/columns/ending.ts'
import { equipmentPart } from '#server/booking/columns/equipment.ts'
import { alertColumns, formsColumns, formsPart } from '#server/booking/columns/forms.ts'
import { columns, joinPlaced, joinShown } from '#server/booking/columns/joins.ts'
import { noShowColumns } from '#server/booking/columns/no-show.ts'
import { overtimeColumns, overtimePart } from '#server/booking/columns/overtime.ts'
import { paymentColumns, paymentPart } from '#server/booking/columns/payment.ts'
import { ownPlaceColumns, placeColumns, placePart } from '#server/booking/columns/place.ts'
import { priceColumns, policyFor, pricePart } from '#server/booking/columns/price.ts'
import { professionalColumns, professionalPart } from '#server/booking/columns/professional.ts'
import { requestPart } from '#server/booking/columns/request.ts'
import { rescueColumns, rescuePart } from '#server/booking/columns/rescue.ts'
import { reviewColumns, reviewPart } from '#server/booking/columns/review.ts'
import { seriesColumns, seriesPart } from '#server/booking/columns/series-row.ts'
import { serviceColumns, servicePart } from '#server/booking/columns/service.ts'
import { tipColumns, tipPart } from '#server/booking/columns/tip.ts'
import type { Reader } from '#server/booking/contact/location.ts'
import { statusOf } from '#server/booking/moves/move.ts'
import { sideOf, type ViewerQuery, type Side } from '#server/booking/moves/party.ts'
import { isCertain } from '#server/booking/moves/rules.ts'
import type { DB } from '#server/platform/database/tables.ts'
import { questionOfOne } from '#server/platform/files/statement.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** The columns that holds and bookings share: when, what, with whom and where. */
const placedColumns = [
  ...columns([
    'booking.id',
    'booking.version',
    'booking.kind',
    'booking.status',
    'booking.holder',
    'booking.hold_expires_at',
    'booking.starts_at',
    'booking.ends_at',
    'booking.zone',
    'booking.channel',
    'booking.booked_by',
    'booking.client_acceptance',
    'booking.professional_acceptance',
    'booking.host_acceptance',
  ]),
  ...professionalColumns,
  ...placeColumns,
  ...serviceColumns,
  ...priceColumns,
  ...classSeatColumns,
  ...couponColumns,
  ...formsColumns,
] as const

export const selectPlaced = (db: Kysely<DB>) => joinPlaced(db).select(placedColumns)

export type Placed = InferResult<ReturnType<typeof selectPlaced>>[number]

/** All columns of a booking's view, in one query for any number of bookings. */
export const selectShown = (db: Kysely<DB>) =>
  joinShown(db)
    .select(placedColumns)
    .selectAll('booking')
    .select([
      ...arrivalColumns,
      ...changeColumns,
      ...tipColumns,
      ...overtimeColumns,
      ...noShowColumns,
      ...paymentColumns,
      ...balanceColumns,
      ...rescueColumns,
      ...disputeColumns,
      ...comingColumns,
      ...delayColumns,
      ...reviewColumns,
      ...ownPlaceColumns,
      ...seriesColumns,
      ...actionColumns,
    ])

/** With the client's earlier visits to this professional, and her notes to mind; for the professional only. */
export const withVisits = (query: ReturnType<typeof selectShown>) =>
  query.select([...visitsColumns, ...alertColumns])

export type Shown = InferResult<ReturnType<typeof selectShown>>[number] & {
  visits?: number
  allergies?: string[] | null
  alerting?: unknown
}
type View = z.input<typeof Booking>

export const present = (work: Work, shown: Shown, side: Side): View => {
  const status = statusOf(shown)
  const certain = isCertain(status)
  return {
    id: shown.id,
    version: shown.version,
    kind: shown.kind === 'rent' ? 'rent' : 'visit',
    status,
    prepaid: shown.parent_rent_id !== null && side !== 'client',
    byOwnLink: shown.channel === 'own_link' && side !== 'client',
    holdExpiresAt:
      status === 'held' || status === 'awaiting_payment'
        ? (shown.hold_expires_at?.toISOString() ?? null)
        : null,
    completedAt: shown.completed_at?.toISOString() ?? null,
    hasReceipt: shown.confirmed_at !== null,
    ownPlace: shown.own_place,
    ...spanOf(shown),
    ...professionalPart(shown),
    ...placePart(shown, { side, certain }),
    ...servicePart(shown, side),
    ...pricePart(shown, side, work.now),
    ...classSeatPart(shown, side),
    ...clientPart(shown, side, certain),
    ...formsPart(work, shown, side),
    ...paymentPart(shown, side),
    ...balancePart(shown, side, work.now),
    ...requestPart(shown),
    ...changePart(shown, side),
    ...rescuePart(shown, side),
    ...disputePart(shown, side),
    ...seriesPart(shown, side),
    ...comingPart(shown, side),
    ...delayPart(shown, side),
    ...arrivalPart(shown, side, certain),
    ...equipmentPart(shown, side),
    ...overtimePart(shown, side),
    ...tipPart(shown, side),
    ...reviewPart(shown, side),
    ...endingPart(shown, side),
    ...actionPart(shown, side, work.now),
  }
}

const spanOf = ({ starts_at, ends_at, zone }: Pick<Placed, 'starts_at' | 'ends_at' | 'zone'>) => ({
  startsAt: starts_at.toISOString(),
  endsAt: ends_at.toISOString(),
  zone,
})

/** What the views of holds and bookings share: when, who, where, on which terms. `now`: cancelling is still possible. */
export const partsOf = (shown: Placed, reader: Reader, now?: Date) => ({
  ...spanOf(shown),
  ...professionalPart(shown),
  ...placePart(shown, reader),
  policy: policyFor(shown, now),
})

/** One booking for its viewer. Refuses not_found to a viewer who is no party. */
export const read = async (work: Work, id: string, viewerQuery: ViewerQuery): Promise<View> => {
  const shown = await shownById(work, id)
  return present(work, shown, sideOf(work, shown, viewerQuery) ?? refuse('not_found'))
}

/** The same after a move, when the side is known. */
export const readAs = async (work: Work, id: string, side: Side): Promise<View> =>
  present(work, await shownById(work, id), side)

/** Refuses not_found when there is none; the caller checks access. */
export const shownById = async (work: Work, id: string): Promise<Shown> =>
  (await findShown(work, id)) ?? refuse('not_found')

/** The query for one booking is compiled once: it runs at every payment and view. */
export const findShown = (work: Work, id: string): Promise<Shown | undefined> => shownOf(work.db, id)
const shownOf = questionOfOne<Shown>((db, id) => withVisits(selectShown(db)).where('booking.id', '=', id))

/** The same for the view of a hold. */
export const findPlaced = (work: Work, id: string): Promise<Placed | undefined> => placedOf(work.db, id)
const placedOf = questionOfOne<Placed>((db, id) => selectPlaced(db).where('booking.id', '=', id))
