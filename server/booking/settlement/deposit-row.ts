/** Deposits as stored, found through the viewer, and moved one step by the contract's table. */
import { hourMs } from '#contract/platform/duration.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import {
  claimHours,
  type ContestedDeposit,
  type Deposit,
  depositMoves,
  DepositState,
  mayMoveDeposit,
  type DepositMove,
  type DepositParty,
} from '#contract/booking/settlement/deposit.ts'
import { holdLastsMs } from '#server/payment/charge/guarantee.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Deposits } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type DepositRow = Selectable<Deposits>
export type DepositSide = 'professional' | 'host'

/** A deposit with its rented hours. */
export type Held = {
  /** Null: no card was charged yet. */
  row: DepositRow | null
  rent: {
    id: string
    status: string
    amount_cents: number
    professional_id: number
    paid_by: number | null
    host_id: number
    starts_at: Date
    ends_at: Date
    zone: string
  }
}

/** Until when the host may claim damage. */
export const claimByOf = ({ ends_at }: { ends_at: Date }) => new Date(ends_at.getTime() + claimHours * hourMs)

/** An authorization must outlive the days in which the host may claim: for a stay of many days it is made later. */
export const holdAtOf = (rent: { ends_at: Date }) => new Date(claimByOf(rent).getTime() - holdLastsMs)

/** The deposit of a rent and this person's part in it. Null: none is required. Refuses not_found. */
export const findDeposit = async (
  work: Work,
  rentId: string,
  side: DepositSide,
  { lock = false }: { lock?: boolean } = {},
): Promise<Held | null> => {
  const { professionalId, hostId } = work.viewer
  const rows = await work.db
    .selectFrom('deposits')
    .selectAll()
    .where('booking_id', '=', rentId)
    // Transferred hours may have a deposit of each holder: the latest is meant.
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .$if(lock, (query) => query.forUpdate())
    .execute()
  const rent = await work.db
    .selectFrom('bookings')
    .select(['id', 'kind', 'status', 'deposit_cents', 'professional_id', 'paid_by', 'host_id', 'starts_at'])
    .select(['ends_at', 'zone', 'confirmed_at'])
    .where('id', '=', rentId)
    .executeTakeFirst()
  if (rent?.kind !== 'rent' || rent.host_id === null || rent.confirmed_at === null) return refuse('not_found')
  const mine = rows.filter((row) => row.professional_id === professionalId)
  if (side === 'professional' && mine.length === 0 && rent.professional_id !== professionalId)
    return refuse('not_found')
  if (side === 'host' && rent.host_id !== hostId) return refuse('not_found')
  const seen = side === 'host' ? rows : mine
  const row = seen.find((one) => one.professional_id === rent.professional_id) ?? seen[0] ?? null
  if (rent.deposit_cents === null) return null
  return { row, rent: { ...rent, host_id: rent.host_id, amount_cents: rent.deposit_cents } }
}

