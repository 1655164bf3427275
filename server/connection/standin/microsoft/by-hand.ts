/** Manual changes of events in the stand-in's calendars, by their owner. */
import { dayMs } from '#contract/platform/duration.ts'
import {
  drop,
  keep,
  keepSeries,
  newEventId,
  type StandinCalendar,
  type StandinEvent,
  type World,
} from '#server/connection/standin/microsoft/world.ts'

type Hour = { start: string; end: string }

const momentOf = (text: string) => ({
  dateTime: text.length === 10 ? `${text}T00:00:00.0000000` : wallOf(text),
  timeZone: 'UTC',
})
const wallOf = (text: string) => `${new Date(text).toISOString().slice(0, 19)}.0000000`

/** "2026-11-25" is a whole day. */
const hours = ({ start, end }: Hour) => ({
  start: momentOf(start),
  end: momentOf(end),
  isAllDay: start.length === 10,
})

const plain = {
  subject: 'Dentista',
  showAs: 'busy' as const,
  isCancelled: false,
  originalStartTimeZone: 'Central Standard Time (Mexico)',
}

export const byHand = (world: World, calendar: StandinCalendar) => ({
  add: (hour: Hour, more: Partial<StandinEvent> = {}) =>
    keep(world, calendar, { ...plain, ...hours(hour), ...more }),
  move(id: string, hour: Hour) {
    const found = calendar.events.get(id)
    if (found === undefined) throw new Error(`there is no event ${id}`)
    return keep(world, calendar, { ...found.event, ...hours(hour) })
  },
  change(id: string, change: Partial<StandinEvent>) {
    const found = calendar.events.get(id)
    if (found === undefined) throw new Error(`there is no event ${id}`)
    return keep(world, calendar, { ...found.event, ...change })
  },
  remove: (id: string) => drop(world, calendar, id),
  /** A copy by its owner: with our properties, without our transaction. */
  copy(id: string, hour: Hour) {
    const found = calendar.events.get(id)
    if (found === undefined) throw new Error(`there is no event ${id}`)
    const { transactionId: _ours, changeKey: _key, createdDateTime: _at, ...event } = found.event
    return keep(world, calendar, { ...event, ...hours(hour), id: newEventId() })
  },
  /** An event at intervals of some days; the series comes first. */
  repeat(
    hour: Hour,
    { times, everyDays }: { times: number; everyDays: number },
    more: Partial<StandinEvent> = {},
  ) {
    const occurrences = Array.from({ length: times }, (_, place) => {
      const shift = (text: string) => new Date(Date.parse(text) + place * everyDays * dayMs).toISOString()
      return {
        ...plain,
        subject: 'Yoga',
        ...hours({ start: shift(hour.start), end: shift(hour.end) }),
        ...more,
        id: '',
      }
    })
    return keepSeries(world, calendar, occurrences)
  },
})
