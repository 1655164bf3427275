/** The state of a listing and its moves: by its host here, automatic ones in check.ts, an administrator's in review.ts. */
import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import type { submitSpace } from '#contract/space/listing-steps.ts'
import {
  type ListingActor,
  type ListingFacts,
  type ListingMove,
  listingMoves,
  ListingState,
  mayMoveListing,
} from '#contract/space/listing.ts'
import { reviewHours } from '#contract/platform/document.ts'
import type { Space } from '#contract/space/space.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { space } from '#server/space/space.ts'

type RequestParams = Input<typeof submitSpace>

/** Submits for review, with its documents. Refuses `listing_incomplete`, with what is missing. */
export const submit = (work: Work, request: RequestParams): Promise<Space> =>
  moveOwn(work, request, 'submit', async (work) => {
    await work.db
      .updateTable('space_documents')
      .set((has) => ({ status: 'in_review', version: has('version', '+', 1) }))
      .where('space_id', '=', request.params.id)
      .where('status', '=', 'uploaded')
      .execute()
    return {
      submitted_at: work.now,
      review_due_at: new Date(work.now.getTime() + reviewHours * hourMs),
      reviewed_at: null,
      review_note: null,
      doubts: [],
    }
  })

export const withdraw = (work: Work, request: RequestParams): Promise<Space> =>
  moveOwn(work, request, 'withdraw', async () => ({ submitted_at: null, review_due_at: null, doubts: [] }))

export const pause = (work: Work, request: RequestParams): Promise<Space> => moveOwn(work, request, 'pause')

/** Refuses `listing_incomplete` while something is missing, such as a document that has expired. */
export const resume = (work: Work, request: RequestParams): Promise<Space> =>
  moveOwn(work, request, 'resume', async () => ({ review_note: null }))

/** Refused while it has future bookings. */
export const archive = (work: Work, request: RequestParams): Promise<Space> =>
  moveOwn(work, request, 'archive', async (work) => {
    await sql`
      select 1 from resources where id in (select id from units where space_id = ${request.params.id})
      order by id for update`.execute(work.db)
    return {}
  })

type Values = {
  submitted_at?: Date | null
  review_due_at?: Date | null
  reviewed_at?: Date | null
  review_note?: string | null
  doubts?: string[]
  sanitary_seen?: RawBuilder<boolean>
}

/** Idempotent: repeating a move succeeds. */
const moveOwn = (
  work: Work,
  { params, body }: RequestParams,
  move: ListingMove,
  also?: (work: Work) => Promise<Values>,
): Promise<Space> =>
  inTransaction(work, async (work) => {
    const own = await lockOwn(work, params.id, null)
    if (own.status === listingMoves[move].to) return space(work, params.id)
    if (own.version !== body.version) refuse('stale_version')
    const values = (await also?.(work)) ?? {}
    const { missing, bookingsToCome } = await space(work, params.id)
    await moveListing(work, { ...own, missing, bookingsToCome }, { move, by: 'host', values })
    return space(work, params.id)
  })

export type Locked = { id: number; hostId: number; businessId: number; status: ListingState; version: number }

/**
 * The only way in which a listing moves; its host reads `reason`. Refuses by the table of moves, and publishing for a suspended account.
 */
export const moveListing = async (
  work: Work,
  listing: Pick<Locked, 'id' | 'status' | 'version'> & Omit<ListingFacts, 'state'>,
  {
    move,
    by,
    reason,
    values = {},
  }: { move: ListingMove; by: ListingActor; reason?: string; values?: Values },
) => {
  const answer = mayMoveListing(move, by, { ...listing, state: listing.status })
  if (!answer.allowed)
    refuse(
      listing.missing.length > 0 && isFrom(move, listing.status)
        ? 'listing_incomplete'
        : 'listing_not_movable',
      {
        reason: answer.reason,
        missing: listing.missing,
      },
    )
  const version = listing.version + 1
  await work.db
    .updateTable('spaces')
    // A manual move decides: the end of its account's suspension does not undo it (suspending.ts).
    .set({ ...values, status: listingMoves[move].to, version, suspended_from: null })
    .where('id', '=', listing.id)
    .execute()
    .catch((error: unknown) => {
      if (constraintOf(error) !== 'suspended_publish_nothing') throw error
      refuse('listing_not_movable', { reason: 'La cuenta de su anfitrión está suspendida.', missing: [] })
    })
  await work.db
    .insertInto('listing_moves')
    .values({
      space_id: listing.id,
      version,
      move,
      by,
      account_id: work.viewer.accountId,
      reason: reason ?? null,
      at: work.now,
    })
    .execute()
  await publish(work, 'listing.moved', { spaceId: listing.id, move, reason: reason ?? null, version })
  await publish(work, 'space.changed', { spaceId: listing.id })
}

const isFrom = (move: ListingMove, state: ListingState) => {
  const from: readonly ListingState[] = listingMoves[move].from
  return from.includes(state)
}

/** Whether it may be edited: not while staff is deciding on it. */
export const mayBeWritten = (status: ListingState) =>
  status === 'draft' || status === 'published' || status === 'paused'

/** Through the actor: another host's is not found. Refuses `stale_version` where a version is given. */
export const lockOwn = async (work: Work, id: number, version: number | null): Promise<Locked> => {
  const hostId = work.viewer.hostId ?? refuse('not_found')
  const locked = await lock(work, id, hostId)
  if (version !== null && locked.version !== version) refuse('stale_version')
  return locked
}

/** For staff who decide on any host's. Refuses `not_found`. */
export const lock = async (work: Work, id: number, hostId: number | null): Promise<Locked> => {
  const row = await work.db
    .selectFrom('spaces')
    .select(['id', 'host_id', 'business_id', 'status', 'version'])
    .where('id', '=', id)
    .$if(hostId !== null, (query) => query.where('host_id', '=', hostId))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return refuse('not_found')
  return {
    id: row.id,
    hostId: row.host_id,
    businessId: row.business_id,
    status: ListingState.parse(row.status),
    version: row.version,
  }
}
