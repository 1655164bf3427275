import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cardPlans } from '#contract/booking/checkout.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { type Months, monthsText } from '#contract/payment/installments.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import { cardChecks, type CardField } from '#web/parts/booking/payment/checkout-form.ts'
import type { CardUse } from '#web/parts/booking/payment/use-card.ts'
import Fold from '#web/ui/fold.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'

type Paying = {
  cardUse: Pick<CardUse, 'settings' | 'tokenOf'>
  fields: { values: Record<CardField, string> }
  /** The chosen saved card; null: another one is typed, or it is not known yet. */
  cardSelection: { cardId: string | null } | null
  /** The part of the price that the client's credit pays. */
  usedCents: number
}

/**
 * The instalments that the card can pay in: those that the professional allows, and once the card is known those of its bank. A card
 * without the chosen ones pays in full, which is shown.
 */
export default function PayInMonths({
  hold,
  checkout,
  chosen,
  onChoose,
}: {
  hold: Hold
  checkout: Paying
  chosen: Months | null
  onChoose: (months: Months | null) => void
}) {
  const { usedCents } = checkout
  const cents = hold.quote.totalCents - usedCents
  const offered = (hold.installments ?? []).filter(({ fromCents }) => cents >= fromCents)
  const [isOpen, open] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const isSeen = checkout.cardUse.settings.data?.stripe === null || !!checkout.cardSelection?.cardId
  const plans = usePlans(hold, checkout, isOpen || chosen !== null, isSeen ? 0 : attempts)
  const has = (months: Months) => plans?.includes(months) !== false
  const isPossible = chosen === null || (has(chosen) && offered.some(({ months }) => months === chosen))
  useEffect(() => {
    if (!isPossible) onChoose(null)
  }, [isPossible, onChoose])
  if (offered.length === 0) return null
  const none = plans !== undefined && !offered.some(({ months }) => plans.includes(months))
  return (
    <Fold
      label="Paga a meses"
      value={chosen === null ? `Hasta ${offered.at(-1)?.months} sin intereses` : monthsText(cents, chosen)}
      onToggle={open}
    >
      <div role="radiogroup" aria-label="¿En cuántos meses pagas?" className="flex flex-col">
        <Radio
          name="pay-months"
          label={`De contado, ${formatCents(cents)}`}
          checked={chosen === null}
          onChange={() => onChoose(null)}
        />
        {offered.map(({ months }) => (
          <Radio
            key={months}
            name="pay-months"
            label={
              <span className="figures">
                {monthsText(cents, months)}
                {has(months) || none ? null : (
                  <span className="block text-sm text-muted">Tu tarjeta no da este plazo.</span>
                )}
              </span>
            }
            checked={chosen === months}
            // The processor's own field may hold another card by now.
            disabled={isSeen && !has(months)}
            onChange={() => {
              setAttempts(attempts + 1)
              onChoose(months)
            }}
          />
        ))}
      </div>
      <p role="status" className="text-sm text-muted">
        {none
          ? 'Esta tarjeta no da meses: es de débito, o su banco no los ofrece. Con ella pagas de contado.'
          : `Pagas ${formatCents(cents)} en total, ni un peso más: hoy se cobra completo y tu banco lo divide. ${plans === undefined ? 'Solo con tarjeta de crédito.' : 'Tu tarjeta los ofrece.'}`}
      </p>
    </Fold>
  )
}

/** The bank's plans for the card, once there is an answer; undefined: not yet, or the card is incomplete. */
const usePlans = (
  hold: Hold,
  { cardUse, fields, cardSelection, usedCents }: Paying,
  isWanted: boolean,
  /** How often instalments were chosen for a card in the processor's own field. */
  attempts: number,
): readonly Months[] | undefined => {
  const { number, expiry, cvc } = fields.values
  const isOwnForm = cardUse.settings.data?.stripe === null
  const isWhole =
    number.replaceAll(/\D/g, '').length >= 13 &&
    [cardChecks.number(number), cardChecks.expiry(expiry), cardChecks.cvc(cvc)].every(
      (one) => one === undefined,
    )
  const cardId = cardSelection?.cardId ?? null
  // The content of the processor's own field is not visible here: its plans are loaded once instalments are chosen.
  const typed = isOwnForm
    ? isWhole
      ? [number, expiry, cvc].join()
      : ''
    : attempts === 0
      ? ''
      : String(attempts)
  const card = cardId ?? typed
  const request = JSON.stringify([card, usedCents, hold.quote.totalCents])
  const loading = useMutation({
    mutationFn: async (what: string) => {
      const given = cardId === null ? { token: await cardUse.tokenOf({ number, expiry, cvc }) } : { cardId }
      const { months } = await call(cardPlans, {
        params: { id: hold.id },
        body: { card: given, creditCents: usedCents },
      })
      return { what, months }
    },
  })
  const { mutate } = loading
  const isReady = isWanted && card !== ''
  useEffect(() => {
    if (isReady) mutate(request)
  }, [isReady, request, mutate])
  return loading.data?.what === request ? loading.data.months : undefined
}
