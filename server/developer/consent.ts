/**
 * A person decides what an app may do (OAuth 2.1, authorization code with PKCE). An unknown app or address is shown to the person alone:
 * the browser is sent only to registered addresses.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type consent, type ConsentRequest, grantDays } from '#contract/developer/app.ts'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { isScope, newestVersion, type Scope } from '#contract/platform/scope.ts'
import { ownId } from '#server/account/profile.ts'
import { requireProof } from '#server/account/session.ts'
import { isSameRedirect, placeOf, redirectWith } from '#server/developer/redirect.ts'
import { type Resource, resourceOf } from '#server/developer/resource.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** An app needs a second; RFC 6749 allows ten minutes at most. */
const codeLifeMs = minuteMs

type App = {
  id: string
  account_id: number | null
  name: string
  website: string | null
  scopes: string[]
}
type Wanted = { app: App; redirectUri: string; scopes: Scope[]; challenge: string; resource: Resource }

/** Refuses `app_unknown`, `redirect_unknown`; other errors go back to the app. */
const read = async (work: Work, request: ConsentRequest): Promise<Wanted | { back: string }> => {
  const app = await work.db
    .selectFrom('oauth_apps')
    .select(['id', 'account_id', 'name', 'website', 'scopes', 'redirect_uris'])
    .where('id', '=', request.client_id ?? '')
    .executeTakeFirst()
  if (app === undefined) return refuse('app_unknown')
  const redirectUri =
    request.redirect_uri ?? (app.redirect_uris.length === 1 ? app.redirect_uris[0] : undefined)
  if (redirectUri === undefined || !app.redirect_uris.some((one) => isSameRedirect(one, redirectUri)))
    return refuse('redirect_unknown')
  const wrong = (error: string, description: string) => ({
    back: answerTo(work, redirectUri, request.state, { error, error_description: description }),
  })
  if (request.response_type !== 'code')
    return wrong('unsupported_response_type', 'response_type must be code')
  if (request.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(request.code_challenge ?? ''))
    return wrong('invalid_request', 'PKCE with code_challenge_method S256 is required')
  const named = request.scope === undefined || request.scope === '' ? app.scopes : request.scope.split(' ')
  const scopes = [...new Set(named)].filter(isScope).filter((scope) => mayAsk(app.scopes, scope))
  if (scopes.length === 0 || scopes.length < new Set(named).size)
    return wrong('invalid_scope', 'unknown, or more than the app was made for')
  const resource = resourceOf(request.resource, work.config.publicUrl)
  if (resource === null) return wrong('invalid_target', 'resource is nothing of ours')
  return { app, redirectUri, scopes, challenge: request.code_challenge ?? '', resource }
}

/** An app made for writing may ask for reading alone. */
const mayAsk = (most: readonly string[], scope: Scope) =>
  most.includes(scope) || most.includes(scope.replace(/:read$/, ':write'))

const answerTo = (
  work: Work,
  redirectUri: string,
  state: string | undefined,
  parameters: Record<string, string>,
) => redirectWith(redirectUri, { ...parameters, state, iss: work.config.publicUrl })

const roleOf = (work: Work) => {
  const { activeRole } = work.viewer
  if (activeRole === 'client' || activeRole === 'professional' || activeRole === 'host') return activeRole
  return refuse('access_not_as_admin')
}

export const present = async (work: Work, request: ConsentRequest): Promise<Reply<typeof consent>> => {
  const actsAs = roleOf(work)
  const wanted = await read(work, request)
  if ('back' in wanted)
    return { back: wanted.back, app: null, scopes: [], until: null, email: null, actsAs: null }
  const { app, redirectUri, scopes } = wanted
  const { email } = await work.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', ownId(work))
    .executeTakeFirstOrThrow()
  return {
    back: null,
    app: {
      name: app.name,
      website: app.website,
      returnsTo: placeOf(redirectUri),
      isUnknown: app.account_id === null,
    },
    scopes,
    until: endOf(work).toISOString(),
    email,
    actsAs,
  }
}

const endOf = (work: Work) => new Date(work.now.getTime() + grantDays * dayMs)

/** The address where the browser goes next. Refuses `app_unknown`, `redirect_unknown`, and `confirm_identity` before an app is allowed. */
export const decide = async (work: Work, given: { request: ConsentRequest; allow: boolean }) => {
  const actsAs = roleOf(work)
  const wanted = await read(work, given.request)
  if ('back' in wanted) return { address: wanted.back }
  const { app, redirectUri, scopes, challenge, resource } = wanted
  const answer = (parameters: Record<string, string>) => ({
    address: answerTo(work, redirectUri, given.request.state, parameters),
  })
  if (!given.allow) return answer({ error: 'access_denied' })
  requireProof(work)
  const code = secretToken()
  return inTransaction(work, async (work) => {
    const { id: grantId } = await work.db
      .insertInto('oauth_grants')
      .values({
        id: randomUUIDv7(),
        app_id: app.id,
        account_id: ownId(work),
        scopes: scopes.toSorted(),
        acts_as: actsAs,
        resource,
        api_version: newestVersion,
        created_at: work.now,
        expires_at: endOf(work),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await work.db
      .insertInto('oauth_codes')
      .values({
        code_hash: hashToken(code),
        grant_id: grantId,
        redirect_uri: redirectUri,
        challenge,
        expires_at: new Date(work.now.getTime() + codeLifeMs),
      })
      .execute()
    return answer({ code })
  })
}
