/** The stand-in's consent: a page on which a person chooses the account and answers, and the endpoint for tokens. */
import { hourMs } from '#contract/platform/duration.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { standinClient, standinPath } from '#server/connection/microsoft/settings.ts'
import { mailboxOf, outlookOf, type World } from '#server/connection/standin/microsoft/world.ts'
import { page } from '#server/platform/dev-mail.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { escaped } from '#server/platform/mail.ts'
import type { AppContext } from '#server/platform/work.ts'

const scopeTexts: Readonly<Record<string, string>> = {
  offline_access: 'Mantener el acceso a los datos que le diste',
  'Calendars.Read': 'Leer tus calendarios',
  'Calendars.ReadWrite': 'Tener acceso total a tus calendarios',
}
const path = `${standinPath}/oauth2/v2.0`

const Request = z.strictObject({
  client_id: z.literal(standinClient.clientId),
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  scope: z.string().check(z.refine((text) => text.split(' ').every((scope) => scope in scopeTexts))),
  state: z.string().check(z.minLength(8)),
  code_challenge: z.string().check(z.minLength(43)),
  code_challenge_method: z.literal('S256'),
  prompt: z.optional(z.enum(['login', 'none', 'consent', 'select_account'])),
  login_hint: z.optional(z.string()),
})

const Answer = z.object({ request: z.string(), email: z.email(), answer: z.enum(['yes', 'no', 'approval']) })

const token = () => randomBytes(24).toString('base64url')

export const mountConsent = (app: FastifyInstance, context: AppContext) => {
  const world = outlookOf(context.config)

  app.get(`${path}/authorize`, async (request, reply) => {
    const requested = z.safeParse(Request, request.query)
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    if (!requested.success)
      return reply.code(400).send(page('AADSTS900144', '<p>La solicitud no es válida.</p>'))
    return reply.send(consentPage(requested.data))
  })

  app.post(`${path}/authorize`, async (request, reply) => {
    requireSameSite(request, { method: 'POST', path: `${path}/authorize` })
    const { request: text, email, answer } = z.parse(Answer, request.body)
    const requested = z.parse(Request, JSON.parse(text))
    const back = new URL(requested.redirect_uri)
    back.searchParams.set('state', requested.state)
    // Redirects only to ourselves: the form could contain any address.
    if (back.origin !== new URL(context.config.publicUrl).origin) return reply.code(400).send()
    if (answer !== 'yes') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set(
        'error_description',
        answer === 'no'
          ? 'AADSTS65004: User declined to consent.'
          : 'AADSTS90094: Admin consent is required.',
      )
      return reply.redirect(back.href, 303)
    }
    mailboxOf(world, email)
    const code = token()
    world.codes.set(code, {
      email,
      scopes: requested.scope.split(' '),
      redirectUri: requested.redirect_uri,
      challenge: requested.code_challenge,
    })
    back.searchParams.set('code', code)
    back.searchParams.set('session_state', token())
    return reply.redirect(back.href, 303)
  })

  app.post(`${path}/token`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const form = z.safeParse(TokenRequest, request.body)
    if (!form.success) return failed(reply, 'invalid_request', 'AADSTS900144')
    if (form.data.client_secret !== standinClient.clientSecret)
      return failed(reply, 'invalid_client', 'AADSTS7000215', 401)
    return form.data.grant_type === 'refresh_token'
      ? refreshed(world, context, reply, form.data.refresh_token)
      : exchanged(world, context, reply, form.data)
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

const failed = (reply: FastifyReply, error: string, code: string, status = 400) =>
  reply
    .code(status)
    .send({ error, error_description: `${code}: ${error}`, error_codes: [Number(code.slice(6))] })

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
    return failed(reply, 'invalid_grant', 'AADSTS54005')
  return reply.send(tokensFor(world, context, saved))
}

const refreshed = (world: World, context: AppContext, reply: FastifyReply, refreshToken: string) => {
  const grant = world.refreshTokens.get(refreshToken)
  return grant === undefined
    ? failed(reply, 'invalid_grant', 'AADSTS70000')
    : reply.send(tokensFor(world, context, grant))
}

/** A new refresh token each time; the earlier ones stay valid. */
const tokensFor = (
  world: World,
  context: AppContext,
  { email, scopes }: { email: string; scopes: readonly string[] },
) => {
  const [access, refresh] = [token(), token()]
  const isOffline = scopes.includes('offline_access')
  world.accessTokens.set(access, { email, scopes, endsAt: context.clock().getTime() + hourMs })
  if (isOffline) world.refreshTokens.set(refresh, { email, scopes })
  return {
    token_type: 'Bearer',
    access_token: access,
    expires_in: 3600,
    ...(isOffline ? { refresh_token: refresh } : {}),
    scope: scopes
      .filter((scope) => scope !== 'offline_access')
      .map((scope) => `https://graph.microsoft.com/${scope}`)
      .join(' '),
  }
}

const consentPage = (requested: z.output<typeof Request>) =>
  page(
    'Microsoft de prueba',
    `<p class="muted">Kalli quiere acceso a tu cuenta de Microsoft. Esta página solo existe en desarrollo.</p>
<form method="post" action="${path}/authorize">
<input type="hidden" name="request" value="${escaped(JSON.stringify(requested))}">
<p><label>Cuenta <input type="email" name="email" required value="${escaped(requested.login_hint ?? 'agenda@outlook.test')}"></label></p>
<ul>${requested.scope
      .split(' ')
      .map((scope) => `<li style="padding:.5rem 1rem">${escaped(scopeTexts[scope] ?? scope)}</li>`)
      .join('')}</ul>
<p><button name="answer" value="yes">Aceptar</button> <button name="answer" value="no">Cancelar</button> <button name="answer" value="approval">Como si hiciera falta un administrador</button></p>
</form>`,
  )
