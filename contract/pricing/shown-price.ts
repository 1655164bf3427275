/**
 * How a price is shown: in a list, on a profile, at an hour, in checkout, on a receipt, in an email. Before an hour is
 * chosen it is the service's list price; at an hour it is the price of that hour and its difference from the list
 * price. Pure and without schemas, so that public pages may load it. Whole centavos.
 */
import type { SlotPrice } from '#contract/availability/slot.ts'
import { formatCents } from '#contract/platform/money.ts'
import { formerPriceNames, slotPriceNames } from '#contract/pricing/price-names.ts'

/** The price before an hour is chosen. `isFrom`: the lowest of several, by options or setting. */
export type ListPrice = { readonly cents: number; readonly isFrom: boolean }

/** The fields of a service on which its list price depends. Settings may be omitted if they do not change the price. */
export type Priced = {
  readonly priceCents: number
  readonly addOns?: readonly { readonly group?: string | undefined; readonly priceCents: number }[]
  readonly atPlace?: boolean
  readonly online?: boolean
  readonly atHome?: { readonly feeCents: number } | null
}

/** The list price of a service: with the cheapest option of each required choice, at the cheapest of its settings. */
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
  // One option of each group is included in the price (contract/service/add-on.ts).
  const hasDearerOption = addOns.some((one) => one.group !== undefined && one.priceCents > 0)
  return { cents: priceCents + Math.min(...ways), isFrom: hasDearerOption || new Set(ways).size > 1 }
}

/** The lowest of several, such as a business's services of one name, or all services of a professional. Null if empty. */
export const lowestOf = (prices: readonly ListPrice[]): ListPrice | null => {
  const cents = Math.min(...prices.map((one) => one.cents))
  if (cents === Infinity) return null
  return { cents, isFrom: prices.some((one) => one.isFrom || one.cents !== cents) }
}

/** "desde $350", "$350" */
export const listPriceText = ({ cents, isFrom }: ListPrice): string =>
  `${isFrom ? 'desde ' : ''}${formatCents(cents)}`

/** Difference between an hour's price and the list price, with the reason. */
export type PriceDifference = {
  readonly kind: SlotPrice['kind']
  readonly cents: number
  readonly text: string
}

/** The price of an hour. `difference`: null at the list price; nothing is shown beside it then. */
export type ShownHour = {
  readonly cents: number
  readonly listCents: number
  readonly difference: PriceDifference | null
}

/** The shown price of a slot or a held visit. */
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

/** Reasons of an hour's price by the names stored in quotes. */
const hourKinds: ReadonlyMap<string, SlotPrice['kind']> = new Map(
  (['quiet', 'busy', 'last_minute', 'first_visit'] as const).flatMap((kind) => [
    [slotPriceNames[kind], kind] as const,
    [formerPriceNames[kind], kind] as const,
  ]),
)
/** Names of quote lines with these reasons. */
export const hourLineNames = (kinds: readonly SlotPrice['kind'][]): string[] =>
  kinds.flatMap((kind) => [slotPriceNames[kind], formerPriceNames[kind]])

/**
 * The hour's price change in a quote, in the form of a slot: a quote stores each reason of each service; of several
 * services the reason with the greatest difference is shown. Null if there is none.
 */
export const hourOfLines = (lines: readonly Line[]): SlotPrice | null => {
  const services: SlotPrice[] = []
  let wasHour = false
  for (const { label, amountCents } of lines) {
    const kind = hourKinds.get(label)
    const before = services.at(-1)
    // A service's lines are consecutive, after its own.
    if (kind !== undefined && wasHour && before !== undefined)
      services[services.length - 1] = { kind, deltaCents: before.deltaCents + amountCents }
    else if (kind !== undefined) services.push({ kind, deltaCents: amountCents })
    wasHour = kind !== undefined
  }
  return hourOfServices(services)
}

/** Combines several services at their hours. Null if they cost the list price together. */
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
 * The lines of a quote as shown: the hour's changes become one line, with the amount and reason of its slot. The person
 * is shown only if there is a single such line.
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
