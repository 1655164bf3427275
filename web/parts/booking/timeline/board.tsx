import * as blockContract from '#contract/booking/agenda/block.ts'
import { isDead, type Occupancy } from '#contract/booking/agenda/occupancy.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import * as contract from '#contract/booking/agenda/timeline.ts'
import type { Timeline as View } from '#contract/booking/agenda/timeline.ts'
import { outsideCalendars } from '#contract/availability/outside-calendar.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { call, reading } from '#web/api.ts'
import type { Sent } from '#web/parts/booking/timeline/timeline-claim.ts'
import { blockOf } from '#web/parts/booking/timeline/free-minute.ts'
import { BoardActions } from '#web/parts/booking/timeline/board-actions.tsx'
import { BoardHeader, Days, type Zoom } from '#web/parts/booking/timeline/board-header.tsx'
import { BoardHours } from '#web/parts/booking/timeline/board-hours.tsx'
import { HostMonth } from '#web/parts/booking/timeline/host-month.tsx'
import { weekOf } from '#web/parts/time/month-keys.ts'
import { useWide } from '#web/parts/booking/timeline/use-wide.ts'
import { toast } from '#web/ui/toast.ts'
import { OutsideProblem } from '#web/parts/time/outside-calendars.tsx'
import { CashToHandBack } from '#web/parts/booking/timeline/desk-cash.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { type Shown, BoardDialog } from '#web/parts/booking/timeline/board-dialog.tsx'
import { QuietHours } from '#web/parts/booking/timeline/quiet-hours.tsx'

/** The timeline with all actions of a host. */
export const Board = ({
  timeline,
  occupancy,
  date,
  today,
  zoom: requested,
  opens,
  unit,
  onClosed,
}: {
  timeline: View
  occupancy: Occupancy | undefined
  date: string
  today: string
  zoom: Zoom | undefined
  /** The dialog that a link opens. */
  opens: 'desk' | 'closure' | 'block' | undefined
  /** The unit to be blocked. */
  unit: number | undefined
  /** The dialog of the link was closed. */
  onClosed: () => void
}) => {
  const wide = useWide()
  const zoom = requested ?? (wide ? 'week' : 'day')
  const shownBy = (what: typeof opens): Shown | undefined =>
    what === 'block' ? blockOf(timeline, { unit, date: date < today ? today : date }) : what && { what }
  const [shown, show] = useState<Shown | undefined>(() => shownBy(opens))
  // The same link in the bottom bar opens the dialog again.
  const [linked, setLinked] = useState(opens)
  if (linked !== opens) {
    setLinked(opens)
    if (opens !== undefined) show(shownBy(opens))
  }

  const outside = useQuery(reading(outsideCalendars))
  const dates = zoom === 'week' ? weekOf(date) : [date]
  const close = () => {
    show(undefined)
    if (opens !== undefined) onClosed()
  }

  const sending = useSendClaim()

  const dead = deadHoursOf(occupancy)
  const space = shown?.what === 'block' ? timeline.spaces.find(({ id }) => id === shown.spaceId) : undefined
  const first = timeline.spaces[0]

  return (
    <>
      <BoardHeader
        zoom={zoom}
        date={date}
        dates={dates}
        today={today}
        at={requested && { zoom: requested }}
      />
      {zoom === 'day' || zoom === 'hour' ? <Days date={date} today={today} at={{ zoom: requested }} /> : null}
      <BoardActions show={show} onBlock={() => show(shownBy('block'))} wide={wide} />
      <CashToHandBack />
      <OutsideProblem calendars={outside.data} onOpen={() => show({ what: 'calendars' })} />
      {zoom === 'month' ? (
        <HostMonth timeline={timeline} date={date} today={today} />
      ) : (
        <BoardHours
          timeline={timeline}
          zoom={zoom}
          wide={wide}
          dates={dates}
          date={date}
          today={today}
          dead={dead}
          show={show}
          onSend={sending.mutate}
        />
      )}
      {occupancy === undefined ? null : <QuietHours spaces={timeline.spaces} occupancy={occupancy} />}
      <Suspense fallback={<Opening />}>
        <BoardDialog
          shown={shown}
          close={close}
          show={show}
          timeline={timeline}
          date={date}
          today={today}
          first={first}
          space={space}
        />
      </Suspense>
    </>
  )
}

/** Moves a booking to another unit, or a block anywhere. */
const useSendClaim = () => {
  const queryClient = useQueryClient()
  const sending = useMutation({
    mutationFn: async ({ claim, to, minutes, longer, unit }: Sent) => {
      const at = (instant: string, by: number) => new Date(Date.parse(instant) + by * minuteMs).toISOString()
      if (claim.booking !== undefined)
        return to.id === unit.id
          ? null
          : call(contract.moveUnit, {
              params: { id: claim.booking.id },
              body: { unitId: to.id, version: claim.booking.version },
            })
      if (claim.block === undefined) return null
      return call(blockContract.changeBlock, {
        params: { id: claim.block.id },
        body: {
          unitId: to.id,
          startsAt: at(claim.startsAt, minutes),
          endsAt: at(claim.endsAt, minutes + longer),
          version: claim.block.version,
        },
      })
    },
    onSuccess: async (changed, { claim, to }) => {
      if (changed === null) return
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      if (claim.booking === undefined) toast('Bloqueo movido', to.name, 'good')
      else toast(`Ahora en ${to.name}`, 'Misma hora y mismo precio. Ya avisamos.', 'good')
    },
    onError: async (problem) => {
      toast('No se movió', problem.message, 'bad')
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
    },
  })
  return sending
}

/** Whether that hour of that weekday rarely sells. */
const deadHoursOf = (occupancy: Occupancy | undefined) => {
  const cells = new Map(
    (occupancy?.spaces ?? []).map((space) => [
      space.spaceId,
      new Map(space.cells.map((cell) => [cell.weekday * 24 + cell.hour, cell])),
    ]),
  )
  const dead = (spaceId: number, day: string, hour: number) => {
    const weekday = ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1
    const cell = cells.get(spaceId)?.get(weekday * 24 + hour)
    return cell !== undefined && isDead(cell)
  }
  return dead
}
