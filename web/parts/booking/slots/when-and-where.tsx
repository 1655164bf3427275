import { Link } from '@tanstack/react-router'
import { Footprints } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { BookingSearch, Way } from '#web/parts/booking/summary/address.ts'
import { type BookingShell, linkOf } from '#web/parts/booking/summary/shell.ts'
import type { HoursProps } from '#web/parts/booking/summary/hours-props.ts'
import { HoursSkeleton } from '#web/parts/booking/slots/slots-problem.tsx'
import { Soonest } from '#web/parts/booking/slots/soonest.tsx'
import type { Point } from '#web/parts/map/projection.ts'
import { zoneLabel } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { readDraft } from '#web/ui/form/draft.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Loaded on demand. */
const ByDay = lazy(() => import('#web/parts/booking/slots/by-day.tsx'))
const ByArea = lazy(() => import('#web/parts/booking/slots/by-area.tsx'))
const FromWhere = lazy(() => import('#web/parts/booking/slots/from-where.tsx'))

/** The draft of from-where.tsx. */
export const startDraft = 'from-where'
const never = () => () => {}
const hasStart = () => ![undefined, 'null'].includes(readDraft(startDraft)['point'])

const ways = { soonest: 'Lo antes posible', day: 'Elegir día', area: 'Elegir zona' } as const

/**
 * Three ways to the same slots: the soonest as a list, by day, or by area when there is more than one place. The chosen way is in the
 * address, so that back, forward and a reload restore it. A preselected slot is shown on its day.
 */
export const WhenAndWhere = ({
  shell,
  search,
  zone,
  start,
  onStart,
  ...hours
}: HoursProps & {
  shell: BookingShell
  search: BookingSearch
  zone: string
  /** The client's start of the walk, once chosen. */
  start: Point | null
  onStart: (point: Point | null) => void
}) => {
  const { places } = hours
  const shown: readonly (Way | 'soonest')[] =
    search.space === undefined && places.length > 1 ? ['soonest', 'day', 'area'] : ['soonest', 'day']
  const asks = search.by ?? (search.at === undefined && search.day === undefined ? 'soonest' : 'day')
  const way = shown.includes(asks) ? asks : 'soonest'
  const [walks, setWalks] = useState(false)
  const point = start ?? undefined
  const wasChosen = useSyncExternalStore(never, hasStart, () => false)
  const asksWhere = walks || way === 'area' || point !== undefined || wasChosen
  const label = zoneLabel(zone)
  return (
    <>
      <div
        role="group"
        aria-label="Cómo buscar la hora"
        className="flex flex-wrap gap-1 rounded-md bg-sunk p-1"
      >
        {shown.map((one) => (
          <Link
            key={one}
            {...linkOf(shell, {
              ...search,
              at: undefined,
              ...(one === 'soonest' ? { by: undefined, day: undefined, until: undefined } : { by: one }),
            })}
            hash
            replace
            resetScroll={false}
            hashScrollIntoView={false}
            aria-current={one === way || undefined}
            className={classNames(
              'flex min-h-11 flex-auto items-center justify-center rounded-sm px-1.5 text-center text-sm leading-tight font-semibold transition-colors sm:text-[0.9375rem]',
              one === way ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
            )}
          >
            {ways[one]}
          </Link>
        ))}
      </div>
      {label === null ? null : <p className="text-sm text-muted">Horarios en {label}</p>}
      {search.space === undefined || places.length < 2 ? null : (
        <Link
          {...linkOf(shell, { ...search, space: undefined, at: undefined })}
          replace
          resetScroll={false}
          className="lone-link self-start text-[0.9375rem] font-semibold text-jacaranda underline underline-offset-4"
        >
          Ver también sus otros lugares
        </Link>
      )}
      {asksWhere && places.length > 0 ? (
        <Suspense>
          <FromWhere onStart={onStart} />
        </Suspense>
      ) : null}
      {way === 'soonest' ? (
        <Soonest {...hours} point={point} />
      ) : (
        <Suspense fallback={<HoursSkeleton />}>
          {way === 'day' ? <ByDay {...hours} /> : <ByArea {...hours} point={point} />}
        </Suspense>
      )}
      {asksWhere || way !== 'soonest' || places.length === 0 ? null : (
        <Button tone="quiet" size="small" className="self-start" onClick={() => setWalks(true)}>
          <Footprints aria-hidden className="size-4.5" />
          Ver qué tan lejos queda
        </Button>
      )}
    </>
  )
}
