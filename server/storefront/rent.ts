/** What a stay at a space would cost: for everybody beside the space, and for its host beside the rules. Keeps nothing. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import { shareOf } from '#contract/money.ts'
import { explainOvertime, explainRent } from '#contract/rent-explained.ts'
import { pricesOf, reckon, type AgreedRent } from '#contract/rent.ts'
import {
  noRules,
  type evaluateSpacePricing,
  type quoteSpace,
  type RentEvaluation,
  type SpaceQuote,
} from '#contract/space-pricing.ts'
import { RentPolicy, rentPolicies } from '#contract/space.ts'
import { spaceTrouble } from '#server/availability/free.ts'
import { minuteMs, zoneTable } from '#server/availability/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import { livingAgreement } from '#server/storefront/professional.ts'

/** For whoever looks; who has an agreement sees its price. Refuses not_found, invalid_input. */
export const quoteOf = async (
  work: Work,
  { params, body }: Input<typeof quoteSpace>,
): Promise<z.input<typeof SpaceQuote>> => {
  const { professionalId } = work.who
  const { rows } = await sql<PricedSpace>`
    select ${priced}, ${agreedRent(work, professionalId)} as agreement from spaces s
    where s.id = ${params.id} and s.status = 'published'`.execute(work.db)
  const space = rows[0] ?? refuse('not_found')
  const stay = stayOf(work, space, body)
  const prices = readyPrices(space)
  const explained = explainRent(prices, stay)
  const { cleaningCents } = reckon(prices, stay)
  const trouble =
    stay.startsAt <= work.now.getTime()
      ? 'too_soon'
      : await spaceTrouble(work, params.id, {
          startsAt: new Date(stay.startsAt),
          minutes: explained.chargedMinutes,
        })
  return {
    ...explained,
    trouble: trouble === null ? null : troubles[trouble],
    minimumMinutes: space.minimumMinutes,
    policy: rentPolicies[z.parse(RentPolicy, space.rentPolicy)].steps
      .map(({ beforeMinutes, keepBp }) => ({
        until: new Date(stay.startsAt - beforeMinutes * minuteMs),
        // Cleaning is given back when nobody came.
        feeCents: shareOf(explained.totalCents - cleaningCents, keepBp),
      }))
      .filter(({ until }) => until > work.now)
      .map((step) => ({ ...step, until: step.until.toISOString() })),
    packs: prices.rules?.packs ?? [],
  }
}

/** For its host, by the rules that stand or by those of a draft. Refuses not_found, invalid_input. */
export const evaluate = async (
  work: Work,
  { params, body }: Input<typeof evaluateSpacePricing>,
): Promise<z.input<typeof RentEvaluation>> => {
  const { rows } = await sql<PricedSpace>`
    select ${priced}, ${agreedRent(work, body.professionalId)} as agreement from spaces s
    where s.id = ${params.id} and s.host_id = ${work.who.hostId}::bigint`.execute(work.db)
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

type PricedSpace = {
  spaceId: number
  zone: string
  baseCents: number
  version: number
  rules: unknown
  minimumMinutes: number
  roundingMinutes: number
  rentPolicy: string
  agreement: AgreedRent | null
}

const priced = sql`s.id as "spaceId", s.zone, s.price_per_hour_cents as "baseCents", s.price_version as version,
  s.price_rules as rules, s.minimum_minutes as "minimumMinutes", s.rounding_minutes as "roundingMinutes", s.rent_policy as "rentPolicy"`

const agreedRent = (work: Work, professionalId: number | null) => sql`
  (select json_build_object('hourlyCents', a.rate_per_hour_cents, 'shareBp', a.rent_share_bp,
    'minimumCents', a.rent_minimum_cents) from agreements a where a.space_id = s.id
    and a.professional_id = ${professionalId}::bigint and ${livingAgreement(work)})`

/** By the clock of the place; an hour that is missing that night counts as the one after. */
const stayOf = (
  work: Work,
  space: PricedSpace,
  { date, startMinute, minutes }: { date: string; startMinute: number; minutes: number },
) => {
  const clock = `${String(Math.floor(startMinute / 60)).padStart(2, '0')}:${String(startMinute % 60).padStart(2, '0')}`
  const { epochMilliseconds: startsAt } = Temporal.PlainDateTime.from(`${date}T${clock}`).toZonedDateTime(
    space.zone,
  )
  const leadMinutes = (startsAt - work.now.getTime()) / minuteMs
  if (Math.abs(leadMinutes) > 400 * 1440) refuse('invalid_input', { fields: [{ field: 'date' }] })
  return {
    startsAt,
    minutes,
    zone: zoneTable(space.zone),
    leadMinutes: Math.max(0, leadMinutes),
    agreement: space.agreement,
  }
}

const troubles = {
  payout_missing: 'Este espacio todavía no puede recibir reservas. Vuelve a intentarlo pronto.',
  too_soon: 'Esa hora ya pasó.',
  outside_space_hours: 'A esa hora el espacio está cerrado, o cierra antes de que termines.',
  unit_busy: 'Todas las unidades están ocupadas a esa hora.',
} as const
