/**
 * The tables that the views of a booking read. Each noun beside this file lists its columns and turns them into its part of the reply;
 * summary/present.ts combines them.
 */
import { type Kysely, type SelectExpression, type Selection, type SelectQueryBuilder, sql } from 'kysely'
import type { DB } from '#server/platform/database/tables.ts'

/** What a hold and a booking both show: the people and the place. */
export const joinPlaced = (db: Kysely<DB>) =>
  db
    .selectFrom('bookings as booking')
    .innerJoin('professionals as professional', 'professional.id', 'booking.professional_id')
    .leftJoin('spaces as space', 'space.id', 'booking.space_id')
    .leftJoin('businesses as business', 'business.id', 'space.business_id')
    .leftJoin('units as unit', 'unit.id', 'booking.unit_id')
    .leftJoin('visit_places as home', 'home.place', 'booking.visit_place')

/** What only a booking shows. */
export const joinShown = (db: Kysely<DB>) =>
  joinPlaced(db)
    .leftJoin('payments as payment', 'payment.booking_id', 'booking.id')
    .leftJoin('attendances as attendance', 'attendance.booking_id', 'booking.id')
    .leftJoin('no_shows as no_show', 'no_show.booking_id', 'booking.id')
    .leftJoin('tips as tip', 'tip.booking_id', 'booking.id')
    .leftJoin('tip_promises as tip_promise', 'tip_promise.booking_id', 'booking.id')
    .leftJoin('overtimes as overtime', 'overtime.booking_id', 'booking.id')
    .leftJoin('change_proposals as proposal', (join) =>
      join
        .onRef('proposal.booking_id', '=', 'booking.id')
        .on('proposal.state', 'in', [sql.lit('open'), sql.lit('paying')]),
    )
    // A price increase by a change of hour is a separate charge.
    .leftJoin('payments as change_payment', 'change_payment.booking_id', 'proposal.id')

type Tables<Query> =
  Query extends SelectQueryBuilder<infer Database, infer Table, infer _> ? [Database, Table] : never
type Placed = Tables<ReturnType<typeof joinPlaced>>
type Shown = Tables<ReturnType<typeof joinShown>>

/** A noun's columns, checked against the tables of every view. */
export const columns = <const Columns extends readonly SelectExpression<Placed[0], Placed[1]>[]>(
  list: Columns,
) => list

/** A noun's columns, checked against the tables of a booking's view. */
export const bookingColumns = <const Columns extends readonly SelectExpression<Shown[0], Shown[1]>[]>(
  list: Columns,
) => list

/** The row that these columns read. */
export type Read<Columns extends readonly unknown[]> = Selection<Shown[0], Shown[1], Columns[number]>
