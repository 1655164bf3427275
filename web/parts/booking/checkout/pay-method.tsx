import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Hold } from '#contract/booking/hold.ts'
import type { VoucherMethod } from '#contract/payment/payment.ts'
import { packsForHold, type UsablePack } from '#contract/booking/prepaid/session-pack.ts'
import { call } from '#web/api.ts'
import type { PayMethod } from '#web/parts/booking/payment/voucher-text.ts'
import { dayOf, shortOf } from '#web/parts/time/wall-clock.ts'
import { Radio } from '#web/ui/form/checkbox.tsx'

/** Card, one of the client's packs, transfer or cash; only methods for which there is time are shown. */
export default function PayMethodChoice({
  hold: { id, version, vouchers, zone },
  chosen,
  wantsPack,
  signedIn,
  asks,
  onPacks,
  onChoose,
}: {
  hold: Hold
  chosen: PayMethod
  /** A pack was chosen that may no longer pay for this visit. */
  wantsPack: boolean
  signedIn: boolean
  /** What a payment reference needs besides the data above; null: nothing. */
  asks: string | null
  /** The packs that pay for the visit as it is now. */
  onPacks: (packs: readonly UsablePack[] | undefined) => void
  onChoose: (method: PayMethod, packId?: string) => void
}) {
  // Add-ons may cost more than a pack pays.
  const answer = useQuery({
    queryKey: ['packs', id, version],
    queryFn: ({ signal }) => call(packsForHold, { params: { id } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: signedIn,
  })
  const { data: packs = none } = answer
  const isKnown = !signedIn || (!answer.isPending && !answer.isPlaceholderData)
  useEffect(() => {
    onPacks(isKnown ? packs : undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whom it is said to is the same
  }, [isKnown, packs])
  const [pack] = packs
  const notice =
    wantsPack && isKnown && !answer.isError && pack === undefined ? (
      <p
        role="status"
        className="col-span-full rounded-md bg-maiz-soft px-4 py-3 text-[0.9375rem] text-maiz-ink"
      >
        Tu paquete no paga esta cita como está: cubre una sesión sola, sin nada que se cobre aparte ni cupón.
      </p>
    ) : null
  if (vouchers.length === 0 && pack === undefined) return notice
  return (
    <div role="radiogroup" aria-label="Forma de pago" className="contents">
      {notice}
      {pack === undefined ? null : (
        <Radio
          name="pay-method"
          className="col-span-full"
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
          // Once chosen, a full-width line with its deadline.
          className={method !== 'card' && chosen === method ? 'col-span-full' : undefined}
          checked={chosen === method}
          onChange={() => onChoose(method)}
          label={
            // Two tight lines are as high as one with its padding.
            <span
              className={method !== 'card' && chosen !== method && asks !== null ? 'block leading-tight' : ''}
            >
              <span className="font-semibold">{names[method]}</span>
              {/* The deadline only for the chosen method, which shows the fields; the others say what they need. */}
              {method === 'card' ? null : chosen === method ? (
                <span className="block text-sm text-muted">
                  {`${ways[method]} antes del ${shortOf(until, zone)}\u00a0h`}
                </span>
              ) : asks === null ? null : (
                <span className="block text-xs text-muted">{asks}</span>
              )}
            </span>
          }
        />
      ))}
    </div>
  )
}

const none: readonly UsablePack[] = []
const names: Readonly<Record<VoucherMethod | 'card', string>> = {
  card: 'Tarjeta',
  spei: 'Transferencia SPEI',
  oxxo: 'Efectivo en OXXO',
}
const ways: Readonly<Record<VoucherMethod, string>> = { spei: 'Transfieres', oxxo: 'Pagas en caja' }
