import type { Hours } from '#contract/availability/availability.ts'
import { useWeekHours } from '#web/parts/booking/agenda/use-week-hours.ts'
import { WeekFields } from '#web/parts/time/week-fields.tsx'
import type { Known } from '#web/parts/onboarding/reading.ts'
import { OnIcon, StepShell } from '#web/parts/onboarding/step-shell.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChipChoice } from '#web/ui/form/chip-choice.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'

const words = { closed: 'No atiendes', from: 'de', to: 'a' }

const weekOf = (days: number): Hours['weekly'] =>
  Array.from({ length: days }, (_, day) => ({ weekday: day + 1, fromMinute: 600, toMinute: 1140 }))

const presets = [
  { value: 'six', label: 'Lunes a sábado', days: 6 },
  { value: 'five', label: 'Lunes a viernes', days: 5 },
  { value: 'seven', label: 'Todos los días', days: 7 },
] as const
type Preset = (typeof presets)[number]['value'] | 'own'

/** The preset with these days; `own`: another week. */
const presetOf = (weekly: Hours['weekly']): Preset => {
  const days = [...new Set(weekly.map(({ weekday }) => weekday))].toSorted((a, b) => a - b)
  return (
    presets.find(
      (one) =>
        days.join() ===
        weekOf(one.days)
          .map(({ weekday }) => weekday)
          .join(),
    )?.value ?? 'own'
  )
}

/** The weekly hours: by default from ten to seven on the usual days. */
export const HoursStep = ({ known, onDone }: { known: Known; onDone: () => void }) => {
  const { weekly, setWeekly, wrong, saving } = useWeekHours(known, onDone, weekOf(6))
  return (
    <StepShell
      step="hours"
      known={known}
      title="¿Cuándo atiendes?"
      text="Vale cada semana. Los días distintos y las vacaciones los pones después, en tu agenda."
      action={
        <Button
          busy={saving.isPending}
          blocked={weekly.length === 0 ? 'Elige al menos un día.' : wrong}
          onClick={() => saving.mutate()}
        >
          Guardar y seguir
          <OnIcon />
        </Button>
      }
    >
      <ChipChoice<Preset>
        legend="Tus días"
        name="days"
        value={presetOf(weekly)}
        onChange={(chosen) => {
          const days = presets.find(({ value }) => value === chosen)?.days
          if (days !== undefined) setWeekly(withDays(weekly, days))
        }}
        options={presets}
      />
      <WeekFields weekly={weekly} onChange={setWeekly} words={words} />
      <Problem of={saving.error} />
    </StepShell>
  )
}

/** The first days of the week: existing ones keep their hours, the others get those of the first. */
const withDays = (weekly: Hours['weekly'], days: number): Hours['weekly'] => {
  const first = weekly.toSorted((one, other) => one.weekday - other.weekday)[0]
  const like = weekly.filter(({ weekday }) => weekday === first?.weekday)
  return weekOf(days).flatMap((usual) => {
    const own = weekly.filter(({ weekday }) => weekday === usual.weekday)
    if (own.length > 0) return own
    return like.length > 0 ? like.map((window) => ({ ...window, weekday: usual.weekday })) : [usual]
  })
}
