/** The administrator's review: what the automatic check left open, and documents that a person must see. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import type { ListingMove } from '#contract/space/listing.ts'
import { DocumentKind } from '#contract/space/space-document.ts'
import * as contract from '#contract/review/review.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'
import { lapse } from '#server/space/check.ts'
import { lock, moveListing } from '#server/space/listing.ts'
import { watched } from '#server/space/rules.ts'
import { equipmentPhotos, space } from '#server/space/space.ts'

const maxShown = 50
const done = { ok: true } as const

const inDoubt = sql<boolean>`(s.status = 'in_review'
  or s.status in ('published', 'paused') and (s.doubts <> '{}'
    or exists (select from space_documents d where d.space_id = s.id and d.status = 'in_review')))`
/** As the listing is at this moment: later additions were not seen (rules.ts). */
const isSanitary = sql<boolean>`needles or categories && ${[...watched]}::text[]`
const isSuspended = sql<boolean>`s.status = 'suspended'`

/** The most urgent first: by the hour until which an answer was promised. */
export const queue = async (
  work: Work,
  { query }: Input<typeof contract.reviewQueue>,
): Promise<z.input<typeof contract.reviewQueue.reply>> => {
  const wanted = query.show === 'suspended' ? isSuspended : inDoubt
  const { rows } = await sql<contract.ReviewedListing>`
    select s.id, s.version, s.status, s.name, b.name as "businessName", a.email as "hostEmail",
      concat_ws(' ', a.first_name, a.last_name) as "hostName", a.verification_level as "hostLevel",
      s.space_type as "spaceType", (select count(*) from units u where u.space_id = s.id and u.active) as units,
      s.address, s.city, s.state, s.neighbourhood, s.latitude, s.longitude, b.rfc, b.legal_kind as "legalKind",
      coalesce((select weekly from schedules where owner_kind = 'space' and owner_id = s.id), '[]') as weekly,
      s.categories, s.house_rules as rules, s.description, s.rules_text as "rulesText",
      s.price_per_hour_cents as "pricePerHourCents", ${inIso(sql.ref('s.submitted_at'))} as "submittedAt",
      ${inIso(sql.ref('s.review_due_at'))} as "dueAt", s.review_note as note, s.doubts,
      (select coalesce(json_agg(json_build_object('id', p.id, 'address', p.address, 'caption', p.caption)
        order by p.position), '[]') from space_photos p where p.space_id = s.id) as photos,
      ${equipmentPhotos} as "equipmentPhotos",
      (select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'status', d.status,
        'fileName', d.file_name, 'bytes', d.bytes, 'validUntil', d.valid_until, 'reason', d.reason,
        'createdAt', ${inIso(sql.ref('d.created_at'))}) order by d.created_at), '[]')
        from space_documents d where d.space_id = s.id) as documents
    from spaces s join businesses b on b.id = s.business_id join hosts h on h.id = s.host_id
      join accounts a on a.id = h.account_id
    where ${wanted}
    order by s.status <> 'in_review', s.review_due_at, s.id limit ${maxShown}`.execute(work.db)
  return {
    listings: rows.map((row) => z.parse(contract.ReviewedListing, row)),
    ...(await reviewCounts(work)),
  }
}

/** All that wait or are suspended, also beyond the listed ones. */
export const reviewCounts = async (work: Work): Promise<{ waiting: number; suspended: number }> => {
  const { rows } = await sql<{ waiting: number; suspended: number }>`
    select count(*) filter (where ${inDoubt}) as waiting, count(*) filter (where ${isSuspended}) as suspended
    from spaces s where s.status in ('in_review', 'published', 'paused', 'suspended')`.execute(work.db)
  return rows[0] ?? { waiting: 0, suspended: 0 }
}

const inIso = (at: ReturnType<typeof sql>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Refuses `papers_unseen` while documents of it wait, unless the administrator permits that. They remain pending; nothing accepts them. */
export const approve = (work: Work, { params, body }: Input<typeof contract.approveListing>) =>
  inTransaction(work, async (work) => {
    // First, so that its other refusals come first; then a refusal undoes it.
    const published = await decide(work, params.id, body.version, 'approve')
    if (!body.withoutDocuments) {
      const waiting = await work.db
        .selectFrom('space_documents')
        .select('kind')
        .where('space_id', '=', params.id)
        .where('status', '=', 'in_review')
        .orderBy('created_at')
        .execute()
      if (waiting.length > 0) refuse('papers_unseen', { kinds: waiting.map(({ kind }) => kind) })
    }
    return published
  })

export const reject = (work: Work, { params, body }: Input<typeof contract.rejectListing>) =>
  decide(work, params.id, body.version, 'reject', body.reason)

export const suspend = (work: Work, { params, body }: Input<typeof contract.suspendListing>) =>
  decide(work, params.id, body.version, 'suspend', body.reason)

export const reinstate = (work: Work, { params, body }: Input<typeof contract.reinstateListing>) =>
  decide(work, params.id, body.version, 'reinstate')

const decide = (work: Work, id: number, version: number, move: ListingMove, reason?: string) =>
  inTransaction(work, async (work) => {
    const listing = await lock(work, id, null)
    if (listing.version !== version) refuse('stale_version')
    const { missing, bookingsToCome } = await space(actingAs(work, { hostId: listing.hostId }), id)
    await moveListing(
      work,
      { ...listing, missing, bookingsToCome },
      {
        move,
        by: 'administrator',
        reason,
        values: {
          reviewed_at: work.now,
          doubts: [],
          review_note: reason ?? null,
          ...(move === 'approve' || move === 'reinstate' ? { sanitary_seen: isSanitary } : {}),
        },
      },
    )
    return done
  })

/** Clears the doubts about a changed published listing. Refuses `listing_not_movable` for others. */
export const clear = (work: Work, { params, body }: Input<typeof contract.clearListing>) =>
  inTransaction(work, async (work) => {
    const listing = await lock(work, params.id, null)
    if (listing.version !== body.version) refuse('stale_version')
    if (listing.status !== 'published' && listing.status !== 'paused') refuse('listing_not_movable')
    await work.db
      .updateTable('spaces')
      .set({ doubts: [], reviewed_at: work.now, sanitary_seen: isSanitary })
      .where('id', '=', params.id)
      .execute()
    return done
  })

export const acceptDocument = (work: Work, { params }: Input<typeof contract.acceptDocument>) =>
  answerDocument(work, params.id, null)

export const rejectDocument = (work: Work, { params, body }: Input<typeof contract.rejectDocument>) =>
  answerDocument(work, params.id, body.reason)

/** Refuses `document_not_movable` for one that is not pending. The space first, in the usual lock order. */
const answerDocument = (work: Work, id: string, reason: string | null) =>
  inTransaction(work, async (work) => {
    const document = await work.db
      .selectFrom('space_documents')
      .select(['space_id', 'kind'])
      .where('id', '=', id)
      .executeTakeFirst()
    const { space_id: spaceId, kind } = document ?? refuse('not_found')
    await lock(work, spaceId, null)
    const status = reason === null ? 'valid' : 'rejected'
    const moved = await work.db
      .updateTable('space_documents')
      .set((has) => ({ status, reason, reviewed_at: work.now, version: has('version', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'in_review')
      .returning('id')
      .executeTakeFirst()
    if (moved === undefined) refuse('document_not_movable')
    await publish(work, 'document.moved', {
      spaceId,
      kind: z.parse(DocumentKind, kind),
      status,
      note: reason,
    })
    if (reason !== null) await lapse(work, spaceId, `No aceptamos un documento: ${reason}`)
    return done
  })
