import * as contract from '#contract/search/search.ts'
import * as publicPage from '#contract/search/public-page.ts'
import type { FastifyInstance } from 'fastify'
import { route, type Route } from '#server/platform/http/http.ts'
import { ownWork, type AppContext } from '#server/platform/work.ts'
import { searchCities } from '#server/search/cities.ts'
import { countUnmet } from '#server/search/demand.ts'
import { featuredProfessionals } from '#server/search/featured.ts'
import { fit } from '#server/search/host.ts'
import { placesAround, placeSettings, suggestPlaces } from '#server/search/place.ts'
import {
  professionalMatches,
  searchProfessionals,
  searchSpaces,
  spaceMatches,
} from '#server/search/search.ts'

export const routes: readonly Route[] = [
  route(contract.searchProfessionals, searchProfessionals),
  route(contract.searchSpaces, searchSpaces),
  route(contract.professionalMatches, professionalMatches),
  route(contract.spaceMatches, spaceMatches),
  route(publicPage.hostFit, fit),
  route(contract.featuredProfessionals, featuredProfessionals),
  route(contract.searchCities, searchCities),
  route(contract.suggestPlaces, suggestPlaces),
  route(contract.placeSettings, placeSettings),
  route(contract.placesAround, placesAround),
]

/** Writes pending notes before the server closes. */
export const countAtTheEnd = (app: FastifyInstance, context: AppContext) =>
  void app.addHook('onClose', async () => {
    await countUnmet(ownWork(context))
  })
