import * as closure from '#contract/booking/closure/closure.ts'
import * as timelines from '#contract/booking/agenda/timeline.ts'
import { close, preview } from '#server/booking/closure/closure.ts'
import { moveUnit } from '#server/booking/closure/relocation.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(timelines.moveUnit, (work, { params, body }) => moveUnit(work, params.id, body)),
  route(closure.previewClosure, (work, { params, body }) => preview(work, params.id, body)),
  route(closure.closeUnits, (work, { params, body }) => close(work, params.id, body)),
]
