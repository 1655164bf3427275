/** The picture of an account's owner: taken in, made anew in fixed sizes, shown under an address that never changes. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AccountProfile } from '#contract/settings.ts'
import { ownId, profile } from '#server/account/profile.ts'
import { filesOf } from '#server/platform/files.ts'
import { type Crop, type Format, squaresOf } from '#server/platform/image.ts'
import { announce } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { inTransaction, type House, type Work } from '#server/platform/work.ts'

/** A menu, a card, a page: each at the double density of phones. */
const sizes = [96, 320, 640] as const
const formats: readonly Format[] = ['avif', 'webp', 'jpeg']
const types: Readonly<Record<Format, string>> = { avif: 'image/avif', webp: 'image/webp', jpeg: 'image/jpeg' }

const keyOf = (id: string, size: number, format: Format) => `photos/${id}/${size}.${format}`
const addressOf = (id: string) => `/${keyOf(id, 320, 'webp')}`

/** Takes the place of the one before. Refuses `not_a_picture`, `picture_too_large`, `picture_too_small`. */
export const upload = async (work: Work, file: Uint8Array, crop: Crop): Promise<AccountProfile> => {
  const accountId = ownId(work)
  const renditions = await squaresOf(file, crop, { sizes, formats, leastPixels: 64 })
  const id = randomUUID()
  // Noted first: whatever happens to this process, the files are found again and removed.
  await work.db.insertInto('photos').values({ id, account_id: accountId, created_at: work.now }).execute()
  const files = filesOf(work.config)
  for (const { size, format, bytes } of renditions)
    await files.put(keyOf(id, size, format), bytes, types[format])
  return use(work, accountId, id)
}

/** Initials again. */
export const remove = (work: Work): Promise<AccountProfile> => use(work, ownId(work), null)

const use = (work: Work, accountId: number, id: string | null) =>
  inTransaction(work, async (work) => {
    const before = await work.db
      .selectFrom('accounts')
      .select('photo_id')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await work.db
      .updateTable('accounts')
      .set({ photo_id: id, profile_image_url: id === null ? null : addressOf(id) })
      .where('id', '=', accountId)
      .execute()
    await announce(work, 'account.changed', { accountId })
    if (before.photo_id !== null) await announce(work, 'account.photo_replaced', { photoId: before.photo_id })
    return profile(work)
  })

/** The files of a photo that no account shows. */
export const discard = async (work: Work, { photoId }: { photoId: string }) => {
  const shown = await work.db
    .selectFrom('accounts')
    .select('id')
    .where('photo_id', '=', photoId)
    .executeTakeFirst()
  if (shown !== undefined) return
  const files = filesOf(work.config)
  for (const size of sizes) for (const format of formats) await files.remove(keyOf(photoId, size, format))
  await work.db.deleteFrom('photos').where('id', '=', photoId).execute()
}

/** What a process that died in the middle left behind. A fresh one may still be on its way to being shown. */
export const sweep = async (work: Work) => {
  const unused = await work.db
    .selectFrom('photos')
    .leftJoin('accounts', 'accounts.photo_id', 'photos.id')
    .select('photos.id')
    .where('accounts.id', 'is', null)
    .where('photos.created_at', '<', new Date(work.now.getTime() - 3_600_000))
    .limit(500)
    .execute()
  for (const { id } of unused) await discard(work, { photoId: id })
}

/** `GET /photos/<id>/<size>.<format>`: a browser may keep it for ever, since another photo has another address. */
export const mountPhotos = (app: FastifyInstance, house: House) => {
  app.get<{ Params: { id: string; file: string } }>('/photos/:id/:file', async (request, reply) => {
    const [size, ending] = request.params.file.split('.')
    const format = formats.find((one) => one === ending)
    const known = sizes.find((one) => String(one) === size)
    if (!/^[0-9a-f-]{36}$/.test(request.params.id) || format === undefined || known === undefined)
      throw new Refusal('not_found')
    const bytes = await filesOf(house.config).read(keyOf(request.params.id, known, format))
    if (bytes === null) throw new Refusal('not_found')
    return reply
      .type(types[format])
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(bytes))
  })
}
