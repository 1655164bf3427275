import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as payment from '#contract/payment/payment.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import type { WalletUse } from '#web/parts/booking/wallet/wallets.tsx'
import { CardMark } from '#web/parts/payment/card-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'

/** The stand-in's cards, by the bank's answer. */
const trialCards = [
  { number: '4242424242424242', name: 'Visa terminada en 4242', does: 'Tu banco la aprueba' },
  { number: '4000002760003184', name: 'Visa terminada en 3184', does: 'Tu banco pide que apruebes el pago' },
  { number: '4000000000000002', name: 'Visa terminada en 0002', does: 'Tu banco la rechaza' },
]

/** The wallet sheet of the stand-in: a card to choose and one press. Closing it costs nothing. */
export default function WalletSheet({
  wallet,
  serviceName,
  cents,
  pay,
  onClose,
}: WalletUse & { wallet: payment.Wallet; serviceName: string; onClose: () => void }) {
  const [card, choose] = useState(trialCards[0])
  const handing = useMutation({
    mutationFn: () =>
      call(payment.tokenizeCard, {
        body: { number: card?.number ?? '', expiry: '12/34', cvc: '123', wallet },
      }),
    onSuccess: ({ token }) => {
      onClose()
      // The page shows why it was refused.
      void pay(token).catch(() => undefined)
    },
  })
  const name = payment.walletNames[wallet]
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={name}
      description="Es una prueba: aquí no se mueve dinero."
      error={handing.error}
      actions={
        <Button wide busy={handing.isPending} onClick={() => handing.mutate()}>
          {cents === 0 ? `Confirmar con ${name}` : `Pagar ${formatCents(cents)} con ${name}`}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="flex justify-between gap-4 border-b border-line pb-3">
          <span>
            <span className="font-semibold">Kalli</span>
            <span className="block text-sm text-muted">{serviceName}</span>
          </span>
          <span className="figures font-semibold">
            {cents === 0 ? 'Hoy no se cobra nada' : formatCents(cents)}
          </span>
        </p>
        <div role="radiogroup" aria-label="Tarjeta" className="flex flex-col">
          {trialCards.map((one) => (
            <Radio
              key={one.number}
              name="wallet-card"
              checked={one === card}
              onChange={() => choose(one)}
              label={
                <span className="flex items-center gap-3">
                  <CardMark brand="visa" />
                  <span>
                    <span className="figures block font-semibold">{one.name}</span>
                    <span className="block text-sm text-muted">{one.does}</span>
                  </span>
                </span>
              }
            />
          ))}
        </div>
      </div>
    </Dialog>
  )
}
