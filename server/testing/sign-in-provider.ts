/** A complete OpenID Connect provider on this machine: the person set as `person` signs in there at once. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { OpenId } from '#server/platform/config-providers.ts'

export type Stranger = {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  name?: string
}

export const startSignInProvider = async (kalliUrl: string) => {
  const state: { person: Stranger | null; requested: number } = { person: null, requested: 0 }
  const people = new Map<string, Stranger>()
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const issuer = `http://127.0.0.1:${isPort(address) ? address.port : 0}`
  const settings: OpenId = {
    issuer,
    clientId: 'kalli',
    clientSecret: 'a-secret-of-the-tests-only',
    label: 'Casa Azul',
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [`${kalliUrl}/api/login/return`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['for tests'] },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ ...people.get(id), sub: id }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.includes('openid-configuration') === true) state.requested += 1
    if (request.url?.startsWith('/interaction/') !== true) return answer(request, response)
    const { person } = state
    if (person !== null) people.set(person.sub, person)
    void provider.interactionFinished(
      request,
      response,
      person === null
        ? { error: 'access_denied', error_description: 'the person said no' }
        : { login: { accountId: person.sub } },
    )
  })
  return {
    settings,
    /** Who signs in there next; null declines. */
    signsIn: (person: Stranger | null) => {
      state.person = person
    },
    /** The number of its requests. */
    timesRequested: () => state.requested,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

const isPort = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null
