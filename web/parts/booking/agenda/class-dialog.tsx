import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/booking/class/class.ts'
import type { ClassView } from '#contract/booking/class/class.ts'
import { formatCents } from '#contract/platform/money.ts'
import { nameOr } from '#contract/platform/persons.ts'
import { call, reading } from '#web/api.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { spanOf } from '#web/parts/booking/agenda/entry-look.ts'
import { formWords } from '#web/parts/booking/contact/form-state.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { CopyServiceLink } from '#web/parts/service/visibility-fields.tsx'
import { dateIn, dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Problem, TypedField } from '#web/ui/form/labelled.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

type Own = NonNullable<CalendarEntry['class']>

/** The clients of a class, whether it is given, and ending it early. */
export default function ClassDialog({
  entry,
  own,
  zone,
  onMove,
  onClose,
}: {
  entry: CalendarEntry
  own: Own
  zone: string
  onMove: () => void
  onClose: () => void
}) {
  const answer = useQuery(reading(contract.readClass, { params: { id: own.id } }))
  const [ending, end] = useState(false)
  const shown = answer.data
  if (ending && shown !== undefined)
    return <EndClass shown={shown} onBack={() => end(false)} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={own.service}
      description={`${dayOf(entry.startsAt, entry.zone)}, ${spanOf(entry, zone)}`}
      actions={
        <>
          {shown?.cancelling ? (
            <Button tone="quiet" onClick={() => end(true)}>
              Cancelar la clase
            </Button>
          ) : null}
          {shown?.cancelling ? (
            <Button tone="secondary" onClick={onMove}>
              Mover la clase
            </Button>
          ) : null}
          <Link
            {...paths.appointments({ date: dateIn(entry.startsAt, entry.zone) })}
            className={buttonClass()}
          >
            Pasar lista
          </Link>
        </>
      }
    >
      {answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : shown === undefined ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-10" />
          <Skeleton className="h-24" />
        </div>
      ) : (
        <div className="flex flex-col gap-5">
          <Seats shown={shown} />
          {shown.seats.length === 0 ? (
            <p className="text-muted">
              Todavía nadie reserva. Comparte su enlace y aquí aparece quién viene.
            </p>
          ) : (
            <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
              {shown.seats.map((seat) => (
                <li key={seat.bookingId} className="flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-2">
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-semibold">{seat.client ?? 'Por confirmar'}</span>
                    {seat.people === null ? null : (
                      <span className="block text-sm text-muted">
                        {seat.numbers.length} lugares:{' '}
                        {seat.people.map((name, index) => nameOr(name, index + 1)).join(', ')}
                      </span>
                    )}
                  </span>
                  {seat.isUnanswered ? (
                    <span className="text-sm text-maiz-ink">No ha dicho si le queda la nueva hora</span>
                  ) : null}
                  {seat.forms === null ? null : (
                    <span className="text-sm text-muted">{formWords[seat.forms]}</span>
                  )}
                  <span className="figures text-sm text-muted">{formatCents(seat.totalCents)}</span>
                  <BookingBadge as="professional" status={seat.status} />
                </li>
              ))}
            </ul>
          )}
          <p className="flex items-center justify-between gap-3">
            <span className="flex min-w-0 items-start gap-2">
              <MapPin aria-hidden className="mt-0.5 size-4.5 shrink-0 text-barro" />
              {shown.place}
            </span>
            <span className="flex items-center text-sm text-muted">
              Copiar su enlace
              <CopyServiceLink id={shown.serviceId} name={shown.service} />
            </span>
          </p>
        </div>
      )}
    </Dialog>
  )
}

