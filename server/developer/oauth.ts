/**
 * The endpoints of OAuth 2.1 that apps call by themselves: tokens, revocation (RFC 7009), registration (RFC 7591) and metadata (RFC 8414,
 * RFC 9728). Their texts are those of the protocol, in English; the consent is a screen (web/screens/account/authorize.tsx).
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { assistantScopes, scopes, isScope } from '#contract/platform/scope.ts'
import { Text } from '#contract/platform/shapes.ts'
import { write } from '#server/developer/app.ts'
import { addressOf } from '#server/developer/resource.ts'
import {
  exchangeCode,
  type OauthError,
  refresh,
  revokeToken,
  type TokenReply,
} from '#server/developer/token.ts'
import { limit } from '#server/platform/http/limits.ts'
import { isSecure } from '#server/platform/http/origin.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { isStorable } from '#server/platform/storable.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { anonymous, type AppContext, type Work, workFor } from '#server/platform/work.ts'

type App = { id: string }

export const mountOauth = (app: FastifyInstance, context: AppContext) =>
  app.register((scope, _options, done) => {
    const workOf = (request: FastifyRequest) => workFor(context, { ...anonymous, address: request.ip })
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    )
    const hidden = { schema: { hide: true } }
    scope.get('/.well-known/oauth-authorization-server', hidden, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(metadataOf(context.config.publicUrl)),
    )
    scope.get('/.well-known/oauth-protected-resource', hidden, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send({
        resource: `${context.config.publicUrl}/api`,
        authorization_servers: [context.config.publicUrl],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_documentation: `${context.config.publicUrl}/api/docs`,
      }),
    )
    scope.get('/.well-known/oauth-protected-resource/mcp', hidden, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send({
        resource: addressOf('mcp', context.config.publicUrl),
        authorization_servers: [context.config.publicUrl],
        scopes_supported: assistantScopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Kalli',
      }),
    )
    scope.post('/oauth/token', hidden, (request, reply) =>
      answered(workOf(request), request, reply, async (work, form) => {
        const app = await clientOf(work, request, form)
        return 'error' in app ? app : grantFor(work, app, form)
      }),
    )
    scope.post('/oauth/revoke', hidden, (request, reply) =>
      answered(workOf(request), request, reply, async (work, form) => {
        const app = await clientOf(work, request, form)
        if ('error' in app) return app
        await revokeToken(work, app.id, fieldOf(form, 'token'))
        return {}
      }),
    )
    scope.post('/oauth/register', hidden, (request, reply) => register(workOf(request), request, reply))
    done()
  })

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  registration_endpoint: `${issuer}/oauth/register`,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${issuer}/api/docs`,
  ui_locales_supported: ['es-MX'],
})

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const

const isError = (value: object): value is OauthError => 'error' in value

/** Failures are limited by address; successes are not, since a server renews the access of many people. */
const answered = async (
  work: Work,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (work: Work, form: URLSearchParams) => Promise<TokenReply | OauthError | object>,
) => {
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  const { body } = request
  if (request.server.httpsOnly && !isSecure(request)) return refused(reply, invalidRequest('https is needed'))
  if (!(body instanceof URLSearchParams)) return refused(reply, invalidRequest('send a form'))
  if ([...body.keys()].some((name) => body.getAll(name).length > 1))
    return refused(reply, invalidRequest('a parameter is there twice'))
  const result = await run(work, body)
  if (!isError(result)) return reply.send(result)
  await limit(work, 'codes')
  return refused(reply, result)
}

const refused = (reply: FastifyReply, error: OauthError) => {
  if (error.error !== 'invalid_client') return reply.code(400).send(error)
  return reply.code(401).header('www-authenticate', 'Basic realm="kalli"').send(error)
}

const invalidRequest = (description: string): OauthError => ({
  error: 'invalid_request',
  error_description: description,
})

/** A string that PostgreSQL cannot store matches nothing. */
const storable = (text: string) => (isStorable(text) ? text : '')
const fieldOf = (form: URLSearchParams, name: string): string => storable(form.get(name) ?? '')

