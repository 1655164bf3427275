import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { listingSteps } from '#contract/space/listing-steps.ts'
import type { Space } from '#contract/space/space.ts'
import { StateBadge } from '#web/parts/space/listing-actions.tsx'
import { StepBusiness } from '#web/parts/space/step-business.tsx'
import { StepFittings } from '#web/parts/space/step-fittings.tsx'
import { StepGuests } from '#web/parts/space/step-guests.tsx'
import { StepLaw } from '#web/parts/space/step-law.tsx'
import { StepPayout } from '#web/parts/space/step-payout.tsx'
import { StepPlace } from '#web/parts/space/step-place.tsx'
import { StepPrice } from '#web/parts/space/step-price.tsx'
import { StepReview } from '#web/parts/space/step-review.tsx'
import { StepRules } from '#web/parts/space/step-rules.tsx'
import { StepTimes } from '#web/parts/space/step-times.tsx'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'

const screens = [
  StepBusiness,
  StepPlace,
  StepFittings,
  StepTimes,
  StepPrice,
  StepRules,
  StepGuests,
  StepLaw,
  StepPayout,
  StepReview,
] as const

/** Where a host continues: the first step that was never saved, else the review. */
export const firstOpenStep = (space: Space): number =>
  mayBeWritten(space) ? (listingSteps.find(({ step }) => !space.steps.includes(step))?.step ?? 10) : 10

export const mayBeWritten = ({ status }: Space) =>
  status === 'draft' || status === 'published' || status === 'paused'

export const Wizard = ({ space, step }: { space: Space; step: number }) => {
  const open = mayBeWritten(space) ? step : 10
  const Screen = screens[open - 1] ?? StepReview
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Way space={space} current={open} />
      <div className="min-w-0 max-w-form pb-4">
        <Screen key={open} space={space} />
      </div>
    </div>
  )
}

/** Nine steps: a rail beside the form on a desktop, a line above it on a phone. Every step can be opened at any time. */
const Way = ({ space, current }: { space: Space; current: number }) => {
  const here = listingSteps.find(({ step }) => step === current)
  return (
    <nav aria-label="Pasos" className="lg:sticky lg:top-24 lg:self-start">
      <div className="mb-3 flex items-center justify-between gap-3 lg:mb-4">
        <p className="truncate font-semibold">{space.name === '' ? 'Espacio nuevo' : space.name}</p>
        <StateBadge state={space.status} />
      </div>
      <p className="mb-2 text-sm text-muted lg:hidden">
        {here === undefined ? 'Resumen' : `Paso ${current} de 9 · ${here.label}`}
      </p>
      <ol className="flex gap-1 lg:flex-col">
        {[...listingSteps, { step: 10, label: 'Revisar y enviar' }].map(({ step, label }) => {
          const gaps = space.missing.some((gap) => gap.step === step)
          const done = step < 10 && space.steps.includes(step) && !gaps
          const isHere = step === current
          return (
            <li key={step} className="min-w-0 flex-1">
              <Link
                {...paths.hostRegistration({ space: space.id, step })}
                aria-current={isHere ? 'step' : undefined}
                className={classNames(
                  'flex min-h-11 items-center gap-3 rounded-md transition-colors lg:px-3 lg:py-1.5',
                  isHere
                    ? 'lg:bg-jacaranda-soft lg:font-semibold lg:text-jacaranda-deep'
                    : 'lg:hover:bg-sunk',
                )}
              >
                <span
                  aria-hidden
                  className={classNames(
                    'h-1.5 w-full rounded-full lg:hidden',
                    isHere ? 'bg-jacaranda' : done ? 'bg-agave' : 'bg-line',
                  )}
                />
                <span
                  aria-hidden
                  className={classNames(
                    'hidden size-7 shrink-0 items-center justify-center rounded-full text-sm font-semibold lg:flex',
                    isHere
                      ? 'bg-jacaranda text-on-jacaranda'
                      : done
                        ? 'bg-agave-soft text-agave'
                        : 'bg-sunk text-muted',
                  )}
                >
                  {done && !isHere ? <Check className="size-4" /> : step === 10 ? '✓' : step}
                </span>
                <span className="sr-only lg:not-sr-only">
                  {label}
                  {done ? <span className="sr-only"> (listo)</span> : null}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
