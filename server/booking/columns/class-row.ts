/** The row of a class, and its end before time: its seats end with it (class.ts). */
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { releaseClass } from '#server/availability/block/availability.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import type { ClassSessions } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

const MovedFrom = z.object({ startsAt: z.string(), place: z.string() })
export type MovedFrom = z.output<typeof MovedFrom>

/** What the client of a seat had agreed to before its class moved; null: they have agreed to its current hour and place. */
export const movedFrom = ({ moved_from }: { moved_from?: unknown }): MovedFrom | null =>
  moved_from === null || moved_from === undefined ? null : z.parse(MovedFrom, moved_from)

export type ClassRow = Selectable<ClassSessions>
/** `few`: fewer clients booked than the minimum. */
export type ClosedBy = 'professional' | 'platform' | 'few'

/** Until the transaction ends no other transaction books, pays or ends any of its seats. */
export const lockClass = (work: Work, id: string): Promise<ClassRow | undefined> =>
  work.db.selectFrom('class_sessions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Frees its hour and takes it off sale; in the caller's transaction, which has its row locked. */
export const closeClass = async (work: Work, row: ClassRow, by: ClosedBy, reason: string): Promise<void> => {
  await work.db
    .updateTable('class_sessions')
    .set({
      status: 'cancelled',
      version: row.version + 1,
      cancelled_by: by,
      cancelled_at: work.now,
      cancel_reason: reason,
    })
    .where('id', '=', row.id)
    .execute()
  await releaseClass(work, row.id)
  crashPoint('inside-class-end')
  await publish(work, 'class.cancelled', { classId: row.id })
}

type Span = { from?: Date | undefined; to?: Date | undefined }

/** Classes within rented hours: all of them, or those that overlap a span, locked inside a transaction. */
export const classesWithin = (work: Work, rentId: string, { from, to }: Span = {}): Promise<ClassRow[]> => {
  let query = work.db
    .selectFrom('class_sessions')
    .selectAll()
    .where('parent_rent_id', '=', rentId)
    .where('status', '=', 'open')
    .where('ends_at', '>', from === undefined || from < work.now ? work.now : from)
    .orderBy('id')
  if (to !== undefined) query = query.where('starts_at', '<', to)
  return work.db.isTransaction ? query.forUpdate().execute() : query.execute()
}

/** Closes the classes of a professional who leaves; no client is booked in them by then. */
export const closeClasses = async (work: Work, professionalId: number): Promise<void> => {
  const rows = await work.db
    .selectFrom('class_sessions')
    .selectAll()
    .where('professional_id', '=', professionalId)
    .where('status', '=', 'open')
    .where('starts_at', '>', work.now)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows) await closeClass(work, row, 'platform', 'Quien la daba dejó Kalli.')
}
