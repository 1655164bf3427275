import * as links from '#contract/booking/series/link.ts'
import * as appointment from '#contract/booking/series/appointment.ts'
import * as serieses from '#contract/booking/series/series.ts'
import * as longer from '#contract/booking/series/series-more.ts'
import { proposed, propose, withdraw } from '#server/booking/series/appointment.ts'
import * as link from '#server/booking/series/link.ts'
import * as linkView from '#server/booking/series/link-view.ts'
import { preview as previewSeries, repeat } from '#server/booking/series/series.ts'
import * as seriesEnd from '#server/booking/series/series-end.ts'
import * as seriesMore from '#server/booking/series/series-more.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(serieses.seriesPreview, (work, { params, query }) => previewSeries(work, params.id, query)),
  route(serieses.repeat, (work, { params, query, body }) => repeat(work, params.id, { ...query, ...body })),
  route(longer.seriesMorePreview, (work, { params, query }) =>
    seriesMore.previewMore(work, params.id, query),
  ),
  route(longer.seriesMore, (work, { params, query, body }) =>
    seriesMore.more(work, params.id, { ...query, ...body }),
  ),
  route(longer.arrangedPreview, (work, { query }) => seriesMore.previewArranged(work, query)),
  route(longer.arrangeSeries, (work, { body }) => seriesMore.arrange(work, body)),
  route(serieses.readSeries, (work, { params, query }) => seriesEnd.readSeries(work, params.id, query)),
  route(serieses.acceptSeries, (work, { params }) => seriesEnd.acceptSeries(work, params.id)),
  route(serieses.seriesCancelQuote, (work, { params, query }) =>
    seriesEnd.cancelQuote(work, params.id, query),
  ),
  route(serieses.cancelSeries, (work, { params, query, body }) =>
    seriesEnd.cancel(work, params.id, { ...query, ...body }),
  ),
  route(appointment.proposeAppointment, (work, { body }) => propose(work, body)),
  route(appointment.proposedAppointments, (work) => proposed(work)),
  route(appointment.withdrawAppointment, (work, { params }) => withdraw(work, params.id)),
  route(links.bookingLink, (work, { params }) => linkView.readLink(work, params.token)),
  route(links.linkSlots, (work, { params, query }) => link.linkSlots(work, params.token, query)),
  route(links.sendLinkCode, (work, { params }) => link.sendLinkCode(work, params.token)),
  route(links.acceptLink, (work, { params, body }) => link.acceptLink(work, params.token, body)),
  route(links.counterLink, (work, { params, body }) => link.counterLink(work, params.token, body.slotToken)),
  route(links.declineLink, (work, { params }) => link.declineLink(work, params.token)),
]
