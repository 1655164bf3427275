import type { ReactNode } from 'react'
import { Price } from '#web/parts/payment/price.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** A receipt: every line with its amount, and the total. */
export const MoneyLines = ({
  lines,
  total,
  note,
}: {
  lines: readonly { label: ReactNode; amountCents: number; detail?: ReactNode }[]
  total?: { label: string; amountCents: number }
  note?: ReactNode
}) => (
  <div className="flex flex-col gap-2">
    <dl className="flex flex-col gap-2">
      {lines.map((line, index) => (
        <div key={index} className="flex items-baseline justify-between gap-6">
          <dt className="min-w-0 text-muted">
            {line.label}
            {line.detail ? <span className="block text-sm">{line.detail}</span> : null}
          </dt>
          <dd>
            <Price cents={line.amountCents} />
          </dd>
        </div>
      ))}
      {total ? (
        <div
          className={classNames(
            'flex items-baseline justify-between gap-6 text-lg font-semibold',
            lines.length > 0 && 'mt-1 border-t border-dashed border-edge pt-3',
          )}
        >
          <dt>{total.label}</dt>
          <dd>
            <Price cents={total.amountCents} />
          </dd>
        </div>
      ) : null}
    </dl>
    {note ? <p className="text-sm text-muted">{note}</p> : null}
  </div>
)
