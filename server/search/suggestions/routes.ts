import * as contract from '#contract/search/suggestions.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { suggestions } from '#server/search/suggestions/suggestions.ts'

export const routes: readonly Route[] = [route(contract.suggestions, suggestions)]
