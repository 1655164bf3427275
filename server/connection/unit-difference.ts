/**
 * An event moved or deleted in the calendar of a unit, as a question to its host: a visit or rent is proposed to the other parties as
 * usual, a block moves or is removed with its event, or the event is put back (difference.ts).
 */
import { sql } from 'kysely'
import { change, remove } from '#server/availability/block/block.ts'
import { proposeRentChange, rentChangeQuote } from '#server/booking/rent/rent-change.ts'
import {
  blockVersion,
  type DifferenceRow,
  markProposed,
  propose,
  refuseOver,
  rejectOne,
} from '#server/connection/difference.ts'
import { endQuestion } from '#server/connection/ledger.ts'
import { asHost } from '#server/connection/owner.ts'
import { blockIn, bookingIn } from '#server/connection/ref.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type UnitDifferenceRow = DifferenceRow & { unitName: string }

/** Undecided ones; null: of all the host's spaces. */
export const unitDifferences = async (
  work: Work,
  spaceId: number | null,
  id?: string,
): Promise<UnitDifferenceRow[]> => {
  const { hostId } = asHost(work)
  const { rows } = await sql<UnitDifferenceRow>`
    with question as (
      select difference.*, account.provider, account.host_id, ${bookingIn('difference.ref')} as thing, ${blockIn('difference.ref')} as block_id
      from calendar_accounts account join calendar_differences difference on difference.account_id = account.id and difference.ended_at is null
      where account.host_id = ${hostId} and account.leaving_at is null
        and (${id ?? null}::uuid is null or difference.id = ${id ?? null}::uuid))
    select question.id, question.account_id as "accountId", question.provider, question.ref, question.kind, question.state, booking.id as "bookingId",
      block.id as "blockId", unit.name as "unitName", written.starts_at as "startsAt", written.ends_at as "endsAt",
      question.starts_at as "toStartsAt", question.ends_at as "toEndsAt", space.zone,
      case when booking.kind = 'rent' then 'rent' when booking.class_id is not null or class.id is not null then 'class'
        when booking.id is not null then 'visit' when block.closure_id is null and block.id is not null then 'block' else 'other' end as about,
      concat_ws(' · ', case when booking.kind = 'rent' then 'Renta' when booking.id is not null then 'Cita' when class.id is not null then 'Clase'
        when block.reason <> '' then block.reason else 'Bloqueo' end, professional.first_name, unit.name) as title
    from question join written_events written on written.account_id = question.account_id and written.ref = question.ref
    left join bookings booking on booking.id = question.thing and booking.host_id = question.host_id
    left join class_sessions class on class.id = question.thing and class.host_id = question.host_id
    left join blocks block on block.id = question.block_id
    join units unit on unit.id = coalesce(booking.unit_id, class.unit_id, block.unit_id)
    join spaces space on space.id = unit.space_id and space.host_id = question.host_id
    left join professionals professional on professional.id = coalesce(booking.professional_id, class.professional_id)
    where ${spaceId}::bigint is null or space.id = ${spaceId}::bigint
    order by written.starts_at, question.id`.execute(work.db)
  return rows
}

const one = async (work: Work, spaceId: number | null, id: string): Promise<UnitDifferenceRow> => {
  const [found] = await unitDifferences(work, spaceId, id)
  if (found !== undefined) return found
  // A member learns nothing about another space.
  return spaceId === null ? refuseOver(work, asHost(work), id) : refuse('not_found')
}

/** Refuses not_found, calendar_difference_over, calendar_hour_not_offered, and as the change itself does. */
export const adoptInUnit = async (work: Work, spaceId: number | null, id: string): Promise<void> => {
  const difference = await one(work, spaceId, id)
  const { about, kind, state, toStartsAt, toEndsAt, bookingId, blockId, zone } = difference
  if (state !== 'open') return refuse('calendar_difference_over')
  if (kind === 'deleted' && about === 'block' && blockId !== null)
    return removeBlock(work, difference, blockId)
  if (toStartsAt === null || toEndsAt === null) return refuse('calendar_difference_over')
  if (about === 'block' && blockId !== null)
    return moveBlock(work, difference, blockId, { startsAt: toStartsAt, endsAt: toEndsAt })
  if (bookingId === null || (about !== 'visit' && about !== 'rent')) return refuse('move_not_allowed')
  if (about === 'rent') await proposeRent(work, bookingId, toStartsAt)
  else await propose(work, bookingId, { as: 'host', startsAt: toStartsAt, zone })
  // After a crash here followProposals finds the proposal.
  await markProposed(work, difference.accountId)
}

const proposeRent = async (work: Work, bookingId: string, startsAt: Date) => {
  const as = 'host' as const
  const { token } = await rentChangeQuote(work, bookingId, { as, startsAt: startsAt.toISOString() })
  await proposeRentChange(work, bookingId, { as, quoteToken: token, note: '' })
}

const moveBlock = async (
  work: Work,
  { accountId, ref }: UnitDifferenceRow,
  blockId: number,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
) => {
  const version = await blockVersion(work, blockId)
  await inTransaction(work, async (work) => {
    await change(work, blockId, {
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      version,
    })
    await endQuestion(work, accountId, ref, 'over')
  })
}

const removeBlock = async (work: Work, { accountId, ref }: UnitDifferenceRow, blockId: number) => {
  const version = await blockVersion(work, blockId)
  await inTransaction(work, async (work) => {
    await remove(work, blockId, version)
    await endQuestion(work, accountId, ref, 'over')
  })
}

/** Refuses not_found, calendar_difference_over. */
export const rejectInUnit = async (work: Work, spaceId: number | null, id: string): Promise<void> =>
  rejectOne(work, await one(work, spaceId, id))
