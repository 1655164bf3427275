import { ApiError } from '#web/api.ts'
import { PaymentProblem } from '#web/parts/booking/payment/payment-problem.tsx'
import { useCardPayment } from '#web/parts/booking/checkout/use-card-payment.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'

/** A card, and the one button that pays with it. */
export const CardPayment = <Paid,>({
  title = 'Tarjeta',
  label,
  note,
  problem,
  selection,
  pay,
  onPaid,
  onProblem,
}: {
  title?: string
  label: string
  note: string
  /** Another problem on the same page. */
  problem?: Error | null
  /** What else is sent with it: other contents make another payment request. */
  selection?: string
  pay: (cardToken: string, idempotencyKey: string) => Promise<Paid>
  onPaid: (paid: Paid) => void
  onProblem?: (problem: ApiError) => void
}) => {
  const card = useCardPayment({
    ...(selection === undefined ? {} : { selection }),
    pay,
    onPaid,
    onProblem: (problem) => (problem instanceof ApiError ? onProblem?.(problem) : undefined),
  })
  return (
    <Form noValidate onSubmit={card.submit} className="flex flex-col gap-8">
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-4 font-display text-xl font-semibold">{title}</legend>
        {card.fields}
      </fieldset>
      <PaymentProblem problem={card.problem ?? problem ?? null} />
      <div className="flex flex-col gap-3">
        <Button type="submit" size="large" wide busy={card.busy}>
          {label}
        </Button>
        <p className="text-center text-sm text-muted">{note}</p>
      </div>
    </Form>
  )
}
