/** API keys for an owner's own systems (docs/developer/keys.md). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { scopes } from '#contract/platform/scope.ts'
import { Done, Instant, Text } from '#contract/platform/shapes.ts'

export const ScopeName = z.enum(scopes)
export const maxKeys = 20
/** Validity of a key in days; null: until revoked. */
export const keyDays = [30, 90, 365] as const

/** How long the former key or secret still works: not at all, or a day, in which its owner replaces it everywhere. */
export const FormerHours = z.literal([0, 24])

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Prefix of its secret, by which the owner can find it in their systems. */
  prefix: z.string(),
  scopes: z.array(ScopeName),
  /** The role in which it calls. */
  actsAs: z.enum(['client', 'professional', 'host']),
  version: z.string(),
  createdAt: Instant,
  expiresAt: z.nullable(Instant),
  isExpired: z.boolean(),
  lastUsedAt: z.nullable(Instant),
  /** The last refused call, in Spanish. */
  lastProblem: z.nullable(z.object({ at: Instant, code: z.string(), message: z.string() })),
})
export type ApiKey = z.output<typeof ApiKey>

const KeyId = z.object({ id: z.string().check(z.regex(/^[a-z0-9]{12}$/)) })

export const apiKeys = endpoint({
  method: 'GET',
  path: '/api/developer/keys',
  summary: 'List own API keys that are not revoked, newest first; never their secrets',
  access: 'account',
  reply: z.array(ApiKey),
})

export const makeApiKey = endpoint({
  method: 'POST',
  path: '/api/developer/keys',
  summary: 'Create an API key; its secret is in this reply only',
  access: 'account',
  body: z.object({
    name: Text(60),
    scopes: z.array(ScopeName).check(z.minLength(1), z.maxLength(40)),
    days: z.nullable(z.literal(keyDays)),
  }),
  reply: z.object({ key: ApiKey, secret: z.string() }),
  status: 201,
  refusals: ['confirm_identity', 'too_many_keys', 'key_name_taken', 'access_not_as_admin'],
})

/** The end of the name of a key that was renewed: it works for a day more and is not renewed again. */
export const replacedMark = ' (anterior)'

export const renewApiKey = endpoint({
  method: 'POST',
  path: '/api/developer/keys/:id/renew',
  summary:
    'Replace an API key by a new one of the same name, scopes and duration; the former ends at once or in a day',
  access: 'account',
  params: KeyId,
  body: z.object({ formerHours: FormerHours }),
  reply: z.object({ key: ApiKey, secret: z.string() }),
  status: 201,
  refusals: ['confirm_identity', 'not_found', 'too_many_keys', 'key_name_taken', 'key_replaced'],
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/developer/keys/:id',
  summary: 'Revoke an API key at once and for good',
  access: 'account',
  params: KeyId,
  reply: Done,
  refusals: ['not_found'],
})

export const caller = endpoint({
  method: 'GET',
  path: '/api/developer/caller',
  summary: 'Get the caller and its scopes, for testing a key',
  access: 'account',
  reply: z.object({
    kind: z.enum(['session', 'key', 'app']),
    name: z.nullable(z.string()),
    scopes: z.array(z.string()),
    actsAs: z.nullable(z.string()),
    version: z.string(),
    expiresAt: z.nullable(Instant),
    firstName: z.string(),
  }),
})
