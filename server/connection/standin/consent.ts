/** The stand-in's consent: a page on which a person chooses the account and its rights, and the endpoints for tokens. */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { standinClient, standinPath } from '#server/connection/google/settings.ts'
import { accountOf, revokeAll, standinOf, type World } from '#server/connection/standin/world.ts'
import { page } from '#server/platform/dev-mail.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { escaped } from '#server/platform/mail.ts'
import type { AppContext } from '#server/platform/work.ts'

const base = 'https://www.googleapis.com/auth/calendar'
const scopeTexts: Readonly<Record<string, string>> = {
  [`${base}.calendarlist.readonly`]: 'Ver la lista de tus calendarios',
  [`${base}.events.readonly`]: 'Ver los eventos de tus calendarios',
  [`${base}.app.created`]: 'Crear calendarios y administrar los que cree',
  [`${base}.events`]: 'Ver y editar los eventos de todos tus calendarios',
}

const Request = z.strictObject({
  client_id: z.literal(standinClient.clientId),
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  scope: z.string().check(z.refine((text) => text.split(' ').every((scope) => scope in scopeTexts))),
  state: z.string().check(z.minLength(8)),
  code_challenge: z.string().check(z.minLength(43)),
  code_challenge_method: z.literal('S256'),
  access_type: z.enum(['offline', 'online']),
  prompt: z.optional(z.enum(['consent', 'select_account', 'none'])),
  include_granted_scopes: z.optional(z.enum(['true', 'false'])),
  login_hint: z.optional(z.string()),
})

const oneOrMore = z.union([z.string(), z.array(z.string())])
const Answer = z.object({
  request: z.string(),
  email: z.email(),
  answer: z.enum(['yes', 'no']),
  scope: z.optional(oneOrMore),
})

const token = () => randomBytes(24).toString('base64url')

export const mountConsent = (app: FastifyInstance, context: AppContext) => {
  const world = standinOf(context.config)

  app.get(`${standinPath}/auth`, async (request, reply) => {
    const requested = z.safeParse(Request, request.query)
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    if (!requested.success)
      return reply.code(400).send(page('Error 400: invalid_request', '<p>La solicitud no es válida.</p>'))
    return reply.send(consentPage(requested.data))
  })

  app.post(`${standinPath}/auth`, async (request, reply) => {
    requireSameSite(request, { method: 'POST', path: `${standinPath}/auth` })
    const { request: text, email, answer, scope } = z.parse(Answer, request.body)
    const requested = z.parse(Request, JSON.parse(text))
    const back = new URL(requested.redirect_uri)
    back.searchParams.set('state', requested.state)
    // Redirects only to ourselves: the form could contain any address.
    if (back.origin !== new URL(context.config.publicUrl).origin) return reply.code(400).send()
    if (answer === 'no') {
      back.searchParams.set('error', 'access_denied')
      return reply.redirect(back.href, 303)
    }
    accountOf(world, email)
    const code = token()
    const scopes = scope === undefined ? [] : typeof scope === 'string' ? [scope] : scope
    const granted = requested.scope.split(' ').filter((one) => scopes.includes(one))
    const before =
      requested.include_granted_scopes === 'true'
        ? [...world.refreshTokens.values()].flatMap((grant) => (grant.email === email ? grant.scopes : []))
        : []
    world.codes.set(code, {
      email,
      scopes: [...new Set([...granted, ...before])],
      redirectUri: requested.redirect_uri,
      challenge: requested.code_challenge,
    })
    back.searchParams.set('code', code)
    back.searchParams.set('scope', scopes.join(' '))
    return reply.redirect(back.href, 303)
  })

  app.post(`${standinPath}/token`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const form = z.safeParse(TokenRequest, request.body)
    if (!form.success) return failed(reply, 'invalid_request')
    if (form.data.client_secret !== standinClient.clientSecret) return failed(reply, 'invalid_client', 401)
    return form.data.grant_type === 'refresh_token'
      ? refreshed(world, context, reply, form.data.refresh_token)
      : exchanged(world, context, reply, form.data)
  })

  app.post(`${standinPath}/revoke`, async (request, reply) => {
    const form = z.safeParse(z.object({ token: z.string() }), request.body)
    const known = form.success ? form.data.token : ''
    const grant = world.refreshTokens.get(known) ?? world.accessTokens.get(known)
    if (grant === undefined) return failed(reply, 'invalid_token')
    // As Google does: one token ends the whole consent of this person to this client.
    revokeAll(world, grant.email)
    return reply.send({})
  })
}

const client = { client_id: z.literal(standinClient.clientId), client_secret: z.string() }
const CodeRequest = z.strictObject({
  ...client,
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
})
const TokenRequest = z.discriminatedUnion('grant_type', [
  CodeRequest,
  z.strictObject({ ...client, grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
])

const failed = (reply: FastifyReply, error: string, status = 400) =>
  reply.code(status).send({ error, error_description: 'Bad Request' })

const exchanged = (
  world: World,
  context: AppContext,
  reply: FastifyReply,
  { code, redirect_uri: redirectUri, code_verifier: verifier }: z.output<typeof CodeRequest>,
) => {
  const saved = world.codes.get(code)
  // A code is used once, whatever the result.
  world.codes.delete(code)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  if (saved === undefined || saved.redirectUri !== redirectUri || saved.challenge !== challenge)
    return failed(reply, 'invalid_grant')
  const refreshToken = token()
  world.refreshTokens.set(refreshToken, saved)
  return reply.send({ ...accessFor(world, context, saved), refresh_token: refreshToken })
}

const refreshed = (world: World, context: AppContext, reply: FastifyReply, refreshToken: string) => {
  const grant = world.refreshTokens.get(refreshToken)
  return grant === undefined ? failed(reply, 'invalid_grant') : reply.send(accessFor(world, context, grant))
}

const accessSeconds = 3600

const accessFor = (
  world: World,
  context: AppContext,
  grant: { email: string; scopes: readonly string[] },
) => {
  const access = token()
  const endsAt = context.clock().getTime() + accessSeconds * 1000
  world.accessTokens.set(access, { email: grant.email, scopes: grant.scopes, endsAt })
  return {
    access_token: access,
    expires_in: accessSeconds,
    token_type: 'Bearer',
    scope: grant.scopes.join(' '),
  }
}

const consentPage = (requested: z.output<typeof Request>) =>
  page(
    'Google de prueba',
    `<p class="muted">Kalli quiere acceso a tu cuenta de Google. Esta página solo existe en desarrollo.</p>
<form method="post" action="${standinPath}/auth">
<input type="hidden" name="request" value="${escaped(JSON.stringify(requested))}">
<p><label>Cuenta <input type="email" name="email" required value="${escaped(requested.login_hint ?? 'agenda@gmail.test')}"></label></p>
${requested.scope
  .split(' ')
  .map(
    (scope) =>
      `<p><label><input type="checkbox" name="scope" value="${escaped(scope)}" checked> ${escaped(scopeTexts[scope] ?? scope)}</label></p>`,
  )
  .join('')}
<p><button name="answer" value="yes">Permitir</button> <button name="answer" value="no">Cancelar</button></p>
</form>`,
  )
