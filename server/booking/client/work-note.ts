/** A professional's work notes: stored sealed, read by her alone; the client reads only what is written for them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type changeWorkNote,
  maxWorkNotes,
  type SharedNote,
  type WorkNote,
  type WorkNoteBody,
  type WorkTemplate,
  workTemplates,
} from '#contract/booking/client/work-note.ts'
import { ensureCard, lockBook } from '#server/booking/contact/client-card.ts'
import { type Entry, entryOf, ownId } from '#server/booking/client/own-client-row.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { refuse } from '#server/platform/refuse.ts'
import { secretRing } from '#server/platform/secret-box.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const ringOf = ({ config }: Work) =>
  secretRing({ now: config.secret, before: config.secretsBefore }, 'work notes')

/** A note can be opened only for its own professional and card. */
const ownerOf = (row: { professional_id: number; card_id: number; id: string }) =>
  `${row.professional_id} ${row.card_id} ${row.id}`

const Sealed = z.object({ fields: z.record(z.string(), z.string()), forClient: z.string() })

type Row = {
  id: string
  professional_id: number
  card_id: number
  template: string
  done_on: string
  sealed: Buffer
  key_id: string
  version: number
  updated_at: Date
}

const columns = sql`id, professional_id, card_id, template, done_on::text as done_on, sealed, key_id, version, updated_at`

const isTemplate = (name: string): name is WorkTemplate => Object.hasOwn(workTemplates, name)

const present = (work: Work, row: Row): WorkNote => ({
  id: row.id,
  template: isTemplate(row.template) ? row.template : 'other',
  doneOn: row.done_on,
  ...open(work, row),
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})

const open = (work: Work, row: Pick<Row, 'id' | 'professional_id' | 'card_id' | 'sealed' | 'key_id'>) =>
  z.parse(Sealed, JSON.parse(ringOf(work).open(row.sealed, ownerOf(row), row.key_id)))

/** Includes entries that were merged into it. Refuses not_found. */
export const list = async (work: Work, clientId: number): Promise<WorkNote[]> => {
  const professionalId = ownId(work)
  const entry = await entryOf(work, professionalId, clientId)
  const { rows } = await sql<Row>`
    select ${columns} from client_work_notes where professional_id = ${professionalId} and card_id in (
      select card.id from client_cards card where card.professional_id = ${professionalId} and ${entry.id} in (card.id, card.merged_into))
    order by done_on desc, created_at desc limit ${maxWorkNotes}`.execute(work.db)
  return rows.map((row) => present(work, row))
}

const inBook = <T>(
  work: Work,
  clientId: number,
  run: (work: Work, entry: Entry, own: number) => Promise<T>,
) =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    return run(work, await entryOf(work, professionalId, clientId), professionalId)
  })

/** Refuses not_found, work_notes_full. */
export const add = (work: Work, clientId: number, body: WorkNoteBody): Promise<WorkNote> =>
  inBook(work, clientId, async (work, entry, professionalId) => {
    if (entry.clientId === entry.id) await ensureCard(work, professionalId, entry.id)
    const { rows: counts } = await sql<{ count: number }>`
      select count(*)::int as count from client_work_notes where professional_id = ${professionalId} and card_id = ${entry.id}`.execute(
      work.db,
    )
    if ((counts[0]?.count ?? 0) >= maxWorkNotes) refuse('work_notes_full')
    const named = { id: randomUUID(), professional_id: professionalId, card_id: entry.id }
    const { rows } = await sql<Row>`
      insert into client_work_notes (id, professional_id, card_id, template, done_on, sealed, key_id, is_shared, created_at, updated_at)
      values (${named.id}::uuid, ${professionalId}, ${entry.id}, ${body.template}, ${body.doneOn}::date, ${seal(work, named, body)},
        ${ringOf(work).keyId}, ${body.forClient !== ''}, ${work.now}::timestamptz, ${work.now}::timestamptz)
      returning ${columns}`.execute(work.db)
    const [row] = rows
    return row === undefined ? refuse('not_found') : present(work, row)
  })

