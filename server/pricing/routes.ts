import * as contract from '#contract/pricing/space-pricing.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { pricing, save } from '#server/pricing/space-pricing.ts'

export const routes: readonly Route[] = [
  route(contract.spacePricing, pricing),
  route(contract.saveSpacePricing, save),
]
