/**
 * Prices and their terms: dated commission and tax rules, the operator's switches, the policies of service and space. It computes and
 * reads; it never moves money (payment does).
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { RentPolicy } from '#contract/space/space.ts'
import type { Tax } from '#contract/payment/split.ts'
import { refuse } from '#server/platform/refuse.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'
import { margin } from '#server/pricing/split.ts'
import { PolicyTier, policyTiers } from '#contract/service/service.ts'
import { hourMs } from '#contract/platform/duration.ts'
import {
  houseRules,
  openTerms,
  type OpenTerms,
  placeTermNames,
  type PlaceTerms,
  rentTerms,
  type Terms,
} from '#server/pricing/terms.ts'

/** The terms of one professional's service at one place, at a moment. Refuses not_found. */
export const termsAt = async (
  work: Work,
  what: { serviceId: number; spaceId: number | null; at: Date },
): Promise<OpenTerms> => {
  const places = await termsAtPlaces(work, {
    serviceId: what.serviceId,
    spaceIds: [what.spaceId],
    at: what.at,
  })
  return places.get(what.spaceId) ?? refuse('not_found')
}

/** The same for many places in one query; a place that does not exist is missing from the result. */
export const termsAtPlaces = async (
  work: Work,
  what: { serviceId: number; spaceIds: readonly (number | null)[]; at: Date },
): Promise<Map<number | null, OpenTerms>> => {
  const { serviceId, at } = what
  const all = await termsOfMany(work, {
    offers: what.spaceIds.map((spaceId) => ({ serviceId, spaceId })),
    at,
  })
  return new Map(all.map(({ spaceId, terms }) => [spaceId, terms]))
}

/** The same for many services, each at a place; missing ones are left out of the result. */
export const termsOfMany = async (
  work: Work,
  what: { offers: readonly { serviceId: number; spaceId: number | null }[]; at: Date },
): Promise<{ serviceId: number; spaceId: number | null; terms: OpenTerms }[]> => {
  if (what.offers.length === 0) return []
  const serviceIds = what.offers.map(({ serviceId }) => serviceId)
  // 0 means the professional's own place: an array with nulls cannot be joined.
  const spaceIds = what.offers.map(({ spaceId }) => spaceId ?? 0)
  const [serviceId, ...more] = serviceIds
  const rows =
    serviceId !== undefined && more.length === 0
      ? await termsOfOne(work.db, { serviceId, spaceId: spaceIds[0] ?? 0, at: what.at })
      : await termsOfAll(work.db, { serviceIds, spaceIds, at: what.at })
  return rows
    .filter((row) => row.spaceId === 0 || row.spaceExists)
    .map((row) => ({
      serviceId: row.serviceId,
      spaceId: row.spaceId === 0 ? null : row.spaceId,
      terms: termsOf(row),
    }))
}

/**
 * A single place, as at every hold, is passed as one value, so that PostgreSQL keeps the plan. For lists it supposes ten elements,
 * finds that dear and plans a dozen tables anew each time, which takes eight times as long as the query.
 */
const termsOfOne = statement<TermsRow, 'serviceId' | 'spaceId' | 'at'>((place) =>
  selectTerms(
    place('at'),
    ofServices(sql`(values (${place('serviceId')}::bigint, ${place('spaceId')}::bigint))`),
  ),
)
const termsOfAll = statement<TermsRow, 'serviceIds' | 'spaceIds' | 'at'>((place) =>
  selectTerms(
    place('at'),
    ofServices(sql`unnest(${place('serviceIds')}::bigint[], ${place('spaceIds')}::bigint[])`),
  ),
)

/** Hours without a client: no service, and nothing that a client could owe. */
const termsOfStay = statement<TermsRow, 'professionalId' | 'spaceId' | 'at'>((place) =>
  selectTerms(
    place('at'),
    sql`(select 0::bigint as service_id, ${place('spaceId')}::bigint as id, ${place('professionalId')}::bigint as professional_id,
      'free' as policy_tier, 0 as cutoff_minutes)`,
  ),
)

