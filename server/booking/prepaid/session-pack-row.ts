/** The row of a session pack: locked, changed, and what is left of it. */
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { packMoves, PackStatus } from '#contract/booking/rent/hour-pack.ts'
import { datesOf, type PackMove } from '#server/booking/prepaid/pack-life.ts'
import type { SessionPacks } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type Row = Selectable<SessionPacks>

export const lock = (work: Work, id: string): Promise<Row | undefined> =>
  work.db.selectFrom('session_packs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** By the table of hour packs, whose states are the same; `rent` means a visit here. */
export const change = (work: Work, pack: Row, move: PackMove) =>
  work.db
    .updateTable('session_packs')
    .set({
      ...datesOf(move, pack.validity_days, work.now),
      status: packMoves[move].to ?? pack.status,
      version: pack.version + 1,
    })
    .where('id', '=', pack.id)
    .execute()

export const boughtOf = ({ sessions, price_cents, single_cents }: Row) => ({
  sessions,
  priceCents: price_cents,
  singleCents: single_cents,
})

export const currentPack = (pack: Row, left: number) => ({
  status: z.parse(PackStatus, pack.status),
  validUntil: pack.valid_until?.toISOString() ?? null,
  left,
})
