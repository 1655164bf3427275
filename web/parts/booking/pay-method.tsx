import type { Hold } from '#contract/booking.ts'
import type { VoucherMethod } from '#contract/payment.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Radio } from '#web/ui/checkbox.tsx'

export type PayMethod = VoucherMethod | 'card'

/** Card, transfer or cash; only the ways for which there is time are shown. */
export const PayMethodChoice = ({
  hold: { vouchers, zone },
  chosen,
  onChoose,
}: {
  hold: Hold
  chosen: PayMethod
  onChoose: (method: PayMethod) => void
}) =>
  vouchers.length === 0 ? null : (
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

const names: Readonly<Record<PayMethod, string>> = {
  card: 'Tarjeta',
  spei: 'Transferencia SPEI',
  oxxo: 'Efectivo en OXXO',
}
const ways: Readonly<Record<VoucherMethod, string>> = { spei: 'Transfieres', oxxo: 'Pagas en caja' }

/** What happens after the button, in one sentence. */
export const voucherText: Readonly<Record<VoucherMethod, string>> = {
  spei: 'Te damos una CLABE; apartamos tu hora dos horas mientras transfieres.',
  oxxo: 'Te damos una referencia; apartamos tu hora un día. El efectivo no se devuelve: si cancelas, queda como saldo en Kalli.',
}
