import * as contract from '#contract/search/instead.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { firstCity } from '#server/search/instead/first-city.ts'
import { readInstead } from '#server/search/instead/instead.ts'

export const routes: readonly Route[] = [
  route(contract.instead, readInstead),
  route(contract.citySearched, firstCity),
]
