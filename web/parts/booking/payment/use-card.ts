import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import * as payment from '#contract/payment/payment.ts'
import { ApiError, call, newIdempotencyKey, reading } from '#web/api.ts'

/** No card number is sent before it is known who takes it. */
export const notYet = 'El formulario de la tarjeta todavía está llegando. Intenta en un momento.'

/** A card as typed into our own fields. Empty where Stripe's are shown. */
export type CardEntry = { number: string; expiry: string; cvc: string }

/** Stripe's field, once it is there. `typed` rises with each change in it. */
export type OutsideField = { token: () => Promise<string>; typed: () => number }

/** Read with the payment page, so that the right fields are there from the start. */
export const cardSettingsReading = reading(payment.cardSettings)

export type CardUse = ReturnType<typeof useCard>

/**
 * How a card becomes a token, and under which key it pays: one payment request, one token and one key, so that pressing again after a
 * lost connection repeats it. Another card is another request.
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
    /** The card was refused: the next press is a new request, with the same one too. */
    forget: () => {
      attempt.current = { selection: '', token: '', key: '' }
    },
  }
}
