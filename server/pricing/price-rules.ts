/** Price rules from a form: inconsistent ones are refused, unused ones left out. Pure. */
import { changed } from '#contract/pricing/rent-prices.ts'
import { ladderSteps, noRules, type LadderStep, type PriceRules } from '#contract/pricing/space-pricing.ts'
import { refuse } from '#server/platform/refuse.ts'

const steps: readonly LadderStep[] = ['hour', 'fewHours', 'halfDay', 'day', 'week', 'month']

/** Refuses invalid_input, with the field, for what the schema alone cannot check. */
export const rulesWithSense = (rules: PriceRules): PriceRules => {
  for (const [place, { dates }] of rules.rates.entries())
    if (dates !== null && dates.from > dates.to)
      problem(`rules.rates.${place}.dates`, 'La temporada termina antes de empezar.')
  unique(
    rules.rates.map(({ id }) => id),
    'rules.rates',
  )
  unique(
    rules.packs.map(({ id }) => id),
    'rules.packs',
  )
  const { lastMinute, earlyBird } = rules
  if (lastMinute !== null && earlyBird !== null && lastMinute.withinMinutes >= earlyBird.aheadDays * 1440)
    problem('rules.earlyBird', 'Reservar con tiempo y de última hora no pueden ser lo mismo.')
  return {
    ...rules,
    rates: rules.rates.map((rate) => ({ ...rate, days: [...new Set(rate.days)].toSorted((a, b) => a - b) })),
  }
}

const unique = (keys: readonly string[], field: string) => {
  if (new Set(keys).size < keys.length) problem(field, 'Hay dos reglas con el mismo nombre interno.')
}

const problem = (field: string, message: string): never =>
  refuse('invalid_input', { fields: [{ field, message }] })

/** Only the base price. */
export const isEmpty = (rules: PriceRules): boolean =>
  JSON.stringify(inOrder(rules)) === JSON.stringify(inOrder(noRules))

const inOrder = (rules: PriceRules) => ({
  ...rules,
  ladder: steps.map((step) => rules.ladder[step]),
  overtime: [
    rules.overtime.freeMinutes,
    rules.overtime.stepMinutes,
    rules.overtime.firstHourBp,
    rules.overtime.laterBp,
  ],
  keys: Object.keys(rules).length,
})

/** Every price per hour that these rules contain or lead to, for the guard rails. */
export const hourlyPricesOf = ({ baseCents, rules }: { baseCents: number; rules: PriceRules }) => {
  const named: { name: string; cents: number; field: string; isBase: boolean }[] = [
    { name: 'Precio base', cents: baseCents, field: 'baseCents', isBase: true },
  ]
  const add = (name: string, cents: number, field: string) =>
    named.push({ name, cents, field, isBase: false })
  for (const [place, { name, change }] of rules.rates.entries())
    add(name, changed(baseCents, change), `rules.rates.${place}.change`)
  for (const name of steps) {
    const price = rules.ladder[name]
    if (price?.kind === 'hourly') add(ladderSteps[name].label, price.cents, `rules.ladder.${name}`)
  }
  if (rules.lastMinute !== null)
    add('Última hora', changed(baseCents, rules.lastMinute.change), 'rules.lastMinute')
  return named
}
