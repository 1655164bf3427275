/**
 * Every possible move on an object of hiring: its HTTP request, and the expected response, derived only from what the story knows and from
 * the contract's tables.
 */
import * as current from '#contract/hiring/agreement.ts'
import type { Agreement } from '#contract/hiring/agreement.ts'
import { mayMoveAgreement } from '#contract/hiring/agreement-moves.ts'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import * as applying from '#contract/hiring/application.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import type { Application } from '#contract/hiring/application.ts'
import {
  applicationLimits,
  applicationMoves,
  mayMoveApplication,
} from '#contract/hiring/application-moves.ts'
import { termLines } from '#contract/hiring/terms-words.ts'
import * as inviting from '#contract/hiring/invitation.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { invitationLimits, mayMoveInvitation, invitationMoves } from '#contract/hiring/invitation-moves.ts'
import {
  agreementOf,
  invitationOf,
  pick,
  placeOf,
  stylistOf,
  type Cast,
  type KnownInvitation,
  type Story,
} from '#server/testing/hiring/hiring-story.ts'
import type { Answered, Person } from '#server/testing/person.ts'

/** The caller: one of the two parties, another user of the same kind, an unrelated user, an anonymous one. */
export const triers = [
  'professional',
  'host',
  'other professional',
  'other host',
  'stranger',
  'nobody',
] as const
export type Trier = (typeof triers)[number]

export const personFor = (cast: Cast, by: Trier, professionalId: number, spaceId: number): Person => {
  const stylist = stylistOf(cast, professionalId)
  const { owner } = placeOf(cast, spaceId)
  switch (by) {
    case 'professional':
      return stylist.person
    case 'other professional':
      return pick(cast.professionals, cast.professionals.indexOf(stylist) + 1).person
    case 'host':
      return pick(cast.hosts, owner).person
    case 'other host':
      return pick(cast.hosts, owner + 1).person
    case 'stranger':
      return cast.stranger
    case 'nobody':
      return cast.kalli.visitor()
  }
}

/** The expected response: the status, and the refusal's code. */
export type Expected = { status: number; code: string | null }
const done: Expected = { status: 200, code: null }
const refused = (status: number, code: string): Expected => ({ status, code })
const notFound = refused(404, 'not_found')

/** Checked first: anonymous callers are not prompted to sign in, and the other side's endpoints are closed. */
const barred = (by: Trier, access: 'professional' | 'host' | 'account'): Expected | null => {
  if (by === 'nobody') return refused(401, 'not_signed_in')
  if (by === 'stranger' || access === 'account' || by.endsWith(access)) return null
  return refused(403, 'forbidden')
}

/** For the two parties. */
const sideOf = (by: Trier) => (by === 'professional' || by === 'host' ? by : null)

export type At = { version: number; terms: AgreementTerms }

// ——— Applications

export const applicationAsks = {
  submit: (who, params, { version }) => who.call(applying.submitApplication, { params, body: { version } }),
  withdraw: (who, params, { version }) =>
    who.call(applying.withdrawApplication, { params, body: { version } }),
  answer_info: (who, params, { version }) =>
    who.call(applying.answerInfo, { params, body: { version, text: 'Sí, la traigo.' } }),
  accept: (who, params, { version }) => who.call(applying.acceptOffer, { params, body: { version } }),
  counter: (who, params, { version, terms }) =>
    who.call(applying.counterOffer, { params, body: { version, terms } }),
  review: (who, params, { version }) =>
    who.call(applicationReview.reviewApplication, { params, body: { version } }),
  request_info: (who, params, { version }) =>
    who.call(applicationReview.requestInfo, { params, body: { version, text: '¿Traes tu secadora?' } }),
  approve: (who, params, { version }) =>
    who.call(applicationReview.approveApplication, { params, body: { version } }),
  trial: (who, params, { version }) =>
    who.call(applicationReview.approveOnTrial, { params, body: { version } }),
  decline: (who, params, { version }) =>
    who.call(applicationReview.rejectApplication, { params, body: { version, reason: 'hours' } }),
} satisfies Record<string, (who: Person, params: { id: number }, at: At) => Promise<Answered<Application>>>
export type ApplicationAsk = keyof typeof applicationAsks

/** The side that may make the move: one of the two, or either. */
export const sidesOfApplication = (move: ApplicationAsk) =>
  applicationMoves[move].by.filter((party) => party !== 'platform')

const accessOfMove = (move: ApplicationAsk) => {
  const people = sidesOfApplication(move)
  return people.length > 1 ? 'account' : pick(people, 0)
}

export const expectedOfApplication = (
  story: Story,
  cast: Cast,
  one: Application,
  move: ApplicationAsk,
  by: Trier,
  { version, terms }: At,
): Expected => {
  const side = sideOf(by)
  const closed = barred(by, accessOfMove(move))
  if (closed !== null) return closed
  if (side === null || (side === 'host' && one.sentAt === null)) return notFound
  if (version !== one.version) return refused(409, 'stale_version')
  const now = cast.kalli.clock()
  if (!mayMoveApplication(move, side, one, now).allowed) return refused(409, 'application_not_movable')
  const hasAgreement = agreementOf(story, one.professional.id, one.space.id) !== undefined
  if (move === 'submit') return submitting(story, cast, one, hasAgreement)
  if (move === 'counter') return isSame(one.terms, terms) ? refused(400, 'same_terms') : done
  if (move !== 'approve' && move !== 'trial' && move !== 'accept') return done
  // Terms whose last day has passed can no longer be offered.
  if (one.terms.validTo !== null && endOfDay(one.terms.validTo) <= now.getTime())
    return refused(400, 'invalid_input')
  return hasAgreement ? refused(409, 'agreement_exists') : done
}

