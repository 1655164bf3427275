import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/booking/class/class.ts'
import type { ClassDate } from '#contract/booking/class/class.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { addDays, durationText, longDate, timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChoiceField, Problem, TypedField } from '#web/ui/form/labelled.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const repeats = [1, 4, 8, 12, contract.maxClassDates].map((value) => ({
  value,
  label: value === 1 ? 'Solo esta vez' : `Cada semana, ${value} veces`,
}))

/** Schedules a class at an hour and a place, once or weekly: the outcome of each date is shown before it is set. */
export default function SetClassDialog({ from, onClose }: { from: string; onClose: () => void }) {
  const services = useQuery(servicesReading)
  const classes = (services.data ?? []).filter((one) => one.classRule !== null && !one.archived)
  const frame = (children: React.ReactNode) => (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="Programar clase">
      {children}
    </Dialog>
  )
  if (services.isPending) return frame(<Skeleton className="h-40 rounded-lg" />)
  if (services.isLoadingError)
    return frame(<ErrorState text={services.error.message} onRetry={() => services.refetch()} />)
  if (classes.length === 0)
    return frame(
      <EmptyState
        title="Todavía no tienes clases"
        text="Di en un servicio, en su pestaña «Clases», para cuántas personas es. Después lo programas aquí."
        action={
          <Link {...paths.services()} className={buttonClass()}>
            Ir a mis servicios
          </Link>
        }
      />,
    )
  return <Planner classes={classes} from={from} onClose={onClose} />
}

type ClassService = { id: number; name: string; durationMinutes: number }

const Planner = ({
  classes,
  from,
  onClose,
}: {
  classes: readonly ClassService[]
  from: string
  onClose: () => void
}) => {
  const planned = useClassPlan(classes, from, onClose)
  const zone = planned.place === undefined ? null : zoneLabel(planned.place.zone)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Programar clase"
      description="Tu hora y el lugar quedan apartados; cada quien reserva y paga su lugar."
      actions={
        <Button
          busy={planned.setting.isPending}
          blocked={
            planned.place === undefined
              ? 'Falta dónde darla.'
              : planned.seen.isFetching
                ? 'Un momento: viendo qué fechas caben.'
                : planned.chosen.length === 0
                  ? 'Elige una fecha y una hora que quepan.'
                  : undefined
          }
          onClick={() => planned.setting.mutate()}
        >
          {planned.chosen.length < 2 ? 'Programar clase' : `Programar ${planned.chosen.length} clases`}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <ChoiceField
          label="Clase"
          value={planned.serviceId}
          onChange={planned.setService}
          options={classes.map(({ id, name, durationMinutes }) => ({
            value: id,
            label: `${name}, ${durationText(durationMinutes)}`,
          }))}
        />
        <PlaceField planned={planned} />
        <div className="grid grid-cols-2 gap-4">
          <TypedField label="Día" type="date" min={from} value={planned.date} onChange={planned.setDate} />
          <TypedField
            label="Hora"
            type="time"
            value={planned.time}
            onChange={planned.setTime}
            {...(zone === null ? {} : { hint: zone })}
          />
        </div>
        <ChoiceField label="Se repite" value={planned.times} onChange={planned.setTimes} options={repeats} />
        <DatesSeen planned={planned} />
        <Problem of={planned.setting.error ?? planned.seen.error} />
      </div>
    </Dialog>
  )
}

