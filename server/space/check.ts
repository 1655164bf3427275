/** The automatic check of a listing: complete listings without doubts are published within minutes, the rest waits for a person. */
import { sql } from 'kysely'
import type { DocumentKind } from '#contract/space/space-document.ts'
import { Category } from '#contract/professional/categories.ts'
import type { ListingDoubt } from '#contract/review/review.ts'
import { documentWarningDays } from '#contract/platform/document.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { publish } from '#server/platform/jobs.ts'
import { documentDay } from '#server/platform/files/document-file.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'
import { lock, moveListing } from '#server/space/listing.ts'
import { zoneOf } from '#server/space/neighbour.ts'
import { doubtsOf } from '#server/space/rules.ts'
import { space } from '#server/space/space.ts'

/** After submission. An earlier decision (its host withdrew it, staff approved it) has precedence. */
export const examineSubmitted = (work: Work, id: number): Promise<void> =>
  inTransaction(work, async (work) => {
    const listing = await lock(work, id, null)
    if (listing.status !== 'in_review') return
    const doubts = await foundIn(work, id)
    // It stays in the staff's queue, who publish it when the suspension is lifted.
    if (await isOfSuspended(work, id)) return keep(work, id, doubts)
    const mine = actingAs(work, { hostId: listing.hostId })
    const { missing, bookingsToCome } = await space(mine, id)
    if (doubts.length > 0 || missing.length > 0) return keep(work, id, doubts)
    await moveListing(
      work,
      { ...listing, missing, bookingsToCome },
      { move: 'publish', by: 'platform', values: { reviewed_at: work.now, doubts: [] } },
    )
  })

/** Listings that wait only for a confirmed address of their host are checked again after the confirmation. */
export const examineAgain = async (work: Work, accountId: number): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from spaces s join hosts h on h.id = s.host_id
    where h.account_id = ${accountId} and s.status = 'in_review' and 'host_unknown' = any (s.doubts) order by s.id`.execute(
    work.db,
  )
  for (const { id } of rows) await examineSubmitted(work, id)
}

const isOfSuspended = async (work: Work, id: number): Promise<boolean> => {
  const { rows } = await sql`
    select from spaces s join hosts h on h.id = s.host_id join accounts a on a.id = h.account_id
    where s.id = ${id} and a.suspended_at is not null`.execute(work.db)
  return rows.length > 0
}

/** After a change of a published listing: it stays published, and in doubt staff looks at it. */
export const examineEdited = (work: Work, id: number): Promise<void> =>
  inTransaction(work, async (work) => {
    const listing = await lock(work, id, null)
    if (listing.status !== 'published' && listing.status !== 'paused') return
    const { sanitary_seen: isSeen } = await work.db
      .selectFrom('spaces')
      .select('sanitary_seen')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // A regulated listing is reviewed once, before it was published or when it became one.
    const doubts = (await foundIn(work, id)).filter(
      (doubt) => (doubt !== 'sanitary' || !isSeen) && doubt !== 'host_unknown',
    )
    await keep(work, id, doubts)
  })

const keep = async (work: Work, id: number, doubts: readonly ListingDoubt[]) => {
  await work.db
    .updateTable('spaces')
    .set({ doubts: [...doubts] })
    .where('id', '=', id)
    .execute()
}

type Row = {
  id: number
  name: string
  description: string
  rules_text: string
  directions: string
  captions: string[]
  categories: string[]
  needles: boolean
  price_per_hour_cents: number
  latitude: number
  longitude: number
  space_type: string
  host_known: boolean
  same_place: boolean
  same_photo: boolean
}

const foundIn = async (work: Work, id: number): Promise<ListingDoubt[]> => {
  const { rows } = await sql<Row>`
    with shots as (select space_id, content_hash from space_photos
      union all select space_id, content_hash from equipment_photos)
    select s.id, s.name, s.description, s.rules_text, s.directions, s.categories, s.needles, s.price_per_hour_cents, s.latitude,
      s.longitude, s.space_type,
      array(select caption from space_photos where space_id = s.id) as captions,
      a.email_confirmed_at is not null or a.phone_confirmed_at is not null as host_known,
      exists (select from spaces o where o.host_id <> s.host_id and o.status in ('published', 'paused')
        and o.space_type = s.space_type and o.municipality_id = s.municipality_id
        and lower(o.address) = lower(s.address)) as same_place,
      exists (select from shots mine join shots theirs on theirs.content_hash = mine.content_hash
        join spaces o on o.id = theirs.space_id and o.host_id <> s.host_id
        where mine.space_id = s.id) as same_photo
    from spaces s join hosts h on h.id = s.host_id join accounts a on a.id = h.account_id
    where s.id = ${id}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return []
  return doubtsOf({
    texts: [row.name, row.description, row.rules_text, row.directions, ...row.captions],
    categories: row.categories.map((one) => Category.parse(one)),
    needles: row.needles,
    pricePerHourCents: row.price_per_hour_cents,
    zone: await zoneOf(work, row),
    hostKnown: row.host_known,
    samePlace: row.same_place,
    samePhoto: row.same_photo,
  })
}

/**
 * Documents about to expire (notified 30 days before and in the last week) or expired. A listing that requires one is paused, and its host
 * is notified.
 */
export const followDates = async (work: Work) => {
  const today = documentDay(work.now)
  const [soon, lastWeek] = documentWarningDays.map((days) =>
    documentDay(new Date(work.now.getTime() + days * dayMs)),
  )
  const due = sql<boolean>`(status in ('valid', 'expiring') and valid_until < ${today}::date
    or status = 'valid' and valid_until <= ${soon}::date
    or status = 'expiring' and valid_until <= ${lastWeek}::date and not last_week)`
  const spaces = await work.db
    .selectFrom('space_documents')
    .select('space_id as id')
    .distinct()
    .where(due)
    .limit(500)
    .execute()
  for (const { id } of spaces)
    await inTransaction(work, async (work) => {
      // The listing first, in the lock order of every other move.
      await lock(work, id, null)
      const { rows } = await sql<{ kind: DocumentKind; status: string }>`
        update space_documents set version = version + 1, last_week = valid_until <= ${lastWeek}::date,
          status = case when valid_until < ${today}::date then 'expired' else 'expiring' end
        where space_id = ${id} and ${due} returning kind, status`.execute(work.db)
      for (const { kind, status } of rows)
        await publish(work, 'document.moved', { spaceId: id, kind, status, note: null })
      if (rows.some(({ status }) => status === 'expired'))
        await lapse(work, id, 'Venció un documento que tu espacio necesita.')
    })
}

/** Unpublishes it while a required document is missing. */
export const lapse = async (work: Work, id: number, reason: string) => {
  const listing = await lock(work, id, null)
  if (listing.status !== 'published') return
  const { missing, bookingsToCome } = await space(actingAs(work, { hostId: listing.hostId }), id)
  if (missing.length === 0) return
  await moveListing(
    work,
    { ...listing, missing, bookingsToCome },
    { move: 'lapse', by: 'platform', reason, values: { review_note: reason } },
  )
}
