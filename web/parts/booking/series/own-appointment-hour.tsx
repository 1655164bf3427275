import { useState } from 'react'
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
                  <option value="">
                    {hours.data.needsHome
                      ? 'Sin dirección'
                      : hours.data.hours.length === 0
                        ? 'Sin horas'
                        : 'Elige otra hora'}
                  </option>
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
      </div>
      <OtherHour form={form} />
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

/** "Ahora" for a walk-in; any other hour is typed, also between the listed starts and outside the working hours. */
const OtherHour = ({ form }: { form: OwnAppointmentForm }) => {
  const { hours } = form
  const [isTyping, setTyping] = useState(false)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Button
        tone="secondary"
        size="small"
        onClick={() => {
          setTyping(false)
          form.setAt({ date: dateIn(Date.now(), zoneOf(hours.data)), time: 'now' })
        }}
      >
        Ahora
      </Button>
      {isTyping ? (
        <TypedHour form={form} />
      ) : (
        <Button tone="secondary" size="small" onClick={() => setTyping(true)}>
          Otra hora
        </Button>
      )}
    </div>
  )
}

/** An hour that is half typed has no value yet: until the field is left, the last whole one counts. */
const TypedHour = ({ form }: { form: OwnAppointmentForm }) => {
  const { date, time } = form.at
  const [typed, setTyped] = useState({ date, text: time === undefined || time === 'now' ? '' : time })
  const text = typed.date === date ? typed.text : ''
  return (
    <Field label="Escribe la hora" className="min-w-36 flex-1">
      {(control) => (
        <Input
          {...control}
          ref={focus}
          type="time"
          step={300}
          value={text}
          onChange={({ target }) => {
            setTyped({ date, text: target.value })
            if (target.value !== '') form.setAt({ date, time: target.value })
          }}
          onBlur={() => {
            if (text === '' && time !== undefined) form.setAt({ date })
          }}
        />
      )}
    </Field>
  )
}

/** The field appears where its button was pressed. */
const focus = (input: HTMLInputElement | null) => input?.focus()

const zoneOf = (answer: OwnHours | undefined) => answer?.zone ?? 'America/Mexico_City'

/** The hour; on another day than the requested one, "dom 29, 09:00". */
const optionOf = (startsAt: string, zone: string, wanted: string) =>
  [...(dateIn(startsAt, zone) === wanted ? [] : [shortDay(startsAt, zone)]), timeOf(startsAt, zone)].join(
    ', ',
  )

const shortDay = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('es-MX', { weekday: 'short', day: 'numeric', timeZone }).format(new Date(instant))

/** The place; before it, a note if nothing is free on the requested day. Without an hour, why. */
const wordsFor = (answer: OwnHours, { at, hour, gone, visit }: OwnAppointmentForm) => {
  const { date, named } = answer
  if (answer.needsHome) return 'Elige o escribe abajo la dirección: de ella dependen tus horas.'
  if (answer.places.length === 0)
    return 'Este servicio todavía no tiene dónde darse: agrega tu lugar, o renta un espacio.'
  if (hour === undefined) {
    const notPossible = at.time === 'now' ? 'Ahora no se puede' : `A las ${at.time ?? ''} no se puede`
    const why =
      gone !== undefined
        ? `A las ${timeOf(gone, answer.zone)} ya no se puede. `
        : named === null
          ? ''
          : `${notPossible}: ${(named.reason ?? 'no hay lugar libre').toLowerCase()}. `
    return `${why}${answer.hours.length === 0 ? emptyWords(visit.persons) : 'Elige una de la lista.'}`
  }
  const elsewhen =
    named === null && date !== at.date
      ? `Ese día ya no tienes horas; la primera es el ${longDate(date)}. `
      : ''
  const place = [hour.place, hour.unit].filter(Boolean).join(', ')
  return `${elsewhen}${hour.slot.modality === undefined ? `En ${place}` : place}.`
}

const emptyWords = (persons: number) =>
  persons === 1
    ? 'No tienes horas libres en dos semanas. Elige otro día, o escribe la hora en «Otra hora».'
    : `Para ${persons} personas no hay horas en dos semanas. Revisa que quepan en ese lugar.`
