/** Price rules as sentences, and the changes between two versions. Pure. */
import { dateText } from '#contract/platform/short-date.ts'
import { clockText } from '#contract/platform/clock-text.ts'
import { weekdayNames } from '#contract/platform/day-names.ts'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'
import {
  ladderSteps,
  type CalendarRate,
  type HourPack,
  type LadderStep,
  type PriceChange,
  type PriceRules,
  type StepPrice,
} from '#contract/pricing/space-pricing.ts'
import type { Windowed } from '#contract/platform/windows.ts'

/** "+20 %", "−$30", "$180 por hora" */
export const changeText = (change: PriceChange): string => {
  if (change.kind === 'hourly') return `${formatCents(change.cents)} por hora`
  const sign = (change.kind === 'percent' ? change.bp : change.cents) < 0 ? '−' : '+'
  return change.kind === 'percent'
    ? `${sign}${formatRate(Math.abs(change.bp))}`
    : `${sign}${formatCents(Math.abs(change.cents))} por hora`
}

/** "Viernes y sábado, de 18:00 a 02:00: +20 %" */
export const rateText = (rate: CalendarRate): string => {
  const { dates, change } = rate
  const season = dates === null ? '' : `, del ${dateText(dates.from)} al ${dateText(dates.to)}`
  return `${windowsText(rate)}${season}: ${changeText(change)}`
}

/** "Viernes y sábado, de 18:00 a 02:00 del día siguiente" */
export const windowsText = ({ days, windows }: Windowed): string => {
  const hours = windows
    .map(({ fromMinute, toMinute }) =>
      fromMinute === 0 && toMinute === 1440
        ? 'todo el día'
        : `de ${clockText(fromMinute)} a ${clockText(toMinute)}${toMinute <= fromMinute ? ' del día siguiente' : ''}`,
    )
    .join(' y ')
  return `${daysText(days)}, ${hours}`
}

/** "De lunes a viernes", "Sábado y domingo" */
export const daysText = (days: readonly number[]): string => {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b)
  const names = sorted.map((day) => weekdayNames[day - 1] ?? '')
  if (sorted.length === 7) return 'Todos los días'
  const [first = 1] = sorted
  const last = sorted.at(-1) ?? first
  const text =
    sorted.length > 2 && last - first === sorted.length - 1
      ? `de ${names[0]} a ${names.at(-1)}`
      : names.length < 2
        ? names.join('')
        : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const stepPriceText = (price: StepPrice): string =>
  price.kind === 'total' ? `${formatCents(price.cents)} en total` : changeText(price)

/** "10 h por $1,300 ($130 la hora), 90 días" */
export const packText = ({ hours, priceCents, validityDays, transferable }: HourPack): string =>
  `${hours} h por ${formatCents(priceCents)} (${formatCents(Math.round(priceCents / hours))} la hora), ${validityDays} días${transferable ? ', se pueden ceder' : ''}`

export const ladderText = (ladder: PriceRules['ladder']): string => {
  const said = rungs.flatMap((name) => {
    const price = ladder[name]
    return price === null ? [] : [`${ladderSteps[name].label.toLowerCase()} ${stepPriceText(price)}`]
  })
  return said.length === 0
    ? 'Cada hora cuesta lo mismo, sin importar cuántas.'
    : `${capital(said.join(' · '))}.`
}
export const rungs: readonly LadderStep[] = ['hour', 'fewHours', 'halfDay', 'day', 'week', 'month']

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const perUseText = ({ shareBp, minCents }: NonNullable<PriceRules['perUse']>): string =>
  `${formatRate(shareBp)} del servicio${minCents === 0 ? '' : `, mínimo ${formatCents(minCents)}`}, en lugar de las horas.`

export const lastMinuteText = ({ withinMinutes, change }: NonNullable<PriceRules['lastMinute']>): string =>
  `Si faltan ${lengthText(withinMinutes)} o menos y nadie la tomó: ${change.kind === 'hourly' ? `baja a ${formatCents(change.cents)} por hora` : changeText(change)}.`

