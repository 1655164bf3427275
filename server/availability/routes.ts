import * as contract from '#contract/availability/availability.ts'
import * as calendar from '#contract/booking/agenda/calendar.ts'
import * as coupon from '#contract/pricing/coupon.ts'
import * as demand from '#contract/pricing/demand.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import * as closure from '#contract/booking/closure/closure.ts'
import { gaps } from '#contract/platform/gaps.ts'
import { addHome, ownHomes } from '#contract/account/home.ts'
import { serviceMargins } from '#contract/service/service.ts'
import { previewSlots } from '#contract/availability/service-preview.ts'
import * as own from '#contract/availability/limits.ts'
import * as outside from '#contract/availability/outside-calendar.ts'
import * as entries from '#contract/availability/space-rules.ts'
import * as timeline from '#contract/booking/agenda/timeline.ts'
import * as blocks from '#contract/booking/agenda/block.ts'
import * as ways from '#contract/availability/travel.ts'
import * as units from '#contract/availability/unit-day.ts'
import * as block from '#server/availability/block/block.ts'
import { reopen } from '#server/availability/block/closure.ts'
import * as ownCoupons from '#server/availability/offer/coupon.ts'
import { demandHeat } from '#server/availability/demand/demand-heat.ts'
import { preview } from '#server/availability/demand/demand-preview.ts'
import { demandRules, saveDemand } from '#server/availability/demand/demand-rules.ts'
import { gaps as sellable } from '#server/availability/slots/gaps.ts'
import * as home from '#server/availability/offer/home.ts'
import { margins } from '#server/availability/slots/margins.ts'
import { hours, removeException, setException, setWeekly } from '#server/availability/slots/schedule.ts'
import { previewService } from '#server/availability/service-preview.ts'
import { explain, slotDays, slots } from '#server/availability/slots/slots.ts'
import { limits, saveLimits } from '#server/availability/slots/limits.ts'
import { simulate } from '#server/availability/slots/simulation.ts'
import * as outsideCalendar from '#server/availability/outside/outside-calendar.ts'
import { addOwn, changeOwn, removeOwn } from '#server/availability/block/own-block.ts'
import { saveRules, spaceRules } from '#server/availability/slots/space-rules.ts'
import { saveHours, spaceHours } from '#server/availability/hours/space-hours.ts'
import { stations } from '#server/availability/slots/station.ts'
import { saveTravel, travel } from '#server/availability/hours/travel-times.ts'
import { dayOfUnits } from '#server/availability/unit-day.ts'
import { route } from '#server/platform/http/http.ts'
import type { Work } from '#server/platform/work.ts'

/** A visit as its address states it: the first service, what follows, and where. */
const requestedOf = (
  work: Work,
  { service, services, modality, home: token, ...query }: Input<typeof contract.slots>['query'],
) => {
  const [first = 0, ...more] = services ?? [service ?? 0]
  return { ...query, service: first, more, place: home.placeRequested(work, { modality, home: token }) }
}

export const routes = [
  route(contract.slots, (work, { query }) => slots(work, requestedOf(work, query))),
  route(contract.slotDays, (work, { query }) => slotDays(work, requestedOf(work, query))),
  route(addHome, home.add),
  route(ownHomes, (work) => home.own(work)),
  route(contract.explainSlots, (work, { query }) => explain(work, query)),
  route(units.unitDay, dayOfUnits),
  route(gaps, sellable),
  route(serviceMargins, margins),
  route(previewSlots, previewService),
  route(entries.spaceRules, (work) => spaceRules(work)),
  route(entries.saveSpaceRules, saveRules),
  route(entries.simulateSpaceRules, simulate),
  route(own.limits, (work) => limits(work)),
  route(own.saveLimits, saveLimits),
  route(ways.travel, (work) => travel(work)),
  route(ways.saveTravel, saveTravel),
  route(demand.demandRules, (work) => demandRules(work)),
  route(demand.saveDemandRules, saveDemand),
  route(coupon.coupons, (work) => ownCoupons.coupons(work)),
  route(coupon.addCoupon, ownCoupons.add),
  route(coupon.changeCoupon, ownCoupons.change),
  route(demand.demandHeat, (work) => demandHeat(work)),
  route(demand.previewDemand, preview),
  route(contract.hours, (work, { query }) => hours(work, query)),
  route(contract.saveHours, (work, { query, body }) => setWeekly(work, query, body.weekly)),
  route(contract.saveException, (work, { query, body }) => setException(work, query, body)),
  route(contract.removeException, async (work, { query, params }) => {
    await removeException(work, query, params.date)
    return { ok: true as const }
  }),
  route(timeline.spaceHours, (work, { params }) => spaceHours(work, params.id)),
  route(timeline.saveSpaceHours, (work, { params, body }) => saveHours(work, params.id, body)),
  route(blocks.addBlock, (work, { params, body }) => block.add(work, params.id, body)),
  route(blocks.changeBlock, (work, { params, body }) => block.change(work, params.id, body)),
  route(blocks.removeBlock, (work, { params, query }) => block.remove(work, params.id, query.version)),
  route(timeline.stations, (work, { params }) => stations(work, params.id)),
  route(calendar.addOwnBlock, addOwn),
  route(calendar.changeOwnBlock, changeOwn),
  route(calendar.removeOwnBlock, (work, { params, query }) => removeOwn(work, params.id, query.version)),
  route(outside.outsideCalendars, (work) => outsideCalendar.listOfUnits(work)),
  route(outside.ownOutsideCalendars, (work) => outsideCalendar.listOwn(work)),
  route(outside.addOutsideCalendar, (work, { params, body }) =>
    outsideCalendar.addToUnit(work, params.id, body.address),
  ),
  route(outside.addOwnOutsideCalendar, (work, { body }) => outsideCalendar.addOwn(work, body.address)),
  route(outside.retryOutsideCalendar, (work, { params }) => outsideCalendar.retry(work, params.id)),
  route(outside.removeOutsideCalendar, (work, { params }) => outsideCalendar.remove(work, params.id)),
  route(closure.reopen, (work, { params }) => reopen(work, params.id)),
]
