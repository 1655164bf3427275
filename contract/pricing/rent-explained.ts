/** Explains a rent: which rule won for each part of a stay, and the lines in words. All amounts come from `rent.ts`. */
import { minuteMs } from '#contract/platform/duration.ts'
import { formatCents, formatRate, roundedDivide } from '#contract/platform/money.ts'
import { eachStretch, reckon, timed, type Reckoning, type Stay } from '#contract/pricing/rent.ts'
import { changed, type Prices, type Segment } from '#contract/pricing/rent-prices.ts'
import { overtimeOf } from '#contract/pricing/rent-part.ts'
import {
  ladderSteps,
  type CalendarRate,
  type PriceRules,
  type RentLine,
  type RentStretch,
} from '#contract/pricing/space-pricing.ts'
import { coveredMinutes } from '#contract/platform/windows.ts'

export type ExplainedRent = {
  startsAt: string
  endsAt: string
  chargedMinutes: number
  totalCents: number
  lines: RentLine[]
  stretches: RentStretch[]
  depositCents: number | null
}

/** The lines add up to the total, to the centavo. */
export const explainRent = (prices: Prices, stay: Stay): ExplainedRent => {
  const made = reckon(prices, stay)
  const stretches = stretchesOf(prices, stay, made)
  return {
    startsAt: new Date(stay.startsAt).toISOString(),
    endsAt: new Date(stay.startsAt + made.chargedMinutes * minuteMs).toISOString(),
    chargedMinutes: made.chargedMinutes,
    totalCents: made.totalCents,
    lines: linesOf(prices, stay, made, stretches),
    stretches,
    depositCents: prices.rules?.depositCents ?? null,
  }
}

const stretchesOf = (prices: Prices, stay: Stay, made: Reckoning): RentStretch[] => {
  if (made.hourlyCents !== null || isShare(made)) {
    const hourlyCents =
      made.hourlyCents ?? roundedDivide(made.timeCents * 60, Math.max(1, made.chargedMinutes))
    return [
      stretch(stay.startsAt, made.chargedMinutes, hourlyCents, {
        ...personal(prices, stay, made),
        beaten: [],
      }),
    ]
  }
  const found: RentStretch[] = []
  let last: Segment | null = null
  eachStretch(prices, stay, made.chargedMinutes, (from, to, segment) => {
    const open = found.at(-1)
    const minutes = (to - from) / minuteMs
    if (open !== undefined && last !== null && isSame(last, segment)) {
      found[found.length - 1] = {
        ...open,
        endsAt: new Date(to).toISOString(),
        minutes: open.minutes + minutes,
      }
    } else {
      const hourlyCents = timed(prices.rules, made.timing, segment.hourlyCents)
      found.push(stretch(from, minutes, hourlyCents, whyOf(prices, segment, made, hourlyCents)))
    }
    last = segment
  })
  return found
}

/** A share of the service's price: minutes have no price of their own. */
const isShare = ({ tariff, hourlyCents }: Reckoning) =>
  hourlyCents === null && (tariff === 'per_use' || tariff === 'agreement')

const isSame = (a: Segment, b: Segment) =>
  a.rate?.id === b.rate?.id &&
  a.beaten.length === b.beaten.length &&
  a.beaten.every(({ id }, place) => id === b.beaten[place]?.id)

type Why = Pick<RentStretch, 'rule' | 'why' | 'beaten'>

const stretch = (from: number, minutes: number, hourlyCents: number, why: Why): RentStretch => ({
  startsAt: new Date(from).toISOString(),
  endsAt: new Date(from + minutes * minuteMs).toISOString(),
  minutes,
  hourlyCents,
  ...why,
})

