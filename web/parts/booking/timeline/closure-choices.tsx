import {
  type AffectedBooking,
  type ClosureChoice,
  closureChoices,
  type ClosureImpact,
  stillFree,
} from '#contract/booking/closure/closure.ts'
import { formatCents } from '#contract/platform/money.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { type Chosen, type ClosureDecision, costOf } from '#web/parts/booking/timeline/use-closure-impact.ts'

/** Second step: a choice for each affected booking. */
export const AffectedBookings = ({
  decision,
  impact,
}: {
  decision: ClosureDecision
  impact: ClosureImpact
}) => (
  <div className="flex flex-col gap-4">
    {decision.changed === undefined && !decision.closing.isError ? null : (
      <p role="alert" className="rounded-md bg-maiz-soft px-4 py-3 font-medium text-maiz-ink">
        {decision.changed ?? decision.closing.error?.message}
      </p>
    )}
    {decision.affected.length === 0 ? (
      <p>No hay citas en ese tiempo. Al cerrar, sus horarios dejan de ofrecerse.</p>
    ) : (
      <Bulk affected={decision.affected} onChoose={decision.setChosen} />
    )}
    {impact.held === 0 ? null : (
      <p className="text-sm text-muted">
        {impact.held === 1 ? 'Un horario está' : `${impact.held} horarios están`} por pagarse en este momento:
        si se paga, se respeta; si no, se cierra solo.
      </p>
    )}
    <ul className="flex flex-col gap-4">
      {decision.affected.map((one) => (
        <li key={one.bookingId}>
          <Choice
            one={one}
            zone={impact.zone}
            chosen={decision.chosen[one.bookingId]}
            quote={decision.quoteOf(one)}
            units={freeFor(one, decision.affected, decision.chosen)}
            onChoose={(choice) => decision.setChosen({ ...decision.chosen, [one.bookingId]: choice })}
          />
        </li>
      ))}
    </ul>
  </div>
)

/** The maximum cost of cancelling: including the higher rent, where another place is found. */
const maxOf = (quote: AffectedBooking['cancel']) => Math.max(costOf(quote), quote?.rescue?.maxCents ?? 0)

const spanOf = (one: AffectedBooking) => ({
  from: Date.parse(one.busyFrom),
  until: Date.parse(one.busyUntil),
})

/** The units for one booking, without those chosen for another one at the same time. */
const freeFor = (one: AffectedBooking, all: readonly AffectedBooking[], chosen: Chosen) =>
  stillFree(
    one.units,
    spanOf(one),
    all.flatMap((other) => {
      const unitId = chosen[other.bookingId]?.unitId
      return other === one || unitId === undefined ? [] : [{ unitId, ...spanOf(other) }]
    }),
  )

const Bulk = ({
  affected,
  onChoose,
}: {
  affected: readonly AffectedBooking[]
  onChoose: (chosen: Chosen) => void
}) => {
  const moveAll = () => {
    let chosen: Chosen = {}
    for (const one of affected) {
      const [unit] = freeFor(one, affected, chosen)
      const may = one.options.some(({ choice, allowed }) => choice === 'move' && allowed)
      chosen = {
        ...chosen,
        [one.bookingId]:
          may && unit !== undefined ? { choice: 'move', unitId: unit.unitId } : { choice: 'keep' },
      }
    }
    onChoose(chosen)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="mr-auto font-semibold">
        {affected.length === 1 ? '1 cita afectada' : `${affected.length} citas afectadas`}
      </p>
      <Button
        tone="secondary"
        size="small"
        onClick={() =>
          onChoose(Object.fromEntries(affected.map(({ bookingId }) => [bookingId, { choice: 'keep' }])))
        }
      >
        Respetar todas
      </Button>
      <Button tone="secondary" size="small" onClick={moveAll}>
        Rescatar las que se pueda
      </Button>
    </div>
  )
}

