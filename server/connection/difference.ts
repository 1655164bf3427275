/**
 * An event that a professional moved or deleted in a connected calendar becomes a question to her: never a silent change. A moved visit
 * is proposed to the other parties as usual (server/booking/change); a block moves, or is removed with its event; otherwise the event is put
 * back.
 */
import { sql } from 'kysely'
import { changeQuote } from '#server/booking/change/change-quote.ts'
import { change, changeSlots } from '#server/booking/change/change.ts'
import { changeOwn, removeOwn } from '#server/availability/block/own-block.ts'
import { dateOf, dayAt, zoneTable } from '#server/availability/zone/zone.ts'
import { wake } from '#server/connection/account.ts'
import { putBack } from '#server/connection/engine.ts'
import { endQuestion, save, writtenOf } from '#server/connection/ledger.ts'
import { asProfessional, isOf, type Owner } from '#server/connection/owner.ts'
import type { CalendarDifference } from '#contract/connection/connection.ts'
import type { ProviderName } from '#server/connection/providers.ts'
import { blockIn, bookingIn } from '#server/connection/ref.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type DifferenceRow = {
  id: string
  accountId: number
  provider: ProviderName
  ref: string
  kind: 'moved' | 'deleted'
  state: 'open' | 'proposed'
  bookingId: string | null
  blockId: number | null
  about: CalendarDifference['about']
  title: string
  /** The time in Kalli. */
  startsAt: Date
  endsAt: Date
  toStartsAt: Date | null
  toEndsAt: Date | null
  zone: string
}

/** Undecided ones of the viewer's accounts; without a booking or a block the title is generic. */
export const differencesOf = async (
  work: Work,
  professionalId: number,
  id?: string,
): Promise<DifferenceRow[]> => {
  const { rows } = await sql<DifferenceRow>`
    select difference.id, difference.account_id as "accountId", account.provider, difference.ref, difference.kind, difference.state,
      booking.id as "bookingId", block.id as "blockId", 
      case when booking.kind = 'rent' then 'rent' when booking.class_id is not null or class.id is not null then 'class'
        when booking.id is not null then 'visit' when block.id is not null then 'block' else 'other' end as about,
      coalesce(case when booking.kind = 'rent' then 'Espacio rentado' else concat_ws(' · ', booking.service_name, booking.contact ->> 'firstName') end,
        case when block.reason = '' then 'Bloqueo' else block.reason end, service.name || ' (clase)', 'Evento de Kalli') as title,
      written.starts_at as "startsAt", written.ends_at as "endsAt", difference.starts_at as "toStartsAt",
      difference.ends_at as "toEndsAt", coalesce(booking.zone, professional.zone) as zone
    from calendar_differences difference
    join calendar_accounts account on account.id = difference.account_id
    join professionals professional on professional.id = account.professional_id
    join written_events written on written.account_id = difference.account_id and written.ref = difference.ref
    left join bookings booking on booking.id = ${bookingIn('difference.ref')} and booking.professional_id = account.professional_id
    left join blocks block on block.id = ${blockIn('difference.ref')} and block.professional_id = account.professional_id
    left join class_sessions class on class.id = ${bookingIn('difference.ref')} left join services service on service.id = class.service_id
    where account.professional_id = ${professionalId} and account.leaving_at is null and difference.ended_at is null
      and (${id ?? null}::uuid is null or difference.id = ${id ?? null}::uuid)
    order by written.starts_at, difference.id`.execute(work.db)
  return rows
}

export const presentDifference = (row: Omit<DifferenceRow, 'blockId'>) => ({
  id: row.id,
  provider: row.provider,
  kind: row.kind,
  state: row.state,
  about: row.about,
  bookingId: row.bookingId,
  title: row.title,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  to:
    row.toStartsAt === null || row.toEndsAt === null
      ? null
      : { startsAt: row.toStartsAt.toISOString(), endsAt: row.toEndsAt.toISOString() },
  zone: row.zone,
})

const mine = async (work: Work, id: string): Promise<DifferenceRow> => {
  const owner = asProfessional(work)
  const [found] = await differencesOf(work, owner.professionalId, id)
  return found ?? refuseOver(work, owner, id)
}

/** Already decided, or another owner's. */
export const refuseOver = async (work: Work, owner: Owner, id: string): Promise<never> => {
  const known = await work.db
    .selectFrom('calendar_differences')
    .innerJoin('calendar_accounts', 'calendar_accounts.id', 'calendar_differences.account_id')
    .select('calendar_differences.id')
    .where('calendar_differences.id', '=', id)
    .where(isOf(owner))
    .executeTakeFirst()
  return refuse(known === undefined ? 'not_found' : 'calendar_difference_over')
}

