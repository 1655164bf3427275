import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HoursProps } from '#web/parts/booking/summary/hours-props.ts'
import { addDays, longDate } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** A month is loaded at once. */
const daysAhead = 31
const shown = 3

/** Instead of days without slots: the next three that have some, however far off; `also`: further alternatives. */
export default function NextDays({
  title,
  after,
  last,
  daysOf,
  isWanted = () => true,
  onDay,
  also,
}: {
  title: string
  /** Only days after this date. */
  after: string
  /** The last day that can be booked, if known. */
  last?: string | undefined
  daysOf: HoursProps['daysOf']
  isWanted?: (spaceId: number | null) => boolean
  onDay: (date: string) => void
  also: ReactNode
}) {
  const from = addDays(after, 1)
  const isOver = last !== undefined && from > last
  const answer = useQuery({ ...daysOf(from, addDays(after, daysAhead)), enabled: !isOver })
  const next = (answer.data?.days ?? []).filter(({ spaces }) => spaces.some(isWanted)).slice(0, shown)
  return (
    <EmptyState
      icon={<CalendarX2 />}
      title={title}
      text={
        next.length > 0
          ? 'Después hay lugar:'
          : isOver
            ? 'Todavía no se reserva más adelante. Prueba con otro servicio o lugar.'
            : answer.isPending
              ? 'Buscamos los días siguientes…'
              : answer.isLoadingError
                ? 'No pudimos ver los días siguientes.'
                : 'Tampoco en el mes que sigue. Prueba con otro servicio o lugar.'
      }
      action={
        <>
          {answer.isLoadingError ? (
            <Button tone="secondary" size="small" onClick={() => void answer.refetch()}>
              Intentar de nuevo
            </Button>
          ) : null}
          {next.map(({ date }) => (
            <Button key={date} tone="secondary" size="small" onClick={() => onDay(date)}>
              {longDate(date)}
            </Button>
          ))}
          {also}
        </>
      }
    />
  )
}
