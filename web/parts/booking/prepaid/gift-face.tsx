import { Gift } from 'lucide-react'
import { formatCents } from '#contract/platform/money.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Greca } from '#web/ui/logo.tsx'

/** The card itself, as the recipient sees it. */
export const GiftFace = ({
  from,
  to,
  message,
  amountCents,
  code,
  className,
}: {
  from: string
  to: string
  message: string
  amountCents: number
  code?: string
  className?: string
}) => (
  <div
    className={classNames(
      'flex min-w-0 flex-col gap-5 overflow-hidden rounded-xl bg-noche p-6 text-on-noche shadow-high sm:p-7',
      className,
    )}
  >
    <p className="flex items-center justify-between gap-4 text-[0.9375rem] text-on-noche-muted">
      <span>Tarjeta de regalo · Kalli</span>
      <Gift aria-hidden className="size-6 shrink-0" />
    </p>
    <p className="figures font-display text-5xl font-semibold">{formatCents(amountCents)}</p>
    <Greca className="text-on-noche/45" />
    <p className="text-lg break-words">
      Para <strong>{to}</strong>
      <span className="block text-on-noche-muted">de {from}</span>
    </p>
    {message === '' ? null : (
      <p className="font-display text-lg leading-snug break-words whitespace-pre-line">«{message}»</p>
    )}
    {code === undefined ? null : (
      <p className="rounded-md bg-on-noche/10 px-4 py-3">
        <span className="block text-sm text-on-noche-muted">Código</span>
        <span className="figures text-[1.0625rem] font-semibold tracking-wide break-all select-all">
          {code}
        </span>
      </p>
    )}
  </div>
)
