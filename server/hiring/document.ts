/** Documents of professionals: received, reviewed, current until they expire. The files are private. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import {
  PersonalDocument,
  type WaitingDocument,
  type removePersonalDocument,
  type reviewDocument,
  type uploadPersonalDocument,
} from '#contract/hiring/document.ts'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { documentWarningDays, reviewHours } from '#contract/platform/document.ts'
import { personOfFile } from '#server/developer/file-caller.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { filesOf } from '#server/platform/files/files.ts'
import { publish } from '#server/platform/jobs.ts'
import { documentDay, readableDocument } from '#server/platform/files/document-file.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Documents } from '#server/platform/database/tables.ts'
import { inTransaction, isOwn, type AppContext, type Work, workFor } from '#server/platform/work.ts'

export const documents = async (work: Work): Promise<PersonalDocument[]> => {
  const rows = await work.db
    .selectFrom('documents')
    .selectAll()
    .where('owner_kind', '=', 'professional')
    .where('owner_id', '=', work.viewer.professionalId ?? 0)
    .orderBy('kind')
    .orderBy('uploaded_at', 'desc')
    .execute()
  return rows.map(present)
}

/** The current one stays until the new one is accepted. Refuses `not_a_paper`, `paper_over`, `no_profile`. */
export const upload = async (
  work: Work,
  { body, file }: Input<typeof uploadPersonalDocument>,
): Promise<PersonalDocument> => {
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
  if (body.validTo !== undefined && body.validTo < documentDay(work.now)) refuse('paper_over')
  const { bytes, type } = await readableDocument(file)
  const id = randomUUID()
  const key = `documents/${id}`
  await filesOf(work.config).put(key, bytes, type)
  const { row, replaced } = await inTransaction(work, async (work) => {
    const before = await work.db
      .deleteFrom('documents')
      .where('owner_kind', '=', 'professional')
      .where('owner_id', '=', professionalId)
      .where('kind', '=', body.kind)
      .where('status', 'in', ['uploaded', 'in_review', 'rejected'])
      .returning('file_key')
      .execute()
    const row = await work.db
      .insertInto('documents')
      .values({
        id,
        owner_kind: 'professional',
        owner_id: professionalId,
        kind: body.kind,
        status: 'in_review',
        file_key: key,
        file_type: type,
        file_bytes: bytes.length,
        number: body.number,
        valid_to: body.validTo ?? null,
        uploaded_at: work.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await publish(work, 'professional.document_uploaded', { documentId: id })
    return { row, replaced: before }
  })
  for (const { file_key } of replaced) await filesOf(work.config).remove(file_key)
  return present(row)
}

/** Refuses `not_found`, also for another professional's. Agreements that need it wait from now on. */
export const remove = async (work: Work, { params }: Input<typeof removePersonalDocument>) => {
  const professionalId = work.viewer.professionalId ?? refuse('not_found')
  const key = await inTransaction(work, async (work) => {
    const gone = await work.db
      .deleteFrom('documents')
      .where('id', '=', params.id)
      .where('owner_kind', '=', 'professional')
      .where('owner_id', '=', professionalId)
      .returning('file_key')
      .executeTakeFirst()
    await publish(work, 'professional.documents_changed', { professionalId })
    return gone?.file_key ?? refuse('not_found')
  })
  await filesOf(work.config).remove(key)
  return { ok: true } as const
}

/** Documents that wait for an administrator, the oldest first. */
export const waiting = async (work: Work): Promise<WaitingDocument[]> => readWaiting(work, null)

const readWaiting = async (work: Work, id: string | null): Promise<WaitingDocument[]> => {
  const { rows } = await sql<Selectable<Documents> & { professionalName: string }>`
    select d.*, concat_ws(' ', p.first_name, p.last_name) as "professionalName"
    from documents d join professionals p on p.id = d.owner_id
    where d.owner_kind = 'professional' and (${id}::uuid is null and d.status in ('uploaded', 'in_review') or d.id = ${id}::uuid)
    order by d.uploaded_at limit 100`.execute(work.db)
  return rows.map((row) => ({
    ...present(row),
    professionalId: row.owner_id,
    professionalName: row.professionalName,
    dueAt: after(row.uploaded_at, reviewHours * hourMs).toISOString(),
  }))
}

/** Refuses `not_found`, `paper_not_movable` for one that was reviewed already. */
export const review = (
  work: Work,
  { params, body }: Input<typeof reviewDocument>,
): Promise<WaitingDocument> =>
  inTransaction(work, async (work) => {
    await decide(
      work,
      params.id,
      body.decision === 'accept' ? { validTo: body.validTo } : { reason: body.reason },
    )
    const [row] = await readWaiting(work, params.id)
    return row ?? refuse('not_found')
  })

type Decision = { validTo?: string | undefined } | { reason: string }

/** An accepted document replaces the current one. */
const decide = async (work: Work, id: string, decision: Decision) => {
  const row = await work.db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return refuse('not_found')
  if (row.status !== 'uploaded' && row.status !== 'in_review') return refuse('paper_not_movable')
  const isAccepted = !('reason' in decision)
  if (isAccepted)
    await work.db
      .deleteFrom('documents')
      .where('owner_kind', '=', row.owner_kind)
      .where('owner_id', '=', row.owner_id)
      .where('kind', '=', row.kind)
      .where('status', 'in', ['valid', 'expiring', 'expired'])
      .execute()
  const validTo = isAccepted ? (decision.validTo ?? row.valid_to) : row.valid_to
  await work.db
    .updateTable('documents')
    .set({
      status: isAccepted ? statusOn(work, validTo) : 'rejected',
      rejected_reason: isAccepted ? null : decision.reason,
      valid_to: validTo,
      reviewed_at: work.now,
      reviewed_by: work.viewer.accountId,
      version: row.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await publish(work, 'professional.documents_changed', { professionalId: row.owner_id })
  await publish(work, 'professional.document_decided', { documentId: id })
}

const statusOn = (work: Work, validTo: string | null) => {
  if (validTo === null) return 'valid'
  if (validTo < documentDay(work.now)) return 'expired'
  return validTo <= documentDay(after(work.now, documentWarningDays[0] * dayMs)) ? 'expiring' : 'valid'
}

/**
 * Where no administrator is expected (development, demonstrations) the app reviews: a readable file and a date that has not passed. In
 * production a person decides.
 */
export const autoReview = async (work: Work, documentId: string) => {
  if (work.config.production) return
  const row = await work.db
    .selectFrom('documents')
    .select(['file_key', 'status'])
    .where('id', '=', documentId)
    .executeTakeFirst()
  if (row?.status !== 'in_review' && row?.status !== 'uploaded') return
  const bytes = await filesOf(work.config).read(row.file_key)
  await inTransaction(work, (work) =>
    decide(
      work,
      documentId,
      bytes === null ? { reason: 'No pudimos leer el archivo. Sube otra copia.' } : {},
    ),
  )
}

/** Vigente → por vencer (30 days before, notified again in the last week) → vencido; agreements that need the document are informed. */
export const ageDocuments = async (work: Work) => {
  const today = documentDay(work.now)
  const [soon, lastWeek] = documentWarningDays.map((days) => documentDay(after(work.now, days * dayMs)))
  await inTransaction(work, async (work) => {
    const { rows } = await sql<{ id: string; ownerId: number }>`
      update documents set version = version + 1, last_week = valid_to <= ${lastWeek}::date,
        status = case when valid_to < ${today}::date then 'expired' else 'expiring' end
      where owner_kind = 'professional' and (status in ('valid', 'expiring') and valid_to < ${today}::date
        or status = 'valid' and valid_to <= ${soon}::date
        or status = 'expiring' and valid_to <= ${lastWeek}::date and not last_week)
      returning id, owner_id as "ownerId"`.execute(work.db)
    for (const { id, ownerId } of rows) {
      await publish(work, 'professional.documents_changed', { professionalId: ownerId })
      await publish(work, 'professional.document_decided', { documentId: id })
    }
  })
}

/** Deletes the files of a professional who leaves. */
export const forgetDocuments = async (work: Work, professionalId: number) => {
  const rows = await work.db
    .deleteFrom('documents')
    .where('owner_kind', '=', 'professional')
    .where('owner_id', '=', professionalId)
    .returning('file_key')
    .execute()
  for (const { file_key } of rows) await filesOf(work.config).remove(file_key)
}

const present = (row: Selectable<Documents>): PersonalDocument =>
  z.parse(PersonalDocument, {
    id: row.id,
    kind: row.kind,
    status: row.status,
    fileType: row.file_type,
    bytes: row.file_bytes,
    number: row.number,
    validTo: row.valid_to,
    rejectedReason: row.rejected_reason,
    uploadedAt: row.uploaded_at.toISOString(),
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
  })

/** `GET /api/professional/documents/<id>/file`: for its owner and administrators only. */
export const mountDocumentFiles = (app: FastifyInstance, context: AppContext) => {
  app.get<{ Params: { id: string } }>('/api/professional/documents/:id/file', async (request, reply) => {
    const who = await personOfFile(context, request, reply)
    if (!/^[0-9a-f-]{36}$/.test(request.params.id)) throw new Refusal('not_found')
    const work = workFor(context, who)
    const row = await work.db
      .selectFrom('documents')
      .select(['file_key', 'file_type', 'owner_id', 'kind'])
      .where('id', '=', request.params.id)
      .where('owner_kind', '=', 'professional')
      .executeTakeFirst()
    const isMine = row !== undefined && isOwn(who.professionalId, row.owner_id)
    if (row === undefined || (!isMine && !who.roles.includes('admin'))) throw new Refusal('not_found')
    const bytes = (await filesOf(context.config).read(row.file_key)) ?? refuse('not_found')
    return reply
      .type(row.file_type)
      .header(
        'content-disposition',
        `attachment; filename="${row.kind}.${row.file_type.split('/')[1] ?? 'bin'}"`,
      )
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(bytes))
  })
}
