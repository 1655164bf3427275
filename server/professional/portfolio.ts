/**
 * Pictures of a professional's work, single or as a pair of before and after. Received and re-encoded; shown publicly only once the
 * professional has confirmed that the person shown consents. A new picture needs a new confirmation (the database enforces it).
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import type {
  changeWork,
  orderPortfolio,
  PortfolioItem,
  PortfolioPicture,
  removeWork,
  ShownWork,
  uploadWork,
} from '#contract/professional/portfolio.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { fittedOf } from '#server/platform/files/image.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { family } from '#server/platform/files/renditions.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { mine, type ProfessionalId } from '#server/professional/professional.ts'

/** A tile, and the picture by itself. */
const [small, large] = [640, 1600] as const
export const pictures = family('portfolio', [small, large])
const minPixels = 200

type Item = z.input<typeof PortfolioItem>
type Shown = z.input<typeof ShownWork>

/** The professional's own, including unpublished ones. */
export const portfolio = async (work: Work): Promise<Item[]> => {
  const { professionalId } = work.viewer
  if (professionalId === null) return []
  return (await rowsOf(work, professionalId)).map(present)
}

/** The published ones. */
export const shownWork = async (work: Work, professionalId: ProfessionalId): Promise<Shown[]> =>
  (await rowsOf(work, professionalId)).filter(({ published }) => published).map(present)

/** The first `after` creates the item; sending it again replaces its picture. */
export const upload = async (work: Work, { params, file }: Input<typeof uploadWork>): Promise<Item[]> => {
  const professionalId = await mine(work)
  // Checked before the expensive part, and again by the write.
  if (params.side === 'before') await requireMine(work, professionalId, params.id)
  const { width, height, renditions } = await fittedOf(file, { ...pictures, minPixels })
  const id = randomUUID()
  // Recorded first, so that the files are found and removed if this process dies.
  await work.db
    .insertInto('portfolio_pictures')
    .values({ id, professional_id: professionalId, width, height, created_at: work.now })
    .execute()
  await pictures.keep(work, id, renditions)
  await inTransaction(work, async (work) => {
    const before = await lockMine(work, professionalId, params.id)
    if (before === undefined) await make(work, professionalId, params, id)
    else await exchange(work, before, params.side, id)
  })
  return portfolio(work)
}

const make = async (
  work: Work,
  professionalId: ProfessionalId,
  { id, side }: { id: string; side: 'before' | 'after' },
  picture: string,
) => {
  if (side === 'before') refuse('not_found')
  await work.db
    .insertInto('portfolio_items')
    .values(({ selectFrom, fn, val }) => ({
      id,
      professional_id: professionalId,
      after_picture: picture,
      position: selectFrom('portfolio_items')
        .select(fn.coalesce(sql<number>`max(position) + 1`, val(0)).as('next'))
        .where('professional_id', '=', professionalId),
      created_at: work.now,
    }))
    .execute()
    // The key is another owner's: for the caller there is no such item.
    .catch((error) =>
      refuseOn(error, { portfolio_full: 'portfolio_full', portfolio_items_pkey: 'not_found' }),
    )
}

type Locked = { id: string; before_picture: string | null; after_picture: string }

const exchange = async (work: Work, item: Locked, side: 'before' | 'after', picture: string | null) => {
  const old = side === 'before' ? item.before_picture : item.after_picture
  await work.db
    .updateTable('portfolio_items')
    .set({
      ...(side === 'before' ? { before_picture: picture } : { after_picture: picture ?? item.after_picture }),
      // Consent was given for another picture.
      ...(picture === null || picture === old ? {} : { consent: null, consent_at: null, published: false }),
      version: sql`version + 1`,
    })
    .where('id', '=', item.id)
    .execute()
  if (old !== null) await publish(work, 'professional.picture_replaced', { pictureId: old })
}

/** Refuses `not_found`, `stale_version`, `consent_missing`. */
export const change = async (work: Work, { params, body }: Input<typeof changeWork>): Promise<Item[]> => {
  const professionalId = await mine(work)
  await inTransaction(work, async (work) => {
    const item = (await lockMine(work, professionalId, params.id)) ?? refuse('not_found')
    if (item.version !== body.version) refuse('stale_version')
    await work.db
      .updateTable('portfolio_items')
      .set({
        caption: body.caption.replaceAll(/\s+/g, ' '),
        consent: body.consent,
        // The date of the consent, not of the last save.
        consent_at: body.consent === item.consent ? item.consent_at : body.consent === null ? null : work.now,
        published: body.published,
        version: item.version + 1,
      })
      .where('id', '=', item.id)
      .execute()
      .catch((error) => refuseOn(error, { portfolio_needs_consent: 'consent_missing' }))
  })
  return portfolio(work)
}

