/** The part of oidc-provider that our tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Context = {
    oidc: { client: { clientId: string }; session: { accountId: string } }
  }
  type Account = { accountId: string; claims: () => Promise<Record<string, unknown>> }
  type Settings = {
    clients: readonly Record<string, unknown>[]
    claims: Record<string, readonly string[]>
    features: Record<string, { enabled: boolean }>
    cookies: { keys: readonly string[] }
    pkce: { required: () => boolean }
    jwks: { keys: readonly object[] }
    interactions: { url: (context: unknown, interaction: { uid: string }) => string }
    findAccount: (context: unknown, id: string) => Account
    loadExistingGrant: (context: Context) => Promise<unknown>
  }
  export default class Provider {
    constructor(issuer: string, settings: Settings)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>
    readonly Grant: new (of: { clientId: string; accountId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }
}
