import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as contract from '#contract/booking.ts'
import type { Booking } from '#contract/booking.ts'
import { formatCents } from '#contract/money.ts'
import * as payment from '#contract/payment.ts'
import { ApiError, call, keyOf, newIdempotencyKey } from '#web/api.ts'
import { CardFields } from '#web/parts/booking/card-fields.tsx'
import type { CheckoutForm } from '#web/parts/booking/checkout-form.ts'
import { toast } from '#web/ui/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'

/** The bank refused the kept card: another one, while the visit still stands. */
export default function OtherCard({ booking, token }: { booking: Booking; token: string | undefined }) {
  const queryClient = useQueryClient()
  // One card, one wish: pressing again after a lost connection repeats it.
  const attempt = useRef({ card: '', key: '' })
  const { register, handleSubmit, formState, setError } = useForm<CheckoutForm>({
    defaultValues: { number: '', expiry: '', cvc: '' },
  })
  const paying = useMutation({
    mutationFn: async ({ number, expiry, cvc }: CheckoutForm) => {
      const card = { number, expiry, cvc }
      const made = await call(payment.tokenizeCard, { body: card })
      const same = JSON.stringify(card)
      if (attempt.current.card !== same) attempt.current = { card: same, key: newIdempotencyKey() }
      return call(
        contract.otherCard,
        {
          params: { id: booking.id },
          query: token === undefined ? {} : { t: token },
          body: { token: made.token },
        },
        { idempotencyKey: attempt.current.key },
      )
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.booking) })
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.bookings) })
      toast('Listo', 'Tu cita está segura con la otra tarjeta.', 'good')
    },
    onError: (problem) => {
      if (!(problem instanceof ApiError)) return
      if (problem.code === 'card_declined') attempt.current = { card: '', key: '' }
      if (problem.code === 'card_invalid')
        setError('number', { message: problem.message }, { shouldFocus: true })
    },
  })
  const problem = paying.error
  return (
    <Card>
      <Form
        noValidate
        onSubmit={handleSubmit((typed) => paying.mutate(typed))}
        className="flex flex-col gap-5"
      >
        <fieldset>
          <legend className="mb-4 font-display text-xl font-semibold">Usa otra tarjeta</legend>
          <CardFields register={register} errors={formState.errors} />
        </fieldset>
        <p className="flex items-start gap-2 text-sm text-muted">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
          El número viaja directo al procesador de pagos; Kalli nunca lo guarda.
        </p>
        {problem === null || (problem instanceof ApiError && problem.code === 'card_invalid') ? null : (
          <p role="alert" className="rounded-lg border border-chile/40 bg-chile-soft p-4 font-medium">
            {problem.message}
          </p>
        )}
        <Button type="submit" wide busy={paying.isPending}>
          Apartar {formatCents(booking.totalCents ?? 0)}
        </Button>
      </Form>
    </Card>
  )
}
