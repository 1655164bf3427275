/** Demand rules as sentences, and the changes between two versions. Pure. */
import type { DemandRule, DemandRules, HourChange } from '#contract/pricing/demand.ts'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { windowsText } from '#contract/pricing/price-words.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'

/** "−15 %", "+$80" */
export const hourChangeText = (change: HourChange): string =>
  change.kind === 'percent'
    ? `${change.bp < 0 ? '−' : '+'}${formatRate(Math.abs(change.bp))}`
    : `${change.cents < 0 ? '−' : '+'}${formatCents(Math.abs(change.cents))}`

/** "Martes, de 09:00 a 12:00: −15 %, desde $300, solo con tu enlace" */
export const demandRuleText = (rule: DemandRule): string => {
  const { serviceIds, minCents, maxCents, channel } = rule
  return [
    `${windowsText(rule)}: ${hourChangeText(rule.change)}`,
    ...(serviceIds.length === 0
      ? []
      : [serviceIds.length === 1 ? 'en un servicio' : `en ${serviceIds.length} servicios`]),
    ...(minCents === null ? [] : [`no menos de ${formatCents(minCents)}`]),
    ...(maxCents === null ? [] : [`no más de ${formatCents(maxCents)}`]),
    ...(channel === null ? [] : [channel === 'own_link' ? 'solo con tu enlace' : 'solo en Kalli']),
  ].join(', ')
}

export const lastMinuteText = ({ withinMinutes, bp }: NonNullable<DemandRules['lastMinute']>): string =>
  `Si faltan ${lengthText(withinMinutes)} o menos y hay hueco: −${formatRate(-bp)}.`

export const firstVisitText = ({ bp }: NonNullable<DemandRules['firstVisit']>): string =>
  `Quien viene por primera vez paga ${formatRate(-bp)} menos.`

export const capText = (bp: number): string =>
  bp === 0 ? 'Ninguna hora sube de precio.' : `Ninguna hora sube más de ${formatRate(bp)}.`

export const floorText = (bp: number): string =>
  bp === 10_000 ? 'Ninguna hora baja de precio.' : `Ninguna hora baja del ${formatRate(bp)} de su precio.`

const countText = (count: number, one: string, many: string) =>
  count === 0 ? null : count === 1 ? one : many

export const demandChanges = (before: DemandRules, after: DemandRules): string[] => {
  const said: string[] = []
  const sentences = ({ rules }: DemandRules) =>
    new Map(rules.map((rule) => [rule.id, `«${rule.name}»: ${demandRuleText(rule)}.`]))
  const [was, is] = [sentences(before), sentences(after)]
  for (const [id, text] of is) if (was.get(id) !== text) said.push(text)
  for (const [id, text] of was) if (!is.has(id)) said.push(`Se quitó ${text}`)
  for (const [label, say] of single) {
    const [old, now] = [say(before), say(after)]
    if (old !== now) said.push(now === null ? `${label}: se quitó.` : `${label}: ${now}`)
  }
  return said.length === 0 ? ['Se guardó sin cambios.'] : said
}

const single: readonly (readonly [label: string, say: (rules: DemandRules) => string | null])[] = [
  ['Última hora', ({ lastMinute }) => (lastMinute === null ? null : lastMinuteText(lastMinute))],
  ['Primera visita', ({ firstVisit }) => (firstVisit === null ? null : firstVisitText(firstVisit))],
  ['Tope', ({ surgeCapBp }) => capText(surgeCapBp)],
  ['Piso', ({ quietFloorBp }) => floorText(quietFloorBp)],
  [
    'Servicios que conservan su precio',
    ({ frozenServices: { length } }) => countText(length, 'uno.', `${length}.`),
  ],
  [
    'Personas que conservan su precio',
    ({ frozenClients: { length } }) => countText(length, 'una.', `${length}.`),
  ],
]
