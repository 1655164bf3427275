import * as agreements from '#contract/hiring/agreement.ts'
import type { FastifyInstance } from 'fastify'
import * as applications from '#contract/hiring/application.ts'
import * as fit from '#contract/hiring/fit.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import * as autoApproves from '#contract/hiring/auto-approve.ts'
import * as invitation from '#contract/hiring/invitation.ts'
import * as vacancies from '#contract/hiring/vacancy.ts'
import * as vacancyResponse from '#contract/hiring/vacancy-response.ts'
import * as documentContract from '#contract/hiring/document.ts'
import { pause, quoteEnd, renew, resume, terminate } from '#server/hiring/agreement/agreement.ts'
import {
  accept,
  add,
  answer,
  approve,
  approveForTrial,
  ask,
  counter,
  reject,
  rejectSeveral,
  review,
  submit,
  withdraw,
} from '#server/hiring/application/application.ts'
import { rules, saveRules } from '#server/hiring/application/auto-approval.ts'
import { applications as mine, applicationsToMine } from '#server/hiring/application/applicant-profile.ts'
import { spaceFit } from '#server/hiring/fit/fit.ts'
import { application } from '#server/hiring/application/application-detail.ts'
import { preview } from '#server/hiring/invitation/invitation-preview.ts'
import { again, quota, send } from '#server/hiring/invitation/invitation-sending.ts'
import { list as invitations, one as invitationOne } from '#server/hiring/invitation/invitation.ts'
import { mountAgreementDocument } from '#server/hiring/agreement/print.ts'
import { hostVacancies } from '#server/hiring/vacancy/vacancy-shown.ts'
import { agreements as current } from '#server/hiring/fit/agreement-terms.ts'
import {
  documents,
  mountDocumentFiles,
  remove,
  review as reviewOne,
  upload,
  waiting,
} from '#server/hiring/document.ts'
import * as invited from '#server/hiring/invitation/invitation-answer.ts'
import * as vacancy from '#server/hiring/vacancy/vacancy.ts'
import * as feed from '#server/hiring/vacancy/vacancy-feed.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import type { AppContext } from '#server/platform/work.ts'

export const routes: readonly Route[] = [
  route(applications.applications, mine),
  route(applications.application, (work, { params }) => application(work, params.id)),
  route(applications.addApplication, add),
  route(applications.submitApplication, submit),
  route(applications.withdrawApplication, withdraw),
  route(applications.answerInfo, answer),
  route(applications.acceptOffer, accept),
  route(applications.counterOffer, counter),
  route(fit.spaceFit, (work, { params }) => spaceFit(work, params.space)),
  route(applicationReview.hostApplications, applicationsToMine),
  route(applicationReview.reviewApplication, review),
  route(applicationReview.requestInfo, ask),
  route(applicationReview.approveApplication, approve),
  route(applicationReview.approveOnTrial, approveForTrial),
  route(applicationReview.rejectApplication, reject),
  route(applicationReview.rejectMany, rejectSeveral),
  route(autoApproves.autoApprove, rules),
  route(autoApproves.saveAutoApprove, saveRules),
  route(agreements.agreements, current),
  route(agreements.pauseAgreement, pause),
  route(agreements.resumeAgreement, resume),
  route(agreements.renewAgreement, renew),
  route(agreements.terminateQuote, quoteEnd),
  route(agreements.terminateAgreement, terminate),
  route(invitation.invitations, invitations),
  route(invitation.invitation, invitationOne),
  route(invitation.invitationPreview, preview),
  route(invitation.invitationQuota, quota),
  route(invitation.sendInvitation, send),
  route(invitation.inviteAgain, again),
  route(invitation.seeInvitation, invited.see),
  route(invitation.acceptInvitation, invited.accept),
  route(invitation.declineInvitation, invited.decline),
  route(invitation.askAboutInvitation, invited.ask),
  route(invitation.answerAboutInvitation, invited.answer),
  route(invitation.revokeInvitation, invited.revoke),
  route(vacancies.vacancies, feed.feed),
  route(vacancies.vacancy, (work, { params }) => feed.vacancy(work, params.id)),
  route(vacancies.hostVacancies, hostVacancies),
  route(vacancies.addVacancy, vacancy.add),
  route(vacancies.editVacancy, vacancy.edit),
  route(vacancies.publishVacancy, vacancy.publish),
  route(vacancies.pauseVacancy, vacancy.pause),
  route(vacancies.resumeVacancy, vacancy.resume),
  route(vacancies.renewVacancy, vacancy.renew),
  route(vacancies.fillVacancy, vacancy.fill),
  route(vacancies.closeVacancy, vacancy.close),
  route(vacancyResponse.applyToVacancy, feed.apply),
  route(vacancyResponse.seeVacancy, feed.see),
  route(vacancyResponse.saveVacancy, feed.save),
  route(vacancyResponse.unsaveVacancy, feed.unsave),
  route(vacancyResponse.vacancyAlert, feed.alert),
  route(vacancyResponse.setVacancyAlert, feed.setAlert),
  route(documentContract.personalDocumentsOfMine, documents),
  route(documentContract.uploadPersonalDocument, upload),
  route(documentContract.removePersonalDocument, remove),
  route(documentContract.waitingDocuments, waiting),
  route(documentContract.reviewDocument, reviewOne),
]

/** Files to download: the printed agreement, and documents for those with access. */
export const mountHiringFiles = (app: FastifyInstance, context: AppContext) => {
  mountAgreementDocument(app, context)
  mountDocumentFiles(app, context)
}
