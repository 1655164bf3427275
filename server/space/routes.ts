import * as business from '#contract/business.ts'
import * as contract from '#contract/space.ts'
import { route, type Route } from '#server/platform/http.ts'
import { businesses, change as changeBusiness } from '#server/space/business.ts'
import { add, change, spaces } from '#server/space/space.ts'

export const routes: readonly Route[] = [
  route(contract.spaces, spaces),
  route(contract.addSpace, add),
  route(contract.changeSpace, change),
  route(business.businesses, businesses),
  route(business.saveBusiness, (work, { params, body }) => changeBusiness(work, params.id, body)),
]
