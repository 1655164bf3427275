/**
 * Copies of what Kalli stores about one person: made by a job, retained for a week, given to the signed-in person only. Each part names its
 * columns, so that a new column is not disclosed by accident; of other people only ids are included.
 */
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import type { DataCopy } from '#contract/privacy/privacy.ts'
import { ownId } from '#server/account/profile.ts'
import { requireProof } from '#server/account/session.ts'
import { copyOf } from '#server/booking/contact/intake.ts'
import { sharedWith } from '#server/booking/client/work-note.ts'
import { readingsOf } from '#server/booking/contact/intake-read.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { publish } from '#server/platform/jobs.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { type Parties, partiesOf } from '#server/privacy/privacy.ts'
import { partsOf } from '#server/privacy/copy-parts.ts'

const retentionMs = 7 * dayMs
const maxADay = 3
const columns = ['id', 'requested_at', 'ready_at', 'expires_at'] as const

export const copies = async (work: Work): Promise<DataCopy[]> => {
  const rows = await work.db
    .selectFrom('data_copies')
    .select(columns)
    .where('account_id', '=', ownId(work))
    .where('expires_at', '>', work.now)
    .orderBy('requested_at', 'desc')
    .execute()
  return rows.map(present)
}

/** One at a time: a request while one is being made answers that one. Refuses `confirm_identity`, `too_many_copies`. */
export const ask = (work: Work): Promise<DataCopy> =>
  inTransaction(work, async (work) => {
    requireProof(work)
    const id = ownId(work)
    await sql`select 1 from accounts where id = ${id} for update`.execute(work.db)
    const today = await work.db
      .selectFrom('data_copies')
      .select(columns)
      .where('account_id', '=', id)
      .where('requested_at', '>', new Date(work.now.getTime() - dayMs))
      .execute()
    const underWay = today.find(({ ready_at }) => ready_at === null)
    if (underWay !== undefined) return present(underWay)
    if (today.length >= maxADay) refuse('too_many_copies')
    const row = await work.db
      .insertInto('data_copies')
      .values({
        id: randomUUID(),
        account_id: id,
        requested_at: work.now,
        expires_at: new Date(work.now.getTime() + retentionMs),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await publish(work, 'account.copy_asked', { copyId: row.id })
    return present(row)
  })

/** Before a download. Refuses `confirm_identity`, `not_found` for another person's or an unfinished one. */
export const open = async (work: Work, id: string) => {
  await contentOf(work, id)
  return { ok: true } as const
}

/** The content of one of the viewer's, as JSON text. */
export const contentOf = async (work: Work, id: string): Promise<string> => {
  const row = await work.db
    .selectFrom('data_copies')
    .select('content')
    .where('id', '=', id)
    .where('account_id', '=', ownId(work))
    .where('expires_at', '>', work.now)
    .executeTakeFirst()
  if (row === undefined || row.content === null) return refuse('not_found')
  requireProof(work)
  return (await promisify(gunzip)(row.content)).toString('utf8')
}

type Row = { id: string; requested_at: Date; ready_at: Date | null; expires_at: Date }

const present = (row: Row): DataCopy => ({
  id: row.id,
  requestedAt: row.requested_at.toISOString(),
  readyAt: row.ready_at?.toISOString() ?? null,
  expiresAt: row.expires_at.toISOString(),
})

/** The job: makes it and sends an email, whose link leads to the settings and carries no data. */
export const make = async (work: Work, { copyId }: { copyId: string }) => {
  const request = await work.db
    .selectFrom('data_copies')
    .select(['account_id', 'ready_at'])
    .where('id', '=', copyId)
    .executeTakeFirst()
  if (request === undefined) return
  const parties = await partiesOf(work, request.account_id)
  if (request.ready_at === null) {
    const content = await promisify(gzip)(JSON.stringify(await gather(work, parties), null, 2))
    await work.db
      .updateTable('data_copies')
      .set({ content, ready_at: work.now })
      .where('id', '=', copyId)
      .execute()
  }
  // An address that belongs to another account gets no email about this one.
  if (parties.mailedTo === '') return
  await sendMail(work, {
    to: parties.mailedTo,
    subject: 'La copia de tus datos está lista',
    dedupeKey: `data-copy:${copyId}`,
    ...mailLayout({
      title: 'La copia de tus datos está lista',
      paragraphs: [
        `Hola, ${parties.firstName}:`,
        'Ya puedes descargar la copia de los datos que Kalli guarda de ti. Estará disponible una semana.',
      ],
      action: {
        label: 'Ir a descargarla',
        address: `${work.config.publicUrl}/settings?section=privacy`,
      },
      note: 'Si no la pediste tú, cambia tu contraseña y revisa tus dispositivos.',
    }),
  })
}

export const forgetOldCopies = (work: Work) => forgetBefore(work, 'data_copies', 'expires_at', work.now)

/** All parts that have rows, by their headings. */
export const gather = async (work: Work, parties: Parties) => {
  const gathered: Record<string, unknown> = {
    aviso:
      'Copia de los datos que Kalli guarda de ti. Los importes están en centavos de MXN; las horas, en UTC.',
    hecha: work.now.toISOString(),
  }
  for (const [name, query] of Object.entries(partsOf(parties))) {
    const { rows } = await query.execute(work.db)
    if (rows.length > 0) gathered[name] = rows
  }
  // Stored sealed.
  const answered = await copyOf(work, parties.clientIds)
  if (answered.length > 0) gathered['formularios_que_contestaste'] = answered
  const notes = await sharedWith(work, parties.clientIds)
  if (notes.length > 0) gathered['notas_que_te_compartieron'] = notes
  const readings = await readingsOf(work, parties.clientIds)
  if (readings.length > 0) gathered['quien_leyo_tus_formularios'] = readings
  return gathered
}
