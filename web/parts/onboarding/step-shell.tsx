import { Link } from '@tanstack/react-router'
import { ArrowRight, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FirstStep, firstSteps } from '#web/parts/dashboard/first-steps.ts'
import { isDone, type Known } from '#web/parts/onboarding/reading.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** The form of a step: the submit button is in the bar below, outside the form. */
export const stepForm = 'primer-paso'

const placeOf = (step: FirstStep) => firstSteps.findIndex(({ value }) => value === step)
export const after = (step: FirstStep): FirstStep => firstSteps[placeOf(step) + 1]?.value ?? 'share'

/** A step: the progress, what it unlocks, its fields, and the next button. */
export const StepShell = ({
  step,
  known,
  title,
  text,
  action,
  children,
}: {
  step: FirstStep
  known: Known
  title: string
  text: string
  /** The button in the bar; the last step has none. */
  action?: ReactNode
  children: ReactNode
}) => (
  <div className="page py-6 sm:py-8">
    <div className="mx-auto flex max-w-form flex-col gap-6">
      <Progress step={step} known={known} />
      <header className="flex flex-col gap-1.5">
        <h1 className="text-3xl">{title}</h1>
        <p className="measure text-muted">{text}</p>
      </header>
      {children}
      {action === undefined ? null : (
        <footer
          data-bar="bottom"
          className="bottom-bar sticky z-20 -mx-4.5 flex items-center justify-between gap-3 border-t border-line bg-plaster/95 px-4.5 pt-3 backdrop-blur sm:mx-0 sm:px-0"
        >
          <Link {...paths.firstSteps(after(step))} className={buttonClass({ tone: 'quiet' })}>
            Ahora no
          </Link>
          {action}
        </footer>
      )}
    </div>
  </div>
)

const Progress = ({ step, known }: { step: FirstStep; known: Known }) => (
  <nav aria-label="Primeros pasos" className="no-print flex flex-col gap-2">
    <div className="flex items-center justify-between gap-3">
      <p className="text-[0.9375rem] text-muted">
        Paso {placeOf(step) + 1} de {firstSteps.length}
      </p>
      <Link
        {...paths.professionalDashboard()}
        className="lone-link text-[0.9375rem] font-medium text-muted underline underline-offset-4 hover:text-ink"
      >
        Seguir después
      </Link>
    </div>
    <ol className="grid grid-cols-6 gap-1.5">
      {firstSteps.map(({ value, label }) => {
        const done = isDone(value, known)
        const here = value === step
        return (
          <li key={value}>
            <Link
              {...paths.firstSteps(value)}
              aria-current={here ? 'step' : undefined}
              className="flex min-h-11 flex-col justify-center gap-1.5"
            >
              <span
                aria-hidden
                className={classNames(
                  'h-1.5 rounded-full',
                  here ? 'bg-barro' : done ? 'bg-agave' : 'bg-line',
                )}
              />
              <span
                className={classNames(
                  'flex items-center gap-1 text-sm leading-tight max-sm:sr-only',
                  here ? 'font-semibold' : 'text-muted',
                )}
              >
                {done ? <Check aria-hidden className="size-3.5 shrink-0 text-agave" /> : null}
                {label}
                {done ? <span className="sr-only"> (listo)</span> : null}
              </span>
            </Link>
          </li>
        )
      })}
    </ol>
    <p className="text-[0.9375rem]">
      <span className="font-semibold">{firstSteps[placeOf(step)]?.label}.</span>{' '}
      <span className="text-muted">{firstSteps[placeOf(step)]?.unlocks}</span>
    </p>
  </nav>
)

export const OnIcon = () => <ArrowRight aria-hidden className="size-5" />
