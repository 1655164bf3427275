import * as contract from '#contract/search/understood.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { understoodSearch } from '#server/search/understood/address.ts'

export const routes: readonly Route[] = [route(contract.understoodSearch, understoodSearch)]
