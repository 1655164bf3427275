import * as contract from '#contract/availability.ts'
import { hours, removeException, setException, setWeekly } from '#server/availability/schedule.ts'
import { explain, slots } from '#server/availability/slots.ts'
import { route } from '#server/platform/http.ts'

export const routes = [
  route(contract.slots, (work, { query }) => slots(work, query)),
  route(contract.explainSlots, (work, { query }) => explain(work, query)),
  route(contract.hours, (work, { query }) => hours(work, query)),
  route(contract.saveHours, (work, { query, body }) => setWeekly(work, query, body.weekly)),
  route(contract.saveException, (work, { query, body }) => setException(work, query, body)),
  route(contract.removeException, async (work, { query, params }) => {
    await removeException(work, query, params.date)
    return { ok: true as const }
  }),
]
