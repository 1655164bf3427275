import type { OwnHours } from '#contract/booking/series/own-appointment.ts'
import { hoursIn, type OwnAppointmentForm } from '#web/parts/booking/series/use-own-appointment.ts'
import { dateIn, longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** When and where: the first free hour is filled in, the others are in the list; "Ahora" for who walked in. */
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
            hours.data === undefined ? (
              <Skeleton className="h-12" />
            ) : (
              <Select
                {...control}
                value={hour?.slot.startsAt ?? ''}
                onChange={(event) => form.choose(event.target.value)}
              >
                {hour === undefined ? <option value="">Sin horas</option> : null}
                {hoursIn(hours.data).map(({ slot }) => (
                  <option key={slot.startsAt} value={slot.startsAt}>
                    {timeOf(slot.startsAt, hours.data.zone)}
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
      <p role="status" className="text-[0.9375rem] text-muted">
        {hours.isError ? hours.error.message : hours.data === undefined ? '' : wordsFor(hours.data, form)}
      </p>
    </div>
  )
}

const zoneOf = (answer: OwnHours | undefined) => answer?.zone ?? 'America/Mexico_City'

/** Where it is; before that, that the wanted day or hour has nothing free. */
const wordsFor = (answer: OwnHours, { at, hour }: OwnAppointmentForm) => {
  const { date, named } = answer
  const elsewhen =
    named !== null && named.hour === null
      ? `${at.time === 'now' ? 'Ahora no se puede' : `A las ${at.time ?? ''} no se puede`}: ${(named.reason ?? 'no hay lugar libre').toLowerCase()}. Estas son las siguientes. `
      : date !== at.date
        ? `Ese día ya no tienes horas; la primera es el ${longDate(date)}. `
        : ''
  if (hour === undefined) return 'No tienes horas libres en dos semanas. Elige otro día, o cambia tu horario.'
  return `${elsewhen}En ${[hour.place, hour.unit].filter(Boolean).join(', ')}.`
}
