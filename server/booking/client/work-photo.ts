/**
 * Photos of a professional's work on a client: stored only under a consent in force, seen by the two of them alone, deleted when it ends. A
 * job discards the files once their rows are gone.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type addWorkPhoto,
  consentSentence,
  maxWorkPhotos,
  type SharedPhotos,
  type WorkPhotos,
} from '#contract/booking/client/work-photo.ts'
import { ensureCard, lockBook } from '#server/booking/contact/client-card.ts'
import { type Entry, entryOf, ownId } from '#server/booking/client/own-client-row.ts'
import { keepProof, mountProofs, proofFamily } from '#server/booking/moves/proof-photo.ts'
import { publishEach } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, inTransaction, type Work } from '#server/platform/work.ts'

const photos = proofFamily('work-photos')

/** Includes entries that were merged into it. */
const ofEntry = (
  professionalId: number,
  entryId: number,
) => sql`consent.professional_id = ${professionalId} and consent.card_id in (
  select card.id from client_cards card where card.professional_id = ${professionalId} and ${entryId} in (card.id, card.merged_into))`
const ofClients = (clientIds: readonly number[]) => sql`exists (
  select from client_cards mine join client_cards card on card.professional_id = mine.professional_id and card.id in (mine.id, mine.merged_into)
  where mine.client_id = any (${[...clientIds]}::bigint[]) and card.professional_id = consent.professional_id and card.id = consent.card_id)`

/** Refuses not_found. */
export const list = async (work: Work, clientId: number): Promise<WorkPhotos> => {
  const professionalId = ownId(work)
  const entry = await entryOf(work, professionalId, clientId)
  const [first, ...others] = await consentsOf(work, ofEntry(professionalId, entry.id))
  if (first === undefined) return { consent: null, photos: [] }
  // Merged entries each have their own consent; the earliest is shown for all.
  return {
    consent: { id: first.id, givenAt: first.givenAt },
    photos: [first, ...others]
      .flatMap((consent) => consent.photos)
      .toSorted((one, other) => other.takenOn.localeCompare(one.takenOn)),
  }
}

const consentsOf = async (work: Work, whose: RawBuilder<unknown>): Promise<SharedPhotos[]> => {
  const { rows } = await sql<Omit<SharedPhotos, 'givenAt'> & { givenAt: Date }>`
    select consent.id, consent.consented_at as "givenAt", professional.first_name || ' ' || professional.last_name as professional,
      (select coalesce(json_agg(json_build_object('id', photo.id, 'takenOn', photo.taken_on) order by photo.taken_on desc, photo.created_at desc), '[]')
        from work_photos photo where photo.consent_id = consent.id) as photos
    from work_photo_consents consent join professionals professional on professional.id = consent.professional_id
    where consent.revoked_at is null and ${whose} order by consent.consented_at, consent.id`.execute(work.db)
  return rows.map((row) => ({ ...row, givenAt: row.givenAt.toISOString() }))
}

const inBook = (
  work: Work,
  clientId: number,
  run: (work: Work, entry: Entry, own: number) => Promise<unknown>,
) =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    await run(work, await entryOf(work, professionalId, clientId), professionalId)
    return list(work, clientId)
  })

/** The professional records the consent, with its text and time; repeating it keeps the first. Refuses not_found. */
export const give = (work: Work, clientId: number): Promise<WorkPhotos> =>
  inBook(work, clientId, async (work, entry, professionalId) => {
    if (entry.clientId === entry.id) await ensureCard(work, professionalId, entry.id)
    await sql`
      insert into work_photo_consents (id, professional_id, card_id, sentence, consented_at, recorded_by)
      select ${randomUUID()}::uuid, ${professionalId}, ${entry.id}, ${consentSentence}, ${work.now}::timestamptz, ${work.viewer.accountId}::bigint
      where not exists (select from work_photo_consents consent where consent.revoked_at is null and ${ofEntry(professionalId, entry.id)})
      on conflict do nothing`.execute(work.db)
  })

/** At her client's request: the photos are deleted too. Refuses not_found. */
export const revoke = (work: Work, clientId: number): Promise<WorkPhotos> =>
  inBook(work, clientId, async (work, entry, professionalId) => {
    await revokeWhere(work, ofEntry(professionalId, entry.id), 'professional')
  })

const revokeWhere = async (work: Work, whose: RawBuilder<unknown>, by: 'professional' | 'client') => {
  await dropPhotos(work, sql`consent.revoked_at is null and ${whose}`)
  const { rows } = await sql`
    update work_photo_consents consent set revoked_at = ${work.now}::timestamptz, revoked_by = ${by}
    where consent.revoked_at is null and ${whose} returning consent.id`.execute(work.db)
  return rows.length
}

