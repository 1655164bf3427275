/** An assistant as users have one: the protocol's own client, which signs its user in by itself. */
import assert from 'node:assert/strict'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import * as z from 'zod/mini'
import * as apps from '#contract/developer/app.ts'
import type { Person } from '#server/testing/person.ts'
import type { TestServer } from '#server/testing/test-server.ts'

const redirectUrl = 'http://127.0.0.1:33418/callback'

/** What the client stores, and how its user consents. */
const provider = (person: Person, scope: string) => {
  const store: {
    app?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    verifier?: string
    code?: string
  } = {}
  const oauth: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Asistente de prueba',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope,
    },
    clientInformation: () => store.app,
    saveClientInformation: (app) => void (store.app = app),
    tokens: () => store.tokens,
    saveTokens: (tokens) => void (store.tokens = tokens),
    codeVerifier: () => store.verifier ?? '',
    saveCodeVerifier: (verifier) => void (store.verifier = verifier),
    redirectToAuthorization: async (address) => {
      const request = Object.fromEntries(address.searchParams)
      const { status, body } = await person.call(apps.decideConsent, { body: { request, allow: true } })
      assert.equal(status, 200, JSON.stringify(body))
      store.code = new URL(body.address).searchParams.get('code') ?? ''
    },
  }
  return { oauth, store }
}

/** The SDK's own types of the two differ in `undefined` alone. */
const isTransport = (one: object): one is Transport => 'send' in one

const connectTo = async (kalli: TestServer, oauth?: OAuthClientProvider) => {
  const client = new Client({ name: 'prueba', version: '1' })
  const transport = new StreamableHTTPClientTransport(
    new URL(`${kalli.url}/mcp`),
    oauth === undefined ? {} : { authProvider: oauth },
  )
  if (isTransport(transport)) await client.connect(transport)
  return { client, transport }
}

const Answer = z.object({
  isError: z.optional(z.boolean()),
  content: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
  structuredContent: z.optional(z.record(z.string(), z.unknown())),
})

export const calledBy = async (client: Client, name: string, given: Record<string, unknown>) => {
  const answer = z.parse(Answer, await client.callTool({ name, arguments: given }))
  const text = answer.content[0]?.text ?? '{}'
  const problem: unknown = JSON.parse(text)
  return {
    isError: answer.isError === true,
    value: answer.structuredContent ?? {},
    code:
      typeof problem === 'object' && problem !== null && 'code' in problem ? String(problem.code) : undefined,
  }
}

export const visitingAssistant = async (kalli: TestServer) => (await connectTo(kalli)).client

/** Connects without a token; a tool that needs one makes the client sign its user in, and is called again. */
export const assistantOf = async (
  kalli: TestServer,
  person: Person,
  scope = 'search:read bookings:read bookings:write',
) => {
  const { oauth, store } = provider(person, scope)
  const first = await connectTo(kalli, oauth)
  await assert.rejects(first.client.callTool({ name: 'my_bookings', arguments: {} }), /Unauthorized/)
  await first.transport.finishAuth(store.code ?? '')
  await first.client.close()
  const { client } = await connectTo(kalli, oauth)
  return {
    client,
    store,
    appId: store.app?.client_id ?? '',
    call: (name: string, given: Record<string, unknown> = {}) => calledBy(client, name, given),
  }
}
