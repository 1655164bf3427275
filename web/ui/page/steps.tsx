import { Check } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'

/** Progress in a short wizard: steps done, the current one, those to come. */
export const Steps = ({ steps, current }: { steps: readonly string[]; current: number }) => (
  <ol aria-label="Pasos" className="flex items-start gap-2">
    {steps.map((step, index) => {
      const done = index < current
      const here = index === current
      return (
        <li
          key={step}
          aria-current={here ? 'step' : undefined}
          className="flex min-w-0 flex-1 flex-col gap-1.5"
        >
          <span
            aria-hidden
            className={classNames('h-1 rounded-full', done || here ? 'drawn bg-barro' : 'bg-line')}
          />
          <span
            className={classNames(
              'flex items-start gap-1 text-sm leading-tight',
              here ? 'font-semibold' : 'text-muted',
            )}
          >
            {done ? <Check aria-hidden className="mt-0.5 size-3.5 shrink-0 text-agave" /> : null}
            <span className="min-w-0">
              {step}
              {done ? <span className="sr-only"> (listo)</span> : null}
            </span>
          </span>
        </li>
      )
    })}
  </ol>
)
