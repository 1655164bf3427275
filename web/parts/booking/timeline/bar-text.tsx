import { labelOf, type Pointed } from '#web/parts/booking/timeline/timeline-claim.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Professional, service, time and client, as far as there is room. */
export const BarText = ({
  pointed: { claim, space },
  goesTo,
  height,
}: {
  pointed: Pointed
  goesTo: string | null
  height: number
}) => {
  const { who, what } = labelOf(claim)
  const when = goesTo ?? `${timeOf(claim.startsAt, space.zone)}–${timeOf(claim.endsAt, space.zone)}`
  const client = claim.booking?.client
  const lines = [
    { text: what, room: 34 },
    { text: client ? `con ${client}` : undefined, room: 66 },
  ]
  return (
    <span aria-hidden className="flex min-h-0 flex-col">
      {goesTo === null ? <span className="truncate font-semibold">{who}</span> : null}
      {goesTo !== null || height >= 50 ? (
        <span
          className={classNames('figures truncate', goesTo !== null && 'font-bold')}
          data-goes-to={goesTo === null ? undefined : ''}
        >
          {when}
        </span>
      ) : null}
      {lines.map(({ text, room }) =>
        text && height >= room ? (
          <span key={text} className="truncate">
            {text}
          </span>
        ) : null,
      )}
    </span>
  )
}
