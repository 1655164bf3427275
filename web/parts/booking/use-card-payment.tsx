import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ApiError } from '#web/api.ts'
import { CardFields } from '#web/parts/booking/card-fields.tsx'
import { type CardEntry, noCard, useCard } from '#web/parts/booking/use-card.ts'

/** The fields of a card and what pays with it, for a form of any shape: what went wrong stands in `problem` or at its field. */
export const useCardPayment = <Paid,>({
  wish,
  pay,
  onPaid,
  onProblem,
}: {
  /** What else makes it another wish to pay than the one before. */
  wish?: string
  pay: (cardToken: string, idempotencyKey: string) => Promise<Paid>
  onPaid: (paid: Paid) => void
  onProblem?: (problem: Error) => void
}) => {
  const card = useCard()
  const { register, handleSubmit, formState, setError } = useForm<CardEntry>({ defaultValues: noCard })
  const paying = useMutation({
    mutationFn: async (typed: CardEntry) => {
      const { token, key } = await card.tokenFor(typed, wish)
      return pay(token, key)
    },
    onSuccess: onPaid,
    onError: (problem) => {
      if (problem instanceof ApiError && problem.status === 402) card.forget()
      if (isAboutCard(problem)) setError('number', { message: problem.message }, { shouldFocus: true })
      onProblem?.(problem)
    },
  })
  return {
    fields: <CardFields card={card} register={register} errors={formState.errors} />,
    submit: handleSubmit((typed) => paying.mutate(typed)),
    busy: paying.isPending,
    problem: isAboutCard(paying.error) ? null : paying.error,
  }
}

const isAboutCard = (problem: Error | null): problem is ApiError =>
  problem instanceof ApiError && problem.code === 'card_invalid'

/** Something about a payment that no field can show. */
export const PaymentProblem = ({ problem }: { problem: Error | null }) =>
  problem === null ? null : (
    <p role="alert" className="rounded-lg border border-chile/40 bg-chile-soft p-4 font-medium">
      {problem.message}
    </p>
  )