const grantFor = async (work: Work, app: App, form: URLSearchParams): Promise<TokenReply | OauthError> => {
  const type = form.get('grant_type')
  const resource = form.has('resource') ? fieldOf(form, 'resource') : undefined
  if (type === 'refresh_token') return refresh(work, app.id, fieldOf(form, 'refresh_token'), resource)
  if (type !== 'authorization_code')
    return { error: 'unsupported_grant_type', error_description: 'authorization_code or refresh_token' }
  return exchangeCode(work, app.id, {
    code: fieldOf(form, 'code'),
    redirectUri: form.has('redirect_uri') ? fieldOf(form, 'redirect_uri') : undefined,
    verifier: fieldOf(form, 'code_verifier'),
    resource,
  })
}

/** A public app sends its id; a confidential one proves its secret, in the header or in the form. */
const clientOf = async (
  work: Work,
  request: FastifyRequest,
  form: URLSearchParams,
): Promise<App | OauthError> => {
  const basic = basicOf(request)
  const id = basic?.id ?? fieldOf(form, 'client_id')
  const secret = basic?.secret ?? form.get('client_secret') ?? undefined
  const row = await work.db
    .selectFrom('oauth_apps')
    .select(['id', 'secret_hash', 'former_secret_hash', 'former_until'])
    .where('id', '=', storable(id))
    .executeTakeFirst()
  const invalid = { error: 'invalid_client', error_description: 'the app is unknown, or its secret is wrong' }
  if (row === undefined) return invalid
  if (row.secret_hash === null) return secret === undefined ? { id: row.id } : invalid
  if (secret === undefined) return invalid
  const former = row.former_until !== null && row.former_until > work.now ? row.former_secret_hash : null
  const given = hashToken(secret)
  if (![row.secret_hash, former].some((hash) => hash !== null && timingSafeEqual(hash, given))) return invalid
  return { id: row.id }
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
const basicOf = (request: FastifyRequest) => {
  const [, encoded] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  const part = (raw: string) => new URLSearchParams(`x=${raw}`).get('x') ?? ''
  return at < 0 ? undefined : { id: part(text.slice(0, at)), secret: part(text.slice(at + 1)) }
}

const Registration = z.object({
  client_name: Text(60),
  client_uri: z.optional(z.string().check(z.maxLength(300))),
  redirect_uris: z.array(z.string().check(z.maxLength(500))).check(z.minLength(1), z.maxLength(10)),
  token_endpoint_auth_method: z._default(z.enum(authMethods), 'client_secret_basic'),
  scope: z.optional(z.string().check(z.maxLength(2000))),
})

/** An app registers itself. The consent screen says that no account of Kalli answers for it. */
const register = async (work: Work, request: FastifyRequest, reply: FastifyReply) => {
  reply.header('cache-control', 'no-store')
  await limit(work, 'register')
  const parsed = z.safeParse(Registration, isStorable(request.body) ? request.body : null)
  const wrong = (error: string, description: string) =>
    reply.code(400).send({ error, error_description: description })
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'body')
    return wrong(
      field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      `${field} is missing or wrong`,
    )
  }
  const given = parsed.data
  const allowedScopes = given.scope === undefined ? [...scopes] : given.scope.split(' ').filter(isScope)
  if (allowedScopes.length === 0) return wrong('invalid_client_metadata', 'no scope of these exists')
  try {
    const { id, secret } = await write(work, {
      accountId: null,
      name: given.client_name,
      website: given.client_uri,
      redirectUris: given.redirect_uris,
      isConfidential: given.token_endpoint_auth_method !== 'none',
      scopes: allowedScopes,
    })
    return await reply.code(201).send({
      client_id: id,
      client_id_issued_at: Math.floor(work.now.getTime() / 1000),
      ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
      client_name: given.client_name,
      redirect_uris: given.redirect_uris,
      token_endpoint_auth_method: given.token_endpoint_auth_method,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: allowedScopes.join(' '),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'redirect_not_allowed')
      return wrong('invalid_redirect_uri', 'https, http on the device itself, or a scheme with a dot')
    return wrong('invalid_client_metadata', 'client_uri must be an https address')
  }
}
