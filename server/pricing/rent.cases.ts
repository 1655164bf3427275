/** Rents computed by hand. A chair of $150 an hour in its own zone; 2026-11-20 is a Friday. */
import { noRules, type CalendarRate, type PriceRules } from '#contract/pricing/space-pricing.ts'

export type Case = {
  says: string
  rules?: Partial<PriceRules>
  zone?: string
  /** Local time of the place; in a repeated hour the first pass, with ' 2' the second. */
  at: string
  minutes: number
  lead?: number
  agreement?: { hourlyCents: number; shareBp?: number; minimumCents?: number }
  inHouse?: boolean
  service?: number
  pack?: string
  minimum?: number
  rounding?: number
  base?: number
  cents: number
}

const all = [1, 2, 3, 4, 5, 6, 7]
const rate = (
  name: string,
  days: number[],
  fromMinute: number,
  toMinute: number,
  change: CalendarRate['change'],
  dates: CalendarRate['dates'] = null,
): CalendarRate => ({ id: name, name, days, windows: [{ fromMinute, toMinute }], dates, change })
const percent = (bp: number) => ({ kind: 'percent', bp }) as const
const hourly = (cents: number) => ({ kind: 'hourly', cents }) as const
const amount = (cents: number) => ({ kind: 'amount', cents }) as const
const total = (cents: number) => ({ kind: 'total', cents }) as const
const ladder = (steps: Partial<PriceRules['ladder']>) => ({ ladder: { ...noRules.ladder, ...steps } })

/** Friday 18:00 to Saturday 02:00, $180. */
const night = rate('Noche', [5], 1080, 120, percent(2000))
const weekend = rate('Fin de semana', [6, 7], 0, 1440, amount(3000))
const morning = rate('Mañana', all, 480, 600, hourly(10_000))
const december = rate('Diciembre', all, 0, 1440, percent(5000), { from: '2026-12-01', to: '2026-12-31' })
const christmas = rate('Nochebuena', all, 0, 1440, hourly(40_000), { from: '2026-12-24', to: '2026-12-24' })
const small = rate('Madrugada', all, 60, 180, hourly(30_000))
const packs = [{ id: 'h10', hours: 10, priceCents: 120_000, validityDays: 90, transferable: false }]
const uneven = [{ id: 'h20', hours: 30, priceCents: 250_000, validityDays: 90, transferable: true }]
const lastMinute = { lastMinute: { withinMinutes: 180, change: hourly(9000) } }
const earlyBird = { earlyBird: { aheadDays: 14, discountBp: 1000 } }
const perUse = { perUse: { shareBp: 3000, minCents: 8000 } }
const fixedCleaning = { cleaning: { kind: 'fixed', cents: 4000, forAll: false } } as const
const minuteCleaning = { cleaning: { kind: 'per_minute', cents: 50, forAll: true } } as const

