import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import * as payment from '#contract/payment/payment.ts'
import { ApiError, call, newIdempotencyKey, reading } from '#web/api.ts'

/** No card number is sent before the processor is known. */
export const notYet = 'El formulario de la tarjeta todavía está llegando. Intenta en un momento.'

/** A card typed into our own fields. Empty where Stripe's are shown. */
export type CardEntry = { number: string; expiry: string; cvc: string }

/** Stripe's field, once it is loaded. `typed` increases with each change in it. */
export type OutsideField = { token: () => Promise<string>; typed: () => number }

/** Loaded with the payment page, so that the right fields are there from the start. */
export const cardSettingsReading = reading(payment.cardSettings)

export type CardUse = ReturnType<typeof useCard>

/**
 * Turns a card into a token and a key: one payment request has one token and one key, so that pressing again after a lost connection
 * repeats it. Another card is another request.
 */
export const useCard = () => {
  const settings = useQuery(cardSettingsReading)
  const outside = useRef<OutsideField>(null)
  const attempt = useRef({ selection: '', token: '', key: '' })
  const tokenOf = async (card: CardEntry): Promise<string> => {
    if (settings.data?.stripe === null) return (await call(payment.tokenizeCard, { body: card })).token
    if (outside.current !== null) return outside.current.token()
    throw new ApiError(400, 'card_invalid', notYet)
  }
  return {
    settings,
    outside,
    tokenOf,
    tokenFor: async (
      { number, expiry, cvc }: CardEntry,
      more = '',
    ): Promise<{ token: string; key: string }> => {
      const card = { number, expiry, cvc }
      const selection = JSON.stringify([card, outside.current?.typed(), more])
      if (attempt.current.selection === selection) return attempt.current
      const token = await tokenOf(card)
      attempt.current = { selection, token, key: newIdempotencyKey() }
      return attempt.current
    },
    /** The card was refused: the next press is a new request, even with the same card. */
    forget: () => {
      attempt.current = { selection: '', token: '', key: '' }
    },
  }
}
