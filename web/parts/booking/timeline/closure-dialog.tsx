import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/closure/closure.ts'
import {
  type AffectedBooking,
  cancelQuoteIn,
  type ClosureChoice,
  closureChoices,
  type ClosureImpact,
  stillFree,
} from '#contract/booking/closure/closure.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { ApiError, call } from '#web/api.ts'
import { useKept } from '#web/ui/form/use-kept.ts'
import { addDays, instantOf, longDate, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/toast.ts'

type Chosen = Readonly<Record<string, { choice: ClosureChoice; unitId?: number } | undefined>>

/** Closing in two steps: what and when, then a choice for each booking in the way, with its cost before it happens. */
export const ClosureDialog = ({
  spaces,
  date,
  onClose,
}: {
  spaces: readonly TimelineSpace[]
  date: string
  onClose: () => void
}) => {
  const [spaceId, setSpace] = useState(spaces[0]?.id ?? 0)
  const space = spaces.find(({ id }) => id === spaceId)
  const [units, setUnits] = useState<ReadonlySet<number>>(new Set())
  const [kind, setKind] = useState<'closure' | 'maintenance'>('closure')
  const [from, setFrom] = useState(date)
  const [fromTime, setFromTime] = useState('00:00')
  const [to, setTo] = useState(date)
  const [toTime, setToTime] = useState('24:00')
  const { draft: reason, put: setReason, take } = useKept('closure', '')
  const [chosen, setChosen] = useState<Chosen>({})
  const [changed, setChanged] = useState<string>()
  const queryClient = useQueryClient()
  const zone = space?.zone ?? 'America/Mexico_City'
  const asked = () => ({
    unitIds: [...units],
    kind,
    reason,
    startsAt: instantOf(from, fromTime, zone),
    endsAt: toTime === '24:00' ? instantOf(addDays(to, 1), '00:00', zone) : instantOf(to, toTime, zone),
  })
  const looking = useMutation({
    mutationFn: () => call(contract.previewClosure, { params: { id: spaceId }, body: asked() }),
    onSuccess: () => {
      setChosen({})
      setChanged(undefined)
    },
  })
  const [fresh, setFresh] = useState<ClosureImpact>()
  const impact = fresh ?? looking.data
  const affected = impact?.affected ?? []
  const quoteOf = (one: AffectedBooking) =>
    cancelQuoteIn(one, affected, ({ bookingId }) => chosen[bookingId]?.choice === 'cancel')
  const closing = useMutation({
    mutationFn: () =>
      call(contract.closeUnits, {
        params: { id: spaceId },
        body: {
          ...asked(),
          choices: affected.map((one) => orderOf(one, chosen[one.bookingId], quoteOf(one))),
        },
      }),
    onSuccess: async () => {
      take('')
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      toast('Cierre guardado', 'Avisamos a quienes les cambia algo.', 'good')
      onClose()
    },
    onError: (problem) => {
      if (!(problem instanceof ApiError) || problem.code !== 'impact_changed') return
      const now = impactIn(problem.details)
      if (now === undefined) return looking.mutate()
      setFresh(now)
      setChanged(problem.message)
      // What is no longer possible is chosen anew.
      setChosen((before) =>
        Object.fromEntries(
          now.affected.map((one) => [one.bookingId, stillPossible(one, before[one.bookingId])]),
        ),
      )
    },
  })
  if (space === undefined) return null
  const open = affected.filter(({ bookingId }) => chosen[bookingId] === undefined).length
  const cost = affected
    .filter(({ bookingId }) => chosen[bookingId]?.choice === 'cancel')
    .reduce((sum, one) => sum + costOf(quoteOf(one)), 0)
  const back = () => {
    looking.reset()
    closing.reset()
    setFresh(undefined)
    setChanged(undefined)
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={
        impact === undefined
          ? 'Cerrar un tiempo'
          : affected.length === 0
            ? 'Nada en el camino'
            : 'Qué hacer con cada cita'
      }
      description={
        impact === undefined
          ? 'Vacaciones, obra o mantenimiento. Antes de cerrar ves qué citas toca.'
          : `${longDate(from)}${to === from ? '' : ` a ${longDate(to)}`}, ${
              impact.unitIds.length === space.units.length
                ? space.name
                : space.units
                    .filter(({ id }) => impact.unitIds.includes(id))
                    .map(({ name }) => name)
                    .join(', ')
            }`
      }
      actions={
        impact === undefined ? (
          <>
            <Button tone="quiet" onClick={onClose}>
              Dejarlo
            </Button>
            <Button
              busy={looking.isPending}
              disabled={from === '' || to === ''}
              onClick={() => looking.mutate()}
            >
              Ver a quién afecta
            </Button>
          </>
        ) : (
          <>
            <Button tone="quiet" onClick={back}>
              Volver
            </Button>
            <Button
              tone={cost > 0 ? 'danger' : 'primary'}
              busy={closing.isPending}
              blocked={
                open > 0 ? (open === 1 ? 'Falta decidir 1 cita.' : `Falta decidir ${open} citas.`) : undefined
              }
              onClick={() => closing.mutate()}
            >
              {cost > 0 ? `Cerrar y pagar ${formatCents(cost)}` : 'Cerrar'}
            </Button>
          </>
        )
      }
    >
      {impact === undefined ? (
        <div className="flex flex-col gap-4">
          {spaces.length > 1 ? (
            <Field label="Espacio">
              {(control) => (
                <Select
                  {...control}
                  value={spaceId}
                  onChange={(event) => {
                    setSpace(Number(event.target.value))
                    setUnits(new Set())
                  }}
                >
                  {spaces.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : null}
          <Field label="Tipo">
            {(control) => (
              <Select
                {...control}
                value={kind}
                onChange={(event) =>
                  setKind(event.target.value === 'maintenance' ? 'maintenance' : 'closure')
                }
              >
                <option value="closure">Cierre</option>
                <option value="maintenance">Mantenimiento</option>
              </Select>
            )}
          </Field>
          <div className="grid grid-cols-2 gap-4">
            <Field label="Primer día">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={from}
                  onChange={(event) => {
                    setFrom(event.target.value)
                    if (to < event.target.value) setTo(event.target.value)
                  }}
                />
              )}
            </Field>
            <Field label="Último día">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  min={from}
                  value={to}
                  onChange={(event) => setTo(event.target.value)}
                />
              )}
            </Field>
            <Field label="Desde las">
              {(control) => (
                <Input
                  {...control}
                  type="time"
                  value={fromTime}
                  onChange={(event) => setFromTime(event.target.value)}
                />
              )}
            </Field>
            <Field label="Hasta las" hint="Vacío: todo el día.">
              {(control) => (
                <Input
                  {...control}
                  type="time"
                  value={toTime === '24:00' ? '' : toTime}
                  onChange={(event) => setToTime(event.target.value === '' ? '24:00' : event.target.value)}
                />
              )}
            </Field>
          </div>
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 text-[0.9375rem] font-semibold">Unidades</legend>
            <p className="text-sm text-muted">Sin marcar ninguna, cierra todo el espacio.</p>
            <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
              {space.units.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  checked={units.has(id)}
                  onChange={(event) => {
                    const next = new Set(units)
                    if (event.target.checked) next.add(id)
                    else next.delete(id)
                    setUnits(next)
                  }}
                  label={name}
                />
              ))}
            </div>
          </fieldset>
          <Field label="Motivo" required={false} hint="Lo leen las personas de las citas que canceles.">
            {(control) => (
              <Input
                {...control}
                maxLength={200}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          {looking.isError ? (
            <p role="alert" className="font-medium text-chile">
              {looking.error.message}
            </p>
          ) : null}
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          {changed === undefined && !closing.isError ? null : (
            <p role="alert" className="rounded-md bg-maiz-soft px-4 py-3 font-medium text-maiz-ink">
              {changed ?? closing.error?.message}
            </p>
          )}
          {affected.length === 0 ? (
            <p>No hay citas en ese tiempo. Al cerrar, sus horarios dejan de ofrecerse.</p>
          ) : (
            <Bulk affected={affected} onChoose={setChosen} />
          )}
          {impact.held === 0 ? null : (
            <p className="text-sm text-muted">
              {impact.held === 1 ? 'Un horario está' : `${impact.held} horarios están`} por pagarse en este
              momento: si se paga, se respeta; si no, se cierra solo.
            </p>
          )}
          <ul className="flex flex-col gap-4">
            {affected.map((one) => (
              <li key={one.bookingId}>
                <Choice
                  one={one}
                  zone={impact.zone}
                  chosen={chosen[one.bookingId]}
                  quote={quoteOf(one)}
                  units={freeFor(one, affected, chosen)}
                  onChoose={(choice) => setChosen({ ...chosen, [one.bookingId]: choice })}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}

const impactIn = (details: unknown): ClosureImpact | undefined => {
  const found: { impact?: ClosureImpact } = typeof details === 'object' && details !== null ? details : {}
  return found.impact
}

const orderOf = (one: AffectedBooking, chosen: Chosen[string], quote: AffectedBooking['cancel']) => ({
  bookingId: one.bookingId,
  version: one.version,
  choice: chosen?.choice ?? ('keep' as const),
  ...(chosen?.choice === 'move' && chosen.unitId !== undefined ? { unitId: chosen.unitId } : {}),
  ...(chosen?.choice === 'cancel' && quote !== null ? { quoteToken: quote.token } : {}),
})

const stillPossible = (one: AffectedBooking, before: Chosen[string]): Chosen[string] => {
  if (before === undefined) return undefined
  if (!one.options.some(({ choice, allowed }) => choice === before.choice && allowed)) return undefined
  return before.choice === 'move' && !one.units.some(({ unitId }) => unitId === before.unitId)
    ? undefined
    : before
}

/** What the host pays when it cancels: the lines against it. */
const costOf = (quote: AffectedBooking['cancel']) =>
  (quote?.lines ?? []).reduce((sum, { amountCents }) => sum + Math.max(0, -amountCents), 0)

/** Or, where another place is found, of a dearer rent there. */
const mostOf = (quote: AffectedBooking['cancel']) => Math.max(costOf(quote), quote?.rescue?.mostCents ?? 0)

const spanOf = (one: AffectedBooking) => ({
  from: Date.parse(one.busyFrom),
  until: Date.parse(one.busyUntil),
})

/** The units for one booking, without those to which another one is sent at the same time. */
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
        {affected.length === 1 ? '1 cita en el camino' : `${affected.length} citas en el camino`}
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
  /** What cancelling it costs beside what is chosen for the others. */
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
          <label
            key={choice}
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
                  ? mostOf(quote) === 0
                    ? 'No te cuesta nada'
                    : `Te cuesta hasta ${formatCents(mostOf(quote))}`
                  : choice === 'move'
                    ? 'Misma hora y precio'
                    : 'Queda como está')}
            </span>
          </label>
        )
      })}
    </div>
    {chosen?.choice === 'move' ? (
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
    ) : null}
    {chosen?.choice === 'cancel' && quote !== null ? (
      <p className="text-sm">
        {quote.reason}{' '}
        {quote.lines
          .map(({ label, amountCents }) => `${label}: ${formatCents(Math.abs(amountCents))}`)
          .join(' · ')}
        {quote.rescue === null
          ? '.'
          : `. Antes buscamos otro lugar cerca: si lo aceptan, pagas a lo más ${formatCents(quote.rescue.mostCents)} de la diferencia de renta.`}
        {quote === one.freeCancel
          ? ' Es tu cancelación gratis del semestre: no pagas compensación. La siguiente sí.'
          : ''}
      </p>
    ) : null}
  </fieldset>
)
