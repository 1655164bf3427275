import { useMutation } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as payment from '#contract/payment.ts'
import { ApiError, call, newIdempotencyKey } from '#web/api.ts'
import { CardFields } from '#web/parts/booking/card-fields.tsx'
import type { CheckoutForm } from '#web/parts/booking/checkout-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'

/** A card, and the one button that pays with it. */
export const CardPayment = <Paid,>({
  title = 'Tarjeta',
  label,
  note,
  problem,
  pay,
  onPaid,
  onProblem,
}: {
  title?: string
  label: string
  note: string
  /** Something else that went wrong on the same page. */
  problem?: Error | null
  pay: (cardToken: string, idempotencyKey: string) => Promise<Paid>
  onPaid: (paid: Paid) => void
  onProblem?: (problem: ApiError) => void
}) => {
  // One wish to pay, one key: pressing again after a lost connection repeats it; another card is another wish.
  const attempt = useRef({ card: '', key: '' })
  const { register, handleSubmit, formState, setError } = useForm<CheckoutForm>({
    defaultValues: { number: '', expiry: '', cvc: '' },
  })
  const paying = useMutation({
    mutationFn: async ({ number, expiry, cvc }: CheckoutForm) => {
      const card = { number, expiry, cvc }
      const { token } = await call(payment.tokenizeCard, { body: card })
      const same = JSON.stringify(card)
      if (attempt.current.card !== same) attempt.current = { card: same, key: newIdempotencyKey() }
      return pay(token, attempt.current.key)
    },
    onSuccess: onPaid,
    onError: (problem) => {
      if (!(problem instanceof ApiError)) return
      if (problem.code === 'card_declined') attempt.current = { card: '', key: '' }
      if (problem.code === 'card_invalid')
        setError('number', { message: problem.message }, { shouldFocus: true })
      onProblem?.(problem)
    },
  })
  const shown = paying.error ?? problem ?? null
  return (
    <Form noValidate onSubmit={handleSubmit((typed) => paying.mutate(typed))} className="flex flex-col gap-8">
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-4 font-display text-xl font-semibold">{title}</legend>
        <CardFields register={register} errors={formState.errors} />
        <p className="flex items-start gap-2 text-sm text-muted">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
          El número viaja directo al procesador de pagos; Kalli nunca lo guarda.
        </p>
      </fieldset>
      {shown === null || (shown instanceof ApiError && shown.code === 'card_invalid') ? null : (
        <p role="alert" className="rounded-lg border border-chile/40 bg-chile-soft p-4 font-medium">
          {shown.message}
        </p>
      )}
      <div className="flex flex-col gap-3">
        <Button type="submit" size="large" wide busy={paying.isPending}>
          {label}
        </Button>
        <p className="text-center text-sm text-muted">{note}</p>
      </div>
    </Form>
  )
}