const submitting = (story: Story, cast: Cast, one: Application, hasAgreement: boolean): Expected => {
  const restMs = applicationLimits.restDays * 86_400_000
  const rests = story.applications.some(
    ({ professional, space, status, decidedAt }) =>
      professional.id === one.professional.id &&
      space.id === one.space.id &&
      status === 'declined' &&
      Date.parse(decidedAt ?? '') + restMs > cast.kalli.clock().getTime(),
  )
  if (rests) return refused(409, 'application_rests')
  const lacks = placeOf(cast, one.space.id).asks && !story.licensed.has(one.professional.id)
  return lacks || hasAgreement ? refused(409, 'application_not_ready') : done
}

const isSame = (a: AgreementTerms, b: AgreementTerms) =>
  JSON.stringify(termLines(a)) === JSON.stringify(termLines(b))

/** Midnight after a date in the capital, which no longer changes its clocks. */
const endOfDay = (date: string) => Date.parse(`${date}T06:00:00Z`) + 86_400_000

// ——— Agreements

export const agreementAsks = {
  pause: (who, params) => who.call(current.pauseAgreement, { params }),
  resume: (who, params) => who.call(current.resumeAgreement, { params }),
  ask_renewal: (who, params, { version }) => who.call(current.renewAgreement, { params, body: { version } }),
  renew: (who, params, { version }) =>
    who.call(current.renewAgreement, { params, body: { version, as: 'accept' } }),
  give_notice: (who, params, { version }) =>
    who.call(current.terminateAgreement, { params, body: { version, reason: 'Me mudo.' } }),
} satisfies Record<string, (who: Person, params: { id: number }, at: At) => Promise<Answered<Agreement>>>
export type AgreementAsk = keyof typeof agreementAsks

export const expectedOfAgreement = (
  cast: Cast,
  one: Agreement,
  move: AgreementAsk,
  by: Trier,
  { version }: At,
): Expected => {
  const side = sideOf(by)
  const closed = barred(by, 'account')
  if (closed !== null) return closed
  if (side === null) return notFound
  if (isDone(one, move)) return done
  if (move !== 'pause' && move !== 'resume' && version !== one.version) return refused(409, 'stale_version')
  return mayMoveAgreement(move, side, one, cast.kalli.clock()).allowed
    ? done
    : refused(409, 'agreement_not_movable')
}

/** Already so: the request succeeds, and nothing changes. */
export const isDone = ({ status }: Agreement, move: AgreementAsk) =>
  (move === 'pause' && status === 'paused') || (move === 'resume' && status === 'active')

// ——— Invitations

export const invitationAsks = {
  see: (who, params) => who.call(inviting.seeInvitation, { params, body: {} }),
  accept: (who, params, { version }) => who.call(inviting.acceptInvitation, { params, body: { version } }),
  decline: (who, params, { version }) => who.call(inviting.declineInvitation, { params, body: { version } }),
  ask: (who, params, { version }) =>
    who.call(inviting.askAboutInvitation, { params, body: { version, question: '¿Hay lavacabezas?' } }),
  answer: (who, params, { version }) =>
    who.call(inviting.answerAboutInvitation, { params, body: { version, answer: 'Sí, dos.' } }),
  revoke: (who, params, { version }) => who.call(inviting.revokeInvitation, { params, body: { version } }),
  again: (who, params) => who.call(inviting.inviteAgain, { params }),
} satisfies Record<string, (who: Person, params: { id: string }, at: At) => Promise<Answered<Invitation>>>
export type InvitationAsk = keyof typeof invitationAsks

export const sideOfInvitation = (move: InvitationAsk) =>
  invitationMoves[move].by[0] === 'host' ? 'host' : 'professional'

export const expectedOfInvitation = (
  story: Story,
  cast: Cast,
  one: KnownInvitation,
  move: InvitationAsk,
  by: Trier,
  { version }: At,
): Expected => {
  const now = cast.kalli.clock()
  const isForHost = sideOfInvitation(move) === 'host'
  const closed = barred(by, isForHost ? 'host' : 'account')
  if (closed !== null) return closed
  if (isForHost ? by !== 'host' : by !== 'professional')
    return isForHost ? notFound : refused(403, 'invitation_of_another')
  if (move === 'see') return done
  if (move !== 'again' && version !== one.version && one.endedAt === null)
    return refused(409, 'stale_version')
  if (!mayMoveInvitation(move, isForHost ? 'host' : 'invited', one, now).allowed)
    return refused(409, 'invitation_over')
  if (move === 'again') return { ...expectedOfSending(story, cast, one.professionalId, one.spaceId) }
  return move === 'accept' && agreementOf(story, one.professionalId, one.spaceId) !== undefined
    ? refused(409, 'agreement_exists')
    : done
}

/** One open invitation per pair, none within sixty days of a refusal, none to a professional who works there. */
export const expectedOfSending = (
  story: Story,
  cast: Cast,
  professionalId: number,
  spaceId: number,
): Expected => {
  const now = cast.kalli.clock().getTime()
  if (agreementOf(story, professionalId, spaceId) !== undefined) return refused(409, 'agreement_exists')
  const open = invitationOf(story, professionalId, spaceId)
  // An expired one is no obstacle.
  if (open !== undefined && Date.parse(open.expiresAt) > now) return refused(409, 'invitation_open')
  const peaceMs = invitationLimits.peaceDays * 86_400_000
  const inPeace = story.invitations.some(
    (one) =>
      one.professionalId === professionalId &&
      one.spaceId === spaceId &&
      one.status === 'declined' &&
      Date.parse(one.endedAt ?? '') + peaceMs > now,
  )
  return inPeace ? refused(409, 'invitation_declined_lately') : { status: 201, code: null }
}
