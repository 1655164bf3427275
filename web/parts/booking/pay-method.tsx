import { useQuery } from '@tanstack/react-query'
import type { Hold } from '#contract/booking.ts'
import type { VoucherMethod } from '#contract/payment.ts'
import { packsForHold } from '#contract/session-pack.ts'
import { reading } from '#web/api.ts'
import type { PayMethod } from '#web/parts/booking/voucher-text.ts'
import { dayOf, shortOf } from '#web/parts/time/wall-clock.ts'
import { Radio } from '#web/ui/checkbox.tsx'

/** Card, a pack of mine, transfer or cash; only the ways for which there is time are shown. */
export default function PayMethodChoice({
  hold: { id, vouchers, zone },
  chosen,
  signedIn,
  onChoose,
}: {
  hold: Hold
  chosen: PayMethod
  signedIn: boolean
  onChoose: (method: PayMethod, packId?: string) => void
}) {
  const { data: packs = [] } = useQuery({
    ...reading(packsForHold, { params: { id } }),
    enabled: signedIn,
  })
  const [pack] = packs
  return vouchers.length === 0 && pack === undefined ? null : (
    <div role="radiogroup" aria-label="Forma de pago" className="flex flex-col gap-1">
      {pack === undefined ? null : (
        <Radio
          name="pay-method"
          data-given=""
          checked={chosen === 'pack'}
          onChange={() => onChoose('pack', pack.id)}
          label={
            <span>
              <span className="font-semibold">Mi paquete</span>
              <span className="block text-sm text-muted">
                {pack.left === 1 ? 'Te queda 1 sesión' : `Te quedan ${pack.left} sesiones`} hasta el{' '}
                {dayOf(pack.validUntil, zone)}
              </span>
            </span>
          }
        />
      )}
      {[{ method: 'card' as const, until: '' }, ...vouchers].map(({ method, until }) => (
        <Radio
          key={method}
          name="pay-method"
          data-given=""
          checked={chosen === method}
          onChange={() => onChoose(method)}
          label={
            <span>
              <span className="font-semibold">{names[method]}</span>
              <span className="block text-sm text-muted">
                {method === 'card'
                  ? 'Crédito o débito'
                  : `${ways[method]} antes del ${shortOf(until, zone)}\u00a0h`}
              </span>
            </span>
          }
        />
      ))}
    </div>
  )
}

const names: Readonly<Record<VoucherMethod | 'card', string>> = {
  card: 'Tarjeta',
  spei: 'Transferencia SPEI',
  oxxo: 'Efectivo en OXXO',
}
const ways: Readonly<Record<VoucherMethod, string>> = { spei: 'Transfieres', oxxo: 'Pagas en caja' }
