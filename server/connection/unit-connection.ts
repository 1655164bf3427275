/**
 * The calendars of a host's accounts that belong to units (docs/connection/units.md), as seen and changed by the host, or by an
 * authorized team member at their space. Nothing here calls a provider.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { UnitConnections } from '#contract/connection/unit-connection.ts'
import { failProvided } from '#server/availability/outside/provided-calendar.ts'
import { wake } from '#server/connection/account.ts'
import { accountsOf, conditionOf } from '#server/connection/account-view.ts'
import { giveToUnit, takeFromUnit } from '#server/connection/calendars.ts'
import { accountOf, calendarIn, lockOwn } from '#server/connection/connection.ts'
import { presentDifference } from '#server/connection/difference.ts'
import { asHost } from '#server/connection/owner.ts'
import {
  availableProviders,
  nameOf,
  providerLabel,
  providerOf,
  type ProviderName,
} from '#server/connection/providers.ts'
import { sealing } from '#server/connection/secrets.ts'
import { unitDifferences } from '#server/connection/unit-difference.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import type { InName } from '#server/team/business.ts'

type View = z.input<typeof UnitConnections>

type Unit = { unitId: number; unitName: string; spaceName: string; zone: string }
type Row = {
  id: number
  accountId: number
  provider: string
  name: Buffer
  email: Buffer
  keyId: string
  scopes: string[]
  writable: boolean
  target: boolean
  unitId: number | null
  since: Date | null
  revoked_at: Date | null
  succeeded_at: Date | null
  failure: string | null
  failed_at: Date | null
  lostAt: Date | null
  written: number
  conflicts: number
}

/** A member does not see the accounts, which are the host's own. */
export const listUnits = async ({ own: work, spaceId }: InName): Promise<View> => {
  const owner = asHost(work)
  const { rows: units } = await sql<Unit>`
    select unit.id as "unitId", unit.name as "unitName", space.name as "spaceName", space.zone
    from spaces space join units unit on unit.space_id = space.id and unit.active
    where space.host_id = ${owner.hostId} and space.status <> 'draft' and (${spaceId}::bigint is null or space.id = ${spaceId}::bigint)
    order by space.id, unit.number`.execute(work.db)
  const calendars = await calendarsOfHost(work, owner.hostId)
  const box = sealing(work, owner)
  const words = (row: Row) => {
    const provider = nameOf(row.provider)
    const [name, email] = [box.open(row.name, row.keyId), box.open(row.email, row.keyId)]
    const known = { accountId: row.accountId, provider }
    // The account is private to the host, and Google names the main calendar by its address.
    return spaceId === null
      ? { ...known, name, account: email }
      : {
          ...known,
          name: name === email ? 'Calendario principal' : name,
          account: providerLabel(provider),
        }
  }
  const ofUnit = new Map(calendars.map((row) => [row.unitId, row]))
  const differences = await unitDifferences(work, spaceId)
  return {
    available: availableProviders(work.config),
    zone: units[0]?.zone ?? 'America/Mexico_City',
    accounts: spaceId === null ? await accountsOf(work, owner) : [],
    choices: calendars.map((row) => ({
      id: row.id,
      ...choiceOf(words(row)),
      writable: mayWrite(work, row),
      unitId: row.unitId,
    })),
    units: units.map((unit) => {
      const row = ofUnit.get(unit.unitId)
      return { ...unit, connection: row === undefined ? null : connectionOf(work, row, words(row)) }
    }),
    differences: differences.map((row) => ({
      ...presentDifference(row),
      unitName: row.unitName,
    })),
  }
}

const choiceOf = ({ accountId, name, account }: Words) => ({ accountId, name, account })

type Words = { accountId: number; provider: ProviderName; name: string; account: string }

const mayWrite = (work: Work, { provider, scopes, writable }: Row) =>
  writable && providerOf(work.config, nameOf(provider))?.may(scopes).writeTheirs === true

