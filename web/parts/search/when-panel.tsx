import { useState } from 'react'
import { typeOf } from '#web/parts/cards/search-state.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { whenOf, withWhen, zoneOf } from '#web/parts/search/window.ts'
import { isAnyTime } from '#web/parts/time/when.ts'
import { addDays, dateIn, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { formText } from '#web/ui/form/form-text.ts'

/** As far ahead as free time is known. */
const daysAhead = 30

/** A day and two times: only who can really be booked then is found. For professionals, for which service, too. */
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
  const [wrong, setWrong] = useState<string>()
  const zone = zoneOf(search)
  const today = dateIn(now, zone)
  const when = whenOf(search)
  return (
    <Card>
      <form
        aria-label="Cuándo"
        onSubmit={(event) => {
          event.preventDefault()
          const text = formText(event.currentTarget)
          const [date, from, to] = [text('date'), text('from'), text('to')]
          if (date === '' || from === '' || to === '') return setWrong('Elige el día y las dos horas.')
          if (from >= to) return setWrong('La hora final va después de la inicial.')
          onSearch({ ...withWhen(search, { day: date, from, to }), service: text('service') || undefined })
          onClose()
        }}
        className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))]"
      >
        <Field label="Día" hint={zoneLabel(zone) ?? undefined}>
          {(control) => (
            <Input
              {...control}
              type="date"
              name="date"
              min={today}
              max={addDays(today, daysAhead)}
              defaultValue={when.day ?? today}
            />
          )}
        </Field>
        <Field label="Desde">
          {(control) => (
            <Input {...control} type="time" name="from" step={900} defaultValue={when.from ?? '10:00'} />
          )}
        </Field>
        <Field label="Hasta" error={wrong}>
          {(control) => (
            <Input {...control} type="time" name="to" step={900} defaultValue={when.to ?? '20:00'} />
          )}
        </Field>
        {typeOf(search) === 'professionals' ? (
          <Field label="Para qué servicio" required={false}>
            {(control) => (
              <Input
                {...control}
                name="service"
                maxLength={80}
                placeholder="Facial, tinte…"
                defaultValue={search.service}
              />
            )}
          </Field>
        ) : null}
        <div className="flex flex-wrap gap-3 sm:col-span-full">
          <Button type="submit">Ver quién puede</Button>
          {isAnyTime(when) && search.service === undefined ? null : (
            <Button
              tone="quiet"
              onClick={() => {
                onSearch({ ...withWhen(search, {}), service: undefined })
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
