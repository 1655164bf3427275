import { useState } from 'react'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { ownTimesWords } from '#web/parts/service/own-times-words.ts'
import { WeekFields } from '#web/parts/time/week-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { ServicePart } from '#web/parts/service/basic-fields.tsx'

const words = { closed: 'No se da', from: 'de', to: 'a' }
const everyDay = (fromMinute: number, toMinute: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute, toMinute }))
const mornings = everyDay(540, 780)
const afternoons = everyDay(840, 1200)

const isHalf = (hours: ServiceDraft['ownHours']) =>
  [mornings, afternoons].some((half) => JSON.stringify(half) === JSON.stringify(hours))

/** Hours and dates at which only this service is offered, and a sentence on their effect. */
export const OwnTimesFields = ({ draft, onChange }: ServicePart) => {
  // The typed hours return when the box is ticked again.
  const [typed, keep] = useState<NonNullable<ServiceDraft['ownHours']>>(draft.ownHours ?? mornings)
  // The hours day by day are a long list: initially open only where the days match neither usual half.
  const [isByDay, openDays] = useState(draft.ownHours !== null && !isHalf(draft.ownHours))
  const put = (ownHours: NonNullable<ServiceDraft['ownHours']>) => {
    keep(ownHours)
    onChange({ ownHours })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-t border-line pt-5">
      <legend className="sr-only">Cuándo se ofrece</legend>
      <Checkbox
        label="Horario de este servicio: solo en ciertas horas"
        checked={draft.ownHours !== null}
        onChange={({ target }) => onChange({ ownHours: target.checked ? typed : null })}
      />
      {draft.ownHours === null ? null : (
        <>
          <div className="flex flex-wrap gap-2">
            <Button tone="secondary" size="small" onClick={() => put(mornings)}>
              Solo en las mañanas
            </Button>
            <Button tone="secondary" size="small" onClick={() => put(afternoons)}>
              Solo en las tardes
            </Button>
            <Button
              tone="quiet"
              size="small"
              aria-expanded={isByDay}
              onClick={() => openDays((before) => !before)}
            >
              Día por día
            </Button>
          </div>
          {isByDay ? (
            <WeekFields of="Horario de este servicio" weekly={draft.ownHours} words={words} onChange={put} />
          ) : null}
        </>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          label="Se ofrece del"
          date={draft.offeredFrom}
          onChange={(offeredFrom) => onChange({ offeredFrom })}
        />
        <DateField
          label="al (último día)"
          date={draft.offeredTo}
          onChange={(offeredTo) => onChange({ offeredTo })}
        />
      </div>
      <p aria-live="polite" className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
        {ownTimesWords(draft)}
      </p>
    </fieldset>
  )
}

/** Empty: no limit on that side. */
const DateField = ({
  label,
  date,
  onChange,
}: {
  label: string
  date: string | null
  onChange: (date: string | null) => void
}) => (
  <Field label={label} required={false}>
    {(control) => (
      <Input
        {...control}
        type="date"
        value={date ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
    )}
  </Field>
)