export const lockDeposit = (work: Work, id: string): Promise<DepositRow | undefined> =>
  work.db.selectFrom('deposits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const stateOf = (row: DepositRow | null): DepositState =>
  row === null ? 'waiting' : z.parse(DepositState, row.state)

/** What the table of moves looks at. */
export const currentDeposit = ({ row, rent }: Held) => ({
  state: stateOf(row),
  startsAt: rent.starts_at.toISOString(),
  claimBy: claimByOf(rent).toISOString(),
  contestBy: row?.contest_by?.toISOString() ?? null,
})

/** Refuses deposit_not_movable with the reason that the disabled button shows. */
export const requireDepositMove = (held: Held, move: DepositMove, party: DepositParty, now: Date) => {
  const answer = mayMoveDeposit(move, party, currentDeposit(held), now)
  if (!answer.allowed) throw new Refusal('deposit_not_movable', undefined, answer.reason)
}

/** Moves it and records the actor and the reason. Refuses stale_version after a concurrent move. */
export const moveDeposit = async (
  work: Work,
  row: DepositRow,
  move: DepositMove,
  mover: { party: DepositParty; reason?: string },
  changes: Updateable<Deposits> = {},
): Promise<void> => {
  const { to } = depositMoves[move]
  const moved = await work.db
    .updateTable('deposits')
    .set({ ...changes, state: to, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) refuse('stale_version')
  await recordDepositMove(work, row.id, { version: row.version + 1, move, from: row.state, to, ...mover })
}

export const recordDepositMove = (
  work: Work,
  depositId: string,
  made: {
    version: number
    move: DepositMove
    from: string | null
    to: string
    party: DepositParty
    reason?: string
  },
) =>
  work.db
    .insertInto('deposit_moves')
    .values({
      deposit_id: depositId,
      version: made.version,
      move: made.move,
      from_state: made.from,
      to_state: made.to,
      actor: made.party,
      actor_account_id: work.viewer.accountId,
      reason: made.reason ?? '',
      at: work.now,
    })
    .execute()

type Shown = {
  spaceName: string
  unitName: string
  professional: string
  host: string
  photos: { id: string; side: string }[]
}

/** Its state and terms, as both parties read them. */
export const partsOf = async (
  work: Work,
  held: Held,
): Promise<Omit<z.input<typeof ContestedDeposit>, 'proposal'>> => {
  const { row, rent } = held
  const { rows } = await sql<Shown>`
    select place_name(biz.name, s.name) as "spaceName", u.name as "unitName", concat_ws(' ', p.first_name, p.last_name) as professional,
      biz.name as host, (select coalesce(json_agg(json_build_object('id', photo.id, 'side', photo.side)
        order by photo.created_at, photo.id), '[]') from deposit_photos photo
        where photo.deposit_id = ${row?.id ?? null}::uuid and photo.used) as photos
    from bookings b join spaces s on s.id = b.space_id join businesses biz on biz.id = s.business_id
    join units u on u.id = b.unit_id join professionals p on p.id = ${row?.professional_id ?? rent.professional_id}
    where b.id = ${rent.id}`.execute(work.db)
  const shown = rows[0] ?? refuse('not_found')
  const photosOf = (side: DepositSide) => shown.photos.filter((one) => one.side === side).map(({ id }) => id)
  return {
    id: rent.id,
    version: row?.version ?? 0,
    state: stateOf(row),
    amountCents: row?.amount_cents ?? rent.amount_cents,
    retainedCents: row?.retained_cents ?? 0,
    claimBy: claimByOf(rent).toISOString(),
    heldAt: row?.held_at?.toISOString() ?? null,
    claim:
      row === null || row.claimed_at === null || row.contest_by === null
        ? null
        : {
            amountCents: row.claim_cents ?? 0,
            reason: row.claim_reason ?? '',
            claimedAt: row.claimed_at.toISOString(),
            contestBy: row.contest_by.toISOString(),
            photos: photosOf('host'),
          },
    contest:
      row === null || row.contested_at === null
        ? null
        : {
            text: row.contest_text ?? '',
            at: row.contested_at.toISOString(),
            photos: photosOf('professional'),
          },
    decidedAt: row?.decided_at?.toISOString() ?? null,
    rent: {
      startsAt: rent.starts_at.toISOString(),
      endsAt: rent.ends_at.toISOString(),
      zone: rent.zone,
      spaceName: shown.spaceName,
      unitName: shown.unitName,
    },
    professional: shown.professional,
    host: shown.host,
  }
}

const ownMoves = {
  professional: ['ask', 'accept', 'contest'],
  host: ['release', 'claim', 'withdraw'],
} as const satisfies Record<DepositSide, readonly DepositMove[]>

/** Every move of the viewer's side, allowed or with its reason. */
export const movesFor = (held: Held, side: DepositSide, now: Date): z.input<typeof Deposit>['moves'] =>
  ownMoves[side].map((move) => {
    const answer = mayMoveDeposit(move, side, currentDeposit(held), now)
    return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
  })
