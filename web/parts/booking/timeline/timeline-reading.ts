import * as timeline from '#contract/booking/agenda/timeline.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { mondayOf } from '#web/parts/booking/calendar/on-date.ts'
import type { Zoom } from '#web/parts/booking/timeline/board-header.tsx'
import { endOf } from '#web/parts/time/month-keys.ts'
import { addDays } from '#web/parts/time/wall-clock.ts'

/** A whole week, even if one day is shown, so that the next day is there at once; or a month. */
export const timelineReading = (date: string, zoom?: Zoom) => {
  const [month, monday] = [date.slice(0, 7), mondayOf(date)]
  const query =
    zoom === 'month' ? { from: `${month}-01`, to: endOf(month) } : { from: monday, to: addDays(monday, 6) }
  return {
    ...reading(timeline.timeline, { query }),
    select: timeline.readTimeline,
    // Clients book while the host looks at it.
    refetchInterval: minuteMs,
  }
}

/** As in the page's title. */
export const zoomTitles = { hour: 'Hora', day: 'Día', week: 'Semana', month: 'Mes' } as const
