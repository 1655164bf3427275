import { CalendarX2 } from 'lucide-react'
import type { Slot } from '#contract/availability/slot.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Instead of a day without slots: the days around it that have some. */
export default function NearestDays({
  date,
  others,
  onDay,
}: {
  date: string
  others: readonly { date: string; slots: readonly Slot[] }[]
  onDay: (date: string) => void
}) {
  const near = others
    .toSorted((a, b) => distance(a.date, date) - distance(b.date, date))
    .slice(0, 3)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
  return (
    <EmptyState
      icon={<CalendarX2 />}
      title={`Nada libre el ${longDate(date)}`}
      text="Estos son los días más cercanos con lugar."
      action={
        <>
          {near.map((day) => (
            <Button key={day.date} tone="secondary" size="small" onClick={() => onDay(day.date)}>
              {longDate(day.date)}
            </Button>
          ))}
        </>
      }
    />
  )
}

const distance = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b))
