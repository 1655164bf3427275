/** The row of an hour pack: locked, changed, and what is left of it. */
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { packMoves, PackStatus } from '#contract/booking/rent/hour-pack.ts'
import { datesOf, type PackMove } from '#server/booking/prepaid/pack-life.ts'
import type { HourPacks } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type Row = Selectable<HourPacks>

export const lock = (work: Work, id: string): Promise<Row | undefined> =>
  work.db.selectFrom('hour_packs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** By the table; the caller has locked the pack and checked permission. */
export const change = (work: Work, pack: Row, move: PackMove) =>
  work.db
    .updateTable('hour_packs')
    .set({
      ...datesOf(move, pack.validity_days, work.now),
      status: packMoves[move].to ?? pack.status,
      version: pack.version + 1,
    })
    .where('id', '=', pack.id)
    .execute()

export const boughtOf = ({ hours, price_cents, hourly_cents }: Row) => ({
  hours,
  priceCents: price_cents,
  hourlyCents: hourly_cents,
})

export const currentPack = (pack: Row, leftMinutes: number) => ({
  status: z.parse(PackStatus, pack.status),
  validUntil: pack.valid_until?.toISOString() ?? null,
  leftMinutes,
})
