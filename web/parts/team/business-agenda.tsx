import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import * as days from '#contract/team/day.ts'
import type { Membership } from '#contract/team/team.ts'
import type { BusinessDay } from '#contract/team/day.ts'
import { call, reading } from '#web/api.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { addDays, dateIn, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** A day of the business as far as the member may see: first names and times. */
export const BusinessAgenda = ({ one }: { one: Membership }) => {
  const [date, setDate] = useState(() => dateIn(Date.now(), one.space.zone))
  const [cancelled, setCancelled] = useState<Booking>()
  return (
    <>
      <Agenda
        title={one.permissions.includes('see_all') ? 'Agenda de la casa' : 'Mi agenda aquí'}
        zone={one.space.zone}
        date={date}
        onDate={setDate}
        of={reading(days.businessDay, { params: { id: one.id }, query: { date } })}
        onCancel={setCancelled}
      />
      {cancelled === undefined ? null : (
        <Cancel one={one} booking={cancelled} onClose={() => setCancelled(undefined)} />
      )}
    </>
  )
}

/** The same for the host, at one of their spaces. */
export const TeamAgenda = ({ spaceId, zone }: { spaceId: number; zone: string }) => {
  const [date, setDate] = useState(() => dateIn(Date.now(), zone))
  return (
    <Agenda
      title="Agenda del equipo"
      level="h2"
      zone={zone}
      date={date}
      onDate={setDate}
      of={reading(days.teamDay, { query: { space: spaceId, date } })}
    />
  )
}

const Agenda = ({
  title,
  level: Heading = 'h3',
  zone,
  date,
  onDate,
  of,
  onCancel,
}: {
  title: string
  level?: 'h2' | 'h3'
  zone: string
  date: string
  onDate: (date: string) => void
  of: ReturnType<typeof reading<typeof days.teamDay>>
  onCancel?: (booking: Booking) => void
}) => {
  const answer = useQuery({ ...of, enabled: date !== '' })
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Heading className="text-xl">{title}</Heading>
        <div className="flex min-w-0 flex-wrap items-end gap-1">
          <Step label="Día anterior" onPress={() => onDate(addDays(date, -1))} off={date === ''}>
            <ChevronLeft aria-hidden className="size-5" />
          </Step>
          <Field label="Día">
            {(control) => (
              <Input {...control} type="date" value={date} onChange={({ target }) => onDate(target.value)} />
            )}
          </Field>
          <Step label="Día siguiente" onPress={() => onDate(addDays(date, 1))} off={date === ''}>
            <ChevronRight aria-hidden className="size-5" />
          </Step>
        </div>
      </div>
      {answer.isPending ? (
        <Skeleton className="h-24" />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : answer.data.bookings.length === 0 ? (
        <p className="text-muted">Sin citas ese día.</p>
      ) : (
        <ol className="flex flex-col divide-y divide-line">
          {answer.data.bookings.map((booking) => (
            <li key={booking.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
              <span className="figures w-26 font-semibold">
                {timeOf(booking.startsAt, zone)}–{timeOf(booking.endsAt, zone)}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">
                  {booking.kind === 'rent'
                    ? 'Renta directa'
                    : [booking.clientFirstName ?? 'Sin nombre todavía', booking.clientContact?.lastName]
                        .filter(Boolean)
                        .join(' ')}
                </span>
                <span className="block text-sm text-muted">
                  {[
                    booking.isMine ? 'contigo' : `con ${booking.professionalName}`,
                    booking.unitName,
                    booking.serviceName,
                    booking.clientContact?.phone ?? null,
                  ]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </span>
              </span>
              {booking.status === 'confirmed' ? null : (
                <BookingBadge as={booking.isMine ? 'professional' : null} status={booking.status} />
              )}
              {onCancel === undefined || booking.cancel === null ? null : (
                <Button
                  tone="quiet"
                  size="small"
                  blocked={booking.cancel.reason ?? undefined}
                  onClick={() => onCancel(booking)}
                >
                  Cancelar<span className="sr-only"> la cita de {booking.clientFirstName ?? 'alguien'}</span>
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const Step = ({
  label,
  onPress,
  off,
  children,
}: {
  label: string
  onPress: () => void
  off: boolean
  children: React.ReactNode
}) => (
  <Button tone="quiet" aria-label={label} className="px-3" disabled={off} onClick={onPress}>
    {children}
  </Button>
)

type Booking = BusinessDay['bookings'][number]

/** Shows what cancelling would cost the business first. */
const Cancel = ({ one, booking, onClose }: { one: Membership; booking: Booking; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: { reason: '' }, draft: `house-cancel-${booking.id}` })
  const { reason } = form.values
  const at = { params: { id: one.id, booking: booking.id } }
  const quote = useQuery({
    queryKey: ['house-cancel-quote', one.id, booking.id],
    queryFn: () => call(days.businessCancelQuote, at),
    retry: false,
    staleTime: 0,
  })
  const cancelling = useMutation({
    mutationFn: () =>
      call(days.businessCancel, {
        ...at,
        body: { quoteToken: quote.data?.token ?? '', reason: reason.trim() },
      }),
    onSuccess: async () => {
      form.accept()
      await queryClient.invalidateQueries({ queryKey: ['/api', 'team'] })
      toast('Cita cancelada', 'Avisamos a quien la tenía.', 'good')
      onClose()
    },
    onError: (problem) => toastError('No se canceló', problem.message),
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={cancelling.error}
      title={`Cancelar la cita de ${booking.clientFirstName ?? 'esta persona'}`}
      description="En nombre de la casa: quien reservó no paga nada."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button
            tone="danger"
            busy={cancelling.isPending || quote.isPending}
            blocked={
              quote.isError ? quote.error.message : reason.trim() === '' ? 'Escribe el motivo.' : undefined
            }
            onClick={() => cancelling.mutate()}
          >
            Cancelar la cita
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {quote.data === undefined ? null : (
          <p className="rounded-md bg-maiz-soft px-4 py-3">
            {quote.data.refundCents === null
              ? ''
              : `No se cobran o se devuelven ${formatCents(quote.data.refundCents)}. `}
            {quote.data.reason}
          </p>
        )}
        <Field label="Motivo" required>
          {(control) => <TextArea {...control} rows={3} maxLength={300} {...form.text('reason')} />}
        </Field>
      </div>
    </Dialog>
  )
}
