import * as day from '#contract/booking/day.ts'
import * as nextDaysContract from '#contract/booking/next-days.ts'
import * as calendars from '#contract/booking/agenda/calendar.ts'
import * as looks from '#contract/booking/agenda/calendar-look.ts'
import * as timelines from '#contract/booking/agenda/timeline.ts'
import * as occupancyContract from '#contract/booking/agenda/occupancy.ts'
import * as ownCalendars from '#contract/booking/agenda/own-calendar.ts'
import * as unitCalendars from '#contract/availability/unit-calendar.ts'
import { away, back, copy, preview as previewAway } from '#server/booking/agenda/away.ts'
import { calendar } from '#server/booking/agenda/calendar.ts'
import * as calendarLook from '#server/booking/agenda/calendar-look.ts'
import { hostDay, professionalDay } from '#server/booking/agenda/day.ts'
import { nextDays } from '#server/booking/agenda/next-days.ts'
import { occupancy } from '#server/booking/agenda/occupancy.ts'
import { timeline } from '#server/booking/agenda/timeline.ts'
import * as ownCalendar from '#server/booking/agenda/own-calendar.ts'
import * as unitCalendar from '#server/booking/agenda/unit-calendar.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(calendars.calendar, (work, { query }) => calendar(work, query)),
  route(looks.calendarLook, (work, { params }) => calendarLook.read(work, params.side)),
  route(looks.saveCalendarLook, calendarLook.save),
  route(calendars.previewAway, previewAway),
  route(calendars.goAway, away),
  route(calendars.comeBack, back),
  route(calendars.copyWeek, copy),
  route(day.hostDay, (work, { query }) => hostDay(work, query.date)),
  route(nextDaysContract.nextDays, nextDays),
  route(day.professionalDay, (work, { query }) => professionalDay(work, query.date)),
  route(timelines.timeline, (work, { query }) => timeline(work, query)),
  route(occupancyContract.occupancy, (work, { query }) => occupancy(work, query)),
  route(ownCalendars.ownCalendar, ownCalendar.read),
  route(ownCalendars.makeOwnCalendar, ownCalendar.make),
  route(ownCalendars.removeOwnCalendar, ownCalendar.remove),
  route(unitCalendars.unitCalendars, unitCalendar.list),
  route(unitCalendars.makeUnitCalendar, (work, { params }) => unitCalendar.make(work, params.id)),
  route(unitCalendars.removeUnitCalendar, (work, { params }) => unitCalendar.remove(work, params.id)),
]