/** One price for this renter at every hour. */
const personal = (prices: Prices, stay: Stay, { tariff, hourlyCents }: Reckoning): Omit<Why, 'beaten'> => {
  if (tariff === 'pack') {
    const pack = prices.rules?.packs.find(({ id }) => id === stay.packId)
    return {
      rule: `Paquete de ${pack?.hours ?? 0} h`,
      why: 'Usa horas de un paquete: cada hora cuesta su parte del paquete.',
    }
  }
  if (tariff === 'in_house')
    return { rule: 'Equipo de casa', why: 'Es del equipo de casa: su precio va antes que cualquier tarifa.' }
  if (tariff === 'agreement')
    return {
      rule: 'Convenio',
      why:
        prices.rules?.agreements === 'best'
          ? 'Su convenio no cuesta más que la lista a esta hora.'
          : 'Tiene convenio: lo pactado va antes que cualquier tarifa.',
    }
  if (tariff === 'per_use')
    return { rule: 'Por uso', why: 'Hay un servicio: se paga una parte de su precio en lugar de las horas.' }
  return { rule: 'Precio base', why: `Toda hora cuesta ${formatCents(hourlyCents ?? prices.baseCents)}.` }
}

const whyOf = (prices: Prices, segment: Segment, made: Reckoning, hourlyCents: number): Why => {
  const { rate, beaten } = segment
  const own =
    rate === null
      ? 'Ninguna tarifa cubre esta hora: vale el precio base.'
      : beaten.length === 0
        ? 'Es la única tarifa que cubre esta hora.'
        : 'De las tarifas que cubren esta hora es la más específica.'
  const when =
    made.timing === null || hourlyCents === segment.hourlyCents
      ? ''
      : made.timing === 'early_bird'
        ? ` Reserva con tiempo: baja de ${formatCents(segment.hourlyCents)} a ${formatCents(hourlyCents)}.`
        : ` Es de última hora: baja de ${formatCents(segment.hourlyCents)} a ${formatCents(hourlyCents)}.`
  const business = made.tariff === 'in_house' ? ' El descuento de casa va al final.' : ''
  return {
    rule: rate?.name ?? 'Precio base',
    why: own + when + business,
    beaten: beaten.map((other) => ({ rule: other.name, why: beatenBy(prices, rate, other) })),
  }
}

const beatenBy = (prices: Prices, winner: CalendarRate | null, loser: CalendarRate): string => {
  if (winner !== null && winner.dates !== null && loser.dates === null)
    return 'Vale todo el año; la otra, solo en sus fechas.'
  const [mine, theirs] = [winner === null ? 0 : coveredMinutes(winner), coveredMinutes(loser)]
  if (winner?.dates === null && mine === theirs) {
    const price = changed(prices.baseCents, loser.change)
    return price > changed(prices.baseCents, winner.change)
      ? `Cubre igual de horas, pero cuesta más: ${formatCents(price)}.`
      : 'Cubre igual de horas y cuesta lo mismo.'
  }
  return 'Cubre más horas: es menos específica.'
}

const linesOf = (
  prices: Prices,
  stay: Stay,
  made: Reckoning,
  stretches: readonly RentStretch[],
): RentLine[] => {
  const lines = isShare(made) ? [shareLine(prices.rules, stay, made)] : timeLines(stretches)
  const before = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (made.timeCents !== before || made.step !== null) {
    const line = adjustment(prices.rules, made, made.timeCents - before)
    if (line !== null) lines.push(line)
  }
  if (made.cleaningCents > 0) lines.push(cleaningLine(prices.rules, made))
  return lines
}

/** Groups minutes of the same rule and price; each line is the difference of rounded sums, so that lines add up. */
const timeLines = (stretches: readonly RentStretch[]): RentLine[] => {
  const groups: { rule: string; hourlyCents: number; minutes: number }[] = []
  for (const { rule, hourlyCents, minutes } of stretches) {
    const open = groups.find((one) => one.rule === rule && one.hourlyCents === hourlyCents)
    if (open === undefined) groups.push({ rule, hourlyCents, minutes })
    else open.minutes += minutes
  }
  let sum = 0
  let reported = 0
  return groups.map(({ rule, hourlyCents, minutes }) => {
    sum += hourlyCents * minutes
    const upTo = roundedDivide(sum, 60)
    const amountCents = upTo - reported
    reported = upTo
    return {
      kind: 'time',
      label: rule,
      detail: `${lengthText(minutes)} a ${formatCents(hourlyCents)} por hora`,
      amountCents,
    }
  })
}

