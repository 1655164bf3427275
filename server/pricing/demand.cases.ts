/** Prices of hours computed by hand. A haircut of $650 (service 7) at the capital; 2026-11-24 is a Tuesday, 2026-11-28 a Saturday. */
import type { Channel, DemandRule, DemandRules } from '#contract/pricing/demand.ts'

export type Case = {
  says: string
  rules: Partial<DemandRules>
  /** Local time of the place; in a repeated hour the first pass, with ' 2' the second. */
  at?: string
  zone?: string
  service?: number
  base?: number
  lead?: number
  channel?: Channel
  first?: boolean
  keeps?: boolean
  cents: number
  /** Kind of the label on the hour; absent: at the service's own price. */
  kind?: 'quiet' | 'busy' | 'last_minute' | 'first_visit'
  /** The deciding rule. */
  wins?: string
}

const all = [1, 2, 3, 4, 5, 6, 7]
const percent = (bp: number) => ({ kind: 'percent', bp }) as const
const amount = (cents: number) => ({ kind: 'amount', cents }) as const
const rule = (
  name: string,
  change: DemandRule['change'],
  part: Partial<DemandRule> & { from?: number; to?: number } = {},
): DemandRule => {
  const { from = 540, to = 720, ...rest } = part
  return {
    id: name,
    name,
    days: [2],
    windows: [{ fromMinute: from, toMinute: to }],
    serviceIds: [],
    change,
    minCents: null,
    maxCents: null,
    channel: null,
    ...rest,
  }
}

/** Tuesday 9 to 12, −15 %. */
const quiet = rule('Martes', percent(-1500))
/** Saturday all day, +20 %. */
const busy = rule('Sábado', percent(2000), { days: [6], from: 0, to: 1440 })
/** Friday 22:00 to Saturday 02:00, +10 %. */
const night = rule('Noche', percent(1000), { days: [5], from: 1320, to: 120 })
const always = rule('Siempre', percent(-500), { days: all, from: 0, to: 1440 })
const soon = { lastMinute: { withinMinutes: 360, bp: -1500 } }
const first = { firstVisit: { bp: -1000 } }
const tuesday = '2026-11-24T10:00'
const saturday = '2026-11-28T10:00'