const connectionOf = (
  work: Work,
  row: Row,
  words: Words,
): NonNullable<View['units'][number]['connection']> => ({
  ...words,
  calendarId: row.id,
  ...conditionOf(words.provider, row, row.lostAt),
  succeededAt: row.succeeded_at?.toISOString() ?? null,
  since: (row.since ?? work.now).toISOString(),
  writes: row.target,
  mayWrite: mayWrite(work, row),
  isLost: row.lostAt !== null,
  written: row.written,
  conflicts: row.conflicts,
})

const calendarsOfHost = async (work: Work, hostId: number): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select calendar.id, account.id as "accountId", account.provider, calendar.name, account.email, account.key_id as "keyId",
      account.scopes, calendar.writable, calendar.target, calendar.unit_id as "unitId", calendar.unit_since as since,
      account.revoked_at, account.succeeded_at, account.failure, account.failed_at, calendar.lost_at as "lostAt",
      (select count(*)::integer from written_events written where written.account_id = account.id and written.calendar_id = calendar.id
        and written.ends_at > ${work.now}) as written,
      case when calendar.unit_id is null then 0 else (select count(distinct claim.booking_id)::integer from claims claim
        where claim.resource_id = calendar.unit_id and claim.booking_id is not null and claim.state = 'firm'
          and upper(claim.during) > ${work.now} and claim.during && outside.busy) end as conflicts
    from calendar_accounts account join connected_calendars calendar on calendar.account_id = account.id
    left join outside_calendars outside on outside.id = calendar.outside_id
    where account.host_id = ${hostId} and account.leaving_at is null
    order by account.place, calendar.is_primary desc, calendar.id`.execute(work.db)
  return rows
}

/** Refuses not_found, calendar_of_another_unit, calendar_not_writable. */
export const connectUnit = (
  { own, spaceId }: InName,
  unitId: number,
  { calendarId, writes }: { calendarId: number | null; writes: boolean },
): Promise<void> =>
  inTransaction(own, async (work) => {
    const owner = asHost(work)
    // One choice at a time, so that two units never get one calendar.
    await sql`select 1 from hosts where id = ${owner.hostId} for no key update`.execute(work.db)
    await requireUnit(work, { hostId: owner.hostId, spaceId, unitId })
    const before = await work.db
      .selectFrom('connected_calendars')
      .select(['id', 'account_id as accountId', 'outside_id as outsideId'])
      .where('unit_id', '=', unitId)
      .executeTakeFirst()
    if (before !== undefined && before.id !== calendarId) {
      await takeFromUnit(work, before)
      await wake(work, [before.accountId])
    }
    if (calendarId === null) return
    const account = await lockOwn(work, owner, await accountOf(work, calendarId))
    const calendar = await calendarIn(work, account.id, calendarId)
    if (calendar.unitId !== null && calendar.unitId !== unitId) return refuse('calendar_of_another_unit')
    const { provider, scopes, revokedAt } = account
    const may = providerOf(work.config, provider)?.may(scopes)
    if (writes && !(calendar.writable && may?.writeTheirs === true)) return refuse('calendar_not_writable')
    await giveToUnit(work, { unitId, provider, writes }, calendar)
    if (revokedAt !== null) {
      const { outsideId } = await calendarIn(work, account.id, calendarId)
      if (outsideId !== null) await failProvided(work, [outsideId], 'gone')
    }
    await wake(work, [account.id])
  })

const requireUnit = async (
  work: Work,
  { hostId, spaceId, unitId }: { hostId: number; spaceId: number | null; unitId: number },
) => {
  const { rows } = await sql`
    select from units unit join spaces space on space.id = unit.space_id
    where unit.id = ${unitId} and space.host_id = ${hostId} and (${spaceId}::bigint is null or space.id = ${spaceId}::bigint)`.execute(
    work.db,
  )
  if (rows.length === 0) refuse('not_found')
}
