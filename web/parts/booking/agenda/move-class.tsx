import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/booking/class/class.ts'
import type { ClassMove } from '#contract/booking/class/class.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { spanOf } from '#web/parts/booking/agenda/entry-look.ts'
import { dateIn, dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChoiceField, Problem, TypedField } from '#web/ui/form/labelled.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

type Own = NonNullable<CalendarEntry['class']>

/** A class to another hour or place, dragged there or typed: who is notified and what it costs is seen before it is done. */
export default function MoveClass({
  entry,
  own,
  selection,
  onClose,
}: {
  entry: CalendarEntry
  own: Own
  /** Where it was dropped. */
  selection?: string | undefined
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const start = selection ?? entry.startsAt
  const form = useForm({
    initial: () => ({
      place: entry.place?.number ?? 0,
      date: dateIn(start, entry.zone),
      time: timeOf(start, entry.zone),
    }),
  })
  const { place, date, time } = form.values
  const places = useQuery(reading(contract.classPlaces, { params: { id: own.serviceId } }))
  const body = { place, date, time }
  const seen = useQuery({
    queryKey: ['/api', 'classes', own.id, 'move', body],
    queryFn: () => call(contract.previewClassMove, { params: { id: own.id }, body }),
    enabled: date !== '' && time !== '',
    placeholderData: (before) => before,
    staleTime: 0,
    retry: false,
  })
  const { data: shown } = seen
  const moving = useMutation({
    mutationFn: ({ version, seats, lost }: ClassMove) =>
      call(contract.moveClass, { params: { id: own.id }, body: { ...body, version, seats, lost } }),
    onSuccess: async (_, { seats }) => {
      await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
      await queryClient.invalidateQueries({ queryKey: ['/api', 'classes'] })
      toast('Clase movida', seats === 0 ? undefined : 'Avisamos a cada persona.', 'good')
      onClose()
    },
    // Something changed in between: loaded again.
    onError: (problem) => (problem instanceof ApiError ? seen.refetch() : undefined),
  })
  const isFree = shown !== undefined && shown.problem === null && !shown.isSame
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Mover la clase"
      description={`${own.service}. Ahora: ${dayOf(entry.startsAt, entry.zone)}, ${spanOf(entry, entry.zone)}.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Dejarla como está
          </Button>
          <Button
            busy={moving.isPending}
            blocked={
              isFree && !seen.isFetching
                ? undefined
                : seen.isFetching
                  ? 'Un momento: viendo si cabe.'
                  : shown?.isSame
                    ? 'Elige otra hora u otro lugar.'
                    : 'A esa hora no se puede; arriba dice por qué.'
            }
            onClick={() => (shown === undefined ? undefined : moving.mutate(shown))}
          >
            Mover la clase
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {places.isPending ? (
          <Skeleton className="h-18 rounded-md" />
        ) : places.isLoadingError ? (
          <ErrorState text={places.error.message} onRetry={() => places.refetch()} />
        ) : (
          <ChoiceField
            label="¿Dónde?"
            {...form.pick('place')}
            options={places.data.map(({ number, name }) => ({ value: number, label: name }))}
          />
        )}
        <div className="grid grid-cols-2 gap-4">
          <TypedField label="Día" type="date" {...form.pick('date')} />
          <TypedField label="Hora" type="time" {...form.pick('time')} />
        </div>
        <div aria-busy={seen.isFetching} aria-live="polite" className="min-h-24">
          {shown === undefined ? null : <Meaning shown={shown} />}
        </div>
        <Problem of={moving.error ?? seen.error} />
      </div>
    </Dialog>
  )
}

/** Whether the move is possible, and what it means for the clients. */
const Meaning = ({ shown }: { shown: ClassMove }) => {
  const { problem, isSame, seats, lost, paying, startsAt, endsAt, zone, unitName } = shown
  if (isSame) return <p className="text-muted">Es donde ya está. Elige otra hora u otro lugar.</p>
  if (problem !== null)
    return (
      <p className="flex items-start gap-3 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        {problem}
      </p>
    )
  const reported = seats - lost
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-start gap-3 rounded-md bg-agave-soft px-4 py-3 text-agave">
        <Check aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span className="font-semibold first-letter:uppercase">
          {dayOf(startsAt ?? '', zone)}, {timeOf(startsAt ?? '', zone)} a {timeOf(endsAt ?? '', zone)}
          {unitName === null ? '' : ` · ${unitName}`}
        </span>
      </p>
      {seats === 0 ? <p>Nadie ha reservado: solo cambia tu agenda.</p> : null}
      {reported === 0 ? null : (
        <p>
          {reported === 1 ? '1 persona conserva su lugar' : `${reported} personas conservan su lugar`} y
          recibe
          {reported === 1 ? '' : 'n'} un correo. Mientras no digan que les queda, cancelar o no ir no les
          cuesta nada.
        </p>
      )}
      {lost === 0 ? null : (
        <p className="text-chile">
          {lost === 1 ? '1 persona ya tiene' : `${lost} personas ya tienen`} otra cita a esa hora y no{' '}
          {lost === 1 ? 'paga' : 'pagan'} nada: {formatCents(shown.refundCents)} no se cobran o se devuelven
          {shown.creditCents === 0
            ? '.'
            : `, y falta menos de un día: además reciben ${formatCents(shown.creditCents)} de saldo por tu cuenta.`}{' '}
          Cuenta como una falta en tu confiabilidad.
        </p>
      )}
      {paying === 0 ? null : (
        <p className="text-muted">
          {paying === 1 ? '1 lugar se está' : `${paying} lugares se están`} pagando a la hora de antes: se
          suelta{paying === 1 ? '' : 'n'} sin cobrar.
        </p>
      )}
    </div>
  )
}
