import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/timeline.ts'
import type { SpaceHours, TimelineSpace } from '#contract/timeline.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { timeText } from '#web/parts/timeline/block-form.tsx'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo']
const minutesOf = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
/** A day that ends at midnight ends at 24:00, which a field of time cannot say. */
const endText = (minute: number) => (minute === 1440 ? '00:00' : timeText(minute))
const endOf = (text: string) => (text === '00:00' ? 1440 : minutesOf(text))

/** Weekly hours of a space and the dates that differ, saved together. */
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
  const [weekly, setWeekly] = useState(hours.weekly)
  const [exceptions, setExceptions] = useState(hours.exceptions)
  const [date, setDate] = useState('')
  const queryClient = useQueryClient()
  const saving = useMutation({
    mutationFn: () =>
      call(contract.saveSpaceHours, {
        params: { id: spaceId },
        body: { weekly, exceptions, version: hours.version },
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
  const change = (weekday: number, windows: readonly { fromMinute: number; toMinute: number }[]) =>
    setWeekly([
      ...weekly.filter((one) => one.weekday !== weekday),
      ...windows.map((window) => ({ ...window, weekday })),
    ])
  return (
    <div className="flex flex-col gap-6">
      <ul className="flex flex-col divide-y divide-line">
        {weekdays.map((name, index) => {
          const weekday = index + 1
          const own = weekly
            .filter((one) => one.weekday === weekday)
            .toSorted((a, b) => a.fromMinute - b.fromMinute)
          return (
            <li key={name} className="flex flex-wrap items-start gap-x-4 py-2">
              <Checkbox
                className="w-32"
                label={name}
                checked={own.length > 0}
                onChange={(event) =>
                  change(weekday, event.target.checked ? [{ fromMinute: 540, toMinute: 1200 }] : [])
                }
              />
              <div className="flex min-w-0 flex-1 flex-col gap-2">
                {own.length === 0 ? <p className="py-2.5 text-muted">Cerrado</p> : null}
                {own.map((window, place) => (
                  <div key={`${weekday} ${place}`} className="flex items-center gap-2">
                    <Input
                      type="time"
                      aria-label={`${name}, abre${own.length > 1 ? ` (${place + 1})` : ''}`}
                      value={timeText(window.fromMinute)}
                      onChange={(event) =>
                        change(
                          weekday,
                          own.with(place, { ...window, fromMinute: minutesOf(event.target.value) }),
                        )
                      }
                    />
                    <span className="text-muted">a</span>
                    <Input
                      type="time"
                      aria-label={`${name}, cierra${own.length > 1 ? ` (${place + 1})` : ''}`}
                      value={endText(window.toMinute)}
                      onChange={(event) =>
                        change(weekday, own.with(place, { ...window, toMinute: endOf(event.target.value) }))
                      }
                    />
                    {own.length > 1 ? (
                      <IconButton
                        label={`Quitar el turno ${place + 1} del ${name.toLowerCase()}`}
                        onClick={() => change(weekday, own.toSpliced(place, 1))}
                      >
                        <Trash2 aria-hidden />
                      </IconButton>
                    ) : null}
                  </div>
                ))}
                {own.length > 0 && own.length < 3 && (own.at(-1)?.toMinute ?? 1440) <= 1380 ? (
                  <button
                    type="button"
                    className="min-h-11 self-start font-semibold text-jacaranda"
                    onClick={() => {
                      const last = own.at(-1)?.toMinute ?? 0
                      change(weekday, [...own, { fromMinute: Math.min(last + 30, 1410), toMinute: 1440 }])
                    }}
                  >
                    Otro turno
                    <span className="sr-only"> el {name.toLowerCase()}</span>
                  </button>
                ) : null}
              </div>
            </li>
          )
        })}
      </ul>
      <section className="flex flex-col gap-3" aria-labelledby="fechas-distintas">
        <h3 id="fechas-distintas" className="font-sans text-base font-semibold tracking-normal">
          Fechas distintas
        </h3>
        <ul className="flex flex-col gap-2">
          {exceptions.map((one, place) => {
            const [window] = one.windows
            return (
              <li key={one.date} className="flex flex-wrap items-center gap-2">
                <span className="min-w-40 first-letter:uppercase">{longDate(one.date)}</span>
                {window === undefined ? (
                  <span className="text-muted">cerrado</span>
                ) : (
                  <span className="figures">
                    {one.windows
                      .map((part) => `${timeText(part.fromMinute)}–${timeText(part.toMinute)}`)
                      .join(', ')}
                  </span>
                )}
                <button
                  type="button"
                  className="ml-auto min-h-11 px-2 font-semibold text-jacaranda"
                  onClick={() =>
                    setExceptions(
                      exceptions.with(place, {
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
                  onClick={() => setExceptions(exceptions.toSpliced(place, 1))}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Otra fecha">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={date}
                onChange={(event) => setDate(event.target.value)}
              />
            )}
          </Field>
          <Button
            tone="secondary"
            disabled={date === '' || exceptions.some((one) => one.date === date)}
            onClick={() => {
              setExceptions(
                [...exceptions, { date, windows: [] }].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
              )
              setDate('')
            }}
          >
            Cerrar ese día
          </Button>
        </div>
      </section>
      {saving.isError ? (
        <p role="alert" className="font-medium text-chile">
          {saving.error.message}
        </p>
      ) : null}
      <Button busy={saving.isPending} onClick={() => saving.mutate()} className="self-end">
        Guardar horario
      </Button>
    </div>
  )
}
