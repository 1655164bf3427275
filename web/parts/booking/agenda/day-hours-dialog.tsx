import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/availability/availability.ts'
import type { Hours } from '#contract/availability/availability.ts'
import { call, newIdempotencyKey, reading } from '#web/api.ts'
import { ClockSelect } from '#web/parts/pricing/fields.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

type Window = { fromMinute: number; toMinute: number }
const hoursReading = reading(contract.hours, { query: {} })

/** Other hours on one date: a part of the day, two shifts, or none; and back to those of the weekday. */
export default function DayHoursDialog({ date: first, onClose }: { date: string; onClose: () => void }) {
  const [date, setDate] = useState(first)
  const answer = useQuery({ ...hoursReading, staleTime: 0 })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Horario de un día"
      description="Solo para esa fecha; lo ya reservado se respeta."
    >
      <div className="flex flex-col gap-5">
        <Field label="Fecha">
          {(control) => (
            <Input
              {...control}
              type="date"
              required
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </Field>
        {answer.isPending ? (
          <Skeleton className="h-40 rounded-md" />
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : /^\d{4}-\d\d-\d\d$/.test(date) ? (
          <OneDay key={date} date={date} hours={answer.data} onDone={onClose} />
        ) : null}
      </div>
    </Dialog>
  )
}

const OneDay = ({ date, hours, onDone }: { date: string; hours: Hours; onDone: () => void }) => {
  const exception = hours.exceptions.find((one) => one.date === date)
  const weekday = ((new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7) + 1
  const usual: Window[] = hours.weekly
    .filter((one) => one.weekday === weekday)
    .map(({ fromMinute, toMinute }) => ({ fromMinute, toMinute }))
    .toSorted((a, b) => a.fromMinute - b.fromMinute)
  // The draft belongs to a date: a professional who looks at another day in between finds it again.
  const form = useForm<{ windows: Window[] }>({
    initial: { windows: exception ? [...exception.windows] : usual },
    draft: `day-hours-${date}`,
  })
  const { windows } = form.values
  const setWindows = (next: Window[]) => form.put({ windows: next })
  const queryClient = useQueryClient()
  const done = async (title: string) => {
    form.accept({ windows })
    await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
    await queryClient.invalidateQueries({ queryKey: hoursReading.queryKey })
    toast(title, longDate(date), 'good')
    onDone()
  }
  const saving = useMutation({
    mutationFn: () =>
      call(
        contract.saveException,
        { query: {}, body: { date, windows } },
        // The hours may have changed meanwhile: the same request is then a new one.
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSuccess: () => done('Horario guardado'),
  })
  const removing = useMutation({
    mutationFn: () => call(contract.removeException, { query: {}, params: { date } }),
    onSuccess: () => done('Horario de siempre'),
  })
  const problem = saving.error ?? removing.error
  return (
    <div className="flex flex-col gap-4">
      {windows.length === 0 ? <p className="text-muted">Ese día no ofreces horarios.</p> : null}
      {windows.map((window, place) => (
        <div
          key={`${place} ${windows.length}`}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-3"
        >
          <ClockSelect
            label={windows.length > 1 ? `Turno ${place + 1}, de` : 'De'}
            minute={window.fromMinute}
            onChange={(fromMinute) => setWindows(windows.with(place, { ...window, fromMinute }))}
          />
          <ClockSelect
            label={windows.length > 1 ? `Turno ${place + 1}, a` : 'A'}
            minute={window.toMinute}
            end
            onChange={(toMinute) => setWindows(windows.with(place, { ...window, toMinute }))}
          />
          <IconButton
            label={`Quitar el turno ${place + 1}`}
            onClick={() => setWindows(windows.toSpliced(place, 1))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      {windows.length >= 4 || (windows.at(-1)?.toMinute ?? 0) > 1380 ? null : (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          onClick={() => {
            const from = windows.at(-1)?.toMinute ?? 540
            setWindows([...windows, { fromMinute: from, toMinute: Math.min(1440, from + 240) }])
          }}
        >
          <Plus aria-hidden className="size-4" />
          Agregar turno
        </Button>
      )}
      {problem === null ? null : (
        <p role="alert" className="font-medium text-chile">
          {problem.message}
        </p>
      )}
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        <Button busy={saving.isPending} onClick={() => saving.mutate()}>
          {windows.length === 0 ? 'Cerrar ese día' : 'Guardar horario'}
        </Button>
        {exception === undefined ? null : (
          <Button tone="quiet" busy={removing.isPending} onClick={() => removing.mutate()}>
            Volver al de siempre
          </Button>
        )}
      </div>
    </div>
  )
}
