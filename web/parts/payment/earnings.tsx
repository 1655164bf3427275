import { Price } from '#web/parts/payment/price.tsx'

/** The earnings of a day, and how much is already settled. */
export const EarningsOfDay = ({
  expectedCents,
  settledCents,
  count,
  of = ['cita', 'citas'],
  isToday,
  note = 'Después de comisión, renta e impuestos retenidos. Cada cita tiene su recibo.',
}: {
  expectedCents: number
  settledCents: number
  count: number
  of?: readonly [string, string]
  isToday: boolean
  note?: string
}) => {
  const share = expectedCents > 0 ? Math.min(1, settledCents / expectedCents) : 0
  return (
    <div className="rounded-lg bg-noche px-5 py-5 text-on-noche sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <p className="text-sm text-on-noche-muted">{isToday ? 'Hoy ganas' : 'Ese día ganas'}</p>
          <Price cents={expectedCents} className="font-display text-3xl font-semibold" />
        </div>
        <p className="text-[0.9375rem] text-on-noche-muted">
          {count} {count === 1 ? of[0] : of[1]} ·{' '}
          <Price cents={settledCents} className="font-semibold text-on-noche" /> ya liquidado
        </p>
      </div>
      <div aria-hidden className="mt-4 h-2 overflow-hidden rounded-full bg-on-noche/15">
        <div className="h-full rounded-full bg-on-noche" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-3 text-sm text-on-noche-muted">{note}</p>
    </div>
  )
}

/** The same on one line, where the visits come first. */
export const EarningsLine = ({
  expectedCents,
  settledCents,
  count,
  of = ['cita', 'citas'],
}: {
  expectedCents: number
  settledCents: number
  count: number
  of?: readonly [string, string]
}) => (
  <p className="text-[0.9375rem] text-muted">
    {count} {count === 1 ? of[0] : of[1]} · Ganas{' '}
    <Price cents={expectedCents} className="font-semibold text-ink" />
    {settledCents === 0 ? null : (
      <>
        {' '}
        · <Price cents={settledCents} className="font-semibold text-ink" /> ya liquidado
      </>
    )}
  </p>
)
