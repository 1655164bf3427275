import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/account/account.ts'
import * as settings from '#contract/account/settings.ts'
import { type ElsewhereProblem, signInWays } from '#contract/account/sign-in.ts'
import { ownPath } from '#contract/platform/own-path.ts'
import * as companions from '#contract/account/companion.ts'
import * as account from '#server/account/account.ts'
import * as companion from '#server/account/companion.ts'
import * as device from '#server/account/device.ts'
import * as photo from '#server/account/photo.ts'
import * as elsewhere from '#server/account/elsewhere.ts'
import * as profile from '#server/account/profile.ts'
import { forgot, reset } from '#server/account/reset.ts'
import * as secondFactor from '#server/account/second-factor.ts'
import * as security from '#server/account/security.ts'
import { identify } from '#server/account/session.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { answerOf, route, type Route } from '#server/platform/http/http.ts'
import { limit } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { type AppContext, workFor } from '#server/platform/work.ts'

export const routes: readonly Route[] = [
  route(contract.user, (work) => account.current(work)),
  route(contract.login, (work, { body }, answer) => account.login(work, body, answer)),
  route(contract.register, (work, { body }, answer) => account.register(work, body, answer)),
  route(contract.forgotPassword, (work, { body }) => forgot(work, body.email)),
  route(contract.resetPassword, (work, { body }) => reset(work, body)),
  route(contract.switchRole, (work, { body }, answer) => account.switchRole(work, body.targetRole, answer)),
  route(contract.logout, (work, _input, answer) => account.logout(work, answer)),
  route(signInWays, async (work) => ({
    elsewhere: work.config.openId === null ? null : { label: work.config.openId.label },
  })),
  route(settings.accountProfile, (work) => profile.profile(work)),
  route(settings.saveAccountProfile, (work, { body }) => profile.rename(work, body)),
  route(settings.saveZone, (work, { body }) => profile.chooseZone(work, body.zone)),
  route(companions.savedCompanions, (work) => companion.list(work)),
  route(companions.saveCompanion, (work, { body }) => companion.save(work, body)),
  route(companions.changeCompanion, (work, { params, body }) => companion.change(work, params.id, body)),
  route(companions.removeCompanion, (work, { params }) => companion.remove(work, params.id)),
  route(settings.uploadPhoto, (work, { file, body }) => photo.upload(work, file, body)),
  route(settings.removePhoto, (work) => photo.remove(work)),
  route(settings.security, (work) => security.security(work)),
  route(settings.changePassword, (work, { body }, answer) => security.changePassword(work, body, answer)),
  route(settings.confirmIdentity, (work, { body }) => security.confirm(work, body)),
  route(settings.sessions, (work) => device.devices(work)),
  route(settings.endSession, (work, { params }) => device.signOut(work, params.id)),
  route(settings.endOtherSessions, (work) => device.signOutOthers(work)),
  route(settings.startSecondFactor, (work) => secondFactor.start(work)),
  route(settings.proveSecondFactor, (work, { body }, answer) => secondFactor.prove(work, body.code, answer)),
  route(settings.renewRecoveryCodes, (work) => secondFactor.renewRecoveryCodes(work)),
  route(settings.removeSecondFactor, (work) => secondFactor.remove(work)),
  route(settings.secondStep, (work, { body }, answer) => account.secondStep(work, body, answer)),
]

/** The cookie that this browser needs to come back from another provider. */
const keepCookie = 'elsewhere'

type RequestParams = { Querystring: { redirect?: unknown; role?: unknown } }

/**
 * The specification's `GET /api/login`: a navigation to the sign-in page, at the provider when there is one, and the way back. Both change
 * nothing unless the user started it in this very browser.
 */
export const mountSignIn = (app: FastifyInstance, context: AppContext) => {
  photo.photos.mount(app, context)
  app.get<RequestParams>('/api/login', async (request, reply) => {
    requireSameSite(request, { method: 'GET', path: '/api/login' })
    const work = workFor(context, await identify(context.database, request, context.clock()))
    const wanted = ownPath(textOf(request.query.redirect))
    reply.header('cache-control', 'no-store')
    if (work.viewer.accountId !== null) return reply.redirect(wanted)
    const settings = context.config.openId
    const role = chosenRole(request.query.role)
    if (settings === null) return reply.redirect(authPath({ wanted, role }))
    return orBack(reply, { wanted, role }, async () => {
      await limit(work, 'sign_in')
      const requestBody = { redirect: wanted, role: role ?? 'client' }
      const { address, keep, keepSeconds } = await elsewhere.start(work, settings, requestBody)
      const answer = answerOf(request, reply)
      answer.setCookie(keepCookie, keep, keepSeconds)
      return address
    })
  })

  app.get('/api/login/return', async (request, reply) => {
    const work = workFor(context, await identify(context.database, request, context.clock()))
    const answer = answerOf(request, reply)
    const saved = elsewhere.selectionOf(work, answer.cookie(keepCookie))
    const settings = context.config.openId
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    answer.clearCookie(keepCookie)
    return orBack(reply, { wanted: saved?.redirect ?? '/' }, async () => {
      if (settings === null || saved === null) throw new elsewhere.ElsewhereRefusal('over')
      await limit(work, 'sign_in')
      const query = /\?.*/.exec(request.url)?.[0] ?? ''
      const came = await elsewhere.finish(work, settings, saved, query, answer)
      if (came.signedIn) return withSuccess(saved.redirect)
      // In the fragment, which neither servers nor other sites see.
      return `${authPath({ wanted: saved.redirect })}#step=${await account.stepAfter(work, came.accountId)}`
    })
  })
}

/** Redirects to the address that `to` returns, or back to the sign-in page with the reason. */
const orBack = async (reply: FastifyReply, back: Back, to: () => Promise<string>) => {
  try {
    return await reply.redirect(await to())
  } catch (error) {
    if (error instanceof elsewhere.ElsewhereRefusal)
      return reply.redirect(authPath({ ...back, error: error.problem }))
    if (error instanceof Refusal && error.code === 'too_many_requests')
      return reply.redirect(authPath({ ...back, error: 'too_many_requests' }))
    if (error instanceof Refusal && error.code === 'account_suspended')
      return reply.redirect(authPath({ ...back, error: 'suspended' }))
    throw error
  }
}

/** The page that the visitor wanted, and the role that a new one chose. */
type Back = { wanted: string; role?: elsewhere.NewRole | undefined }

const authPath = ({ wanted, role, error }: Back & { error?: ElsewhereProblem }) => {
  const query = new URLSearchParams()
  // Only a visitor without an account has chosen a role.
  if (role !== undefined) query.set('tab', 'register')
  if (role !== undefined) query.set('role', role)
  if (wanted !== '/') query.set('redirect', wanted)
  if (error !== undefined) query.set('error', error)
  return query.size === 0 ? '/auth' : `/auth?${query}`
}

/** Makes the page load the user again, and drop the mark (spec §2). */
const withSuccess = (path: string) => {
  const address = new URL(path, 'http://kalli.invalid')
  address.searchParams.set('auth', 'success')
  return address.pathname + address.search + address.hash
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const chosenRole = (value: unknown): elsewhere.NewRole | undefined =>
  value === 'professional' || value === 'host' || value === 'client' ? value : undefined