/** The terms of renting a space without a client, at a moment. Refuses not_found. */
export const rentTermsAt = async (
  work: Work,
  what: { professionalId: number; spaceId: number; at: Date },
): Promise<Terms> => {
  const [row] = await termsOfStay(work.db, what)
  return row?.spaceExists ? openTerms(termsOf(row)) : refuse('not_found')
}

/** The terms of selling a service at one place before the service exists; null: the own place. Refuses not_found. */
export const sellingTermsAt = async (
  work: Work,
  what: { professionalId: number; spaceId: number | null; at: Date },
): Promise<Terms> => {
  const [row] = await termsOfStay(work.db, { ...what, spaceId: what.spaceId ?? 0 })
  return row === undefined || (what.spaceId !== null && !row.spaceExists)
    ? refuse('not_found')
    : openTerms(termsOf(row))
}

/** The rules of commission and tax in force then, for each source. Refuses not_found. */
export const sellingRulesAt = async (
  work: Work,
  what: { professionalId: number; spaceId: number | null; at: Date },
): Promise<OpenTerms> => {
  const [row] = await termsOfStay(work.db, { ...what, spaceId: what.spaceId ?? 0 })
  return row === undefined ? refuse('not_found') : termsOf(row)
}

type Raw = ReturnType<typeof sql>
const ofServices = (places: Raw) => sql`(
  select asked.service_id, asked.id, service.professional_id, service.policy_tier, service.cutoff_minutes
  from ${places} as asked(service_id, id) join services service on service.id = asked.service_id)`
const selectTerms = (at: Raw, places: Raw) => sql<TermsRow>`
    select place.service_id as "serviceId", place.id as "spaceId",
      ${sql.join(Object.entries(columnsOf(at, 'place')).map(([name, value]) => sql`${value} as ${sql.id(name)}`))}
    from ${places} as place
    join professionals professional on professional.id = place.professional_id
    left join spaces space on space.id = place.id
    ${rulesOf(at)}
  `

/** Reads `professional`, `space` and `rulesOf`: each column by its name in a row. */
const columnsOf = (at: Raw, service: 'place' | 'service'): Record<keyof PlaceTerms, Raw> => ({
  spaceExists: sql`space.id is not null`,
  rentPolicy: sql`space.rent_policy`,
  tier: sql`${sql.ref(`${service}.policy_tier`)}`,
  cutoffMinutes: sql`${sql.ref(`${service}.cutoff_minutes`)}`,
  commissionBp: sql`commission.professional_bp`,
  rentBp: sql`commission.rent_bp`,
  commissionIvaBp: sql`commission.iva_bp`,
  ruleSince: sql`commission.valid_from`,
  sourceRules: sql`(select json_agg(json_build_object('source', own.source, 'paidInPlace', own.paid_in_place, 'commissionBp', own.professional_bp,
          'rentBp', own.rent_bp, 'commissionIvaBp', own.iva_bp, 'since', own.valid_from))
        from (select distinct on (source, paid_in_place) * from commission_rules where source is not null
          and valid_from <= ${at}::timestamptz order by source, paid_in_place, valid_from desc) own)`,
  proIvaBp: sql`professional_tax.iva_bp`,
  proIsrBp: sql`professional_tax.isr_bp`,
  proIvaWithheldBp: sql`professional_tax.iva_withheld_bp`,
  hostIvaBp: sql`host_tax.iva_bp`,
  hostIsrBp: sql`host_tax.isr_bp`,
  hostIvaWithheldBp: sql`host_tax.iva_withheld_bp`,
  withholding: sql`(select value = 'true' from settings where name = 'withholding')`,
  withholdingHostIsr: sql`(select value = 'true' from settings where name = 'withholding_host_isr')`,
  professionalKnown: sql`account.verification_level >= 2 and ${gaveOftenEnough('professional', sql.ref('professional.id'))}`,
  hostKnown: sql`host_account.verification_level >= 2 and ${gaveOftenEnough('host', sql.ref('host.id'))}`,
})

