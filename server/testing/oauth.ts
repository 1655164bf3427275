/** Walks through OAuth as an app does, by an independent client library (openid-client). */
import assert from 'node:assert/strict'
import * as client from 'openid-client'
import * as account from '#contract/account/account.ts'
import * as apps from '#contract/developer/app.ts'
import type { callBy, TestApp } from '#server/testing/keys.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import type { TestServer } from '#server/testing/test-server.ts'

let serial = 0
export const ownPassword = 'una frase larga'

/** Just signed in: actions that need a proof of identity are open to them for ten minutes. */
export const registeredPerson = async (kalli: TestServer) => {
  const person = kalli.visitor()
  const email = `apps${++serial}@ejemplo.mx`
  const body = {
    email,
    password: ownPassword,
    firstName: 'Inés',
    lastName: 'Luna',
    role: 'professional' as const,
  }
  const { body: user } = await person.call(account.register, { body })
  return { person, email, id: user.id }
}

const configOf = (kalli: TestServer, app: TestApp) =>
  client.discovery(
    new URL(kalli.url),
    app.id,
    undefined,
    app.secret === null ? client.None() : client.ClientSecretBasic(app.secret),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  )

/** The parameters of the app's link, as the consent screen passes them on. */
const requestIn = (link: URL): apps.ConsentRequest => Object.fromEntries(link.searchParams)

export const consented = async (
  kalli: TestServer,
  person: Person,
  app: TestApp,
  more: Record<string, string> = { scope: 'services:read' },
) => {
  const config = await configOf(kalli, app)
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const expectedState = client.randomState()
  const link = client.buildAuthorizationUrl(config, {
    redirect_uri: app.redirectUri,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    ...more,
  })
  assert.equal(link.pathname, '/oauth/authorize')
  const request = requestIn(link)
  const { status, body } = await person.call(apps.decideConsent, { body: { request, allow: true } })
  assert.equal(status, 200, JSON.stringify(body))
  const address = new URL(body.address)
  return { config, request, address, checks: { pkceCodeVerifier, expectedState } }
}

/** Allowed and exchanged: the app has its tokens. */
export const allowed = async (
  kalli: TestServer,
  person: Person,
  app: TestApp,
  more?: Record<string, string>,
) => {
  const { config, address, checks } = await consented(kalli, person, app, more)
  const tokens = await client.authorizationCodeGrant(config, address, checks)
  return { config, tokens, refreshToken: tokens.refresh_token ?? '' }
}

/** The request of a program without a library. */
export const postForm = async (
  kalli: TestServer,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(kalli.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields),
  })
  const body: Record<string, unknown> = JSON.parse(await response.text())
  return { status: response.status, error: body['error'], body }
}
/** Its status and code. */
export const refusedBy = async (answer: ReturnType<typeof callBy>) => {
  const made = await answer
  return [made.status, refusalOf(made).code]
}
