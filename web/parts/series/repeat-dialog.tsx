import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { booking } from '#contract/booking.ts'
import type { Booking } from '#contract/booking.ts'
import { formatCents } from '#contract/money.ts'
import * as contract from '#contract/series.ts'
import { dateStates, type Rhythm, rhythms, type SeriesDate, seriesVisits } from '#contract/series.ts'
import type { Slot } from '#contract/slot.ts'
import { ApiError, call, keyOf, newIdempotencyKey, reading } from '#web/api.ts'
import { useRefreshVisits } from '#web/parts/booking/use-refresh-visits.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'

type Of = { visit: Booking; token?: string | undefined; onClose: () => void }

const allRhythms = ['1w', '2w', '3w', '4w', 'month'] as const satisfies readonly Rhythm[]

/** A visit of mine again and again: in which rhythm, what each date offers, and all that is ticked at once. */
export default function RepeatDialog({ visit, token, onClose }: Of) {
  const queryClient = useQueryClient()
  const refreshVisits = useRefreshVisits()
  const [every, setEvery] = useState<Rhythm>('2w')
  const [times, setTimes] = useState(4)
  /** By date: the token that was chosen, or that it is left out; else what is free is taken. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const key = useRef({ wish: '', key: '' })
  const query = token === undefined ? {} : { t: token }
  const asked = reading(contract.seriesPreview, {
    params: { id: visit.id },
    query: { ...query, every, times },
  })
  // A token is good for a quarter of an hour.
  const answer = useQuery({ ...asked, staleTime: 60_000, refetchInterval: 5 * 60_000 })
  const dates = answer.data?.dates ?? []
  const slots = dates.flatMap((date) => chosenOf(date, chosen[date.date]) ?? [])
  const totalCents = slots.reduce((sum, slot) => sum + slot.totalCents, 0)
  const making = useMutation({
    mutationFn: () => {
      const slotTokens = slots.map((slot) => slot.token)
      const wish = slotTokens.join()
      if (key.current.wish !== wish) key.current = { wish, key: newIdempotencyKey() }
      return call(
        contract.repeat,
        { params: { id: visit.id }, query, body: { every, slotTokens } },
        { idempotencyKey: key.current.key },
      )
    },
    onSuccess: async ({ visits }) => {
      const waits = visits.some(({ status }) => status === 'requested')
      toast(
        waits ? 'Solicitudes enviadas' : 'Serie reservada',
        `Son ${visits.length} citas en total. Te enviamos un correo con todas.`,
        'good',
      )
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(booking) })
      await refreshVisits()
    },
    onError: (problem) => {
      // Somebody was quicker: nothing was booked, and the list is looked at again.
      if (problem instanceof ApiError && problem.status > 0) void answer.refetch()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Repetir esta cita"
      description={`A la misma hora del reloj, con ${visit.professional.firstName}. Se reservan todas las que elijas, o ninguna.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Ahora no
          </Button>
          <Button
            busy={making.isPending}
            blocked={slots.length === 0 ? 'Elige al menos una fecha.' : undefined}
            onClick={() => making.mutate()}
          >
            {slots.length === 1 ? 'Reservar 1 cita más' : `Reservar ${slots.length} citas más`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Cada cuánto">
            {(control) => (
              <Select
                {...control}
                value={every}
                onChange={(event) => {
                  const next = allRhythms.find((one) => one === event.target.value)
                  if (next !== undefined) setEvery(next)
                }}
              >
                {allRhythms.map((one) => (
                  <option key={one} value={one}>
                    {rhythms[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Cuántas citas en total">
            {(control) => (
              <Select {...control} value={times} onChange={(event) => setTimes(Number(event.target.value))}>
                {counts.map((count) => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        {making.isError ? (
          <p role="alert" className="rounded-md bg-chile-soft px-4 py-3 font-medium text-chile">
            {making.error.message}
          </p>
        ) : null}
        {answer.isPending ? (
          <div aria-busy="true" className="flex flex-col gap-3">
            <span className="sr-only">Buscando las fechas…</span>
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
        ) : (
          <ol className="flex flex-col divide-y divide-line">
            {dates.map((date) => (
              <OneDate
                key={date.date}
                date={date}
                zone={visit.zone}
                chosen={chosenOf(date, chosen[date.date])}
                onChoose={(slotToken) => setChosen({ ...chosen, [date.date]: slotToken })}
              />
            ))}
          </ol>
        )}
        {slots.length === 0 ? null : (
          <p className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
            <strong className="figures">{formatCents(totalCents)}</strong> en total. Hoy no se cobra nada:
            cada cita se cobra por separado un día antes, con tu tarjeta terminada en{' '}
            {visit.payment?.card?.last4}. Puedes cancelar una, o esa y las siguientes, cuando quieras.
          </p>
        )}
      </div>
    </Dialog>
  )
}

const counts = Array.from(
  { length: seriesVisits.most - seriesVisits.least + 1 },
  (_, index) => seriesVisits.least + index,
)

const left = 'none'

/** What is free is taken unless it was left out; another hour only where it was chosen and is still offered. */
const chosenOf = ({ slot, alternatives }: SeriesDate, choice: string | undefined): Slot | undefined => {
  if (choice === left) return undefined
  if (slot !== null) return slot
  return alternatives.find(({ startsAt }) => startsAt === choice)
}

const longDay = new Intl.DateTimeFormat('es-MX', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const dayText = (date: string) => longDay.format(new Date(`${date}T00:00:00Z`))

const OneDate = ({
  date,
  zone,
  chosen,
  onChoose,
}: {
  date: SeriesDate
  zone: string
  chosen: Slot | undefined
  onChoose: (choice: string) => void
}) => {
  const words = dayText(date.date)
  const badge = <Badge tone={date.state === 'free' ? 'agave' : 'maiz'}>{dateStates[date.state]}</Badge>
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      {date.slot !== null ? (
        <Checkbox
          label={
            <>
              <span className="font-semibold">{words}</span>{' '}
              <span className="figures text-muted">
                {timeOf(date.slot.startsAt, zone)} · {formatCents(date.slot.totalCents)}
              </span>
            </>
          }
          checked={chosen !== undefined}
          onChange={(event) => onChoose(event.target.checked ? '' : left)}
        />
      ) : (
        <span className="flex min-h-11 items-center font-semibold">{words}</span>
      )}
      {badge}
      {date.alternatives.length === 0 ? null : (
        <Field label={`Otra hora el ${words}`} hideLabel className="w-full">
          {(control) => (
            <Select
              {...control}
              value={chosen?.startsAt ?? left}
              onChange={(event) => onChoose(event.target.value)}
            >
              <option value={left}>No reservar ese día</option>
              {date.alternatives.map(({ startsAt, totalCents }) => (
                <option key={startsAt} value={startsAt}>
                  {timeOf(startsAt, zone)} · {formatCents(totalCents)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </li>
  )
}
