import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ApiError } from '#web/api.ts'
import { CardFields } from '#web/parts/booking/checkout/card-fields.tsx'
import { cardChecks } from '#web/parts/booking/payment/checkout-form.ts'
import { type CardEntry, useCard } from '#web/parts/booking/payment/use-card.ts'
import { useFieldChecks } from '#web/ui/form/field-checks.ts'

/** The fields of a card and what pays with it, for a form of any shape: errors are in `problem` or at their field. */
export const useCardPayment = <Paid,>({
  selection,
  pay,
  onPaid,
  onProblem,
}: {
  /** What else makes it another payment request than the one before. */
  selection?: string
  pay: (cardToken: string, idempotencyKey: string) => Promise<Paid>
  onPaid: (paid: Paid) => void
  onProblem?: (problem: Error) => void
}) => {
  const card = useCard()
  const fields = useFieldChecks(cardChecks)
  const paying = useMutation({
    mutationFn: async (typed: CardEntry) => {
      const { token, key } = await card.tokenFor(typed, selection)
      return pay(token, key)
    },
    onSuccess: onPaid,
    onError: (problem) => {
      if (problem instanceof ApiError && problem.status === 402) card.forget()
      if (isAboutCard(problem)) fields.refuse('number', problem.message)
      onProblem?.(problem)
    },
  })
  return {
    fields: <CardFields card={card} fields={fields} />,
    submit: (event: FormEvent) => {
      event.preventDefault()
      const text = fields.send()
      if (text === undefined) return
      paying.mutate({ number: text('number'), expiry: text('expiry'), cvc: text('cvc') })
    },
    busy: paying.isPending,
    problem: isAboutCard(paying.error) ? null : paying.error,
  }
}

const isAboutCard = (problem: Error | null): problem is ApiError =>
  problem instanceof ApiError && problem.code === 'card_invalid'
