import { useQuery } from '@tanstack/react-query'
import { CreditCard, ReceiptText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { dateText } from '#contract/platform/short-date.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as rents from '#contract/team/rent.ts'
import type { RentReceipt } from '#contract/team/rent.ts'
import { reading } from '#web/api.ts'
import { RentBadge } from '#web/parts/team/badge.tsx'
import { RentReceiptDialog } from '#web/parts/team/rent-receipt.tsx'
import { capitalZone, dayOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const payRent = () => import('#web/parts/team/pay-rent.tsx')
const PayRent = lazy(async () => ({ default: (await payRent()).PayRent }))
const Answering = lazy(async () => ({ default: (await payRent()).Answering }))
const DirectRent = lazy(async () => ({
  default: (await import('#web/parts/team/direct-rent.tsx')).DirectRent,
}))
const SavedCard = lazy(async () => ({ default: (await payRent()).SavedCard }))

/** A member's rents, newest first: each paid by card, or reported as paid to the business directly. */
export const MyRentReceipts = () => {
  const answer = useQuery({ ...reading(rents.rentReceipts), retry: false })
  const [shown, setShown] = useState<string>()
  const [paid, setPaid] = useState<RentReceipt>()
  const [reported, setReported] = useState<RentReceipt>()
  if (answer.data === undefined || answer.data.length === 0) return null
  return (
    <section id="mis-recibos" className="flex scroll-mt-24 flex-col gap-3">
      <h2 className="text-2xl">Mis recibos de renta</h2>
      <Suspense>
        <SavedCard />
      </Suspense>
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4">
        {answer.data.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block font-semibold">{one.businessName}</span>
              <span className="block text-sm text-muted">
                Del {dateText(one.from)} al {dateText(one.to)}
              </span>
              <Problems one={one} />
            </span>
            <RentBadge one={one} />
            <span className="figures font-semibold">{formatCents(-one.netCents)}</span>
            {one.owedCents === 0 ? null : one.paying === null || one.paying.actionUrl !== null ? (
              <Button tone="secondary" size="small" onClick={() => setPaid(one)}>
                <CreditCard aria-hidden className="size-4.5" />
                Pagar<span className="sr-only"> la renta del {dateText(one.from)}</span>
              </Button>
            ) : null}
            {one.owedCents === 0 ? null : (
              <Button tone="quiet" size="small" onClick={() => setReported(one)}>
                Ya la pagué<span className="sr-only">: la renta del {dateText(one.from)}</span>
              </Button>
            )}
            <Button tone="quiet" size="small" onClick={() => setShown(one.id)}>
              <ReceiptText aria-hidden className="size-4.5" />
              Recibo<span className="sr-only"> del {dateText(one.from)}</span>
            </Button>
            {one.paying === null ? null : (
              <Suspense>
                <Answering {...one.paying} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
      {shown === undefined ? null : <RentReceiptDialog id={shown} onClose={() => setShown(undefined)} />}
      <Suspense fallback={<Opening />}>
        {reported === undefined ? null : (
          <DirectRent
            one={{
              id: reported.id,
              owedCents: reported.owedCents,
              other: reported.businessName,
              as: 'member',
            }}
            onClose={() => setReported(undefined)}
          />
        )}
        {paid === undefined ? null : <PayRent one={paid} onClose={() => setPaid(undefined)} />}
      </Suspense>
    </section>
  )
}

const Problems = ({ one: { refused, status, owedCents, netCents, directs } }: { one: RentReceipt }) => (
  <>
    {refused === null ? null : (
      <span className="block text-sm text-chile">
        {refused.againAt === null
          ? 'Tu tarjeta no pasó. Paga con otra.'
          : `Tu tarjeta no pasó. Otro intento el ${dayOf(refused.againAt, capitalZone)}.`}
      </span>
    )}
    {status === 'due' && directs.at(-1)?.kind === 'reported' ? (
      <span className="block text-sm text-muted">
        Dijiste que ya la pagaste: falta que el negocio lo confirme.
      </span>
    ) : null}
    {status === 'due' && owedCents > 0 && owedCents < -netCents ? (
      <span className="block text-sm text-muted">Faltan {formatCents(owedCents)}.</span>
    ) : null}
  </>
)
