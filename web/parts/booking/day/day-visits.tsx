import { useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { inOrder, overWords } from '#web/parts/booking/day/day-order.ts'
import { NextVisit } from '#web/parts/booking/day/next-visit.tsx'
import { OpenedVisit } from '#web/parts/booking/day/opened-visit.tsx'
import { VisitRow } from '#web/parts/booking/day/visit-row.tsx'
import { useMinute } from '#web/ui/minute.ts'

type Listed = {
  visits: readonly Booking[]
  /** The visit of a notification: its sheet is open. */
  shown?: string | undefined
  /** The code of a unit that was scanned on arrival. */
  station?: string | undefined
  /** The visits whose messages are loaded together; by default those of the list. */
  among?: readonly string[] | undefined
}

/** Visits of a professional, a row each; the actions on one are in its sheet. */
export const VisitRows = (list: Listed) => {
  const sheet = useOpened(list)
  return (
    <>
      <Rows {...list} onOpen={sheet.open} />
      {sheet.shown}
    </>
  )
}

/**
 * Today: the visit under way or the next one is open, the others have a row, and the done ones are folded, with their total. `loadedAt`:
 * the time of the page in milliseconds, until the browser's clock is known.
 */
export const TodaysVisits = ({ loadedAt, ...list }: Listed & { loadedAt: number }) => {
  const sheet = useOpened(list)
  const day = inOrder(list.visits, useMinute() || loadedAt)
  const { next, others, over } = day
  return (
    <>
      {next === undefined ? null : (
        <section
          aria-label={next.status === 'in_progress' ? 'En curso' : 'Sigue'}
          className="flex flex-col gap-2"
        >
          <h2 className="text-lg">{next.status === 'in_progress' ? 'En curso' : 'Sigue'}</h2>
          <ol>
            <li key={next.id}>
              <NextVisit booking={next} station={list.station} onMore={() => sheet.open(next)} />
            </li>
          </ol>
        </section>
      )}
      <Rows {...list} visits={others} onOpen={sheet.open} />
      {over.length === 0 ? null : (
        <details>
          <summary className="min-h-11 py-2.5 font-semibold">{overWords(day)}</summary>
          <Rows {...list} visits={over} onOpen={sheet.open} />
        </details>
      )}
      {sheet.shown}
    </>
  )
}

const Rows = ({ visits, shown, onOpen }: Listed & { onOpen: (one: Booking) => void }) =>
  visits.length === 0 ? null : (
    <ol className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {visits.map((one) => (
        <li key={one.id}>
          <VisitRow booking={one} isShown={one.id === shown} onOpen={() => onOpen(one)} />
        </li>
      ))}
    </ol>
  )

/** The open visit of a list, and its sheet. */
const useOpened = ({ visits, shown, station, among }: Listed) => {
  const [opened, setOpened] = useState(() => visits.find(({ id }) => id === shown))
  const listed = visits.find(({ id }) => id === opened?.id)
  return {
    open: setOpened,
    shown:
      opened === undefined ? null : (
        <OpenedVisit
          opened={opened}
          listed={listed}
          station={station}
          among={among ?? visits.filter(({ kind }) => kind === 'visit').map(({ id }) => id)}
          onClose={() => setOpened(undefined)}
        />
      ),
  }
}