export const cases: readonly Case[] = [
  // one rule
  { says: 'no rule covers the hour', rules: { rules: [quiet] }, at: '2026-11-24T12:00', cents: 65_000 },
  { says: 'a quiet hour', rules: { rules: [quiet] }, cents: 55_250, kind: 'quiet', wins: 'Martes' },
  {
    says: 'the first minute of a window belongs to it',
    rules: { rules: [quiet] },
    at: '2026-11-24T09:00',
    cents: 55_250,
    kind: 'quiet',
  },
  {
    says: 'the last minute of it too',
    rules: { rules: [quiet] },
    at: '2026-11-24T11:59',
    cents: 55_250,
    kind: 'quiet',
  },
  { says: 'the minute before it does not', rules: { rules: [quiet] }, at: '2026-11-24T08:59', cents: 65_000 },
  { says: 'another weekday', rules: { rules: [quiet] }, at: '2026-11-25T10:00', cents: 65_000 },
  { says: 'a busy day', rules: { rules: [busy] }, at: saturday, cents: 78_000, kind: 'busy', wins: 'Sábado' },
  {
    says: 'pesos less',
    rules: { rules: [rule('Menos', amount(-8050))] },
    cents: 56_950,
    kind: 'quiet',
  },
  { says: 'pesos more', rules: { rules: [rule('Más', amount(8050))] }, cents: 73_050, kind: 'busy' },
  // rounding
  {
    says: 'half a centavo is rounded away from zero',
    rules: { rules: [rule('Mitad', percent(-500))] },
    base: 10_010,
    cents: 9510,
    kind: 'quiet',
  },
  {
    says: 'a third of a centavo is dropped',
    rules: { rules: [rule('Tercio', percent(-3333))] },
    base: 10_001,
    cents: 6668,
    kind: 'quiet',
  },
  {
    says: 'half a centavo more is rounded up',
    rules: { rules: [rule('Mitad', percent(500))] },
    base: 10_010,
    cents: 10_511,
    kind: 'busy',
  },
  // midnight and clocks
  {
    says: 'a window over midnight, before it',
    rules: { rules: [night] },
    at: '2026-11-27T23:30',
    cents: 71_500,
    kind: 'busy',
  },
  {
    says: 'and after it, on the day that follows',
    rules: { rules: [night] },
    at: '2026-11-28T01:30',
    cents: 71_500,
    kind: 'busy',
  },
  {
    says: 'but not the same hours of its own day',
    rules: { rules: [night] },
    at: '2026-11-27T01:30',
    cents: 65_000,
  },
  { says: 'and no later than its end', rules: { rules: [night] }, at: '2026-11-28T02:00', cents: 65_000 },
  {
    says: 'from Sunday into Monday',
    rules: { rules: [rule('Domingo', percent(-1000), { days: [7], from: 1380, to: 60 })] },
    at: '2026-11-23T00:30',
    cents: 58_500,
    kind: 'quiet',
  },
  {
    says: 'a window that ends at midnight',
    rules: { rules: [rule('Tarde', percent(-1000), { from: 1200, to: 1440 })] },
    at: '2026-11-24T23:59',
    cents: 58_500,
    kind: 'quiet',
  },
  {
    says: 'after the hour that was left out, by the clock on the wall',
    rules: { rules: [rule('Madrugada', percent(-1000), { days: [7], from: 180, to: 240 })] },
    at: '2026-03-08T03:00',
    zone: 'America/Tijuana',
    cents: 58_500,
    kind: 'quiet',
  },
  {
    says: 'a window that lies within the missing hour prices nothing',
    rules: { rules: [rule('Hueco', percent(-1000), { days: [7], from: 120, to: 180 })] },
    at: '2026-03-08T03:00',
    zone: 'America/Tijuana',
    cents: 65_000,
  },
  {
    says: 'the repeated hour, the first time',
    rules: { rules: [rule('Una', percent(-1000), { days: [7], from: 60, to: 120 })] },
    at: '2026-11-01T01:30',
    zone: 'America/Tijuana',
    cents: 58_500,
    kind: 'quiet',
  },
  {
    says: 'and the second time: the same price',
    rules: { rules: [rule('Una', percent(-1000), { days: [7], from: 60, to: 120 })] },
    at: '2026-11-01T01:30 2',
    zone: 'America/Tijuana',
    cents: 58_500,
    kind: 'quiet',
  },
  {
    says: 'by the clock of the place, not of the capital',
    rules: { rules: [quiet] },
    at: tuesday,
    zone: 'America/Tijuana',
    cents: 55_250,
    kind: 'quiet',
  },
  // limits, cap, floor
  {
    says: 'no less than the rule’s own least',
    rules: { rules: [{ ...quiet, minCents: 60_000 }] },
    cents: 60_000,
    kind: 'quiet',
  },
  {
    says: 'a least above the price makes no rise of a discount',
    rules: { rules: [{ ...quiet, minCents: 70_000 }] },
    cents: 65_000,
    wins: 'Martes',
  },
  {
    says: 'no more than the rule’s own most',
    rules: { rules: [{ ...busy, maxCents: 70_000 }] },
    at: saturday,
    cents: 70_000,
    kind: 'busy',
  },
  {
    says: 'a most below the price makes no discount of a rise',
    rules: { rules: [{ ...busy, maxCents: 60_000 }] },
    at: saturday,
    cents: 65_000,
  },
  {
    says: 'the cap of the house: +30 %',
    rules: { rules: [rule('Mucho', amount(90_000))] },
    cents: 84_500,
    kind: 'busy',
  },
  {
    says: 'a cap of one’s own',
    rules: { rules: [busy], surgeCapBp: 1000 },
    at: saturday,
    cents: 71_500,
    kind: 'busy',
  },
  {
    says: 'a cap of nothing: no hour rises',
    rules: { rules: [busy], surgeCapBp: 0 },
    at: saturday,
    cents: 65_000,
  },
  {
    says: 'the cap is not passed by a part of a centavo',
    rules: { rules: [rule('Mucho', percent(3000))] },
    base: 10_005,
    cents: 13_006,
    kind: 'busy',
  },
  {
    says: 'the quiet floor: half of the price',
    rules: { rules: [rule('Casi nada', percent(-7000))] },
    cents: 32_500,
    kind: 'quiet',
  },
  {
    says: 'a floor of one’s own',
    rules: { rules: [quiet], quietFloorBp: 9000 },
    cents: 58_500,
    kind: 'quiet',
  },
  {
    says: 'the floor is not passed by a part of a centavo',
    rules: { rules: [rule('Casi nada', percent(-7000))] },
    base: 10_005,
    cents: 5003,
    kind: 'quiet',
  },
  {
    says: 'a floor of the whole price: no hour falls',
    rules: { rules: [quiet], quietFloorBp: 10_000 },
    cents: 65_000,
  },
  // the most specific wins
  {
    says: 'fewer hours before more',
    rules: { rules: [always, quiet] },
    cents: 55_250,
    kind: 'quiet',
    wins: 'Martes',
  },
  {
    says: 'one that names services before one for all, though it covers more hours',
    rules: { rules: [quiet, { ...always, serviceIds: [7, 8] }] },
    cents: 61_750,
    kind: 'quiet',
    wins: 'Siempre',
  },
  {
    says: 'one that names fewer services before one that names more',
    rules: {
      rules: [
        { ...quiet, serviceIds: [7, 8] },
        { ...always, serviceIds: [7] },
      ],
    },
    cents: 61_750,
    kind: 'quiet',
    wins: 'Siempre',
  },
  {
    says: 'one for another service says nothing',
    rules: { rules: [{ ...quiet, serviceIds: [8] }] },
    cents: 65_000,
  },
  {
    says: 'one for this channel before one for any',
    rules: { rules: [quiet, { ...always, channel: 'marketplace' }] },
    cents: 61_750,
    kind: 'quiet',
    wins: 'Siempre',
  },
  {
    says: 'one for the own link says nothing of Kalli',
    rules: { rules: [{ ...quiet, channel: 'own_link' }] },
    cents: 65_000,
  },
  {
    says: 'and counts by the own link',
    rules: { rules: [{ ...quiet, channel: 'own_link' }] },
    channel: 'own_link',
    cents: 55_250,
    kind: 'quiet',
  },
  {
    says: 'services weigh more than the channel',
    rules: {
      rules: [
        { ...quiet, channel: 'marketplace' },
        { ...always, serviceIds: [7] },
      ],
    },
    cents: 61_750,
    kind: 'quiet',
    wins: 'Siempre',
  },
  {
    says: 'a tie goes to the lower price',
    rules: { rules: [rule('Cara', percent(1000)), rule('Barata', percent(-1000))] },
    cents: 58_500,
    kind: 'quiet',
    wins: 'Barata',
  },
  {
    says: 'whatever their order',
    rules: { rules: [rule('Barata', percent(-1000)), rule('Cara', percent(1000))] },
    cents: 58_500,
    kind: 'quiet',
    wins: 'Barata',
  },
  {
    says: 'a tie of what the caps leave is a tie of prices',
    rules: { rules: [rule('b', percent(3000)), rule('a', amount(90_000))], surgeCapBp: 2000 },
    cents: 78_000,
    kind: 'busy',
    wins: 'a',
  },
  // shortly before
  { says: 'long before', rules: soon, lead: 361, cents: 65_000 },
  { says: 'six hours before', rules: soon, lead: 360, cents: 55_250, kind: 'last_minute' },
  {
    says: 'on a busy hour: of its price',
    rules: { ...soon, rules: [busy] },
    at: saturday,
    lead: 60,
    cents: 66_300,
    kind: 'last_minute',
  },
  {
    says: 'on a quiet hour: of its price, within the floor',
    rules: { ...soon, rules: [quiet], quietFloorBp: 8000 },
    lead: 60,
    cents: 52_000,
    kind: 'last_minute',
  },
  { says: 'in a list, at some time in between: not at all', rules: soon, cents: 65_000 },
  // persons
  { says: 'a first visit', rules: first, first: true, cents: 58_500, kind: 'first_visit' },
  { says: 'nobody’s first visit', rules: first, cents: 65_000 },
  {
    says: 'a first visit at a quiet hour',
    rules: { ...first, rules: [quiet] },
    first: true,
    cents: 49_725,
    kind: 'first_visit',
  },
  {
    says: 'shortly before and a first visit do not add up',
    rules: { ...first, ...soon },
    first: true,
    lead: 60,
    cents: 55_250,
    kind: 'last_minute',
  },
  {
    says: 'whichever is less',
    rules: { firstVisit: { bp: -2000 }, ...soon },
    first: true,
    lead: 60,
    cents: 52_000,
    kind: 'first_visit',
  },
  {
    says: 'who keeps their price, at a busy hour',
    rules: { rules: [busy] },
    at: saturday,
    keeps: true,
    cents: 65_000,
  },
  {
    says: 'who keeps their price, at a quiet hour: what everybody pays',
    rules: { rules: [quiet] },
    keeps: true,
    cents: 55_250,
    kind: 'quiet',
  },
  {
    says: 'a service that keeps its price',
    rules: { rules: [quiet], ...soon, ...first, frozenServices: [7] },
    lead: 60,
    first: true,
    cents: 65_000,
  },
  {
    says: 'another one does not',
    rules: { rules: [quiet], frozenServices: [8] },
    cents: 55_250,
    kind: 'quiet',
  },
]
