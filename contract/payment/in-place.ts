/** A price paid by the client at the place: to the professional, without Kalli. */
import * as z from 'zod/mini'

export const InPlaceMethod = z.enum(['cash', 'transfer', 'terminal'])
export type InPlaceMethod = z.output<typeof InPlaceMethod>

export const inPlaceNames: Readonly<Record<InPlaceMethod, string>> = {
  cash: 'efectivo',
  transfer: 'transferencia',
  terminal: 'tu terminal',
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
