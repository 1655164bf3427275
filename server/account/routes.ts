import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account.ts'
import * as settings from '#contract/settings.ts'
import { ownPath } from '#contract/own-path.ts'
import * as account from '#server/account/account.ts'
import * as device from '#server/account/device.ts'
import * as photo from '#server/account/photo.ts'
import * as profile from '#server/account/profile.ts'
import { forgot, reset } from '#server/account/reset.ts'
import * as secondFactor from '#server/account/second-factor.ts'
import * as security from '#server/account/security.ts'
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
  route(settings.accountProfile, (work) => profile.profile(work)),
  route(settings.saveAccountProfile, (work, { body }) => profile.rename(work, body)),
  route(settings.saveZone, (work, { body }) => profile.chooseZone(work, body.zone)),
  route(settings.uploadPhoto, (work, { file, body }) => photo.upload(work, file, body)),
  route(settings.removePhoto, (work) => photo.remove(work)),
  route(settings.security, (work) => security.security(work)),
  route(settings.changePassword, (work, { body }) => security.changePassword(work, body)),
  route(settings.confirmIdentity, (work, { body }) => security.confirm(work, body)),
  route(settings.sessions, (work) => device.devices(work)),
  route(settings.endSession, (work, { params }) => device.signOut(work, params.id)),
  route(settings.endOtherSessions, (work) => device.signOutOthers(work)),
  route(settings.startSecondFactor, (work) => secondFactor.start(work)),
  route(settings.proveSecondFactor, (work, { body }) => secondFactor.prove(work, body.code)),
  route(settings.renewRecoveryCodes, (work) => secondFactor.renewRecoveryCodes(work)),
  route(settings.removeSecondFactor, (work) => secondFactor.remove(work)),
  route(settings.secondStep, (work, { body }, answer) => account.secondStep(work, body, answer)),
]

/** The specification's `GET /api/login`: a navigation that leads to wherever one signs in. */
export const mountSignIn = (app: FastifyInstance, house: House) => {
  photo.mountPhotos(app, house)
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
