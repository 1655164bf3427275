import { clientHome as clientHomeEndpoint } from '#contract/booking/client/home.ts'
import * as contract from '#contract/favourite/favourite.ts'
import * as searches from '#contract/favourite/saved-search.ts'
import * as visitors from '#contract/favourite/visitor-search.ts'
import * as savedSearch from '#server/favourite/saved-search.ts'
import * as visitorSearch from '#server/favourite/visitor-search.ts'
import { ask, drop } from '#server/favourite/alert.ts'
import { favourites, keep, unsave, marks } from '#server/favourite/favourite.ts'
import { clientHome } from '#server/favourite/home.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(clientHomeEndpoint, (work) => clientHome(work)),
  route(contract.favourites, (work) => favourites(work)),
  route(contract.marks, (work) => marks(work)),
  route(searches.savedSearches, (work) => savedSearch.savedOnes(work)),
  route(searches.saveSearch, savedSearch.save),
  route(searches.dropSearch, savedSearch.drop),
  route(visitors.saveVisitorSearch, visitorSearch.save),
  route(visitors.visitorSearches, (work) => visitorSearch.savedOnes(work)),
  route(visitors.dropVisitorSearch, visitorSearch.drop),
  route(visitors.linkedSearch, visitorSearch.readLinked),
  route(visitors.dropLinkedSearch, visitorSearch.dropLinked),
  route(contract.keep, keep),
  route(contract.unsave, unsave),
  route(contract.askAlert, async (work, input) => {
    await ask(work, input)
    return marks(work)
  }),
  route(contract.dropAlert, async (work, input) => {
    await drop(work, input)
    return marks(work)
  }),
]