const rulesOf = (at: Raw) => sql`
    join accounts account on account.id = professional.account_id
    left join hosts host on host.id = space.host_id
    left join accounts host_account on host_account.id = host.account_id
    cross join lateral (
      select * from commission_rules where source is null and valid_from <= ${at}::timestamptz order by valid_from desc limit 1
    ) commission
    cross join lateral (
      select * from tax_rules
      where party = 'professional' and regime = professional.tax_regime and valid_from <= ${at}::timestamptz
      order by valid_from desc limit 1
    ) professional_tax
    left join lateral (
      select * from tax_rules
      where party = 'host' and regime = host.tax_regime and valid_from <= ${at}::timestamptz
      order by valid_from desc limit 1
    ) host_tax on true`

/**
 * The terms as one value of a row, for `placeTermsOf`: for a query that itself reads `services service` of `professionals professional`
 * at `spaces space` (null: the own place), so that none of them is looked up again. A list without names, since a page of results has
 * it forty times.
 */
export const termsOfPlace = (at: Raw) => {
  const columns = columnsOf(at, 'service')
  return sql`(select json_build_array(${sql.join(placeTermNames.map((name) => columns[name]))})
    from (select) always
    ${rulesOf(at)})`
}

export type TermsRow = PlaceTerms & { serviceId: number; spaceId: number }

/**
 * A payee needs five completed bookings before their money is paid out sooner (product.md §3): a professional visits, a host rented
 * hours too. Payouts would count one booking several times: its overtime, a refunded fee, its rest, frozen parts.
 */
const gaveOftenEnough = (party: 'professional' | 'host', id: ReturnType<typeof sql.ref>) => {
  const theirs =
    party === 'host'
      ? sql`given.host_id = ${id}`
      : sql`given.professional_id = ${id} and given.kind = 'visit'`
  return sql`(select count(*) = 5 from (
    select from bookings given where ${theirs} and given.status in ('completed', 'closed') limit 5) as bookings_given)`
}

export const termsOf = (row: PlaceTerms): OpenTerms => {
  const withholding = row.withholding ?? false
  const tier = z.parse(PolicyTier, row.tier)
  const { lateBp, noShowBp } = policyTiers[tier]
  const professionalTax = { ivaBp: row.proIvaBp, isrBp: row.proIsrBp, ivaWithheldBp: row.proIvaWithheldBp }
  const hostTax = {
    ivaBp: row.hostIvaBp ?? 0,
    isrBp: (row.withholdingHostIsr ?? true) ? (row.hostIsrBp ?? 0) : 0,
    ivaWithheldBp: row.hostIvaWithheldBp ?? 0,
  }
  return {
    since: new Date(row.ruleSince).toISOString(),
    sourceRules: row.sourceRules ?? [],
    rates: {
      commissionBp: row.commissionBp,
      rentBp: row.rentBp,
      commissionIvaBp: row.commissionIvaBp,
      professionalTax: withholding ? professionalTax : nothingWithheld(professionalTax),
      hostTax: withholding ? hostTax : nothingWithheld(hostTax),
    },
    withholding,
    client: { tier, lateBp, noShowBp, cutoffMinutes: row.cutoffMinutes },
    rent: row.rentPolicy === null ? null : rentTerms(z.parse(RentPolicy, row.rentPolicy)),
    ...houseRules,
    payoutHours: { professional: row.professionalKnown ? 24 : 72, host: row.hostKnown === true ? 24 : 72 },
  }
}

const nothingWithheld = (tax: Tax): Tax => ({ ...tax, isrBp: 0, ivaWithheldBp: 0 })

/** When the money of a booking is paid out to each payee. */
export const releaseAt = (terms: Terms, endsAt: Date): { professional: Date; host: Date } => ({
  professional: new Date(endsAt.getTime() + terms.payoutHours.professional * hourMs),
  host: new Date(endsAt.getTime() + terms.payoutHours.host * hourMs),
})

/** The margin guard: does the professional still earn after commission, rent and withholdings (I10)? */
export const earns = (terms: Terms, amounts: { serviceCents: number; rentCents: number }): boolean =>
  margin(terms, amounts).earns
