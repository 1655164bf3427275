import { useState } from 'react'
import { dayPartIds, dayPartNames } from '#contract/platform/day-part.ts'
import { typeOf } from '#web/parts/cards/search-state.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { atTime, whenOf, withWhen, zoneOf } from '#web/parts/search/window.ts'
import { weekendOf } from '#web/parts/time/when-text.ts'
import { hoursOfWhen, isAnyTime, type When, whenIn } from '#web/parts/time/when.ts'
import { addDays, dateIn, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChipChoice } from '#web/ui/form/chip-choice.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { formText } from '#web/ui/form/form-text.ts'

/** Free time is known this far ahead. */
const daysAhead = 30

/** The time in everyday terms: a day, a part of the day, or hours. For professionals also the service. */
export const WhenPanel = ({
  search,
  onSearch,
  onClose,
}: {
  search: SearchState
  onSearch: (search: SearchState) => void
  onClose: () => void
}) => {
  const [now] = useState(Date.now)
  const zone = zoneOf(search)
  const today = dateIn(now, zone)
  const when = whenOf(search)
  const days = daysOf(today)
  const [day, setDay] = useState(dayChoiceOf(when, days))
  const [part, setPart] = useState(when.from === undefined ? (when.part ?? '') : 'hours')
  const [wrong, setWrong] = useState<{ day?: string; hours?: string }>({})
  const send = (text: (name: string) => string) => {
    const [date, from, to] = [text('date'), text('from'), text('to')]
    if (day === 'other' && date === '') return setWrong({ day: 'Elige el día.' })
    if (part === 'hours' && (from === '' || to === '')) return setWrong({ hours: 'Elige las dos horas.' })
    if (part === 'hours' && from >= to) return setWrong({ hours: 'La hora final va después de la inicial.' })
    const chosen = whenIn({
      ...(day === 'other' ? { day: date } : days.find(({ value }) => value === day)?.when),
      ...(part === 'hours' ? { from, to } : { part }),
    })
    const service = text('service') || undefined
    onSearch({ ...atTime(search, chosen), ...(typeOf(search) === 'professionals' ? { service } : {}) })
    onClose()
  }
  return (
    <Card>
      <form
        aria-label="Cuándo"
        onSubmit={(event) => {
          event.preventDefault()
          send(formText(event.currentTarget))
        }}
        className="flex flex-col gap-5"
      >
        <ChipChoice
          legend={['Día', zoneLabel(zone)].filter(Boolean).join(', ')}
          name="day"
          value={day}
          onChange={setDay}
          options={[
            { value: '', label: 'Cualquier día' },
            ...days.map(({ value, label }) => ({ value, label })),
            { value: 'other', label: 'Otro día' },
          ]}
        />
        {day === 'other' ? (
          <Field label="Qué día" error={wrong.day} className="max-w-60">
            {(control) => (
              <Input
                {...control}
                type="date"
                name="date"
                min={today}
                max={addDays(today, daysAhead)}
                defaultValue={when.day ?? addDays(today, 2)}
              />
            )}
          </Field>
        ) : null}
        <ChipChoice
          legend="A qué hora"
          name="part"
          value={part}
          onChange={setPart}
          options={[
            { value: '', label: 'Cualquier hora' },
            ...dayPartIds.map((id) => ({ value: id, label: dayPartNames[id] })),
            { value: 'hours', label: 'Entre dos horas' },
          ]}
        />
        {part === 'hours' ? <Hours when={when} wrong={wrong.hours} /> : null}
        {typeOf(search) === 'professionals' ? <ServiceField service={search.service} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{typeOf(search) === 'spaces' ? 'Ver qué hay' : 'Ver quién puede'}</Button>
          {isAnyTime(when) && (search.service ?? search.availability) === undefined ? null : (
            <Button
              tone="quiet"
              onClick={() => {
                onSearch({ ...withWhen(search, {}), availability: undefined, service: undefined })
                onClose()
              }}
            >
              Cualquier momento
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

const ServiceField = ({ service }: { service: string | undefined }) => (
  <Field label="Para qué servicio" required={false} className="max-w-96">
    {(control) => (
      <Input {...control} name="service" maxLength={80} placeholder="Facial, tinte…" defaultValue={service} />
    )}
  </Field>
)

const Hours = ({ when, wrong }: { when: When; wrong: string | undefined }) => (
  <div className="grid max-w-96 grid-cols-2 items-start gap-4">
    <Field label="Desde">
      {(control) => (
        <Input {...control} type="time" name="from" step={900} defaultValue={when.from ?? '10:00'} />
      )}
    </Field>
    <Field label="Hasta" error={wrong}>
      {(control) => (
        <Input
          {...control}
          type="time"
          name="to"
          step={900}
          defaultValue={hoursOfWhen(when)?.to ?? '20:00'}
        />
      )}
    </Field>
  </div>
)

const daysOf = (today: string) => [
  { value: 'today', label: 'Hoy', when: { day: today } },
  { value: 'tomorrow', label: 'Mañana', when: { day: addDays(today, 1) } },
  { value: 'weekend', label: 'Este fin de semana', when: weekendOf(today) },
]

/** Which of these days the URL means; "other" if none. */
const dayChoiceOf = ({ day, until }: When, days: ReturnType<typeof daysOf>) =>
  day === undefined
    ? ''
    : (days.find(({ when }: { when: When }) => when.day === day && when.until === until)?.value ?? 'other')
