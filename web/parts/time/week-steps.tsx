import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, partsOfDate } from '#web/parts/time/wall-clock.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Next and previous week, back to the current one. */
export const WeekSteps = ({
  from,
  today,
  days,
  onChange,
}: {
  from: string
  today: string
  days: number
  onChange: (from: string) => void
}) => (
  <div className="flex items-center justify-between gap-2">
    <IconButton
      label="Semana anterior"
      disabled={from <= today}
      onClick={() => onChange(addDays(from, -days))}
    >
      <ChevronLeft aria-hidden />
    </IconButton>
    <p aria-live="polite" className="figures text-center font-semibold">
      {dayText(from)} – {dayText(addDays(from, days - 1))}
    </p>
    <IconButton label="Semana siguiente" onClick={() => onChange(addDays(from, days))}>
      <ChevronRight aria-hidden />
    </IconButton>
  </div>
)

const dayText = (date: string) => {
  const { day, month } = partsOfDate(date)
  return `${day} ${month}`
}
