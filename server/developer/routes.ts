import * as keys from '#contract/developer/api-key.ts'
import * as apiKey from '#server/developer/api-key.ts'
import { presentCaller } from '#server/developer/developer.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(keys.apiKeys, (work) => apiKey.list(work)),
  route(keys.makeApiKey, (work, input) => apiKey.make(work, input)),
  route(keys.revokeApiKey, (work, { params }) => apiKey.revoke(work, params.id)),
  route(keys.caller, (work) => presentCaller(work)),
]
