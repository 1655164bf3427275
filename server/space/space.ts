/**
 * A host's spaces and their units, as their host sees them. The contents of a space are step.ts, its state listing.ts; not responsible for
 * who may work there (hiring) nor for opening hours (availability).
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import type { draftSpace } from '#contract/space/listing-steps.ts'
import { type ListingDoubt, reviewReasons } from '#contract/review/review.ts'
import { missingOf } from '#contract/space/listing-missing.ts'
import { Space } from '#contract/space/space.ts'
import { levelFor } from '#contract/verification/verification.ts'
import { knownOf } from '#server/account/confirmation.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { businessNamed, ownBusiness } from '#server/space/business.ts'
import { equipmentOf, sameBusiness } from '#server/space/equipment-read.ts'
import { fitUnits } from '#server/space/unit.ts'

/** All of the host's, in the order in which they were added. */
export const spaces = async (work: Work): Promise<Space[]> =>
  work.viewer.hostId === null ? [] : read(work, work.viewer.hostId, null)

/** One of the host's. Refuses `not_found`. */
export const space = async (work: Work, id: number): Promise<Space> => {
  const hostId = work.viewer.hostId ?? refuse('not_found')
  const [found] = await read(work, hostId, id)
  return found ?? refuse('not_found')
}

/** More than any host writes at once. */
const maxDrafts = 20

/**
 * A draft with one unit in one of the actor's businesses, or in a new one of that name; the first makes the actor a host. Refuses
 * `invalid_input` without a business, `not_found` for another host's, `too_many_drafts`.
 */
