/**
 * What a price is called wherever it is shown: in a list, on a profile, at an hour, in checkout, on a receipt, in an email. Before an
 * hour is chosen it is the list price of the service; at an hour it is the price of that hour and how far that is from the list price.
 * Pure and without schemas, so that public pages may load it. Whole centavos.
 */
import type { SlotPrice } from '#contract/availability/slot.ts'
import { formatCents } from '#contract/platform/money.ts'
import { formerPriceNames, slotPriceNames } from '#contract/pricing/price-names.ts'

/** The price before an hour is chosen. `isFrom`: the lowest of several, by options or by where it is given. */
export type ListPrice = { readonly cents: number; readonly isFrom: boolean }

/** As much of a service as its list price depends on. Where it is given may be left out: then that does not change its price. */
export type Priced = {
  readonly priceCents: number
  readonly addOns?: readonly { readonly group?: string | undefined; readonly priceCents: number }[]
  readonly atPlace?: boolean
  readonly online?: boolean
  readonly atHome?: { readonly feeCents: number } | null
}

/** The list price of one service: with the cheapest option of each choice that has to be made, at the cheapest of its settings. */
export const listPriceOf = ({
  priceCents,
  addOns = [],
  atPlace = false,
  online = false,
  atHome = null,
}: Priced): ListPrice => {
  const ways = [
    ...(atPlace || online || atHome === null ? [0] : []),
    ...(atHome === null ? [] : [atHome.feeCents]),
  ]
  // Of each group of options one is in the price (contract/service/add-on.ts).
  const hasDearerOption = addOns.some((one) => one.group !== undefined && one.priceCents > 0)
  return { cents: priceCents + Math.min(...ways), isFrom: hasDearerOption || new Set(ways).size > 1 }
}

/** The lowest of several, such as one service by each of a business, or all services of a professional. Null: of none. */
export const lowestOf = (prices: readonly ListPrice[]): ListPrice | null => {
  const cents = Math.min(...prices.map((one) => one.cents))
  if (cents === Infinity) return null
  return { cents, isFrom: prices.some((one) => one.isFrom || one.cents !== cents) }
}

/** "desde $350", "$350" */
export const listPriceText = ({ cents, isFrom }: ListPrice): string =>
  `${isFrom ? 'desde ' : ''}${formatCents(cents)}`

/** How far the price of an hour is from the list price, and why. */
export type PriceDifference = {
  readonly kind: SlotPrice['kind']
  readonly cents: number
  readonly text: string
}

/** The price of an hour. `difference`: null at the list price, and then nothing is said beside it. */
export type ShownHour = {
  readonly cents: number
  readonly listCents: number
  readonly difference: PriceDifference | null
}

/** What an hour costs, of a slot as of a held visit. */
export const shownHour = ({
  totalCents,
  price,
}: {
  readonly totalCents: number
  readonly price?: SlotPrice | null | undefined
}): ShownHour =>
  price === undefined || price === null || price.deltaCents === 0
    ? { cents: totalCents, listCents: totalCents, difference: null }
    : {
        cents: totalCents,
        listCents: totalCents - price.deltaCents,
        difference: {
          kind: price.kind,
          cents: price.deltaCents,
          text: `${signed(price.deltaCents)} · ${lower(slotPriceNames[price.kind])}`,
        },
      }

/** "+$87", "−$130" */
const signed = (cents: number) => `${cents > 0 ? '+' : ''}${formatCents(cents)}`
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

type Line = { readonly label: string; readonly amountCents: number }

/** The reasons of an hour by the names under which a quote stores them. */
const hourKinds: ReadonlyMap<string, SlotPrice['kind']> = new Map(
  (['quiet', 'busy', 'last_minute', 'first_visit'] as const).flatMap((kind) => [
    [slotPriceNames[kind], kind] as const,
    [formerPriceNames[kind], kind] as const,
  ]),
)
/** Under which names a quote may have a line of these reasons. */
export const hourLineNames = (kinds: readonly SlotPrice['kind'][]): string[] =>
  kinds.flatMap((kind) => [slotPriceNames[kind], formerPriceNames[kind]])

/**
 * What the hour changes in a quote, as its slot says it: a quote stores each reason of each service, a price is shown with one, of
 * several services that of the greatest difference. Null: nothing.
 */
export const hourOfLines = (lines: readonly Line[]): SlotPrice | null => {
  const services: SlotPrice[] = []
  let wasHour = false
  for (const { label, amountCents } of lines) {
    const kind = hourKinds.get(label)
    const before = services.at(-1)
    // The lines of one service follow one another, behind its own.
    if (kind !== undefined && wasHour && before !== undefined)
      services[services.length - 1] = { kind, deltaCents: before.deltaCents + amountCents }
    else if (kind !== undefined) services.push({ kind, deltaCents: amountCents })
    wasHour = kind !== undefined
  }
  return hourOfServices(services)
}

/** Of several services at their hours, as one. Null: together they cost as much as in the list. */
export const hourOfServices = (services: readonly SlotPrice[]): SlotPrice | null => {
  const deltaCents = services.reduce((sum, one) => sum + one.deltaCents, 0)
  const [first, ...others] = services
  if (first === undefined || deltaCents === 0) return null
  const { kind } = others.reduce(
    (most, one) => (Math.abs(one.deltaCents) > Math.abs(most.deltaCents) ? one : most),
    first,
  )
  return { kind, deltaCents }
}

/**
 * The lines of a quote as they are shown: what its hour changes is one line, with the figure and the reason of its slot. It is said whose
 * it is only where it is one line anyhow.
 */
export const shownLines = <L extends Line>(lines: readonly L[]): (L | Line)[] => {
  const hour = hourOfLines(lines)
  const isOne = lines.filter(({ label }) => hourKinds.has(label)).length === 1
  const last = lines.findLastIndex(({ label }) => hourKinds.has(label))
  return lines.flatMap((line, place): (L | Line)[] => {
    if (!hourKinds.has(line.label)) return [line]
    if (place !== last || hour === null) return []
    const shown = { label: slotPriceNames[hour.kind], amountCents: hour.deltaCents }
    return [isOne ? { ...line, ...shown } : shown]
  })
}
