import type { Reservation } from '#contract/booking/rent/reservation.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** Starts and ends in the steps of the space, within the rented hours. */
export const choicesOf = (rent: Reservation) => {
  const step = rent.stepMinutes * minuteMs
  const [startsAt, endsAt] = [Date.parse(rent.startsAt), Date.parse(rent.endsAt)]
  const started = rent.status === 'in_progress' || startsAt <= Date.now()
  const from: string[] = [rent.startsAt]
  const to: string[] = []
  for (let at = startsAt + step; at < endsAt; at += step) {
    const iso = new Date(at).toISOString()
    if (!started) from.push(iso)
    if (at > Date.now()) to.push(iso)
  }
  return { from, to: [...to, rent.endsAt] }
}

type Choice = { label: string; value: string; options: readonly string[]; onChange: (at: string) => void }

/** From when, until when. */
export const HoursChoice = ({ zone, from, to }: { zone: string; from: Choice; to: Choice }) => (
  <div className="grid grid-cols-2 gap-3">
    {[from, to].map(({ label, value, options, onChange }) => (
      <Field key={label} label={label}>
        {(control) => (
          <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
            {options.map((at) => (
              <option key={at} value={at}>
                {timeOf(at, zone)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    ))}
  </div>
)