/** How full it is, as a bar, and the minimum for it to be given. */
const Seats = ({ shown }: { shown: ClassView }) => {
  const { taken, capacity, minimum, decideAt, decided, holding, zone } = shown
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-baseline justify-between gap-3">
        <span className="figures font-display text-2xl font-semibold">
          {taken} de {capacity}
        </span>
        <span className="text-sm text-muted">
          {holding === 0
            ? 'lugares reservados'
            : holding === 1
              ? 'y 1 que se está pagando'
              : `y ${holding} que se están pagando`}
        </span>
      </p>
      <div aria-hidden className="flex gap-1">
        {Array.from({ length: capacity }, (_, seat) => (
          <span
            key={seat}
            className={
              seat < taken
                ? 'h-3 flex-1 rounded-full bg-jacaranda'
                : seat < taken + holding
                  ? 'h-3 flex-1 rounded-full bg-maiz'
                  : 'h-3 flex-1 rounded-full border border-edge/60 bg-sunk'
            }
          />
        ))}
      </div>
      {shown.status === 'cancelled' ? (
        <p className="text-[0.9375rem] text-chile">Cancelada: {shown.cancelReason}</p>
      ) : minimum === null || decideAt === null ? null : decided || taken >= minimum ? (
        <p className="text-[0.9375rem] text-agave">
          {decided ? 'Se juntó el grupo: la clase se da.' : `Ya son los ${minimum} que pediste.`}
        </p>
      ) : (
        <p className="text-[0.9375rem]">
          {minimum - taken === 1 ? 'Falta 1 persona' : `Faltan ${minimum - taken} personas`} para darla. Si no
          se juntan antes del {dayOf(decideAt, zone)}, {timeOf(decideAt, zone)}, se cancela sola y se devuelve
          todo.
        </p>
      )}
    </div>
  )
}

/** The consequences are shown before it is done. */
const EndClass = ({
  shown,
  onBack,
  onClose,
}: {
  shown: ClassView
  onBack: () => void
  onClose: () => void
}) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: { reason: '' }, draft: `class-end-${shown.id}` })
  const { reason } = form.values
  const again = () => queryClient.invalidateQueries({ queryKey: ['/api', 'classes'] })
  const ending = useMutation({
    mutationFn: () =>
      call(contract.cancelClass, { params: { id: shown.id }, body: { reason, seats: shown.taken } }),
    onSuccess: async () => {
      form.accept()
      await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
      toast(
        'Clase cancelada',
        shown.taken === 0 ? undefined : 'Avisamos a cada persona y no le cuesta nada.',
        'good',
      )
      onClose()
    },
    // A client booked in between: shown again, with that booking.
    onError: again,
  })
  const { cancelling } = shown
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="¿Cancelar la clase?"
      description={`${shown.service}, ${dayOf(shown.startsAt, shown.zone)}`}
      actions={
        <>
          <Button tone="quiet" onClick={onBack}>
            Conservarla
          </Button>
          <Button
            tone="danger"
            busy={ending.isPending}
            blocked={
              cancelling === null
                ? 'Ya empezó, o alguien ya llegó.'
                : reason.trim() === ''
                  ? 'Escribe el motivo: lo leen todas.'
                  : undefined
            }
            onClick={() => ending.mutate()}
          >
            Cancelar la clase
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {cancelling === null ? (
          <p>Ya no se puede cancelar: empezó, o alguien ya llegó.</p>
        ) : cancelling.seats === 0 ? (
          <p>Nadie ha reservado: tu hora vuelve a estar libre.</p>
        ) : (
          <p>
            {cancelling.seats === 1 ? '1 persona no paga' : `${cancelling.seats} personas no pagan`} nada:{' '}
            {formatCents(cancelling.refundCents)} no se cobran o se devuelven.
            {cancelling.creditCents === 0
              ? ''
              : ` Falta menos de un día, así que además reciben ${formatCents(cancelling.creditCents)} de saldo por tu cuenta.`}{' '}
            Cuenta como una falta en tu confiabilidad durante un año.
          </p>
        )}
        <TypedField label="Motivo, lo leen todas" maxLength={300} {...form.pick('reason')} />
        <Problem of={ending.error} />
      </div>
    </Dialog>
  )
}
