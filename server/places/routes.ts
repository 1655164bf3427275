import * as contract from '#contract/search/address.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { findAddress } from '#server/places/address.ts'

export const routes: readonly Route[] = [route(contract.findAddress, findAddress)]
