import * as rates from '#contract/rates.ts'
import { route, type Route } from '#server/platform/http.ts'
import { currentRates } from '#server/storefront/storefront.ts'

export const routes: readonly Route[] = [route(rates.rates, (work) => currentRates(work))]