/** The class to schedule, with the outcome of each date before it is set. */
const useClassPlan = (classes: readonly ClassService[], from: string, onClose: () => void) => {
  const queryClient = useQueryClient()
  const form = useForm<{
    serviceId: number
    wantedPlace: number | null
    date: string
    time: string
    times: number
  }>({
    initial: () => ({
      serviceId: classes[0]?.id ?? 0,
      wantedPlace: null,
      date: addDays(from, 1),
      time: '18:00',
      times: 1,
    }),
  })
  const { serviceId, wantedPlace, date, time, times } = form.values
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const places = useQuery(reading(contract.classPlaces, { params: { id: serviceId } }))
  const place = places.data?.find(({ number }) => number === wantedPlace) ?? places.data?.[0]
  const dates = date === '' ? [] : Array.from({ length: times }, (_, week) => addDays(date, week * 7))
  const plan = { serviceId, place: place?.number ?? 0, time, dates }
  const seen = useQuery({
    queryKey: ['/api', 'classes', 'preview', plan],
    queryFn: () => call(contract.previewClasses, { body: plan }),
    enabled: place !== undefined && dates.length > 0 && time !== '',
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const shown = (seen.data?.dates ?? []).filter((one) => dates.includes(one.date))
  const chosen = shown.filter((one) => one.problem === null && !left.has(one.date)).map((one) => one.date)
  const setting = useMutation({
    mutationFn: () => call(contract.setClasses, { body: { ...plan, dates: chosen } }),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
      toast(
        made.length === 1 ? 'Clase programada' : `${made.length} clases programadas`,
        'Ya se pueden reservar sus lugares.',
        'good',
      )
      onClose()
    },
    // A slot was taken in between: loaded again.
    onError: (problem) => (problem instanceof ApiError ? seen.refetch() : undefined),
  })
  return {
    place,
    setting,
    seen,
    chosen,
    serviceId,
    setService: form.pick('serviceId').onChange,
    places,
    setPlace: form.pick('wantedPlace').onChange,
    date,
    setDate: form.pick('date').onChange,
    time,
    setTime: form.pick('time').onChange,
    times,
    setTimes: form.pick('times').onChange,
    shown,
    left,
    leave,
  }
}

type ClassPlan = ReturnType<typeof useClassPlan>

const PlaceField = ({ planned }: { planned: ClassPlan }) =>
  planned.places.isPending ? (
    <Skeleton className="h-18 rounded-md" />
  ) : planned.place === undefined ? (
    <p role="status" className="rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
      Todavía no tienes dónde darla: renta horas en un espacio, di que tienes lugar propio, o dala en línea.
    </p>
  ) : (
    <ChoiceField
      label="¿Dónde?"
      hint={
        <>
          ¿Otro espacio? Renta primero las horas y aparece aquí.{' '}
          <Link
            {...paths.search({ type: 'spaces' })}
            className="font-semibold text-jacaranda underline underline-offset-4"
          >
            Buscar espacios
          </Link>
        </>
      }
      value={planned.place.number}
      onChange={planned.setPlace}
      options={(planned.places.data ?? []).map(({ number, name }) => ({ value: number, label: name }))}
    />
  )

const DatesSeen = ({ planned }: { planned: ClassPlan }) => (
  <div aria-busy={planned.seen.isFetching} aria-live="polite">
    {planned.shown.length === 0 ? null : (
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {planned.shown.map((one) => (
          <DateLine
            key={one.date}
            one={one}
            zone={planned.seen.data?.zone ?? ''}
            left={planned.left.has(one.date)}
            alone={planned.times === 1}
            onToggle={(keep) => {
              const next = new Set(planned.left)
              if (keep) next.delete(one.date)
              else next.add(one.date)
              planned.leave(next)
            }}
          />
        ))}
      </ul>
    )}
  </div>
)

/** The outcome of one date; in a series each can be left out. */
const DateLine = ({
  one,
  zone,
  left,
  alone,
  onToggle,
}: {
  one: ClassDate
  zone: string
  left: boolean
  alone: boolean
  onToggle: (keep: boolean) => void
}) => {
  const when = (
    <span>
      <span className="block font-semibold first-letter:uppercase">{longDate(one.date)}</span>
      <span
        className={one.problem === null ? 'figures block text-sm text-muted' : 'block text-sm text-maiz-ink'}
      >
        {one.problem ??
          [`${timeOf(one.startsAt ?? '', zone)} a ${timeOf(one.endsAt ?? '', zone)}`, one.unitName]
            .filter(Boolean)
            .join(' · ')}
      </span>
    </span>
  )
  return (
    <li className="px-4 py-2">
      {one.problem !== null || alone ? (
        <span className="flex min-h-11 items-center gap-3">
          {one.problem === null ? (
            <Check aria-hidden className="size-5 shrink-0 text-agave" />
          ) : (
            <TriangleAlert aria-hidden className="size-5 shrink-0 text-maiz-ink" />
          )}
          {when}
        </span>
      ) : (
        <Checkbox label={when} checked={!left} onChange={({ target }) => onToggle(target.checked)} />
      )}
    </li>
  )
}