export const earlyBirdText = ({ aheadDays, discountBp }: NonNullable<PriceRules['earlyBird']>): string =>
  `Quien reserva con ${aheadDays} días o más paga ${formatRate(discountBp)} menos.`

export const cleaningText = ({ kind, cents, forAll }: NonNullable<PriceRules['cleaning']>): string =>
  `${formatCents(cents)} ${kind === 'fixed' ? 'por visita' : 'por minuto de uso'}${forAll ? ', también con convenio' : ''}.`

export const inHouseText = (change: NonNullable<PriceRules['inHouse']>): string =>
  `El equipo de casa paga ${change.kind === 'hourly' ? changeText(change) : `${formatRate(-change.bp)} menos`}.`

export const overtimeText = ({
  freeMinutes,
  stepMinutes,
  firstHourBp,
  laterBp,
}: PriceRules['overtime']): string =>
  `${freeMinutes} min de cortesía; después, cada ${stepMinutes} min a ${firstHourBp / 10_000}× y, pasada una hora, a ${laterBp / 10_000}×.`

export const actualUseText = (actualUse: boolean): string =>
  actualUse
    ? 'Solo uso real: se debe desde que llegan hasta que se van, con tu mínimo.'
    : 'Se debe el tiempo reservado, aunque se vayan antes.'

export const agreementsText = (mode: PriceRules['agreements']): string =>
  mode === 'fixed'
    ? 'Quien tiene convenio paga siempre lo pactado.'
    : 'Quien tiene convenio paga lo pactado, o la lista si sale más barata.'

type Terms = { baseCents: number; rules: PriceRules }

/** Changes of a version as sentences; for the first one, its initial terms. */
export const changesBetween = (before: Terms | null, after: Terms): string[] => {
  if (before === null) return [`Precio base: ${formatCents(after.baseCents)} por hora.`]
  const said: string[] = []
  if (before.baseCents !== after.baseCents)
    said.push(`Precio base: de ${formatCents(before.baseCents)} a ${formatCents(after.baseCents)} por hora.`)
  said.push(...listChanges(before.rules, after.rules))
  for (const [label, say] of single) {
    const [was, is] = [say(before.rules), say(after.rules)]
    if (was !== is) said.push(is === null ? `${label}: se quitó.` : `${label}: ${is}`)
  }
  return said.length === 0 ? ['Se guardó sin cambios.'] : said
}

const listChanges = (before: PriceRules, after: PriceRules): string[] => {
  const said: string[] = []
  const sentences = (rules: PriceRules) =>
    new Map([
      ...rules.rates.map((rate) => [rate.id, `Tarifa «${rate.name}»: ${rateText(rate)}.`] as const),
      ...rules.packs.map((pack) => [pack.id, `Paquete: ${packText(pack)}.`] as const),
    ])
  const [was, is] = [sentences(before), sentences(after)]
  for (const [id, text] of is) if (was.get(id) !== text) said.push(text)
  for (const [id, text] of was)
    if (!is.has(id)) said.push(`Se quitó: ${text.charAt(0).toLowerCase()}${text.slice(1)}`)
  return said
}

const orNull = <T>(value: T | null, say: (value: T) => string) => (value === null ? null : say(value))

const single: readonly (readonly [label: string, say: (rules: PriceRules) => string | null])[] = [
  ['Duración', ({ ladder }) => ladderText(ladder)],
  ['Por uso', ({ perUse }) => orNull(perUse, perUseText)],
  ['Horas muertas', ({ lastMinute }) => orNull(lastMinute, lastMinuteText)],
  ['Reserva anticipada', ({ earlyBird }) => orNull(earlyBird, earlyBirdText)],
  ['Limpieza', ({ cleaning }) => orNull(cleaning, cleaningText)],
  ['Garantía', ({ depositCents }) => orNull(depositCents, (cents) => `${formatCents(cents)}.`)],
  ['Convenios', ({ agreements }) => agreementsText(agreements)],
  ['Equipo de casa', ({ inHouse }) => orNull(inHouse, inHouseText)],
  ['Tiempo extra', ({ overtime }) => overtimeText(overtime)],
  ['Uso', ({ actualUse }) => actualUseText(actualUse)],
]