const shareLine = (rules: PriceRules | null, stay: Stay, made: Reckoning): RentLine => {
  const { shareBp, minCents } =
    made.tariff === 'agreement'
      ? { shareBp: stay.agreement?.shareBp ?? 0, minCents: stay.agreement?.minimumCents ?? 0 }
      : (rules?.perUse ?? { shareBp: 0, minCents: 0 })
  const share = `${formatRate(shareBp)} de ${formatCents(stay.serviceCents ?? 0)}`
  return {
    kind: 'per_use',
    label: made.tariff === 'agreement' ? 'Convenio, por uso' : 'Por uso',
    detail: made.timeCents === minCents && minCents > 0 ? `${share}, mínimo ${formatCents(minCents)}` : share,
    amountCents: made.timeCents,
  }
}

/** The discount for the length of the stay, or for team members. */
const adjustment = (rules: PriceRules | null, made: Reckoning, amountCents: number): RentLine | null => {
  if (made.tariff === 'in_house')
    return { kind: 'adjustment', label: 'Equipo de casa', detail: bpText(rules?.inHouse), amountCents }
  if (made.step === null) return null
  const { label, fromMinutes } = ladderSteps[made.step.name]
  if (made.step.capped)
    return {
      kind: 'adjustment',
      label: `Tope: ${label.toLowerCase()}`,
      detail: `Por menos tiempo no pagas más que por ${lengthText(fromMinutes)}`,
      amountCents,
    }
  if (amountCents === 0) return null
  return { kind: 'adjustment', label, detail: stepText(rules?.ladder[made.step.name] ?? null), amountCents }
}

const bpText = (change: PriceRules['inHouse'] | undefined) =>
  change?.kind === 'percent' ? signedRate(change.bp) : ''

const signedRate = (bp: number) => `${bp < 0 ? '−' : '+'}${formatRate(Math.abs(bp))}`

const stepText = (price: PriceRules['ladder']['day']): string => {
  if (price === null) return ''
  if (price.kind === 'percent') return `${signedRate(price.bp)} por duración`
  if (price.kind === 'hourly') return `${formatCents(price.cents)} por hora, a cualquier hora`
  return `${formatCents(price.cents)} en total`
}

const cleaningLine = (rules: PriceRules | null, made: Reckoning): RentLine => ({
  kind: 'cleaning',
  label: 'Limpieza',
  detail:
    rules?.cleaning?.kind === 'per_minute'
      ? `${formatCents(rules.cleaning.cents)} por minuto, ${lengthText(made.chargedMinutes)}`
      : 'Una vez por visita',
  amountCents: made.cleaningCents,
})

/** The additional rent for overtime. */
export const explainOvertime = (
  prices: Prices,
  stay: Stay,
  minutes: number,
  gapMinutes?: number,
): RentLine[] =>
  overtimeOf(prices, stay, minutes, gapMinutes).map(({ bp, minutes: billed, cents }, place) => ({
    kind: 'overtime',
    label: place === 0 ? 'Tiempo extra' : 'Tiempo extra, después de la primera hora',
    detail: `${lengthText(billed)}${bp === 10_000 ? '' : ` a ${bp / 10_000} veces el precio`}`,
    amountCents: cents,
  }))

/** "1 h 30 min"; a day or more in days. */
export const lengthText = (minutes: number): string => {
  if (minutes >= 2880 && minutes % 1440 === 0) return `${minutes / 1440} días`
  const rest = minutes % 60
  const hours = (minutes - rest) / 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
