import * as contract from '#contract/professional.ts'
import { route, type Route } from '#server/platform/http.ts'
import { profile, save } from '#server/professional/professional.ts'

export const routes: readonly Route[] = [route(contract.profile, profile), route(contract.saveProfile, save)]