/** Ids of others are left out; omitted items follow in their earlier order. */
export const order = async (work: Work, { body }: Input<typeof orderPortfolio>): Promise<Item[]> => {
  const professionalId = await mine(work)
  await sql`
    update portfolio_items item set position = wished.place
    from (
      select id, row_number() over (order by array_position(${body.ids}::uuid[], id), position, id) - 1 as place
      from portfolio_items where professional_id = ${professionalId}
    ) wished
    where item.id = wished.id and item.position <> wished.place`.execute(work.db)
  return portfolio(work)
}

export const remove = async (work: Work, { params }: Input<typeof removeWork>): Promise<Item[]> => {
  const professionalId = await mine(work)
  await inTransaction(work, async (work) => {
    const item = await lockMine(work, professionalId, params.id)
    if (item === undefined) return
    await work.db.deleteFrom('portfolio_items').where('id', '=', item.id).execute()
    for (const pictureId of [item.before_picture, item.after_picture])
      if (pictureId !== null) await publish(work, 'professional.picture_replaced', { pictureId })
  })
  return portfolio(work)
}

/** Only the picture of the work remains. No new person is shown by it, so consent remains valid. */
export const removeBefore = async (work: Work, { params }: Input<typeof removeWork>): Promise<Item[]> => {
  const professionalId = await mine(work)
  await inTransaction(work, async (work) => {
    const item = await lockMine(work, professionalId, params.id)
    if (item === undefined || item.before_picture === null) return
    await exchange(work, item, 'before', null)
  })
  return portfolio(work)
}

/** All items of a deleted account. */
export const retirePortfolio = async (work: Work, professionalId: ProfessionalId) => {
  const rows = await rowsOf(work, professionalId)
  await work.db.deleteFrom('portfolio_items').where('professional_id', '=', professionalId).execute()
  for (const { before_picture, after_picture } of rows)
    for (const pictureId of [before_picture, after_picture])
      if (pictureId !== null) await publish(work, 'professional.picture_replaced', { pictureId })
}

const requireMine = async (work: Work, professionalId: ProfessionalId, id: string) => {
  const row = await work.db
    .selectFrom('portfolio_items')
    .select('id')
    .where('id', '=', id)
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  if (row === undefined) refuse('not_found')
}

const lockMine = (work: Work, professionalId: ProfessionalId, id: string) =>
  work.db
    .selectFrom('portfolio_items')
    .select(['id', 'before_picture', 'after_picture', 'version', 'consent', 'consent_at'])
    .where('id', '=', id)
    .where('professional_id', '=', professionalId)
    .forUpdate()
    .executeTakeFirst()

/** The files of a picture that no item shows. */
export const discard = async (work: Work, { pictureId }: { pictureId: string }) => {
  const { rows: shown } = await sql`
    select 1 from portfolio_items where before_picture = ${pictureId} or after_picture = ${pictureId}`.execute(
    work.db,
  )
  if (shown.length > 0) return
  await pictures.discard(work, pictureId)
  await work.db.deleteFrom('portfolio_pictures').where('id', '=', pictureId).execute()
}

/** Cleans up after a process that died midway. A fresh file may still be about to be shown. */
export const sweep = async (work: Work) => {
  const { rows } = await sql<{ id: string }>`
    select p.id from portfolio_pictures p
    where p.created_at < ${new Date(work.now.getTime() - hourMs)}
      and not exists (select from portfolio_items i where i.before_picture = p.id)
      and not exists (select from portfolio_items i where i.after_picture = p.id)
    limit 500`.execute(work.db)
  for (const { id } of rows) await discard(work, { pictureId: id })
}

const rowsOf = (work: Work, professionalId: ProfessionalId) =>
  work.db
    .selectFrom('portfolio_items as item')
    .innerJoin('portfolio_pictures as after', 'after.id', 'item.after_picture')
    .leftJoin('portfolio_pictures as before', 'before.id', 'item.before_picture')
    .select([
      'item.id',
      'item.caption',
      'item.consent',
      'item.published',
      'item.version',
      'item.before_picture',
      'item.after_picture',
      'after.drawn as after_drawn',
      'after.width as after_width',
      'after.height as after_height',
      'before.drawn as before_drawn',
      'before.width as before_width',
      'before.height as before_height',
    ])
    .where('item.professional_id', '=', professionalId)
    .orderBy('item.position')
    .orderBy('item.id')
    .execute()

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const present = (row: Row): Item => ({
  id: row.id,
  caption: row.caption,
  after: picture(row.after_picture, row.after_drawn, row.after_width, row.after_height),
  before:
    row.before_picture === null
      ? null
      : picture(row.before_picture, row.before_drawn, row.before_width ?? 1, row.before_height ?? 1),
  consent: row.consent === 'given' || row.consent === 'nobody_shown' ? row.consent : null,
  published: row.published,
  version: row.version,
})

const picture = (id: string, drawn: string | null, width: number, height: number): PortfolioPicture => ({
  small: drawn ?? pictures.addressOf(id, small),
  large: drawn ?? pictures.addressOf(id, large),
  width,
  height,
})
