/** Accounts as support sees them: found by what people write, with the current consequences of a suspension. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { twoPersonsAboveCents } from '#contract/booking/settlement/dispute.ts'
import { isUuid } from '#contract/platform/shapes.ts'
import {
  AccountAct,
  type AccountCase,
  type findAccounts,
  type FoundAccount,
  type SuspensionFault,
} from '#contract/suspension/suspension.ts'
import { countClassesOf, toComeOf, worthOf } from '#server/booking/support/party-cancellation.ts'
import { waitingOf } from '#server/payment/payout/payout.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { factsOf } from '#server/suspension/account-facts.ts'
import { namesOf, partiesOf, type Parties } from '#server/suspension/parties.ts'

type FoundRow = {
  id: number
  name: string
  email: string
  isProfessional: boolean
  isHost: boolean
  isClient: boolean
  isTeam: boolean
  suspendedAt: Date | null
  since: Date
}

const found = sql`select a.id, concat_ws(' ', a.first_name, a.last_name) as name, a.email, a.suspended_at as "suspendedAt", a.created_at as since,
    exists (select from professionals where account_id = a.id) as "isProfessional",
    exists (select from hosts where account_id = a.id) as "isHost", exists (select from clients where account_id = a.id) as "isClient",
    'admin' = any (a.available_roles) as "isTeam"
  from accounts a`

/** By email, or by the number of a booking; with neither, the suspended ones, the latest first. */
export const find = async (work: Work, request: string): Promise<z.input<(typeof findAccounts)['reply']>> => {
  const which =
    request === ''
      ? sql`a.suspended_at is not null`
      : isUuid(request)
        ? sql`a.id in (select p.account_id from bookings b join professionals p on p.id = b.professional_id where b.id = ${request}::uuid
            union select h.account_id from bookings b join hosts h on h.id = b.host_id where b.id = ${request}::uuid
            union select c.account_id from bookings b join clients c on c.id = b.client_id where b.id = ${request}::uuid)`
        : sql`a.email = ${request}`
  const { rows } = await sql<FoundRow>`
    ${found} where a.erased_at is null and ${which} order by a.suspended_at desc nulls last, a.id limit 50`.execute(
    work.db,
  )
  return { accounts: rows.map(shownOf) }
}

const shownOf = ({ isProfessional, isHost, isClient, ...row }: FoundRow): z.input<typeof FoundAccount> => ({
  id: row.id,
  name: row.name,
  email: row.email,
  roles: [
    ...(isProfessional ? (['professional'] as const) : []),
    ...(isHost ? (['host'] as const) : []),
    ...(isClient ? (['client'] as const) : []),
  ],
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
})

/** Refuses not_found. */
export const read = async (
  work: Work,
  id: number,
  fault: SuspensionFault,
): Promise<z.input<typeof AccountCase>> => {
  const parties = await partiesOf(work, id)
  const { rows } = await sql<FoundRow>`${found} where a.id = ${id}`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  const { means, bookings } = await meaningOf(work, parties, fault)
  return {
    ...shownOf(row),
    since: row.since.toISOString(),
    ...(await factsOf(work, parties)),
    suspendBlocked:
      row.suspendedAt !== null
        ? 'Ya está suspendida.'
        : row.isTeam
          ? 'Es del equipo: primero deja de serlo.'
          : null,
    means,
    bookings,
    acts: await actsOf(work, id),
  }
}

const maxShown = 20

/** The bookings and the amount that `suspend` would cancel at this moment. */
export const meaningOf = async (work: Work, parties: Parties, fault: SuspensionFault) => {
  const rows = await toComeOf(work, parties)
  const worth = rows.map((row) => ({ row, outcome: worthOf(work, row, parties, fault === 'own') }))
  const agreed = worth.filter(({ row }) => row.status === 'confirmed')
  const sum = (of: (one: (typeof worth)[number]) => number) =>
    worth.reduce((cents, one) => cents + of(one), 0)
  const refundCents = sum(({ outcome }) => outcome?.refundCents ?? 0)
  const netOf = (isTheirs: boolean) => (one: (typeof worth)[number]) =>
    one.outcome === null
      ? 0
      : (isTheirs === (one.row.professional_id === parties.professionalId)
          ? one.outcome.professionalNetCents
          : 0) +
        (isTheirs === (one.row.host_id !== null && one.row.host_id === parties.hostId)
          ? one.outcome.hostNetCents
          : 0)
  const names = await namesOf(
    work,
    parties,
    rows.map(({ id }) => id),
  )
  return {
    means: {
      visits: agreed.filter(({ row }) => row.kind === 'visit').length,
      rents: agreed.filter(({ row }) => row.kind === 'rent').length,
      pending: worth.length - agreed.length,
      classes: await countClassesOf(work, parties),
      refundCents,
      othersCents: Math.max(0, sum(netOf(false))),
      owedCents: Math.max(0, -sum(netOf(true))),
      people: new Set([...names.values()].flatMap(({ others }) => others)).size,
      listings: await listingsOf(work, parties),
      payoutCents: await waitingOf(work, parties),
      needsTwo: refundCents > twoPersonsAboveCents,
    },
    bookings: worth.slice(0, maxShown).map(({ row, outcome }) => ({
      id: row.id,
      status: z.parse(BookingStatus, row.status),
      service: row.service_name,
      startsAt: row.starts_at.toISOString(),
      zone: row.zone,
      with: names.get(row.id)?.with ?? '',
      refundCents: outcome?.refundCents ?? 0,
    })),
  }
}

const listingsOf = async (work: Work, { professionalId, hostId }: Parties): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', 'Página de', first_name, last_name) as name, 0 as id from professionals
      where id = ${professionalId}::bigint and status in ('published', 'paused')
    union all select name, id from spaces where host_id = ${hostId}::bigint and status = 'published' order by id`.execute(
    work.db,
  )
  return rows.map(({ name }) => name)
}

type ActRow = Omit<z.output<typeof AccountAct>, 'at' | 'doneAt'> & { at: Date; doneAt: Date | null }

const actsOf = async (work: Work, id: number): Promise<z.input<typeof AccountAct>[]> => {
  const { rows } = await sql<ActRow>`
    select act.id, act.kind, act.cause, act.fault, act.bookings, act.amount_cents as "amountCents", act.reason,
      act.second_reason as "secondReason", concat_ws(' ', first.first_name, first.last_name) as by, act.proposed_at as at,
      concat_ws(' ', second.first_name, second.last_name) as "doneBy", act.done_at as "doneAt",
      act.proposed_by = ${work.viewer.accountId} as "isMine"
    from account_acts act left join accounts first on first.id = act.proposed_by left join accounts second on second.id = act.done_by
    where act.account_id = ${id} order by act.proposed_at, act.id`.execute(work.db)
  return rows.map(({ at, doneAt, doneBy, ...act }) => ({
    ...act,
    kind: z.parse(AccountAct.shape.kind, act.kind),
    fault: z.parse(AccountAct.shape.fault, act.fault),
    at: at.toISOString(),
    doneBy: doneAt === null ? null : doneBy,
    doneAt: doneAt?.toISOString() ?? null,
  }))
}
