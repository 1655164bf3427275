import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/booking/agenda/timeline.ts'
import type { SpaceHours, TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { clockText } from '#contract/platform/clock-text.ts'
import { WeekFields } from '#web/parts/time/week-fields.tsx'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** Weekly hours of a space and of single units, and exceptional dates, saved together. */
export const HoursDialog = ({
  spaces,
  onClose,
}: {
  spaces: readonly TimelineSpace[]
  onClose: () => void
}) => {
  const [spaceId, setSpace] = useState(spaces[0]?.id ?? 0)
  const answer = useQuery({ ...reading(contract.spaceHours, { params: { id: spaceId } }), staleTime: 0 })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Horarios"
      description="Lo que ya está reservado se respeta; el horario dice qué se ofrece desde ahora."
    >
      <div className="flex flex-col gap-5">
        {spaces.length > 1 ? (
          <Field label="Espacio">
            {(control) => (
              <Select {...control} value={spaceId} onChange={(event) => setSpace(Number(event.target.value))}>
                {spaces.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        {answer.isPending ? (
          <Skeleton className="h-72" />
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : (
          <Editor
            key={`${spaceId} ${answer.data.version}`}
            spaceId={spaceId}
            hours={answer.data}
            onDone={onClose}
            onStale={() => answer.refetch()}
          />
        )}
      </div>
    </Dialog>
  )
}

const Editor = ({
  spaceId,
  hours,
  onDone,
  onStale,
}: {
  spaceId: number
  hours: SpaceHours
  onDone: () => void
  onStale: () => void
}) => {
  const draft = useHoursDraft({ hours, spaceId, onDone, onStale })
  return (
    <div className="flex flex-col gap-6">
      <WeekFields weekly={draft.weekly} onChange={draft.setWeekly} />
      <UnitHours draft={draft} />
      <DateExceptions draft={draft} />
      {draft.saving.isError ? (
        <p role="alert" className="font-medium text-chile">
          {draft.saving.error.message}
        </p>
      ) : null}
      <Button busy={draft.saving.isPending} onClick={() => draft.saving.mutate()} className="self-end">
        Guardar horario
      </Button>
    </div>
  )
}

const useHoursDraft = ({
  hours,
  spaceId,
  onDone,
  onStale,
}: {
  hours: SpaceHours
  spaceId: number
  onDone: () => void
  onStale: () => void
}) => {
  const form = useForm({
    initial: () => ({ weekly: hours.weekly, exceptions: hours.exceptions, units: hours.units, date: '' }),
  })
  const { weekly, exceptions, units, date } = form.values
  const queryClient = useQueryClient()
  const saving = useMutation({
    mutationFn: () =>
      call(contract.saveSpaceHours, {
        params: { id: spaceId },
        body: {
          weekly,
          exceptions,
          units: units.map(({ id, weekly: own }) => ({ id, weekly: own })),
          version: hours.version,
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      await queryClient.invalidateQueries({ queryKey: ['/api', 'spaces'] })
      toast('Horario guardado', undefined, 'good')
      onDone()
    },
    onError: (problem) => {
      if (problem instanceof ApiError && problem.code === 'stale_version') onStale()
    },
  })
  return {
    weekly,
    setWeekly: form.pick('weekly').onChange,
    units,
    setUnits: form.pick('units').onChange,
    exceptions,
    setExceptions: form.pick('exceptions').onChange,
    date,
    setDate: form.pick('date').onChange,
    saving,
  }
}

type HoursDraft = ReturnType<typeof useHoursDraft>

const UnitHours = ({ draft }: { draft: HoursDraft }) =>
  draft.units.length > 1 ? (
    <section className="flex flex-col gap-1" aria-labelledby="horario-por-unidad">
      <h3 id="horario-por-unidad" className="font-sans text-base font-semibold tracking-normal">
        Horario por unidad
      </h3>
      <p className="text-muted">Sin marcar, una unidad abre siempre que abre el espacio.</p>
      {draft.units.map((unit, place) => (
        <div key={unit.id} className="flex flex-col">
          <Checkbox
            label={`${unit.name} tiene su propio horario`}
            checked={unit.weekly !== null}
            onChange={(event) =>
              draft.setUnits(
                draft.units.with(place, { ...unit, weekly: event.target.checked ? draft.weekly : null }),
              )
            }
          />
          {unit.weekly === null ? null : (
            <div className="ml-2 border-l-2 border-line pl-4">
              <WeekFields
                of={unit.name}
                weekly={unit.weekly}
                onChange={(own) => draft.setUnits(draft.units.with(place, { ...unit, weekly: own }))}
              />
            </div>
          )}
        </div>
      ))}
    </section>
  ) : null

/** The dates that differ from the week. */
const DateExceptions = ({ draft }: { draft: HoursDraft }) => (
  <section className="flex flex-col gap-3" aria-labelledby="fechas-distintas">
    <h3 id="fechas-distintas" className="font-sans text-base font-semibold tracking-normal">
      Fechas distintas
    </h3>
    <ul className="flex flex-col gap-2">
      {draft.exceptions.map((one, place) => {
        const [window] = one.windows
        return <ExceptionLine key={one.date} one={one} window={window} draft={draft} place={place} />
      })}
    </ul>
    <NewException draft={draft} />
  </section>
)

const ExceptionLine = ({
  one,
  window,
  draft,
  place,
}: {
  one: SpaceHours['exceptions'][number]
  window: SpaceHours['exceptions'][number]['windows'][number] | undefined
  draft: HoursDraft
  place: number
}) => (
  <li className="flex flex-wrap items-center gap-2">
    <span className="min-w-40 first-letter:uppercase">{longDate(one.date)}</span>
    {window === undefined ? (
      <span className="text-muted">cerrado</span>
    ) : (
      <span className="figures">
        {one.windows.map((part) => `${clockText(part.fromMinute)}–${clockText(part.toMinute)}`).join(', ')}
      </span>
    )}
    <button
      type="button"
      className="ml-auto min-h-11 px-2 font-semibold text-jacaranda"
      onClick={() =>
        draft.setExceptions(
          draft.exceptions.with(place, {
            ...one,
            windows: window === undefined ? [{ fromMinute: 600, toMinute: 900 }] : [],
          }),
        )
      }
    >
      {window === undefined ? 'Abrir 10–15 h' : 'Cerrar'}
      <span className="sr-only"> el {longDate(one.date)}</span>
    </button>
    <IconButton
      label={`Quitar la fecha ${longDate(one.date)}`}
      onClick={() => draft.setExceptions(draft.exceptions.toSpliced(place, 1))}
    >
      <Trash2 aria-hidden />
    </IconButton>
  </li>
)

const NewException = ({ draft }: { draft: HoursDraft }) => (
  <div className="flex flex-wrap items-end gap-3">
    <Field label="Otra fecha">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={draft.date}
          onChange={(event) => draft.setDate(event.target.value)}
        />
      )}
    </Field>
    <Button
      tone="secondary"
      disabled={draft.date === '' || draft.exceptions.some((one) => one.date === draft.date)}
      onClick={() => {
        draft.setExceptions(
          [...draft.exceptions, { date: draft.date, windows: [] }].toSorted((a, b) =>
            a.date < b.date ? -1 : 1,
          ),
        )
        draft.setDate('')
      }}
    >
      Cerrar ese día
    </Button>
  </div>
)