export const cases: readonly Case[] = [
  // the base price
  { says: 'an hour at the base price', at: '2026-11-20T10:00', minutes: 60, cents: 15_000 },
  { says: 'an hour and a half', at: '2026-11-20T10:00', minutes: 90, cents: 22_500 },
  {
    says: 'fifty minutes: a third of a centavo is none',
    at: '2026-11-20T10:00',
    minutes: 50,
    base: 10_001,
    cents: 8334,
  },
  { says: 'half a centavo is rounded up', at: '2026-11-20T10:00', minutes: 30, base: 10_001, cents: 5001 },
  { says: 'the minimum counts', at: '2026-11-20T10:00', minutes: 30, minimum: 60, cents: 15_000 },
  { says: 'steps of half an hour', at: '2026-11-20T10:00', minutes: 70, rounding: 30, cents: 22_500 },
  {
    says: 'rules that say nothing change nothing',
    rules: {},
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 15_000,
  },
  { says: 'past midnight', at: '2026-11-20T23:30', minutes: 60, cents: 15_000 },
  // calendar rates
  { says: 'inside a rate', rules: { rates: [night] }, at: '2026-11-20T19:00', minutes: 60, cents: 18_000 },
  { says: 'before it', rules: { rates: [night] }, at: '2026-11-20T16:00', minutes: 120, cents: 30_000 },
  {
    says: 'half before, half inside',
    rules: { rates: [night] },
    at: '2026-11-20T17:30',
    minutes: 60,
    cents: 16_500,
  },
  {
    says: 'a window over midnight, on both sides of it',
    rules: { rates: [night] },
    at: '2026-11-20T23:00',
    minutes: 120,
    cents: 36_000,
  },
  {
    says: 'its part after midnight belongs to the day it began',
    rules: { rates: [night] },
    at: '2026-11-21T00:30',
    minutes: 60,
    cents: 18_000,
  },
  { says: 'out of it at two', rules: { rates: [night] }, at: '2026-11-21T01:30', minutes: 60, cents: 16_500 },
  {
    says: 'the night before Friday is none of it',
    rules: { rates: [night] },
    at: '2026-11-20T00:30',
    minutes: 60,
    cents: 15_000,
  },
  { says: 'an amount more', rules: { rates: [weekend] }, at: '2026-11-21T10:00', minutes: 60, cents: 18_000 },
  {
    says: 'from Friday into the weekend',
    rules: { rates: [weekend] },
    at: '2026-11-20T23:00',
    minutes: 120,
    cents: 33_000,
  },
  {
    says: 'from Sunday into Monday',
    rules: { rates: [weekend] },
    at: '2026-11-22T23:20',
    minutes: 60,
    cents: 17_000,
  },
  { says: 'another price', rules: { rates: [morning] }, at: '2026-11-20T08:00', minutes: 60, cents: 10_000 },
  {
    says: 'twenty minutes of it',
    rules: { rates: [morning] },
    at: '2026-11-20T09:40',
    minutes: 60,
    cents: 13_333,
  },
  {
    says: 'the narrower rate wins: the night over the weekend',
    rules: { rates: [weekend, { ...night, change: hourly(25_000) }] },
    at: '2026-11-21T00:00',
    minutes: 60,
    cents: 25_000,
  },
  {
    says: 'the order of the list says nothing',
    rules: { rates: [{ ...night, change: hourly(25_000) }, weekend] },
    at: '2026-11-21T00:00',
    minutes: 60,
    cents: 25_000,
  },
  {
    says: 'as narrow: the lower price',
    rules: { rates: [rate('a', [5], 600, 720, hourly(20_000)), rate('b', [5], 660, 780, hourly(17_000))] },
    at: '2026-11-20T11:00',
    minutes: 60,
    cents: 17_000,
  },
  {
    says: 'rates are not added up',
    rules: { rates: [weekend, rate('Sábado', [6], 600, 720, percent(1000))] },
    at: '2026-11-21T10:00',
    minutes: 60,
    cents: 16_500,
  },
  {
    says: 'three rules in one stay',
    rules: { rates: [night, weekend] },
    at: '2026-11-20T17:00',
    minutes: 600,
    cents: 15_000 + 8 * 18_000 + 18_000,
  },
  {
    says: 'a season before every week',
    rules: { rates: [december, night] },
    at: '2026-12-04T19:00',
    minutes: 60,
    cents: 22_500,
  },
  {
    says: 'the shorter season before the longer',
    rules: { rates: [december, christmas] },
    at: '2026-12-24T10:00',
    minutes: 60,
    cents: 40_000,
  },
  {
    says: 'out of season',
    rules: { rates: [december] },
    at: '2026-11-30T23:00',
    minutes: 120,
    cents: 37_500,
  },
  {
    says: 'a season ends with its last day',
    rules: { rates: [december] },
    at: '2026-12-31T23:00',
    minutes: 120,
    cents: 37_500,
  },
  {
    says: 'a rate of the last evening of a season runs past its midnight',
    rules: { rates: [{ ...night, days: all, dates: { from: '2026-11-20', to: '2026-11-20' } }] },
    at: '2026-11-21T01:00',
    minutes: 120,
    cents: 33_000,
  },
  {
    says: 'no hour costs less than a peso',
    rules: { rates: [rate('x', all, 0, 1440, amount(-20_000))] },
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 100,
  },
  {
    says: 'a third off, to the centavo',
    rules: { rates: [rate('x', all, 0, 1440, percent(-3333))] },
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 10_001,
  },
  // the two nights of the clock change: Tijuana on 8 March 2026 (2:00 to 3:00 is missing) and 1 November (1:00 to 2:00 comes twice)
  {
    says: 'the missing hour: two hours of the night are three on the wall',
    zone: 'America/Tijuana',
    rules: { rates: [small] },
    at: '2026-03-08T01:00',
    minutes: 120,
    cents: 45_000,
  },
  {
    says: 'right into the gap',
    zone: 'America/Tijuana',
    rules: { rates: [small] },
    at: '2026-03-08T01:30',
    minutes: 60,
    cents: 22_500,
  },
  {
    says: 'over the whole night',
    zone: 'America/Tijuana',
    rules: { rates: [small] },
    at: '2026-03-08T00:00',
    minutes: 300,
    cents: 4 * 15_000 + 30_000,
  },
  {
    says: 'the missing hour in Ciudad Juárez',
    zone: 'America/Ciudad_Juarez',
    rules: { rates: [small] },
    at: '2026-03-08T01:00',
    minutes: 120,
    cents: 45_000,
  },
  {
    says: 'an ordinary night in the capital',
    rules: { rates: [small] },
    at: '2026-03-08T01:00',
    minutes: 120,
    cents: 60_000,
  },
  {
    says: 'the doubled hour is paid twice',
    zone: 'America/Tijuana',
    rules: { rates: [small] },
    at: '2026-11-01T01:00',
    minutes: 120,
    cents: 60_000,
  },
  {
    says: 'three hours from one to three',
    zone: 'America/Tijuana',
    rules: { rates: [small] },
    at: '2026-11-01T01:00',
    minutes: 180,
    cents: 90_000,
  },
  {
    says: 'the second pass counts as the first',
    zone: 'America/Tijuana',
    rules: { rates: [small] },
    at: '2026-11-01T01:30 2',
    minutes: 60,
    cents: 30_000,
  },
  {
    says: 'out of the doubled hour',
    zone: 'America/Ciudad_Juarez',
    rules: { rates: [{ ...small, windows: [{ fromMinute: 60, toMinute: 120 }] }] },
    at: '2026-11-01T01:30',
    minutes: 120,
    cents: 30_000 + 15_000 + 7500,
  },
  {
    says: 'a window over midnight in the night of the doubled hour',
    zone: 'America/Tijuana',
    rules: { rates: [{ ...night, days: [6] }] },
    at: '2026-10-31T23:00',
    minutes: 240,
    cents: 4 * 18_000,
  },
  // how long one stays
  {
    says: 'half a day, a fifth off',
    rules: ladder({ halfDay: percent(-2000) }),
    at: '2026-11-20T10:00',
    minutes: 240,
    cents: 48_000,
  },
  {
    says: 'just below the step: the step is the most',
    rules: ladder({ halfDay: percent(-2000) }),
    at: '2026-11-20T10:00',
    minutes: 225,
    cents: 48_000,
  },
  {
    says: 'well below it: as ever',
    rules: ladder({ halfDay: percent(-2000) }),
    at: '2026-11-20T10:00',
    minutes: 180,
    cents: 45_000,
  },
  {
    says: 'two to three hours at another price',
    rules: ladder({ fewHours: hourly(13_000) }),
    at: '2026-11-20T10:00',
    minutes: 150,
    cents: 32_500,
  },
  {
    says: 'a block for half a day holds six hours',
    rules: ladder({ halfDay: total(50_000) }),
    at: '2026-11-20T10:00',
    minutes: 300,
    cents: 50_000,
  },
  {
    says: 'beyond the block in proportion',
    rules: ladder({ halfDay: total(50_000) }),
    at: '2026-11-20T10:00',
    minutes: 420,
    cents: 58_333,
  },
  {
    says: 'a day’s price is the most of a day',
    rules: ladder({ day: total(90_000) }),
    at: '2026-11-20T10:00',
    minutes: 450,
    cents: 90_000,
  },
  {
    says: 'six hours cost six hours where that is less',
    rules: ladder({ day: total(90_000) }),
    at: '2026-11-20T10:00',
    minutes: 300,
    cents: 75_000,
  },
  {
    says: 'twelve hours of a day',
    rules: ladder({ day: total(90_000) }),
    at: '2026-11-20T08:00',
    minutes: 720,
    cents: 90_000,
  },
  {
    says: 'a week',
    rules: ladder({ week: total(300_000) }),
    at: '2026-11-20T00:00',
    minutes: 10_080,
    cents: 300_000,
  },
  {
    says: 'a day never costs more than a week',
    rules: ladder({ week: total(300_000) }),
    at: '2026-11-20T00:00',
    minutes: 1440,
    cents: 300_000,
  },
  {
    says: 'a month',
    rules: ladder({ month: total(900_000) }),
    at: '2026-11-01T00:00',
    minutes: 43_200,
    cents: 900_000,
  },
  {
    says: 'one hour alone costs more',
    rules: ladder({ hour: percent(2000), fewHours: percent(0) }),
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 18_000,
  },
  {
    says: 'ladder upon calendar',
    rules: { rates: [night], ...ladder({ halfDay: percent(-1000) }) },
    at: '2026-11-20T16:00',
    minutes: 240,
    cents: 59_400,
  },
  // when one books
  {
    says: 'the last-minute price',
    rules: lastMinute,
    lead: 120,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 9000,
  },
  {
    says: 'at its very limit',
    rules: lastMinute,
    lead: 180,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 9000,
  },
  {
    says: 'too long before',
    rules: lastMinute,
    lead: 181,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 15_000,
  },
  {
    says: 'it never raises',
    rules: { ...lastMinute, rates: [rate('x', all, 0, 1440, hourly(8000))] },
    lead: 60,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 8000,
  },
  {
    says: 'a part less at the last minute',
    rules: { lastMinute: { withinMinutes: 180, change: percent(-4000) }, rates: [night] },
    lead: 60,
    at: '2026-11-20T19:00',
    minutes: 60,
    cents: 10_800,
  },
  {
    says: 'early birds',
    rules: earlyBird,
    lead: 14 * 1440,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 13_500,
  },
  {
    says: 'not early enough',
    rules: earlyBird,
    lead: 14 * 1440 - 1,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 15_000,
  },
  {
    says: 'early and long',
    rules: { ...earlyBird, ...ladder({ halfDay: total(60_000) }) },
    lead: 20_160,
    at: '2026-11-20T10:00',
    minutes: 240,
    cents: 54_000,
  },
  // a share of the service
  { says: 'a share', rules: perUse, service: 65_000, at: '2026-11-20T10:00', minutes: 90, cents: 19_500 },
  {
    says: 'at least the minimum',
    rules: perUse,
    service: 20_000,
    at: '2026-11-20T10:00',
    minutes: 90,
    cents: 8000,
  },
  {
    says: 'hours without a client go by the hour',
    rules: perUse,
    at: '2026-11-20T10:00',
    minutes: 90,
    cents: 22_500,
  },
  {
    says: 'a share, to the centavo',
    rules: { perUse: { shareBp: 3333, minCents: 0 } },
    service: 10_001,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 3333,
  },
  // cleaning
  { says: 'cleaning once', rules: fixedCleaning, at: '2026-11-20T10:00', minutes: 60, cents: 19_000 },
  {
    says: 'cleaning by the minute',
    rules: minuteCleaning,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 18_000,
  },
  {
    says: 'not with an agreement',
    rules: fixedCleaning,
    agreement: { hourlyCents: 12_000 },
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 12_000,
  },
  {
    says: 'with an agreement too, if it says so',
    rules: minuteCleaning,
    agreement: { hourlyCents: 12_000 },
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 15_000,
  },
  {
    says: 'a share and cleaning',
    rules: { ...perUse, ...fixedCleaning },
    service: 65_000,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 23_500,
  },
  // packs
  {
    says: 'hours of a pack',
    rules: { packs },
    pack: 'h10',
    at: '2026-11-20T10:00',
    minutes: 120,
    cents: 24_000,
  },
  {
    says: 'a pack before every rate',
    rules: { packs, rates: [night] },
    pack: 'h10',
    at: '2026-11-20T19:00',
    minutes: 60,
    cents: 12_000,
  },
  {
    says: 'a pack before an agreement',
    rules: { packs },
    pack: 'h10',
    agreement: { hourlyCents: 14_000 },
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 12_000,
  },
  {
    says: 'a pack of an uneven price: $83.33 an hour',
    rules: { packs: uneven },
    pack: 'h20',
    at: '2026-11-20T10:00',
    minutes: 90,
    cents: 12_500,
  },
  // overrides
  {
    says: 'an agreement before every rate',
    rules: { rates: [night] },
    agreement: { hourlyCents: 12_000 },
    at: '2026-11-20T19:00',
    minutes: 60,
    cents: 12_000,
  },
  {
    says: 'an agreement without rules',
    agreement: { hourlyCents: 12_345 },
    at: '2026-11-20T10:00',
    minutes: 90,
    cents: 18_518,
  },
  {
    says: 'whatever is less: the list',
    rules: { agreements: 'best', rates: [morning] },
    agreement: { hourlyCents: 12_000 },
    at: '2026-11-20T08:00',
    minutes: 60,
    cents: 10_000,
  },
  {
    says: 'whatever is less: the agreement',
    rules: { agreements: 'best', rates: [morning] },
    agreement: { hourlyCents: 12_000 },
    at: '2026-11-20T11:00',
    minutes: 60,
    cents: 12_000,
  },
  {
    says: 'an agreement by share',
    agreement: { hourlyCents: 15_000, shareBp: 2500, minimumCents: 9000 },
    service: 60_000,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 15_000,
  },
  {
    says: 'an agreement by share, its minimum',
    agreement: { hourlyCents: 15_000, shareBp: 2500, minimumCents: 9000 },
    service: 20_000,
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 9000,
  },
  {
    says: 'an agreement by share, without a client',
    agreement: { hourlyCents: 15_000, shareBp: 2500, minimumCents: 9000 },
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 15_000,
  },
  {
    says: 'the house’s own, at their price',
    rules: { inHouse: hourly(8000), rates: [night] },
    inHouse: true,
    at: '2026-11-20T19:00',
    minutes: 90,
    cents: 12_000,
  },
  {
    says: 'the house’s own, a third less than the list',
    rules: { inHouse: percent(-3333), rates: [night] },
    inHouse: true,
    at: '2026-11-20T17:00',
    minutes: 120,
    cents: 22_001,
  },
  {
    says: 'the house’s own before an agreement',
    rules: { inHouse: hourly(8000) },
    inHouse: true,
    agreement: { hourlyCents: 7000 },
    at: '2026-11-20T10:00',
    minutes: 60,
    cents: 8000,
  },
  {
    says: 'of the house, where the house has no price of its own',
    rules: { rates: [night] },
    inHouse: true,
    at: '2026-11-20T19:00',
    minutes: 60,
    cents: 18_000,
  },
]
