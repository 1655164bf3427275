import { useQuery } from '@tanstack/react-query'
import { Flame } from 'lucide-react'
import { useState } from 'react'
import { heatWeeks, type DemandHeat } from '#contract/pricing/demand.ts'
import { weekdayNames } from '#contract/platform/day-names.ts'
import { clockText } from '#contract/platform/clock-text.ts'
import { hoursBetween, WeekGrid, type WeekCell } from '#web/ui/week-grid.tsx'
import { heatReading } from '#web/parts/pricing/demand/reading.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

type Seen = 'bookings' | 'searches' | 'waiting'

const words: Readonly<Record<Seen, { tab: string; one: string; many: string; none: string }>> = {
  bookings: {
    tab: 'Citas',
    one: 'cita',
    many: 'citas',
    none: 'Todavía no hay citas en estas semanas.',
  },
  searches: {
    tab: 'Búsquedas',
    one: 'búsqueda',
    many: 'búsquedas',
    none: 'Nadie buscó en vano cerca de ti en estas semanas.',
  },
  waiting: {
    tab: 'En espera',
    one: 'persona',
    many: 'personas',
    none: 'Nadie espera una de tus horas.',
  },
}

/** The demand of past weeks by hour: where capacity was short, and where it was unused. */
export const HeatCard = () => {
  const answer = useQuery(heatReading)
  const [seen, see] = useState<Seen>('bookings')
  return (
    <Card className="flex flex-col gap-5 px-3 sm:px-5">
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando tu semana…</span>
          <Skeleton className="h-96 rounded-md" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : answer.data.cells.length === 0 ? (
        <EmptyState
          icon={<Flame />}
          title="Tu semana todavía no tiene color"
          text="Con tus primeras citas y con lo que la gente busca cerca de ti verás aquí qué horas se llenan."
        />
      ) : (
        <Tabs
          label="Qué se ve de tu semana"
          value={seen}
          onChange={see}
          tabs={(['bookings', 'searches', 'waiting'] as const)
            // An empty waitlist is not shown.
            .filter((value) => value !== 'waiting' || answer.data.totals.waiting > 0)
            .map((value) => ({ value, label: words[value].tab }))}
        >
          <Heat heat={answer.data} seen={seen} />
        </Tabs>
      )}
    </Card>
  )
}

const Heat = ({ heat, seen }: { heat: DemandHeat; seen: Seen }) => {
  const { one, many, none } = words[seen]
  const most = Math.max(1, ...heat.cells.map((cell) => cell[seen]))
  const hours = hoursBetween([
    ...heat.cells.filter((cell) => cell[seen] > 0).map(({ hour }) => hour),
    ...heat.weekly.flatMap(({ fromMinute, toMinute }) => [
      Math.floor(fromMinute / 60),
      Math.ceil(toMinute / 60) - 1,
    ]),
  ])
  const cellAt = (weekday: number, hour: number): WeekCell | null => {
    const count = heat.cells.find((cell) => cell.weekday === weekday && cell.hour === hour)?.[seen] ?? 0
    if (count === 0 && !isWorked(heat, weekday, hour)) return null
    return {
      // Square root, because one full class would leave every other hour without colour.
      share: Math.sqrt(count / most),
      text: count === 0 ? '·' : String(count),
      said: `${weekdayNames[weekday - 1] ?? ''} ${clockText(hour * 60)}: ${count} ${count === 1 ? one : many}`,
      // Demand outside the professional's hours.
      marked: seen !== 'bookings' && count > 0 && !isWorked(heat, weekday, hour),
    }
  }
  const total = heat.totals[seen]
  return (
    <div className="flex flex-col gap-3 pt-5">
      {total === 0 ? (
        <p className="py-6 text-center text-muted">{none}</p>
      ) : (
        <WeekGrid
          caption={`${words[seen].tab}, por día y hora${seen === 'waiting' ? '' : `, en las últimas ${heatWeeks} semanas`}`}
          hours={hours}
          tone={seen === 'bookings' ? 'jacaranda' : 'barro'}
          cellAt={cellAt}
        />
      )}
      {/* The text above already says that there are none. */}
      <p className={total === 0 && seen === 'bookings' ? 'hidden' : 'text-sm text-muted'}>
        {total === 1 ? `1 ${one}` : `${total} ${many}`}
        {seen === 'searches' && heat.municipality !== null ? ` en ${heat.municipality}` : ''}
        {seen === 'waiting'
          ? ' en tu lista. Se cuenta cada hora que les viene bien. Con borde: horas en las que no trabajas.'
          : ` en las últimas ${heatWeeks} semanas.`}
        {seen === 'searches'
          ? ' De lo que tú haces, a esa hora, y nadie tenía lugar. Con borde: horas en las que no trabajas.'
          : ''}
      </p>
    </div>
  )
}

const isWorked = ({ weekly }: DemandHeat, weekday: number, hour: number) =>
  weekly.some(
    (window) =>
      window.weekday === weekday && window.fromMinute < (hour + 1) * 60 && hour * 60 < window.toMinute,
  )
