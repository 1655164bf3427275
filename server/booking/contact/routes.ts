import * as codes from '#contract/booking/contact-code.ts'
import * as holds from '#contract/booking/hold.ts'
import * as intakes from '#contract/booking/client/intake.ts'
import {
  enterContactCode,
  enterVisitorCode,
  sendContactCode,
  sendVisitorCode,
} from '#server/booking/contact/contact.ts'
import * as intake from '#server/booking/contact/intake.ts'
import * as intakeRead from '#server/booking/contact/intake-read.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(codes.sendVisitorCode, (work, { body }) => sendVisitorCode(work, body)),
  route(codes.enterVisitorCode, (work, { body }) => enterVisitorCode(work, body)),
  route(holds.sendContactCode, (work, { params, body }) => sendContactCode(work, params.id, body)),
  route(holds.enterContactCode, (work, { params, body }) => enterContactCode(work, params.id, body)),
  route(intakes.visitForms, (work, { params, query }) => intake.visitForms(work, params.id, query)),
  route(intakes.answerForm, (work, { params, query, body }) =>
    intake.answer(work, params.id, params.form, { ...query, ...body }),
  ),
  route(intakes.forgetAnswers, (work, { params, query }) =>
    intake.takeBack(work, params.id, params.form, query),
  ),
  route(intakes.readForms, (work, { params }) => intakeRead.read(work, params.id)),
  route(intakes.formReadings, (work) => intakeRead.readings(work)),
]