const dropPhotos = async (work: Work, whose: RawBuilder<unknown>) => {
  const { rows } = await sql<{ photoId: string }>`
    delete from work_photos photo using work_photo_consents consent
    where consent.id = photo.consent_id and ${whose} returning photo.id as "photoId"`.execute(work.db)
  if (rows.length > 0) await publishEach(work, 'client.work_photo_removed', rows)
}

/** Refuses not_found, photos_not_agreed, too_many_photos, and a file that is no picture. */
export const add = async (
  work: Work,
  { params, query, file }: Input<typeof addWorkPhoto>,
): Promise<WorkPhotos> => {
  const before = await list(work, params.id)
  if (before.consent === null) return refuse('photos_not_agreed')
  if (before.photos.some(({ id }) => id === params.photo)) return before
  if (before.photos.length >= maxWorkPhotos) return refuse('too_many_photos')
  // The id of another photo must not overwrite its file.
  const taken = await work.db
    .selectFrom('work_photos')
    .select('id')
    .where('id', '=', params.photo)
    .executeTakeFirst()
  if (taken !== undefined) return refuse('not_found')
  const { width, height } = await keepProof(work, photos, params.photo, file)
  const { rows } = await sql`
    insert into work_photos (id, consent_id, taken_on, width, height, created_at)
    select ${params.photo}::uuid, consent.id, ${query.takenOn}::date, ${width}, ${height}, ${work.now}::timestamptz
    from work_photo_consents consent where consent.id = ${before.consent.id}::uuid and consent.revoked_at is null
    for share of consent on conflict do nothing returning id`.execute(work.db)
  // Revoked while the photo was being sent.
  if (rows.length === 0) {
    await photos.discard(work, params.photo)
    return refuse('photos_not_agreed')
  }
  return list(work, params.id)
}

/** Refuses not_found. */
export const remove = (work: Work, clientId: number, id: string): Promise<WorkPhotos> =>
  inBook(work, clientId, async (work, entry, professionalId) => {
    const { photos: known } = await list(work, entry.id)
    if (known.every((photo) => photo.id !== id)) refuse('not_found')
    await dropPhotos(work, sql`photo.id = ${id}::uuid and ${ofEntry(professionalId, entry.id)}`)
  })

/** The photos that professionals keep of the viewer. */
export const shared = async (work: Work): Promise<SharedPhotos[]> =>
  work.viewer.clientId === null ? [] : consentsOf(work, ofClients([work.viewer.clientId]))

/** By the client. Refuses not_found. */
export const takeBack = (work: Work, id: string) =>
  inTransaction(work, async (work) => {
    const clientIds = work.viewer.clientId === null ? [] : [work.viewer.clientId]
    const taken = await revokeWhere(work, sql`consent.id = ${id}::uuid and ${ofClients(clientIds)}`, 'client')
    if (taken === 0) refuse('not_found')
    return { ok: true } as const
  })

/** `GET /api/account/photo-consents/<consent>/photos/<photo>/<small|large>`: for the professional and her client. */
export const mountWorkPhotos = (app: FastifyInstance, context: AppContext) =>
  mountProofs(
    app,
    context,
    '/api/account/photo-consents/:id/photos/:photo/:size',
    photos,
    async (work, { id, photo }) => {
      const { professionalId, clientId } = work.viewer
      const { rows } = await sql`
        select from work_photos photo join work_photo_consents consent on consent.id = photo.consent_id
        where photo.id = ${photo}::uuid and consent.id = ${id}::uuid and consent.revoked_at is null
          and (consent.professional_id = ${professionalId}::bigint or ${ofClients(clientId === null ? [] : [clientId])})`.execute(
        work.db,
      )
      if (rows.length === 0) refuse('not_found')
    },
  )

export const discardWorkPhoto = (work: Work, photoId: string) => photos.discard(work, photoId)

/** Called before the cards for which `cards` is true are deleted: deletes their photos and consents. */
export const forgetWorkPhotos = async (work: Work, cards: RawBuilder<unknown>) => {
  const ofCards = sql`exists (select from client_cards card
    where card.professional_id = consent.professional_id and card.id = consent.card_id and (${cards}))`
  await dropPhotos(work, ofCards)
  await sql`delete from work_photo_consents consent where ${ofCards}`.execute(work.db)
}
