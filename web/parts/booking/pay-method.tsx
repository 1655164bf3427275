import type { Hold } from '#contract/booking.ts'
import type { VoucherMethod } from '#contract/payment.ts'
import type { PayMethod } from '#web/parts/booking/voucher-text.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Radio } from '#web/ui/checkbox.tsx'

/** Card, transfer or cash; only the ways for which there is time are shown. */
export default function PayMethodChoice({
  hold: { vouchers, zone },
  chosen,
  onChoose,
}: {
  hold: Hold
  chosen: PayMethod
  onChoose: (method: PayMethod) => void
}) {
  return vouchers.length === 0 ? null : (
    <div role="radiogroup" aria-label="Forma de pago" className="flex flex-col gap-1">
      {[{ method: 'card' as const, until: '' }, ...vouchers].map(({ method, until }) => (
        <Radio
          key={method}
          name="pay-method"
          checked={chosen === method}
          onChange={() => onChoose(method)}
          label={
            <span>
              <span className="font-semibold">{names[method]}</span>
              <span className="block text-sm text-muted">
                {method === 'card'
                  ? 'Crédito o débito'
                  : `${ways[method]} antes del ${shortOf(until, zone)} h`}
              </span>
            </span>
          }
        />
      ))}
    </div>
  )
}

const names: Readonly<Record<PayMethod, string>> = {
  card: 'Tarjeta',
  spei: 'Transferencia SPEI',
  oxxo: 'Efectivo en OXXO',
}
const ways: Readonly<Record<VoucherMethod, string>> = { spei: 'Transfieres', oxxo: 'Pagas en caja' }
