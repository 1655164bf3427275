/** The price of a stay at a space for its renter, shown to its host beside the rules. Stores nothing. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import { explainOvertime, explainRent } from '#contract/pricing/rent-explained.ts'
import { pricesOf } from '#contract/pricing/rent-prices.ts'
import { noRules, type evaluateSpacePricing, type RentEvaluation } from '#contract/pricing/space-pricing.ts'
import { agreedRent, priced, stayOf, type PricedSpace } from '#server/booking/checkout/stay.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'

/** For its host, by the active rules or by those of a draft. Refuses not_found, invalid_input. */
export const evaluate = async (
  work: Work,
  { params, body }: Input<typeof evaluateSpacePricing>,
): Promise<z.input<typeof RentEvaluation>> => {
  const { rows } = await sql<PricedSpace>`
    select ${priced}, ${agreedRent(work, body.professionalId)} as agreement from spaces s
    where s.id = ${params.id} and s.host_id = ${work.viewer.hostId}::bigint`.execute(work.db)
  const space = rows[0] ?? refuse('not_found')
  if (body.professionalId !== null && space.agreement === null)
    refuse('invalid_input', { fields: [{ field: 'professionalId' }] })
  const { draft, inHouse, serviceCents, packId } = body
  const { minimumMinutes, roundingMinutes } = space
  const prices =
    draft === null
      ? readyPrices(space)
      : pricesOf({ baseCents: draft.baseCents, minimumMinutes, roundingMinutes, rules: draft.rules })
  if (packId !== null && !(prices.rules ?? noRules).packs.some(({ id }) => id === packId))
    refuse('invalid_input', { fields: [{ field: 'packId' }] })
  const at = stayOf(work, space, body)
  const leadMinutes = body.leadMinutes ?? at.leadMinutes
  const stay = { ...at, leadMinutes, inHouse, serviceCents, packId }
  return { ...explainRent(prices, stay), overtime: explainOvertime(prices, stay, body.overtimeMinutes) }
}
