import * as ownAppointment from '#contract/booking/series/own-appointment.ts'
import { makeOwn } from '#server/booking/own/own-appointment.ts'
import { readOwnStart } from '#server/booking/own/own-start.ts'
import { readOwnHours } from '#server/booking/own/own-hours.ts'
import { previewOwn } from '#server/booking/own/own-series.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(ownAppointment.ownStart, (work, { query }) => readOwnStart(work, query)),
  route(ownAppointment.ownHours, (work, { query }) => readOwnHours(work, query)),
  route(ownAppointment.ownSeriesPreview, (work, { query }) => previewOwn(work, query)),
  route(ownAppointment.makeOwnAppointment, (work, { body }) => makeOwn(work, body)),
]
