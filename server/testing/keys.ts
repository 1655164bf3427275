/** API keys, inserted straight into the database, and calls by them. */
import { randomBytes } from 'node:crypto'
import type { Call, Endpoint, Reply } from '#contract/platform/endpoint.ts'
import { newestVersion, type Scope, scopes } from '#contract/platform/scope.ts'
import { keyPrefix } from '#server/developer/api-key.ts'
import { write } from '#server/developer/app.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import type { Answered } from '#server/testing/person.ts'
import type { TestServer } from '#server/testing/test-server.ts'

export type TestKey = { id: string; secret: string }

export const keyOf = async (
  kalli: TestServer,
  accountId: number,
  values: { scopes?: readonly string[]; actsAs?: string; expiresAt?: Date | null; createdAt?: Date } = {},
): Promise<TestKey> => {
  const id = randomBytes(6).toString('hex')
  const secret = secretToken()
  const { active_role: activeRole } = await kalli.database.kysely
    .selectFrom('accounts')
    .select('active_role')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await kalli.database.kysely
    .insertInto('api_keys')
    .values({
      id,
      account_id: accountId,
      name: `Sistema ${id}`,
      secret_hash: hashToken(secret),
      scopes: [...(values.scopes ?? scopes)],
      acts_as: values.actsAs ?? activeRole,
      api_version: newestVersion,
      created_at: values.createdAt ?? kalli.clock(),
      expires_at: values.expiresAt ?? null,
    })
    .execute()
  return { id, secret: `${keyPrefix(kalli.config)}${id}_${secret}` }
}

export type TestApp = { id: string; secret: string | null; redirectUri: string }

export const appOf = async (
  kalli: TestServer,
  accountId: number | null,
  values: { scopes?: readonly Scope[]; isConfidential?: boolean; redirectUri?: string } = {},
): Promise<TestApp> => {
  const redirectUri = values.redirectUri ?? 'https://agenda.example.test/regreso'
  const app = await write(kalli.work(), {
    accountId,
    name: `Agenda ${randomBytes(4).toString('hex')}`,
    redirectUris: [redirectUri],
    isConfidential: values.isConfidential ?? false,
    scopes: values.scopes ?? scopes,
  })
  return { ...app, redirectUri }
}

/** A call as another system makes it: with a token and nothing else. */
export const callBy = async <E extends Endpoint>(
  kalli: TestServer,
  token: string,
  endpoint: E,
  input: Partial<Call<E>> = {},
  headers: Record<string, string> = {},
): Promise<Answered<Reply<E>>> => {
  const person = kalli.visitor()
  return person.call(endpoint, input, { headers: { authorization: `Bearer ${token}`, ...headers } })
}
