import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateText } from '#contract/platform/short-date.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as payment from '#contract/payment/payment.ts'
import * as contractOfRent from '#contract/team/rent.ts'
import type { RentReceipt } from '#contract/team/rent.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { PaymentProblem } from '#web/parts/booking/payment/payment-problem.tsx'
import { useCardPayment } from '#web/parts/booking/checkout/use-card-payment.tsx'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { useTeam } from '#web/parts/team/use-team.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

/** Pays the outstanding rent by card; a saved card then pays future rents automatically. */
export const PayRent = ({ one, onClose }: { one: RentReceipt; onClose: () => void }) => {
  const form = useForm({ initial: { keep: true } })
  const { keep } = form.values
  const queryClient = useQueryClient()
  const card = useCardPayment({
    selection: String(keep),
    pay: (cardToken, idempotencyKey) =>
      call(
        contractOfRent.payRentCharge,
        { params: { id: one.id }, body: { cardToken, keep } },
        { idempotencyKey },
      ),
    onPaid: async (paid) => {
      if (paid.paying?.actionUrl) {
        window.location.assign(paid.paying.actionUrl)
        return
      }
      await readAgain(queryClient)
      if (paid.status === 'paid') toast('Renta pagada', 'Tu recibo ya está completo.', 'good')
      else toast('Estamos cobrando tu tarjeta', 'En un momento verás tu renta como pagada.')
      onClose()
    },
    onProblem: () => void readAgain(queryClient),
  })
  const id = 'pagar-renta'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Pagar renta"
      description={`${one.businessName}, del ${dateText(one.from)} al ${dateText(one.to)}.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" form={id} busy={card.busy}>
            Pagar {formatCents(one.owedCents)}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        noValidate
        aria-label="Pago de la renta"
        className="flex flex-col gap-5"
        onSubmit={card.submit}
      >
        <Sum one={one} />
        {card.fields}
        <Checkbox
          label="Guardar la tarjeta y cobrarle sola cada renta que siga, con recibo. La quitas cuando quieras."
          {...form.tick('keep')}
        />
        <PaymentProblem problem={card.problem} />
      </Form>
    </Dialog>
  )
}

const Sum = ({ one: { netCents, owedCents } }: { one: RentReceipt }) =>
  -netCents === owedCents ? null : (
    <MoneyLines
      lines={[
        { label: 'Renta', amountCents: -netCents },
        { label: 'Ya se tomó de lo que ganaste', amountCents: owedCents + netCents },
      ]}
      total={{ label: 'Por pagar', amountCents: owedCents }}
    />
  )

type Client = ReturnType<typeof useQueryClient>
const readAgain = (queryClient: Client) =>
  Promise.all(
    [['/api', 'rent-charges'], keyOf(contractOfRent.rentCard), ['/api', 'team']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** The bank or the processor has not answered yet: polled until it has. */
export const Answering = ({ paymentId, actionUrl }: NonNullable<RentReceipt['paying']>) => {
  const queryClient = useQueryClient()
  useQuery({
    queryKey: ['rent-payment', paymentId],
    queryFn: async () => {
      const found = await call(payment.payment, { params: { id: paymentId }, query: {} })
      if (found.status !== 'created' && found.status !== 'requires_action') await readAgain(queryClient)
      return found
    },
    refetchInterval: 3_000,
    retry: false,
  })
  return actionUrl === null ? (
    <p role="status" className="text-sm text-muted">
      Tu banco está respondiendo…
    </p>
  ) : (
    <a
      href={actionUrl}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-3"
    >
      Aprobar en tu banco
    </a>
  )
}

/** The card that rents are charged to automatically, if any. */
export const SavedCard = () => {
  const answer = useQuery({ ...reading(contractOfRent.rentCard), retry: false })
  const [opened, setOpened] = useState(false)
  const forgetting = useTeam(
    () => call(contractOfRent.forgetRentCard),
    { title: 'Tarjeta quitada', text: 'Tus rentas se pagan a mano o con lo que ganes.' },
    () => setOpened(false),
  )
  const card = answer.data?.card ?? null
  if (card === null) return null
  const name = `${card.brand} que termina en ${card.last4}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-2.5">
      <p>
        Tus rentas se cobran a tu <strong className="font-semibold">{name}</strong>.
      </p>
      <Button tone="quiet" size="small" onClick={() => setOpened(true)}>
        Quitar tarjeta
      </Button>
      {opened ? (
        <Dialog
          open
          onOpenChange={() => setOpened(false)}
          error={forgetting.error}
          title="¿Quitar esta tarjeta?"
          description="Las rentas que sigan se toman de lo que ganes, o las pagas a mano."
          actions={
            <>
              <Button tone="quiet" onClick={() => setOpened(false)}>
                Volver
              </Button>
              <Button tone="danger" busy={forgetting.isPending} onClick={() => forgetting.mutate(undefined)}>
                Quitar tarjeta
              </Button>
            </>
          }
        >
          {name}
        </Dialog>
      ) : null}
    </div>
  )
}
