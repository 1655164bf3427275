import type { ExplainedDay } from '#contract/availability/availability.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

/** By place: the starts offered on a date, and the rule that removed each other one. */
export const DayOfStarts = ({ day: { places, zone } }: { day: ExplainedDay }) => {
  if (places.length === 0)
    return (
      <p className="text-muted">
        No tienes dónde darlo: te falta un convenio o un lugar propio, o decir que vas a domicilio o en línea.
      </p>
    )
  return (
    <ul className="flex flex-col gap-5">
      {places.map((place) => {
        const offered = place.starts.filter((start) => start.offered).length
        return (
          <li key={place.name} className="flex flex-col gap-2">
            <h3 className="flex items-baseline justify-between gap-3 font-sans text-base font-semibold tracking-normal">
              {place.name}
              <span className="figures shrink-0 font-normal text-muted">
                {offered === 1 ? '1 horario' : `${offered} horarios`}
              </span>
            </h3>
            {place.wholeDay === null ? null : <p>{place.wholeDay.text}.</p>}
            <ul className="flex flex-col divide-y divide-line text-[0.9375rem]">
              {stretchesOf(place.starts).map(({ from, to, text, isOffered }) => (
                <li key={from} className="flex gap-4 py-1.5">
                  <span className="figures w-28 shrink-0">
                    {from === to ? timeOf(from, zone) : `${timeOf(from, zone)} a ${timeOf(to, zone)}`}
                  </span>
                  <span
                    className={classNames('min-w-0', isOffered ? 'font-semibold text-agave' : 'text-muted')}
                  >
                    {text}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}

/** Consecutive starts with the same result are one line. */
const stretchesOf = (starts: readonly { startsAt: string; offered: boolean; text: string }[]) => {
  const joined: { from: string; to: string; text: string; isOffered: boolean }[] = []
  for (const { startsAt, offered, text } of starts) {
    const last = joined.at(-1)
    if (last?.text === text) last.to = startsAt
    else joined.push({ from: startsAt, to: startsAt, text, isOffered: offered })
  }
  return joined
}