/** Refuses not_found, calendar_difference_over, calendar_hour_not_offered, and as the change itself does. */
export const adopt = async (work: Work, id: string): Promise<void> => {
  const difference = await mine(work, id)
  const { kind, toStartsAt, toEndsAt, blockId, bookingId, about } = difference
  if (difference.state !== 'open') return refuse('calendar_difference_over')
  if (kind === 'deleted' && blockId !== null) return removeBlock(work, difference, blockId)
  if (toStartsAt === null || toEndsAt === null) return refuse('calendar_difference_over')
  if (blockId !== null)
    return moveBlock(work, difference, blockId, { startsAt: toStartsAt, endsAt: toEndsAt })
  if (bookingId === null || about !== 'visit') return refuse('move_not_allowed')
  await propose(work, bookingId, { as: 'professional', startsAt: toStartsAt, zone: difference.zone })
  // After a crash here followProposals finds the proposal.
  await markProposed(work, difference.accountId)
}

/** By the same steps as the dialog: the offered hours, a quote, and the proposal on its terms. */
export const propose = async (
  work: Work,
  bookingId: string,
  { as, startsAt, zone }: { as: 'professional' | 'host'; startsAt: Date; zone: string },
) => {
  const date = dateOf(dayAt(zoneTable(zone), startsAt.getTime()))
  const offered = await changeSlots(work, bookingId, { t: undefined, as, from: date, to: date })
  const slot = offered.days
    .flatMap(({ slots }) => slots)
    .find((one) => Date.parse(one.startsAt) === startsAt.getTime())
  if (slot === undefined) return refuse('calendar_hour_not_offered')
  const { token } = await changeQuote(work, bookingId, { t: undefined, as, slotToken: slot.token })
  await change(work, bookingId, { t: undefined, quoteToken: token, note: '' })
}

const moveBlock = async (
  work: Work,
  { accountId, ref }: DifferenceRow,
  blockId: number,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
) => {
  const version = await blockVersion(work, blockId)
  await inTransaction(work, async (work) => {
    await changeOwn(work, {
      params: { id: blockId },
      body: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), version },
    })
    await endQuestion(work, accountId, ref, 'over')
  })
}

const removeBlock = async (work: Work, { accountId, ref }: DifferenceRow, blockId: number) => {
  const version = await blockVersion(work, blockId)
  await inTransaction(work, async (work) => {
    await removeOwn(work, blockId, version)
    await endQuestion(work, accountId, ref, 'over')
  })
}

/** Refuses calendar_difference_over for a block that was removed meanwhile. */
export const blockVersion = async (work: Work, blockId: number): Promise<number> => {
  const block = await work.db
    .selectFrom('blocks')
    .select('version')
    .where('id', '=', blockId)
    .executeTakeFirst()
  return block?.version ?? refuse('calendar_difference_over')
}

/** Refuses not_found, calendar_difference_over. */
export const reject = async (work: Work, id: string): Promise<void> => {
  await rejectOne(work, await mine(work, id))
}

export const rejectOne = async (
  work: Work,
  { accountId, ref, kind, state }: Pick<DifferenceRow, 'accountId' | 'ref' | 'kind' | 'state'>,
): Promise<void> => {
  if (state !== 'open') return refuse('calendar_difference_over')
  await inTransaction(work, async (work) => {
    await putBackThere(work, accountId, ref, kind)
    await wake(work, [accountId])
  })
}

const putBackThere = async (work: Work, accountId: number, ref: string, kind: 'moved' | 'deleted') => {
  const written = (await writtenOf(work, accountId)).find((one) => one.ref === ref)
  if (written !== undefined) await save(work, accountId, putBack(written, kind))
  await endQuestion(work, accountId, ref, 'put_back')
}

const isProposed = sql`exists (select from change_proposals proposal
  where proposal.booking_id = ${bookingIn('difference.ref')} and proposal.state in ('open', 'paying'))`

export const markProposed = (work: Work, accountId: number) =>
  sql`update calendar_differences difference set state = 'proposed'
    where account_id = ${accountId} and kind = 'moved' and state = 'open' and ended_at is null and ${isProposed}`.execute(
    work.db,
  )

/** After a proposal was declined, withdrawn or not answered the booking stays: its event is put back too. */
export const followProposals = async (work: Work, accountId: number) => {
  await markProposed(work, accountId)
  const { rows } = await sql<{ ref: string; kind: 'moved' | 'deleted' }>`
    select ref, kind from calendar_differences difference
    where account_id = ${accountId} and state = 'proposed' and ended_at is null and not ${isProposed}`.execute(
    work.db,
  )
  for (const { ref, kind } of rows)
    await inTransaction(work, (work) => putBackThere(work, accountId, ref, kind))
}
