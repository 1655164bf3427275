import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account.ts'
import * as account from '#server/account/account.ts'
import { forgot, reset } from '#server/account/reset.ts'
import { ownPath } from '#server/account/rules.ts'
import { identify } from '#server/account/session.ts'
import { requireSameSite } from '#server/platform/cross-site.ts'
import { route, type Route } from '#server/platform/http.ts'
import type { House } from '#server/platform/work.ts'

export const routes: readonly Route[] = [
  route(contract.user, (work) => account.current(work)),
  route(contract.login, (work, { body }, answer) => account.login(work, body, answer)),
  route(contract.register, (work, { body }, answer) => account.register(work, body, answer)),
  route(contract.forgotPassword, (work, { body }) => forgot(work, body.email)),
  route(contract.resetPassword, (work, { body }) => reset(work, body)),
  route(contract.switchRole, (work, { body }) => account.switchRole(work, body.targetRole)),
  route(contract.logout, (work, _input, answer) => account.logout(work, answer)),
]

/** The specification's `GET /api/login`: a navigation that leads to wherever one signs in. */
export const mountSignIn = (app: FastifyInstance, house: House) => {
  app.get<{ Querystring: { redirect?: string } }>('/api/login', async (request, reply) => {
    requireSameSite(request, { method: 'GET', path: '/api/login' })
    const who = await identify(house.database, request, house.clock())
    const given = request.query.redirect
    const wanted = ownPath(typeof given === 'string' ? given : undefined)
    const elsewhere = wanted === '/' ? '' : `?redirect=${encodeURIComponent(wanted)}`
    const signIn = `/auth${elsewhere}`
    return reply.header('cache-control', 'no-store').redirect(who.accountId === null ? signIn : wanted)
  })
}
