import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Banknote, Copy, Landmark } from 'lucide-react'
import { lazy, Suspense } from 'react'
import * as hold from '#contract/booking/hold.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { toastError } from '#web/ui/toast.ts'

const Barcode = lazy(() => import('#web/parts/booking/voucher/barcode.tsx'))

/** Where, how much and until when to pay without a card; the page polls for the payment. */
export default function VoucherPanel({ booking }: { booking: Booking }) {
  const { payment, zone } = booking
  const queries = useQueryClient()
  const leaving = useMutation({
    mutationFn: () => call(hold.releaseHold, { params: { id: booking.id } }),
    onSuccess: () => queries.invalidateQueries(),
    onError: () =>
      toastError('No se pudo liberar', 'Hazlo en el navegador donde reservaste, o déjala: se libera sola.'),
  })
  const voucher = payment?.voucher
  if (!payment || !voucher) return null
  const isCash = payment.method === 'oxxo'
  const { partCents } = payment
  const amount = formatCents(payment.amountCents - partCents)
  const orNo = booking.asksFirst ? ` o ${booking.answeredBy ?? booking.professional.firstName} no acepta` : ''
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="flex items-center gap-2.5 text-xl">
        {isCash ? <Banknote aria-hidden className="size-6" /> : <Landmark aria-hidden className="size-6" />}
        {isCash ? 'Paga en cualquier OXXO' : 'Transfiere desde tu banco'}
      </h2>
      {partCents === 0 ? null : (
        <p role="status" className="rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
          Llegaron {formatCents(partCents)} de {formatCents(payment.amountCents)}: transfiere los {amount} que
          faltan a la misma CLABE. Si no, vuelven a la cuenta de la que salieron.
        </p>
      )}
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact name={partCents === 0 ? 'Importe exacto' : 'Falta'} value={amount} />
        <Fact name="Antes de" value={`${shortOf(voucher.until, zone)} h`} />
        {voucher.clabe === null ? null : <Fact name="CLABE" value={voucher.clabe} copies />}
        {voucher.bank === null ? null : <Fact name="Banco" value={voucher.bank} />}
        <Fact name={isCash ? 'Referencia' : 'Concepto o referencia'} value={voucher.reference} copies />
      </dl>
      {isCash ? (
        <Suspense fallback={<Skeleton className="h-24 rounded-md" />}>
          <Barcode value={voucher.reference} />
        </Suspense>
      ) : null}
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-[0.9375rem]">
        {(isCash ? cashSteps : transferSteps).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="rounded-md bg-maiz-soft px-4 py-3 text-[0.9375rem] text-maiz-ink">
        {isCash
          ? `El efectivo no se puede devolver: si cancelas${orNo}, lo que te toque queda como saldo a tu favor en Kalli.`
          : `Si cancelas${orNo}, lo que te toque vuelve a la cuenta de la que salió.`}
      </p>
      <div className="flex flex-wrap gap-3">
        {voucher.pageUrl === null ? null : (
          <a
            href={voucher.pageUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            {isCash ? 'Abrir la ficha' : 'Abrir las instrucciones'}
          </a>
        )}
        <Button tone="quiet" size="small" busy={leaving.isPending} onClick={() => leaving.mutate()}>
          Ya no la quiero
        </Button>
      </div>
    </Card>
  )
}

const cashSteps = [
  'Di en la caja que harás un pago de OXXO Pay.',
  'Muestra el código de barras o dicta la referencia, y paga en efectivo.',
  'Guarda el comprobante. El aviso puede tardar hasta el siguiente día hábil; tu hora te espera.',
]
const transferSteps = [
  'En la app de tu banco agrega la CLABE y transfiere el importe exacto.',
  'Llega en segundos, a cualquier hora: esta página se actualiza sola.',
]

const Fact = ({ name, value, copies = false }: { name: string; value: string; copies?: boolean }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="flex items-center">
      <span className="figures text-lg font-semibold break-all">{value}</span>
      {copies ? (
        <button
          type="button"
          aria-label={`Copiar ${name}`}
          className={buttonClass({ tone: 'quiet', size: 'small' }, 'min-w-11')}
          onClick={() => void copyText(value, `${name}: copiada`, 'Pégala en la app de tu banco.', value)}
        >
          <Copy aria-hidden className="size-4.5" />
        </button>
      ) : null}
    </dd>
  </div>
)
