import { useQuery } from '@tanstack/react-query'
import { requestsReading } from '#web/parts/booking/summary/requests-reading.ts'
import { useMinutesLeft } from '#web/parts/time/use-minutes-left.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'

/** On the tab: how many things await an answer, and how long the most urgent has left. */
export const RequestedCount = () => {
  const { data } = useQuery(requestsReading())
  // With a proposed hour it is the client's turn.
  const mine = data?.bookings.filter(({ change }) => change === null) ?? []
  const ends = [
    ...mine.flatMap(({ request }) => (request === null ? [] : [request.respondBy])),
    ...(data?.others.map(({ deadline }) => deadline) ?? []),
  ]
  const count = mine.length + (data?.others.length ?? 0)
  const nearest = ends.toSorted()[0]
  return (
    <>
      {count === 0 ? '' : ` (${count})`}
      {nearest === undefined ? null : <Left until={nearest} />}
    </>
  )
}

const Left = ({ until }: { until: string }) => {
  const minutes = useMinutesLeft(until)
  if (minutes === null || minutes <= 0) return null
  return (
    <span className="figures ml-2 rounded-full bg-maiz-soft px-2 py-0.5 text-sm text-maiz-ink">
      <span className="sr-only">, la primera vence en </span>
      {leftText(minutes)}
    </span>
  )
}

/** Short, for a tab: whole hours above two hours. */
const leftText = (minutes: number) =>
  minutes > 48 * 60
    ? `${Math.floor(minutes / (24 * 60))} días`
    : minutes > 120
      ? `${Math.floor(minutes / 60)} h`
      : durationText(minutes)