const seal = (
  work: Work,
  named: { professional_id: number; card_id: number; id: string },
  { fields, forClient }: WorkNoteBody,
) =>
  ringOf(work).seal(
    JSON.stringify({
      fields: Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')),
      forClient,
    }),
    ownerOf(named),
  )

/** Refuses not_found, stale_version. */
export const change = (
  work: Work,
  clientId: number,
  id: string,
  { note, version }: Input<typeof changeWorkNote>['body'],
): Promise<WorkNote> =>
  inBook(work, clientId, async (work, entry, professionalId) => {
    const row = (await rowOf(work, professionalId, entry, id)) ?? refuse('not_found')
    if (row.version !== version) refuse('stale_version')
    const { rows } = await sql<Row>`
      update client_work_notes set template = ${note.template}, done_on = ${note.doneOn}::date, sealed = ${seal(work, row, note)},
        key_id = ${ringOf(work).keyId}, is_shared = ${note.forClient !== ''}, version = version + 1, updated_at = ${work.now}::timestamptz
      where id = ${row.id}::uuid returning ${columns}`.execute(work.db)
    const [changed] = rows
    return changed === undefined ? refuse('not_found') : present(work, changed)
  })

const rowOf = async (work: Work, professionalId: number, entry: Entry, id: string) => {
  const { rows } = await sql<Row>`
    select ${columns} from client_work_notes note where id = ${id}::uuid and professional_id = ${professionalId} and card_id in (
      select card.id from client_cards card where card.professional_id = ${professionalId} and ${entry.id} in (card.id, card.merged_into))`.execute(
    work.db,
  )
  return rows[0]
}

/** Refuses not_found. */
export const remove = (work: Work, clientId: number, id: string) =>
  inBook(work, clientId, async (work, entry, professionalId) => {
    const row = (await rowOf(work, professionalId, entry, id)) ?? refuse('not_found')
    await work.db.deleteFrom('client_work_notes').where('id', '=', row.id).execute()
    return { ok: true } as const
  })

/** What professionals wrote for the viewer. */
export const shared = (work: Work): Promise<SharedNote[]> =>
  sharedWith(work, work.viewer.clientId === null ? [] : [work.viewer.clientId])

/** What professionals wrote for these clients, also for the copy of their data. */
export const sharedWith = async (work: Work, clientIds: readonly number[]): Promise<SharedNote[]> => {
  const { rows } = await sql<Row & { professional: string }>`
    select note.id, note.professional_id, note.card_id, note.done_on::text as done_on, note.sealed, note.key_id,
      professional.first_name || ' ' || professional.last_name as professional
    from client_cards mine join client_cards card on card.professional_id = mine.professional_id
      and card.id in (mine.id, mine.merged_into)
    join client_work_notes note on note.professional_id = card.professional_id and note.card_id = card.id and note.is_shared
    join professionals professional on professional.id = note.professional_id
    where mine.client_id = any (${[...clientIds]}::bigint[]) order by note.done_on desc, note.created_at desc limit 200`.execute(
    work.db,
  )
  return rows.map((row) => ({
    professional: row.professional,
    doneOn: row.done_on,
    text: open(work, row).forClient,
  }))
}

/** Hourly: reseals notes of an earlier key with the current one, in batches. Returns how many. */
export const sealNotesAnew = async (work: Work): Promise<number> => {
  const ring = ringOf(work)
  const { rows } = await sql<Row>`
    select ${columns} from client_work_notes where key_id <> ${ring.keyId} limit 1000`.execute(work.db)
  return runIsolated(work, rows, async (row) => {
    await sql`update client_work_notes set sealed = ${ring.seal(ring.open(row.sealed, ownerOf(row), row.key_id), ownerOf(row))},
      key_id = ${ring.keyId} where id = ${row.id}::uuid and sealed = ${row.sealed}`.execute(work.db)
  })
}
