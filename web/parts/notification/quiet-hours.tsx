import { useId, useState } from 'react'
import type { NotificationSettings as Settings } from '#contract/notification/notification.ts'
import { cityOf } from '#web/parts/time/wall-clock.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { controlClass } from '#web/ui/form/input.tsx'

const usual = { fromMinute: 22 * 60, toMinute: 8 * 60 }

export const QuietHours = ({
  quiet,
  zone,
  onChange,
}: {
  quiet: Settings['quiet']
  zone: string
  onChange: (quiet: Settings['quiet']) => void
}) => {
  const title = useId()
  // The hours are restored when they are turned off and on again.
  const [hours, setHours] = useState(quiet ?? usual)
  const set = (next: typeof hours) => {
    setHours(next)
    onChange(next)
  }
  return (
    <Card className="flex flex-col gap-3 sm:px-6">
      <h3 id={title} className="text-xl">
        Horas de silencio
      </h3>
      <Checkbox
        name="quiet"
        label="Que los mensajes esperen mientras descanso"
        checked={quiet !== null}
        onChange={(event) => onChange(event.target.checked ? hours : null)}
      />
      <div role="group" aria-labelledby={title} className="grid max-w-sm grid-cols-2 gap-4">
        <TimeOfDay
          label="Desde"
          name="quietFrom"
          minute={hours.fromMinute}
          disabled={quiet === null}
          onChange={(fromMinute) => set({ ...hours, fromMinute })}
        />
        <TimeOfDay
          label="Hasta"
          name="quietTo"
          minute={hours.toMinute}
          disabled={quiet === null}
          onChange={(toMinute) => set({ ...hours, toMinute })}
        />
      </div>
      <p className="measure text-sm text-muted">
        Hora de {cityOf(zone)}. Si una cita empieza antes de que terminen, te escribimos de inmediato; lo de
        la campana nunca suena.
      </p>
    </Card>
  )
}

const TimeOfDay = ({
  label,
  name,
  minute,
  disabled,
  onChange,
}: {
  label: string
  name: string
  minute: number
  disabled: boolean
  onChange: (minute: number) => void
}) => (
  <Field label={label}>
    {(control) => (
      <input
        {...control}
        name={name}
        type="time"
        disabled={disabled}
        value={`${two(Math.floor(minute / 60))}:${two(minute % 60)}`}
        onChange={(event) => {
          const [hours, minutes] = event.target.value.split(':').map(Number)
          // A browser reports an empty value while a time is incomplete.
          if (hours !== undefined && minutes !== undefined && event.target.value !== '')
            onChange(hours * 60 + minutes)
        }}
        className={controlClass('figures disabled:opacity-60')}
      />
    )}
  </Field>
)

const two = (number: number) => String(number).padStart(2, '0')
