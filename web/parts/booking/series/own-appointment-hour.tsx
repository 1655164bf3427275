import type { OwnHours } from '#contract/booking/series/own-appointment.ts'
import { hoursIn, type OwnAppointmentForm } from '#web/parts/booking/series/use-own-appointment.ts'
import { dateIn, longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** When and where: the first free hour is filled in, the others are in the list; "Ahora" for a walk-in. */
export const OwnAppointmentHour = ({ form }: { form: OwnAppointmentForm }) => {
  const { hours, hour, at } = form
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Día" className="min-w-36 flex-1">
          {(control) => (
            <Input
              {...control}
              type="date"
              required
              value={at.date}
              onChange={(event) => form.setAt({ date: event.target.value })}
            />
          )}
        </Field>
        <Field label="Hora" className="min-w-36 flex-1">
          {(control) =>
            hours.isLoadingError ? (
              <Button tone="secondary" wide onClick={() => void hours.refetch()}>
                Intentar de nuevo
              </Button>
            ) : hours.data === undefined ? (
              <Skeleton className="h-12" />
            ) : (
              <Select
                {...control}
                value={hour?.slot.startsAt ?? ''}
                onChange={(event) => form.choose(event.target.value)}
              >
                {hour === undefined ? (
                  <option value="">{hours.data.hours.length === 0 ? 'Sin horas' : 'Elige otra hora'}</option>
                ) : null}
                {hoursIn(hours.data).map(({ slot }) => (
                  <option key={slot.startsAt} value={slot.startsAt}>
                    {optionOf(slot.startsAt, hours.data.zone, at.date)}
                  </option>
                ))}
              </Select>
            )
          }
        </Field>
        <Button
          tone="secondary"
          onClick={() => form.setAt({ date: dateIn(Date.now(), zoneOf(hours.data)), time: 'now' })}
        >
          Ahora
        </Button>
      </div>
      <p
        role="status"
        className={classNames(
          'text-[0.9375rem]',
          hours.isLoadingError ? 'font-medium text-chile' : 'text-muted',
        )}
      >
        {hours.isLoadingError
          ? hours.error.message
          : hours.data === undefined
            ? ''
            : wordsFor(hours.data, form)}
      </p>
    </div>
  )
}

const zoneOf = (answer: OwnHours | undefined) => answer?.zone ?? 'America/Mexico_City'

/** The hour; on another day than the requested one, "dom 29, 09:00". */
const optionOf = (startsAt: string, zone: string, wanted: string) =>
  [...(dateIn(startsAt, zone) === wanted ? [] : [shortDay(startsAt, zone)]), timeOf(startsAt, zone)].join(
    ', ',
  )

const shortDay = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('es-MX', { weekday: 'short', day: 'numeric', timeZone }).format(new Date(instant))

/** The place; before it, a note if nothing is free on the requested day or hour. */
const wordsFor = (answer: OwnHours, { at, hour }: OwnAppointmentForm) => {
  const { date, named } = answer
  const elsewhen =
    named !== null && named.hour === null
      ? `${at.time === 'now' ? 'Ahora no se puede' : `A las ${at.time ?? ''} no se puede`}: ${(named.reason ?? 'no hay lugar libre').toLowerCase()}. ${hour === undefined ? 'Elige una de las siguientes.' : 'Estas son las siguientes. '}`
      : date !== at.date
        ? `Ese día ya no tienes horas; la primera es el ${longDate(date)}. `
        : ''
  if (answer.hours.length === 0 && hour === undefined)
    return 'No tienes horas libres en dos semanas. Elige otro día, o cambia tu horario.'
  if (hour === undefined) return elsewhen
  return `${elsewhen}En ${[hour.place, hour.unit].filter(Boolean).join(', ')}.`
}