const Choice = ({
  one,
  zone,
  chosen,
  quote,
  units,
  onChoose,
}: {
  one: AffectedBooking
  zone: string
  chosen: Chosen[string]
  /** The cost of cancelling it, given the choices for the others. */
  quote: AffectedBooking['cancel']
  units: AffectedBooking['units']
  onChoose: (choice: Chosen[string]) => void
}) => (
  <fieldset className="flex flex-col gap-2 rounded-md border border-line p-4">
    <legend className="sr-only">
      {`${shortOf(one.startsAt, zone)}, ${one.unitName}, ${one.professional}`}
    </legend>
    <p aria-hidden className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-semibold first-letter:uppercase">{shortOf(one.startsAt, zone)}</span>
      <span className="text-sm text-muted">
        {one.unitName} · {one.professional}
        {one.client === null ? '' : ` con ${one.client}`}
      </span>
    </p>
    <div className="grid gap-2 sm:grid-cols-3">
      {one.options.map(({ choice, allowed, reason }) => {
        const gone = choice === 'move' && allowed && units.length === 0 && chosen?.choice !== 'move'
        const why = gone ? 'La otra unidad ya es para otra cita.' : reason
        const picked = chosen?.choice === choice
        return (
          <ChoiceOption
            key={choice}
            one={one}
            onChoose={onChoose}
            units={units}
            quote={quote}
            choice={choice}
            picked={picked}
            why={why}
          />
        )
      })}
    </div>
    {chosen?.choice === 'move' ? (
      <UnitChoice one={one} zone={zone} chosen={chosen} onChoose={onChoose} units={units} />
    ) : null}
    {chosen?.choice === 'cancel' && quote !== null ? <CancelCost quote={quote} one={one} /> : null}
  </fieldset>
)

const ChoiceOption = ({
  one,
  onChoose,
  units,
  quote,
  choice,
  picked,
  why,
}: {
  one: AffectedBooking
  onChoose: (choice: Chosen[string]) => void
  units: AffectedBooking['units']
  quote: AffectedBooking['cancel']
  choice: ClosureChoice
  picked: boolean
  why: string | null
}) => (
  <label
    className={classNames(
      'flex min-h-11 flex-col rounded-sm border px-3 py-2',
      picked ? 'border-jacaranda bg-jacaranda-soft' : 'border-edge/60',
      why !== null && 'opacity-60',
    )}
  >
    <span className="flex items-center gap-2 font-semibold">
      <input
        type="radio"
        name={one.bookingId}
        checked={picked}
        disabled={why !== null}
        onChange={() =>
          onChoose(
            choice === 'move'
              ? { choice, ...(units[0] === undefined ? {} : { unitId: units[0].unitId }) }
              : { choice },
          )
        }
      />
      {closureChoices[choice].label}
    </span>
    <span className="text-[0.8125rem] leading-snug text-muted">
      {why ??
        (choice === 'cancel'
          ? maxOf(quote) === 0
            ? 'No te cuesta nada'
            : `Te cuesta hasta ${formatCents(maxOf(quote))}`
          : choice === 'move'
            ? 'Misma hora y precio'
            : 'Queda como está')}
    </span>
  </label>
)

/** The unit that a booking moves to. */
const UnitChoice = ({
  one,
  zone,
  chosen,
  onChoose,
  units,
}: {
  one: AffectedBooking
  zone: string
  chosen: NonNullable<Chosen[string]>
  onChoose: (choice: Chosen[string]) => void
  units: AffectedBooking['units']
}) => (
  <Field label={`Unidad nueva para el ${shortOf(one.startsAt, zone)}`}>
    {(control) => (
      <Select
        {...control}
        value={chosen.unitId ?? ''}
        onChange={(event) => onChoose({ choice: 'move', unitId: Number(event.target.value) })}
      >
        {units.map(({ unitId, name, spaceName }) => (
          <option key={unitId} value={unitId}>
            {name}, {spaceName}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

/** What cancelling one booking costs the host. */
const CancelCost = ({
  quote,
  one,
}: {
  quote: NonNullable<AffectedBooking['cancel']>
  one: AffectedBooking
}) => (
  <p className="text-sm">
    {quote.reason}{' '}
    {quote.lines
      .map(({ label, amountCents }) => `${label}: ${formatCents(Math.abs(amountCents))}`)
      .join(' · ')}
    {quote.rescue === null
      ? '.'
      : `. Antes buscamos otro lugar cerca: si lo aceptan, pagas a lo más ${formatCents(quote.rescue.maxCents)} de la diferencia de renta.`}
    {quote === one.freeCancel
      ? ' Es tu cancelación gratis del semestre: no pagas compensación. La siguiente sí.'
      : ''}
  </p>
)
