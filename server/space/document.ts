/** Documents of a space: private files that only its host and administrators may read. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type removeDocument,
  requiredDocuments,
  SpaceDocument,
  type uploadDocument,
} from '#contract/space/space-document.ts'
import { personOfFile } from '#server/developer/file-caller.ts'
import { filesOf } from '#server/platform/files/files.ts'
import { documentDay, readableDocument } from '#server/platform/files/document-file.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type AppContext, type Work, workFor } from '#server/platform/work.ts'
import { lockOwn, mayBeWritten } from '#server/space/listing.ts'
import { documentKey } from '#server/space/space-photo.ts'
import { space } from '#server/space/space.ts'

/** Replaces the one of its kind. While its listing is a draft it waits to be sent with it. Refuses `not_a_paper`, `paper_over`. */
export const upload = async (
  work: Work,
  { params, body, file }: Input<typeof uploadDocument>,
): Promise<z.input<typeof SpaceDocument>> => {
  if (body.validUntil !== undefined && body.validUntil < documentDay(work.now)) refuse('paper_over')
  await requireWritable(work, params.id)
  const { bytes, type } = await readableDocument(file)
  const id = randomUUID()
  await work.db.insertInto('space_files').values({ id, kind: 'document', created_at: work.now }).execute()
  await filesOf(work.config).put(documentKey(id), bytes, type)
  return inTransaction(work, async (work) => {
    const own = await requireWritable(work, params.id)
    await work.db
      .deleteFrom('space_documents')
      .where('space_id', '=', params.id)
      .where('kind', '=', body.kind)
      .execute()
    const row = await work.db
      .insertInto('space_documents')
      .values({
        id,
        space_id: params.id,
        kind: body.kind,
        status: own.status === 'draft' ? 'uploaded' : 'in_review',
        file_name: body.fileName,
        content_type: type,
        bytes: bytes.length,
        valid_until: body.validUntil ?? null,
        created_at: work.now,
      })
      .returning(['id', 'kind', 'status', 'file_name', 'bytes', 'valid_until', 'reason', 'created_at'])
      .executeTakeFirstOrThrow()
    return z.parse(SpaceDocument, {
      ...row,
      fileName: row.file_name,
      validUntil: row.valid_until,
      createdAt: row.created_at.toISOString(),
    })
  })
}

const requireWritable = async (work: Work, spaceId: number) => {
  const own = await lockOwn(work, spaceId, null)
  if (!mayBeWritten(own.status)) refuse('listing_not_movable')
  return own
}

/** Refuses `document_needed` where a published listing requires it. */
export const remove = (work: Work, { params }: Input<typeof removeDocument>) =>
  inTransaction(work, async (work) => {
    const own = await requireWritable(work, params.id)
    const { documents, ...listing } = await space(work, params.id)
    const saved = documents.find(({ id }) => id === params.document) ?? refuse('not_found')
    if (own.status === 'published' && requiredDocuments(listing).includes(saved.kind))
      refuse('document_needed')
    await work.db.deleteFrom('space_documents').where('id', '=', saved.id).execute()
    return { ok: true } as const
  })

/** For its owner or an administrator; for everybody else there is no such file. */
const fileOf = async (work: Work, spaceId: number, id: string) => {
  const saved = await work.db
    .selectFrom('space_documents')
    .innerJoin('spaces', 'spaces.id', 'space_documents.space_id')
    .select(['space_documents.file_name', 'space_documents.content_type', 'spaces.host_id'])
    .where('space_documents.id', '=', id)
    .where('spaces.id', '=', spaceId)
    .executeTakeFirst()
  const mine = saved !== undefined && isOwn(work.viewer.hostId, saved.host_id)
  if (saved === undefined || !(mine || work.viewer.roles.includes('admin'))) return refuse('not_found')
  const bytes = await filesOf(work.config).read(documentKey(id))
  return { bytes: bytes ?? refuse('not_found'), type: saved.content_type, name: saved.file_name }
}

/** `GET /api/spaces/<id>/documents/<document>/file`: served as a file, never cached. */
export const mountDocuments = (app: FastifyInstance, context: AppContext) => {
  app.get<{ Params: { id: string; document: string } }>(
    '/api/spaces/:id/documents/:document/file',
    async (request, reply) => {
      const who = await personOfFile(context, request, reply)
      const { id, document } = request.params
      if (!/^\d{1,15}$/.test(id) || !/^[0-9a-f-]{36}$/.test(document)) refuse('not_found')
      const { bytes, type, name } = await fileOf(workFor(context, who), Number(id), document)
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .send(Buffer.from(bytes))
    },
  )
}
