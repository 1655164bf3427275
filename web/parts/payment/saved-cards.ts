import type { QueryClient } from '@tanstack/react-query'
import { type SavedCard, savedCards } from '#contract/payment/saved-card.ts'
import { reading } from '#web/api.ts'

export const savedCardsReading = reading(savedCards)

/** A card may have been added or removed: the next use refetches. */
export const forgetReading = (queryClient: QueryClient) => queryClient.removeQueries(savedCardsReading)

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

/** "Visa terminada en 4242" */
export const nameOf = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>) =>
  `${brands[brand] ?? 'Tarjeta'} terminada en ${last4}`

/** "Vence 08/29"; empty if unknown. */
export const expiryOf = ({ expires, isExpired }: Pick<SavedCard, 'expires' | 'isExpired'>): string => {
  if (expires === null) return ''
  const month = `${expires.slice(5)}/${expires.slice(2, 4)}`
  return isExpired ? `Venció ${month}` : `Vence ${month}`
}
