import * as keys from '#contract/developer/api-key.ts'
import * as apps from '#contract/developer/app.ts'
import * as apiKey from '#server/developer/api-key.ts'
import * as app from '#server/developer/app.ts'
import * as consent from '#server/developer/consent.ts'
import { presentCaller } from '#server/developer/developer.ts'
import * as grant from '#server/developer/grant.ts'
import * as renewal from '#server/developer/key-renewal.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(keys.apiKeys, (work) => apiKey.list(work)),
  route(keys.makeApiKey, (work, input) => apiKey.make(work, input)),
  route(keys.renewApiKey, (work, input) => renewal.renew(work, input)),
  route(keys.revokeApiKey, (work, { params }) => apiKey.revoke(work, params.id)),
  route(keys.caller, (work) => presentCaller(work)),
  route(apps.ownApps, (work) => app.ownApps(work)),
  route(apps.makeApp, (work, input) => app.make(work, input)),
  route(apps.changeApp, (work, input) => app.change(work, input)),
  route(apps.renewAppSecret, (work, input) => app.renewSecret(work, input)),
  route(apps.removeApp, (work, { params }) => app.remove(work, params.id)),
  route(apps.allowedApps, (work) => grant.allowed(work)),
  route(apps.disallowApp, (work, { params }) => grant.disallow(work, params.id)),
  route(apps.consent, (work, { query }) => consent.present(work, query)),
  route(apps.decideConsent, (work, { body }) => consent.decide(work, body)),
]
