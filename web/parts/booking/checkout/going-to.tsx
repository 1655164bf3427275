import type { Quote } from '#contract/booking/parts.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'

/** Who receives what of the price: no competitor shows it. Drawn as shares, read aloud as amounts. */
export const GoingTo = ({
  goesTo,
  of,
  totalCents,
}: Pick<Quote, 'goesTo' | 'totalCents'> & {
  /** What is being shared. */
  of: string
}) => (
  <details className="group border-y border-line">
    <summary className="flex min-h-11 items-center justify-between gap-3 font-medium marker:content-none">
      ¿A quién le llega?
      <span aria-hidden className="text-muted transition-transform group-open:rotate-45">
        +
      </span>
    </summary>
    <div className="flex flex-col gap-4 pt-1 pb-4">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full">
        {goesTo.map(({ to, amountCents }) => (
          <span key={to} className={tones[to]} style={{ width: `${(amountCents / totalCents) * 100}%` }} />
        ))}
      </div>
      <MoneyLines
        lines={goesTo.map(({ to, label, amountCents }) => ({
          label: (
            <span className="inline-flex items-center gap-2">
              <span aria-hidden className={`size-2.5 rounded-full ${tones[to]}`} />
              {label}
            </span>
          ),
          amountCents,
        }))}
        total={{ label: of, amountCents: totalCents }}
        note="A ti no te cobramos comisión. La renta del espacio y nuestra comisión salen de lo que recibe quien te atiende; los impuestos que se le retienen no cambian tu precio."
      />
    </div>
  </details>
)

const tones = { professional: 'bg-barro', host: 'bg-jacaranda', platform: 'bg-maiz' } as const
