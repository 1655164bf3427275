/** Realistic price rules: a third of the demo data's spaces have a few, the demo's host a rich set. */
import type pg from 'pg'
import * as z from 'zod/mini'
import { fromHourly } from '#contract/pricing/rent-part.ts'
import { noRules, type CalendarRate, type PriceRules } from '#contract/pricing/space-pricing.ts'
import { chance, type Chance } from '#server/seed/people/random.ts'
import type { SpaceDraft } from '#server/seed/people/demo-data.ts'

/** Null: the base price, and what the wizard asks for. */
export const rulesOf = (space: SpaceDraft): PriceRules | null => {
  if (space.id === 1) return rich(space)
  const rng = chance(space.id * 6151 + 29)
  if (rng.happens(0.67)) return null
  return {
    ...noRules,
    rates: rng.some(usualRates, rng.whole(1, 2)),
    lastMinute: rng.happens(0.4) ? { withinMinutes: 180, change: { kind: 'percent', bp: -3000 } } : null,
    earlyBird: rng.happens(0.25) ? { aheadDays: 14, discountBp: 1000 } : null,
    cleaning: cleaningOf(rng),
    ladder: {
      ...noRules.ladder,
      halfDay: rng.happens(0.5) ? { kind: 'percent', bp: -1000 } : null,
      day: rng.happens(0.5) ? { kind: 'total', cents: space.pricePerHourCents * 6 } : null,
    },
    packs: rng.happens(0.4) ? packsOf(space, [10]) : [],
  }
}

const packsOf = (space: SpaceDraft, sizes: readonly number[]): PriceRules['packs'] =>
  sizes.map((hours, place) => ({
    id: `h${hours}`,
    hours,
    priceCents: (space.pricePerHourCents * hours * (90 - place * 5)) / 100,
    validityDays: 90 + place * 45,
    transferable: place > 0,
  }))

const Packs = z.object({ json: z.array(z.object({ hours: z.int(), priceCents: z.int() })) })

/** The price rules that the database derives from the input of the wizard's fifth step. */
export const rulesSaid = (dayCapCents: unknown, hourPacks: unknown): PriceRules | null => {
  const packs = z.parse(Packs, hourPacks).json
  if (typeof dayCapCents !== 'number' && packs.length === 0) return null
  return {
    ...noRules,
    ladder: {
      ...noRules.ladder,
      day: typeof dayCapCents === 'number' ? { kind: 'total', cents: dayCapCents } : null,
    },
    packs: packs.map((pack) => ({ ...pack, id: `h${pack.hours}`, validityDays: 90, transferable: false })),
  }
}

/** The first version of every price, by its host; the demo's host has changed hers twice since. */
export const writePriceHistory = async (client: pg.Client): Promise<void> => {
  await client.query(`
    insert into space_prices (space_id, version, base_cents, rules, from_cents, author_account_id, at)
    select s.id, 1, case when s.id = 1 then s.price_per_hour_cents - 1500 else s.price_per_hour_cents end,
      case when s.id = 1 then null else s.price_rules end, case when s.id = 1 then null else s.from_price_cents end,
      h.account_id, s.created_at
    from spaces s join hosts h on h.id = s.host_id on conflict do nothing`)
  await client.query(`
    insert into space_prices (space_id, version, base_cents, rules, from_cents, author_account_id, at)
    select s.id, v.version, s.price_per_hour_cents, v.rules, s.from_price_cents, h.account_id, s.created_at + v.after
    from spaces s join hosts h on h.id = s.host_id
    cross join lateral (values
      (2, jsonb_set(jsonb_set(s.price_rules, '{packs}', '[]'), '{rates}', jsonb_build_array(s.price_rules #> '{rates,0}')),
        interval '40 days'),
      (3, s.price_rules, interval '75 days')) as v (version, rules, after)
    where s.id = 1 and s.price_version = 1 on conflict do nothing`)
  await client.query(`update spaces set price_version = 3 where id = 1 and price_version = 1`)
}

/** The wizard's columns of the rules. */
export const wizardOf = (rules: PriceRules) => ({
  day_cap_cents: rules.ladder.day?.kind === 'total' ? rules.ladder.day.cents : null,
  hour_packs: { json: rules.packs.map(({ hours, priceCents }) => ({ hours, priceCents })) },
})

const cleaningOf = (rng: Chance): PriceRules['cleaning'] =>
  rng.happens(0.3) ? { kind: 'fixed', cents: rng.pick([3000, 4000, 5000]), forAll: false } : null

/** The lowest hourly price, as the search shows it. */
export const fromPriceOf = (space: SpaceDraft, rules: PriceRules | null): number | null =>
  rules === null
    ? null
    : fromHourly(
        { baseCents: space.pricePerHourCents, minimumMinutes: 30, roundingMinutes: 1, rules },
        space.weekly,
      )

const rate = (
  id: string,
  name: string,
  days: number[],
  fromMinute: number,
  toMinute: number,
  change: CalendarRate['change'],
  dates: CalendarRate['dates'] = null,
): CalendarRate => ({ id, name, days, windows: [{ fromMinute, toMinute }], dates, change })

const usualRates: readonly CalendarRate[] = [
  rate('tarde', 'Viernes y sábado por la tarde', [5, 6], 960, 1260, { kind: 'percent', bp: 2000 }),
  rate('manana', 'Mañanas tranquilas', [1, 2, 3], 540, 720, { kind: 'percent', bp: -2000 }),
  rate('sabado', 'Sábado', [6], 0, 1440, { kind: 'percent', bp: 1000 }),
  rate('noche', 'Noches', [4, 5, 6], 1200, 60, { kind: 'percent', bp: 1500 }),
]

const rich = (space: SpaceDraft): PriceRules => {
  const base = space.pricePerHourCents
  return {
    ...noRules,
    rates: [
      rate('tarde', 'Viernes y sábado por la tarde', [5, 6], 960, 1260, { kind: 'percent', bp: 2000 }),
      rate('manana', 'Mañanas tranquilas', [1, 2, 3], 480, 660, { kind: 'percent', bp: -2000 }),
      rate('finde', 'Fin de semana', [6, 7], 0, 1440, { kind: 'amount', cents: 1000 }),
      rate(
        'diciembre',
        'Temporada de diciembre',
        [1, 2, 3, 4, 5, 6, 7],
        0,
        1440,
        { kind: 'percent', bp: 2500 },
        {
          from: '2026-12-10',
          to: '2026-12-31',
        },
      ),
    ],
    ladder: {
      ...noRules.ladder,
      halfDay: { kind: 'percent', bp: -1000 },
      day: { kind: 'total', cents: base * 6 },
      week: { kind: 'total', cents: base * 25 },
      month: { kind: 'total', cents: base * 80 },
    },
    packs: packsOf(space, [10, 20, 40]),
    lastMinute: { withinMinutes: 180, change: { kind: 'percent', bp: -3000 } },
    earlyBird: { aheadDays: 14, discountBp: 1000 },
    cleaning: { kind: 'fixed', cents: 4000, forAll: false },
    depositCents: 50_000,
    inHouse: { kind: 'percent', bp: -2000 },
  }
}
