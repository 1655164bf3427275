import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import {
  phaseKinds,
  phasesProblem,
  processesOf,
  type Phase,
  type PhaseKind,
} from '#contract/service/phases.ts'
import { Minutes } from '#web/parts/pricing/fields.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'

/** The phases in order, each with its minutes; zero leaves a phase out. */
const places = [
  { kind: 'prep', label: 'Preparación' },
  { kind: 'hands', label: 'Manos' },
  { kind: 'process', label: 'Proceso' },
  { kind: 'hands', label: 'Manos otra vez' },
  { kind: 'process', label: 'Segundo proceso' },
  { kind: 'hands', label: 'Manos al final' },
  { kind: 'finish', label: 'Cierre' },
] as const satisfies readonly { kind: PhaseKind; label: string }[]
/** The phases of the second process. */
const secondOnes: ReadonlySet<number> = new Set([4, 5])

/** The minutes of each phase, matched to the fixed order. */
const minutesIn = (phases: readonly Phase[]): number[] => {
  const left = [...phases]
  return places.map(({ kind }) => (left[0]?.kind === kind ? (left.shift()?.minutes ?? 0) : 0))
}
const phasesIn = (minutes: readonly number[]): Phase[] =>
  places.flatMap(({ kind }, place) => {
    const own = minutes[place] ?? 0
    // NaN: unreadable minutes.
    return own === 0 ? [] : [{ kind, minutes: own }]
  })
const sumOf = (minutes: readonly number[]) => minutes.reduce((sum, one) => sum + one, 0)

/** The default: a third each. */
const startOf = (whole: number): Phase[] => {
  const third = Math.max(5, Math.round((whole || 60) / 15) * 5)
  return [
    { kind: 'hands', minutes: third },
    { kind: 'process', minutes: third },
    { kind: 'hands', minutes: Math.max(5, (whole || 60) - 2 * third) },
  ]
}

type Part = { draft: ServiceDraft; onChange: (part: Partial<ServiceDraft>) => void }

/** The phases of a service that need the professional, and those in between; together they are its duration. */
export const PhaseFields = ({ draft, onChange }: Part) => {
  const { phases } = draft
  const [shownSecond, showSecond] = useState(false)
  const minutes = minutesIn(phases ?? [])
  const hasSecond = shownSecond || [...secondOnes].some((place) => (minutes[place] ?? 0) !== 0)
  const put = (all: readonly number[]) =>
    onChange({ phases: phasesIn(all), durationMinutes: Math.min(720, Math.max(5, sumOf(all))) })
  const isUnread = hasUnreadNumber(phases)
  const problem = phases && !isUnread ? phasesProblem(phases, sumOf(minutes)) : null
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <Checkbox
        label={
          <>
            <span className="block font-semibold">Tiene un rato en que trabaja solo</span>
            <span className="block text-sm text-muted">
              Mientras el color o la mascarilla hacen efecto puedes atender a alguien más. La silla y tu
              cliente siguen ocupadas.
            </span>
          </>
        }
        checked={phases !== null}
        onChange={(event) =>
          onChange(event.target.checked ? withSum(startOf(draft.durationMinutes)) : { phases: null })
        }
      />
      {phases === null ? null : (
        <>
          {isUnread ? null : <PhaseStrip phases={phases} />}
          <div className="grid gap-5 sm:grid-cols-2">
            {places.map(({ label }, place) =>
              secondOnes.has(place) && !hasSecond ? null : (
                <Minutes
                  key={label}
                  label={`${label} (minutos)`}
                  value={minutes[place] ?? 0}
                  from={0}
                  to={600}
                  onChange={(own) => put(minutes.with(place, own))}
                />
              ),
            )}
          </div>
          {hasSecond ? (
            <Button
              tone="quiet"
              size="small"
              className="self-start"
              onClick={() => {
                showSecond(false)
                put(minutes.map((own, place) => (secondOnes.has(place) ? 0 : own)))
              }}
            >
              <X aria-hidden className="size-4.5" />
              Quitar el segundo proceso
            </Button>
          ) : (
            <Button tone="quiet" size="small" className="self-start" onClick={() => showSecond(true)}>
              <Plus aria-hidden className="size-4.5" />
              Agregar un segundo proceso
            </Button>
          )}
          <p
            aria-live="polite"
            className={classNames('text-[0.9375rem]', problem === null ? 'text-muted' : 'text-chile')}
          >
            {isUnread
              ? ''
              : (problem ??
                `En total ${durationText(sumOf(minutes))}; en ${freeText(phases)} puedes atender a alguien más.`)}
          </p>
        </>
      )}
    </div>
  )
}

const withSum = (phases: Phase[]) => ({
  phases,
  durationMinutes: phases.reduce((sum, phase) => sum + phase.minutes, 0),
})

const freeText = (phases: readonly Phase[]) =>
  durationText(processesOf(phases).reduce((sum, edge, place) => sum + (place % 2 === 0 ? -edge : edge), 0))

const looks: Readonly<Record<PhaseKind, string>> = {
  prep: 'bg-jacaranda-soft text-ink',
  hands: 'bg-jacaranda text-on-jacaranda',
  process: 'timeline-stripes bg-sunk text-ink',
  finish: 'bg-jacaranda-soft text-ink',
}

/** The phases, drawn in proportion to their length. */
const PhaseStrip = ({ phases }: { phases: readonly Phase[] }) => (
  <ol
    aria-label="Las fases del servicio"
    className="flex overflow-hidden rounded-md border border-edge text-sm"
  >
    {phases.map(({ kind, minutes }, place) => (
      <li
        key={place}
        style={{ flexGrow: minutes, flexBasis: 0 }}
        className={classNames(
          'min-w-0 overflow-hidden border-line px-1.5 py-2.5 not-first:border-l',
          looks[kind],
        )}
      >
        <span className="block truncate font-semibold">{phaseKinds[kind]}</span>
        <span className="figures block truncate">{minutes} min</span>
      </li>
    ))}
  </ol>
)
