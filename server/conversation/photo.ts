/**
 * Photos of a conversation: re-encoded without location data, as every uploaded picture. Only the two parties may view them, and
 * administrators those that were reported, so their addresses check access, and no cache in between stores one.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { callerOfFile } from '#server/developer/file-caller.ts'
import {
  ConversationKind,
  ConversationSide,
  type ConversationMessage,
  type sendPhoto,
} from '#contract/conversation/conversation.ts'
import { reportedPhotoPath } from '#contract/conversation/message-report.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { idOf } from '#server/conversation/conversation.ts'
import { isSaid, requireWritable, say } from '#server/conversation/message.ts'
import { lookAtPhoto } from '#server/conversation/moderation.ts'
import { type ViewerQuery, talkingOf, type Where } from '#server/conversation/parties.ts'
import { isUuid } from '#contract/platform/shapes.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { fittedOf } from '#server/platform/files/image.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { family } from '#server/platform/files/renditions.ts'
import { type AppContext, type Work, workFor } from '#server/platform/work.ts'

/** Shown among the messages, and alone. */
const [small, large] = [640, 1600] as const
export const photos = family('conversations', [small, large])
const minPixels = 32
const sides: Readonly<Record<string, number>> = { small, large }

/** Refuses as `sendMessage`, and what is no picture. */
export const send = async (work: Work, input: Input<typeof sendPhoto>): Promise<ConversationMessage> => {
  const { params, query, file } = input
  // Checked before the expensive part, and again when writing.
  const talking = await talkingOf(work, params, query)
  if (!(await isSaid(work, params.message))) await requireWritable(work, talking)
  const { width, height, renditions } = await fittedOf(file, {
    sizes: photos.sizes,
    formats: ['webp'],
    minPixels,
  })
  const id = randomUUID()
  await work.db
    .insertInto('conversation_photos')
    .values({ id, width, height, created_at: work.now })
    .execute()
  await photos.keep(work, id, renditions)
  return say(work, params, query, { id: params.message, text: '', photoId: id })
}

type Address = {
  Params: { kind: string; id: string; message: string; size: string }
  Querystring: { t?: unknown; as?: unknown }
}

type Reported = { Params: { report: string; message: string; size: string } }

/** `GET /api/conversations/<kind>/<id>/photos/<message>/<small|large>` */
export const mountPhotos = (app: FastifyInstance, context: AppContext) => {
  app.get<Reported>(reportedPhotoPath(':report', ':message', ':size'), async (request, reply) => {
    const { report, message, size } = request.params
    const side = sides[size]
    if (side === undefined || !/^[1-9]\d{0,14}$/.test(report) || !isUuid(message))
      throw new Refusal('not_found')
    const who = await callerOfFile(context, request, reply)
    if (who.mustSetSecondFactor) refuse('second_factor_missing')
    const work = workFor(context, who)
    const photo = await lookAtPhoto(work, Number(report), message)
    return answerWith(reply, (await photos.read(work, photo, side, 'webp')) ?? refuse('not_found'))
  })
  app.get<Address>('/api/conversations/:kind/:id/photos/:message/:size', async (request, reply) => {
    const { kind, id, message, size } = request.params
    const viewer: ViewerQuery = {
      t: typeof request.query.t === 'string' ? request.query.t : undefined,
      as: ConversationSide.options.find((side) => side === request.query.as),
    }
    const known = ConversationKind.options.find((one) => one === kind)
    const side = sides[size]
    if (known === undefined || side === undefined || !isUuid(message)) throw new Refusal('not_found')
    const who = await callerOfFile(context, request, reply)
    if (who.mustSetSecondFactor) refuse('second_factor_missing')
    const work = workFor(context, who)
    return answerWith(reply, await bytesOf(work, { kind: known, id }, viewer, message, side))
  })
}

const answerWith = (reply: FastifyReply, bytes: Uint8Array) =>
  reply
    .type('image/webp')
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(bytes))

const bytesOf = async (work: Work, where: Where, viewer: ViewerQuery, message: string, size: number) => {
  const conversation = await idOf(work, await talkingOf(work, where, viewer))
  const row = await work.db
    .selectFrom('conversation_messages')
    .select('photo_id')
    .where('id', '=', message)
    .where('conversation_id', '=', conversation)
    .executeTakeFirst()
  const photo = row?.photo_id ?? refuse('not_found')
  return (await photos.read(work, photo, size, 'webp')) ?? refuse('not_found')
}

/** Photos that no message shows: removed, or left by a process that died. A fresh one may still be in use. */
export const sweepPhotos = async (work: Work) => {
  const { rows } = await sql<{ id: string }>`
    select p.id from conversation_photos p
    where p.created_at < ${new Date(work.now.getTime() - hourMs)}
      and not exists (select from conversation_messages m where m.photo_id = p.id)
    limit 500`.execute(work.db)
  for (const { id } of rows) {
    await photos.discard(work, id)
    await work.db.deleteFrom('conversation_photos').where('id', '=', id).execute()
  }
}
