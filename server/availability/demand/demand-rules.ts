/** A professional's rules for the price of an hour: every version with its author. contract/pricing/demand-price.ts computes the prices. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  DemandRules,
  noDemandRules,
  problemsOf,
  type OwnDemandRules,
  type saveDemandRules,
} from '#contract/pricing/demand.ts'
import { demandChanges } from '#contract/pricing/demand-words.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { setDemandRules } from '#server/professional/professional.ts'

/** Refuses not_found without a profile. */
export const demandRules = async (work: Work): Promise<OwnDemandRules> => {
  const id = work.viewer.professionalId ?? refuse('not_found')
  const row = await work.db
    .selectFrom('professionals')
    .select(['demand_rules as rules', 'demand_version as version', 'zone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [services, clients, history] = await Promise.all([
    servicesOf(work, id),
    clientsOf(work, id),
    historyOf(work, id),
  ])
  const known = new Set(clients.map((client) => client.id))
  const rules = openDemand(row.rules) ?? noDemandRules
  return {
    rules: {
      ...rules,
      // Clients who deleted their account are dropped from the list.
      frozenClients: rules.frozenClients.filter((client) => known.has(client)),
    },
    version: row.version,
    zone: row.zone,
    professionalId: id,
    services,
    clients,
    history,
  }
}

/**
 * Saves a new version, in force from now on; quotes, holds and bookings keep the price that they were given. Refuses stale_version, and
 * invalid_input with each field's problem.
 */
export const saveDemand = async (
  work: Work,
  { body }: Pick<Input<typeof saveDemandRules>, 'body'>,
): Promise<OwnDemandRules> => {
  const id = work.viewer.professionalId ?? refuse('not_found')
  const rules = await withSense(work, id, body.rules)
  await inTransaction(work, async (work) => {
    await write(work, id, rules, body.version)
    await publish(work, 'service.changed', { professionalId: id })
  })
  return demandRules(work)
}

const write = async (work: Work, id: number, rules: DemandRules, seen: number): Promise<void> => {
  const next = { version: seen + 1, rules: isEmpty(rules) ? null : JSON.stringify(rules) }
  if (!(await setDemandRules(work, id, next))) return refuse('stale_version')
  await work.db
    .insertInto('demand_prices')
    .values({ ...next, professional_id: id, author_account_id: work.viewer.accountId, at: work.now })
    .execute()
}

/** No rules at all. */
const isEmpty = (rules: DemandRules) =>
  rules.rules.length === 0 &&
  rules.lastMinute === null &&
  rules.firstVisit === null &&
  rules.frozenServices.length === 0 &&
  rules.frozenClients.length === 0 &&
  rules.surgeCapBp === noDemandRules.surgeCapBp &&
  rules.quietFloorBp === noDemandRules.quietFloorBp

export const openDemand = (saved: unknown): DemandRules | null =>
  saved === null ? null : z.parse(DemandRules, saved)

/** Refuses invalid_input, with the field, for what the schema alone cannot check. */
export const withSense = async (
  work: Work,
  professionalId: number,
  rules: DemandRules,
): Promise<DemandRules> => {
  const [services, clients] = await Promise.all([
    // Archived ones too: a rule may still name one.
    work.db.selectFrom('services').select('id').where('professional_id', '=', professionalId).execute(),
    clientsOf(work, professionalId),
  ])
  const fields = problemsOf(rules, {
    serviceIds: services.map(({ id }) => id),
    clientIds: clients.map(({ id }) => id),
  })
  if (fields.length > 0) refuse('invalid_input', { fields })
  return {
    ...rules,
    rules: rules.rules.map((rule) => ({
      ...rule,
      days: [...new Set(rule.days)].toSorted((a, b) => a - b),
      serviceIds: [...new Set(rule.serviceIds)],
    })),
  }
}

const servicesOf = async (work: Work, professionalId: number): Promise<OwnDemandRules['services']> => {
  const { rows } = await sql<OwnDemandRules['services'][number]>`
    select s.id, s.name, s.duration_minutes as "durationMinutes", s.price_cents as "priceCents",
      s.visibility <> 'hidden' as active
    from services s
    where s.professional_id = ${professionalId} and s.archived_at is null order by s.position, s.id`.execute(
    work.db,
  )
  return rows
}

/** Past clients; shows only what their professional already knows. */
const clientsOf = async (work: Work, professionalId: number): Promise<OwnDemandRules['clients']> => {
  const { rows } = await sql<OwnDemandRules['clients'][number]>`
    select client.id, trim(concat_ws(' ', client.first_name, client.last_name)) as name, visits.count as visits
    from (select client_id, count(*)::integer as count, max(starts_at) as latest from bookings
      where professional_id = ${professionalId} and client_id is not null and status in ('completed', 'closed')
      group by client_id) visits join clients client on client.id = visits.client_id
    order by visits.latest desc, client.id limit 1000`.execute(work.db)
  return rows
}

type Version = { version: number; at: Date; author: string | null; rules: unknown }

/** The last twenty versions, each with what it changed. */
const historyOf = async (work: Work, professionalId: number): Promise<OwnDemandRules['history']> => {
  const { rows } = await sql<Version>`
    select v.version, v.at, a.first_name || ' ' || a.last_name as author, v.rules
    from demand_prices v left join accounts a on a.id = v.author_account_id
    where v.professional_id = ${professionalId} order by v.version desc limit 21`.execute(work.db)
  return rows.slice(0, 20).map((row, index) => ({
    version: row.version,
    at: row.at.toISOString(),
    author: row.author ?? 'Kalli',
    changes: demandChanges(
      openDemand(rows[index + 1]?.rules ?? null) ?? noDemandRules,
      openDemand(row.rules) ?? noDemandRules,
    ),
  }))
}