export const draft = (work: Work, { body }: Input<typeof draftSpace>): Promise<Space> =>
  inTransaction(work, async (work) => {
    const hostId = await becomeHost(work)
    await lockName(work, `drafts:${hostId}`)
    const businessId =
      body.businessId === undefined
        ? await businessNamed(work, hostId, body.businessName ?? refuse('invalid_input'))
        : await ownBusiness(work, hostId, body.businessId)
    const { count } = await work.db
      .selectFrom('spaces')
      .select((has) => has.fn.countAll<number>().as('count'))
      .where('host_id', '=', hostId)
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow()
    if (count >= maxDrafts) refuse('too_many_drafts')
    const { id } = await work.db
      .insertInto('spaces')
      .values({
        ...nothingSaid,
        host_id: hostId,
        business_id: businessId,
        slug: `nuevo-${crypto.randomUUID()}`,
        created_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await fitUnits(work, id, ['Silla 1'])
    return space(actingAs(work, { hostId }), id)
  })

const nothingSaid = {
  name: '',
  space_type: 'chair',
  capacity: 1,
  municipality_id: 0,
  city: '',
  state: '',
  address: '',
  latitude: 0,
  longitude: 0,
  zone: 'America/Mexico_City',
  price_per_hour_cents: 0,
  status: 'draft',
  steps: [],
}

const becomeHost = async (work: Work): Promise<number> => {
  if (work.viewer.hostId !== null) return work.viewer.hostId
  const accountId = work.viewer.accountId ?? refuse('not_signed_in')
  // Two first spaces at once make one host.
  await lockName(work, `host:${accountId}`)
  const there = await work.db
    .selectFrom('hosts')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (there !== undefined) return there.id
  const known = await knownOf(work, accountId)
  const verified = (known?.level ?? 0) >= levelFor.verifiedMark
  const made = await work.db
    .insertInto('hosts')
    .values({ account_id: accountId, verified, created_at: work.now, paid_with_rfc_only: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const noPayout =
  'Está publicado, pero todavía nadie puede reservarlo: falta la CLABE donde recibes tu dinero (paso 9).'

/** For `spaces s`. */
export const equipmentPhotos = sql`(select coalesce(json_agg(json_build_object('id', p.id, 'item', p.item,
  'address', p.address) order by p.item), '[]') from equipment_photos p where p.space_id = s.id)`

const read = async (work: Work, hostId: number, id: number | null): Promise<Space[]> => {
  const { rows } = await sql<Row>`
    select s.id, s.slug, s.status, s.version, b.id as "businessId", b.name as "businessName",
      json_build_object('legalKind', b.legal_kind, 'rfc', b.rfc, 'taxRegime', b.tax_regime,
        'contactEmail', b.contact_email, 'contactPhone', b.contact_phone) as business,
      s.municipality_id as "municipalityId", s.city, s.state, s.neighbourhood, s.address, s.postal_code as "postalCode", s.directions,
      s.latitude, s.longitude, s.zone, s.name, s.space_type as "spaceType", s.description, s.capacity,
      s.area_m2 as "areaM2", s.accessibility, s.amenities, ${equipmentOf()} as equipment, ${sameBusiness} as "sameBusiness",
      (select coalesce(json_agg(json_build_object('id', p.id, 'address', p.address, 'caption', p.caption)
        order by p.position), '[]') from space_photos p where p.space_id = s.id) as photos,
      ${equipmentPhotos} as "equipmentPhotos",
      (select coalesce(json_agg(json_build_object('id', u.id, 'number', u.number, 'name', u.name, 'active', u.active)
        order by u.number), '[]') from units u where u.space_id = s.id) as units,
      coalesce((select weekly from schedules where owner_kind = 'space' and owner_id = s.id), '[]') as weekly,
      s.cleaning_minutes as "cleaningMinutes", s.block_minutes as "blockMinutes",
      s.rounding_minutes as "roundingMinutes", s.notice_minutes as "noticeMinutes",
      s.price_per_hour_cents as "pricePerHourCents", s.minimum_minutes as "minimumMinutes",
      s.day_cap_cents as "dayCapCents", s.hour_packs as packs, s.rent_policy as "rentPolicy",
      s.house_rules as rules, s.rules_text as "rulesText", s.categories, s.minimum_level as "minimumLevel",
      s.required_documents as "requiredDocuments", s.welcome, s.needles, s.insured,
      (select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'status', d.status,
        'fileName', d.file_name, 'bytes', d.bytes, 'validUntil', d.valid_until, 'reason', d.reason,
        'createdAt', ${inIso(sql.ref('d.created_at'))}) order by d.created_at), '[]')
        from space_documents d where d.space_id = s.id) as documents,
      case when h.clabe is null then null
        else json_build_object('end', h.clabe_end, 'holder', h.clabe_holder, 'bank', h.clabe_bank) end as payout,
      h.payable, s.steps, ${bookingsToCome(work)} as "bookingsToCome",
      json_build_object('submittedAt', ${inIso(sql.ref('s.submitted_at'))},
        'dueAt', ${inIso(sql.ref('s.review_due_at'))}, 'note', s.review_note) as review, s.doubts
    from spaces s join businesses b on b.id = s.business_id join hosts h on h.id = s.host_id
    where s.host_id = ${hostId} and (${id}::bigint is null or s.id = ${id})
    order by s.id`.execute(work.db)
  return rows.map((row) =>
    z.parse(Space, {
      ...row,
      review: {
        ...row.review,
        reasons: row.status === 'in_review' ? row.doubts.map((doubt) => reviewReasons[doubt]) : [],
      },
      missing: missingOf(row),
      unbookable: row.status === 'published' && !row.payable ? noPayout : null,
    }),
  )
}

const inIso = (at: ReturnType<typeof sql>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** `read` adds the derived fields. */
type Row = Omit<Space, 'missing' | 'unbookable' | 'review'> & {
  payable: boolean
  doubts: ListingDoubt[]
  review: Omit<Space['review'], 'reasons'>
}

/** For the space `s`: bookings that still claim time of its units. */
const bookingsToCome = (work: Work) => sql<number>`(
  select count(distinct c.booking_id) from claims c join units u on u.id = c.resource_id
  where u.space_id = s.id and c.booking_id is not null and upper(c.during) > ${work.now}::timestamptz
    and (c.expires_at is null or c.expires_at > ${work.now}::timestamptz))`

/** "Verificada" on cards and in the filter follows the level of the host's account. */
export const followLevel = (work: Work, accountId: number): Promise<void> =>
  inTransaction(work, async (work) => {
    const changed = await work.db
      .updateTable('hosts')
      .from('accounts')
      .set({ verified: sql<boolean>`accounts.verification_level >= ${levelFor.verifiedMark}::integer` })
      .whereRef('accounts.id', '=', 'hosts.account_id')
      .where('accounts.id', '=', accountId)
      .returning('hosts.id')
      .executeTakeFirst()
    if (changed === undefined) return
    const own = await work.db.selectFrom('spaces').select('id').where('host_id', '=', changed.id).execute()
    for (const { id } of own) await publish(work, 'space.changed', { spaceId: id })
  })

/** Instant renters need an agreement from now on; answers whether that is new. In the caller's transaction. */
export const asksForAgreement = async (work: Work, spaceId: number): Promise<boolean> => {
  const changed = await work.db
    .updateTable('spaces')
    .set({ welcome: 'application' })
    .where('id', '=', spaceId)
    .where('welcome', '=', 'instant')
    .returning('id')
    .execute()
  return changed.length > 0
}
