/** A price paid by the client at the place: to the professional, without Kalli. */
import * as z from 'zod/mini'
import { formatCents } from '#contract/platform/money.ts'

export const InPlaceMethod = z.enum(['cash', 'transfer', 'terminal'])
export type InPlaceMethod = z.output<typeof InPlaceMethod>

export const inPlaceNames: Readonly<Record<InPlaceMethod, string>> = {
  cash: 'efectivo',
  transfer: 'transferencia',
  terminal: 'tu terminal',
}

/** What of a price is paid at the place. */
export const InPlace = z.object({
  cents: z.int(),
  method: InPlaceMethod,
  /** Of it, what the professional says that she already has; absent: nothing. */
  takenCents: z.optional(z.int()),
  /** Of it, what a link requested and was paid at the place instead, in its own way. */
  link: z.optional(z.object({ cents: z.int(), method: InPlaceMethod })),
})
export type InPlace = z.output<typeof InPlace>

/** The amounts by how each was paid; one where both were paid the same way. */
export const inPlaceParts = ({
  cents,
  method,
  link,
}: Pick<InPlace, 'cents' | 'method' | 'link'>): readonly { cents: number; method: InPlaceMethod }[] =>
  link === undefined || link.method === method
    ? [{ cents, method }]
    : [link, { cents: cents - link.cents, method }]

const eachPart = (parts: readonly { cents: number; method: InPlaceMethod }[]) =>
  parts.map(({ cents, method }) => `${formatCents(cents)} ${inPlaceNames[method]}`).join(' y ')

/** "$650, efectivo", or "$650 ($120 transferencia y $530 efectivo)"; `where` follows the amount. */
export const inPlaceWords = (inPlace: InPlace, where = ''): string => {
  const parts = inPlaceParts(inPlace)
  const [one] = parts
  return parts.length === 1 && one !== undefined
    ? `${formatCents(one.cents)}${where}, ${inPlaceNames[one.method]}`
    : `${formatCents(inPlace.cents)}${where} (${eachPart(parts)})`
}

/** The same for the client. */
export const inPlaceNamesForClient: Readonly<Record<InPlaceMethod, string>> = {
  ...inPlaceNames,
  terminal: 'tarjeta en su terminal',
}

/**
 * How the client of an own appointment pays: all at the place, all by a link, or a deposit by a link and the rest at
 * the place.
 */
export const OwnPayment = z.enum(['place', 'link', 'deposit'])
export type OwnPayment = z.output<typeof OwnPayment>
