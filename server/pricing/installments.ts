/**
 * Paying in months without interest: the current cost of each number of months, and whether a professional allows it. The cost is
 * computed by the split that settles a visit (contract/payment/split.ts).
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import {
  Months,
  monthsFee,
  type OwnInstallments,
  type saveInstallments,
} from '#contract/payment/installments.ts'
import type { InMonths } from '#contract/payment/split.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { mine } from '#server/professional/professional.ts'
import { sellingTermsAt } from '#server/pricing/pricing.ts'
import { margin, splitUnder } from '#server/pricing/split.ts'
import { type Terms, termsInMonths } from '#server/pricing/terms.ts'

type Rule = { months: number; feeBp: number; ivaBp: number; minCents: number }

/** The current rules, fewest months first. */
const rulesNow = (work: Work) => sql`
  select distinct on (months) months, fee_bp as "feeBp", iva_bp as "ivaBp", min_cents as "minCents"
  from installment_rules where valid_from <= ${work.now}::timestamptz order by months, valid_from desc`

const readRules = async (work: Work): Promise<Rule[]> => {
  const { rows } = await rulesNow(work).$castTo<Rule>().execute(work.db)
  return rows
}

/** The months that this professional allows, and the smallest charge for each. */
const readAllowed = async (work: Work, professionalId: number): Promise<Rule[]> => {
  const { rows } = await sql<Rule>`
    select rule.months, rule."feeBp", rule."ivaBp", greatest(rule."minCents", offer.from_cents) as "minCents"
    from installment_offers offer join (${rulesNow(work)}) rule on rule.months <= offer.max_months
    where offer.professional_id = ${professionalId} order by rule.months`.execute(work.db)
  return rows
}

export type MonthsChoice = InMonths & { fromCents: number }

/**
 * In how many months a card may pay this part of a visit's price, the client's credit paying the rest; only where its professional
 * allows it and still earns after its cost (money.md I10).
 */
export const monthsFor = async (
  work: Work,
  visit: {
    professionalId: number
    terms: Terms
    serviceCents: number
    rentCents: number
    creditCents: number
  },
): Promise<MonthsChoice[]> => {
  const { professionalId, terms, serviceCents, rentCents, creditCents } = visit
  const cardCents = serviceCents - creditCents
  const allowed = await readAllowed(work, professionalId)
  return allowed.flatMap(({ months, feeBp, ivaBp, minCents }) => {
    const inMonths = { months, feeBp, ivaBp, cardCents, creditCents }
    const { earns } = margin(termsInMonths(terms, inMonths), { serviceCents, rentCents })
    return earns && cardCents >= minCents ? [{ ...inMonths, fromCents: minCents }] : []
  })
}

type View = z.input<typeof OwnInstallments>

/** Refuses no_profile. */
export const ownInstallments = async (work: Work): Promise<View> => {
  const professionalId = await mine(work)
  const [offer, examples] = await Promise.all([
    readOffer(work, professionalId),
    examplesFor(work, professionalId),
  ])
  return { allowed: offer, examples }
}

const readOffer = async (work: Work, professionalId: number): Promise<View['allowed']> => {
  const row = await work.db
    .selectFrom('installment_offers')
    .select(['max_months', 'from_cents'])
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  const { data: maxMonths } = Months.safeParse(row?.max_months)
  return row === undefined || maxMonths === undefined ? null : { maxMonths, fromCents: row.from_cents }
}

/** The price of an example where none of the professional's services is dear enough. */
const examplePriceCents = 120_000

/** At the professional's own place, by today's rules: a space's rent is the same with months and without. */
const examplesFor = async (work: Work, professionalId: number): Promise<View['examples']> => {
  const [terms, rules, dearest] = await Promise.all([
    sellingTermsAt(work, { professionalId, spaceId: null, at: work.now }),
    readRules(work),
    work.db
      .selectFrom('services')
      .select(({ fn }) => fn.max('price_cents').as('cents'))
      .where('professional_id', '=', professionalId)
      .where('archived_at', 'is', null)
      .executeTakeFirst(),
  ])
  return rules.flatMap(({ months: count, feeBp, ivaBp, minCents }) => {
    const { data: months } = Months.safeParse(count)
    if (months === undefined) return []
    const priceCents = Math.max(minCents, dearest?.cents ?? examplePriceCents)
    const amounts = { serviceCents: priceCents, rentCents: 0 }
    const inMonths = { months, feeBp, ivaBp, cardCents: priceCents, creditCents: 0 }
    const { feeCents, ivaCents } = monthsFee(priceCents, inMonths)
    return [
      {
        months,
        feeBp,
        ivaBp,
        fromCents: minCents,
        priceCents,
        costCents: feeCents + ivaCents,
        withoutCents: splitUnder(terms, amounts).professional.netCents,
        withCents: splitUnder(termsInMonths(terms, inMonths), amounts).professional.netCents,
      },
    ]
  })
}

/** Visits already paid keep their terms. Refuses no_profile. */
export const save = (work: Work, { body: { allowed } }: Input<typeof saveInstallments>): Promise<View> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    await sql`select from professionals where id = ${professionalId} for update`.execute(work.db)
    await forgetInstallments(work, professionalId)
    if (allowed !== null)
      await work.db
        .insertInto('installment_offers')
        .values({
          professional_id: professionalId,
          max_months: allowed.maxMonths,
          from_cents: allowed.fromCents,
          changed_at: work.now,
        })
        .execute()
    return ownInstallments(work)
  })

/** Stops offering months at this professional. */
export const forgetInstallments = async (work: Work, professionalId: number) => {
  await work.db.deleteFrom('installment_offers').where('professional_id', '=', professionalId).execute()
}
