import type { Slot } from '#contract/availability/slot.ts'
import { dayText, HourFace, hourButtonClass } from '#web/parts/booking/hours/hour-face.tsx'
import { sameHour } from '#web/parts/booking/hours/slots-reading.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

/** A selectable hour, which looks as on a card: a button, or at several places the hour with a button for each. */
export const HourChoice = ({
  alike,
  zone,
  hasDay = false,
  hasPrice,
  whereOf,
  chosen,
  onChoose,
}: {
  /** All begin at the same time, at different places. */
  alike: readonly Slot[]
  zone: string
  /** Its day is not shown above. */
  hasDay?: boolean
  hasPrice: boolean
  /** None: the place of all hours is shown once. */
  whereOf: ((slot: Slot) => string) | undefined
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
}) => {
  const [first] = alike
  if (first === undefined) return null
  const isSeveral = alike.length > 1
  const day = hasDay ? dayText(first.startsAt, zone) : ''
  const time = timeOf(first.startsAt, zone)
  const buttons = alike.map((slot) => {
    const on = sameHour([slot], chosen) !== undefined
    return (
      <button
        key={slot.token}
        type="button"
        aria-pressed={on}
        onClick={() => onChoose(slot)}
        className={classNames(hourButtonClass(on), isSeveral ? '' : 'h-full')}
      >
        {isSeveral ? (
          <span className="sr-only">
            {day} {time},{' '}
          </span>
        ) : null}
        <HourFace
          slot={{ ...slot, zone }}
          hasDay={hasDay}
          hasTime={!isSeveral}
          hasPrice={hasPrice}
          where={whereOf?.(slot)}
          on={on}
        />
      </button>
    )
  })
  return isSeveral ? (
    <div className="grid grid-cols-[3.25rem_minmax(0,1fr)] items-center gap-2 rounded-md bg-sunk/60 p-2">
      <p aria-hidden className="text-center leading-tight">
        {day === '' ? null : <span className="block text-sm">{day}</span>}
        <span className="figures font-semibold">{time}</span>
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2">{buttons}</div>
    </div>
  ) : (
    buttons
  )
}
