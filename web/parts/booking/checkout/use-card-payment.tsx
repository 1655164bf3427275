import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/api.ts'
import { CardFields } from '#web/parts/booking/checkout/card-fields.tsx'
import { cardChecks, noCard } from '#web/parts/booking/payment/checkout-form.ts'
import { type CardEntry, useCard } from '#web/parts/booking/payment/use-card.ts'
import { useForm } from '#web/ui/form/use-form.ts'

/** The fields of a card and the payment with it, for a form of any shape: errors are in `problem` or at their field. */
export const useCardPayment = <Paid,>({
  selection,
  pay,
  onPaid,
  onProblem,
}: {
  /** What else makes it another payment request than the previous one. */
  selection?: string
  pay: (cardToken: string, idempotencyKey: string) => Promise<Paid>
  onPaid: (paid: Paid) => void
  onProblem?: (problem: Error) => void
}) => {
  const card = useCard()
  // No card data is typed here where the processor's own field is shown.
  const fields = useForm({ initial: noCard, checks: card.settings.data?.stripe === null ? cardChecks : {} })
  const paying = useMutation({
    mutationFn: async (typed: CardEntry) => {
      const { token, key } = await card.tokenFor(typed, selection)
      return pay(token, key)
    },
    onSuccess: onPaid,
    onError: (problem) => {
      if (problem instanceof ApiError && problem.status === 402) card.forget()
      if (isAboutCard(problem)) fields.fail('number', problem.message)
      onProblem?.(problem)
    },
  })
  return {
    fields: <CardFields card={card} fields={fields} />,
    submit: fields.submit(({ number, expiry, cvc }) =>
      paying.mutateAsync({ number: number.trim(), expiry: expiry.trim(), cvc: cvc.trim() }),
    ),
    busy: paying.isPending,
    problem: isAboutCard(paying.error) ? null : paying.error,
  }
}

const isAboutCard = (problem: Error | null): problem is ApiError =>
  problem instanceof ApiError && problem.code === 'card_invalid'
