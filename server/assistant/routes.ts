import * as confirmations from '#contract/assistant/confirmation.ts'
import * as mandates from '#contract/assistant/mandate.ts'
import { confirm, present } from '#server/assistant/confirmation.ts'
import { end, forgetOver, give, ownMandates } from '#server/developer/mandate.ts'
import { bookAs, cancelAs, changeAs } from '#server/assistant/mandate-acts.ts'
import type { Job } from '#server/platform/jobs.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(mandates.mandates, (work) => ownMandates(work)),
  route(mandates.giveMandate, (work, input) => give(work, input)),
  route(mandates.endMandate, (work, { params }) => end(work, params.id)),
  route(mandates.bookByMandate, bookAs),
  route(mandates.cancelByMandate, cancelAs),
  route(mandates.changeByMandate, changeAs),
  route(confirmations.confirmation, (work, { query }) => present(work, query.c)),
  route(confirmations.confirm, (work, { body }) => confirm(work, body.c)),
]

export const jobs: readonly Job[] = [
  { every: '41 8 * * *', name: 'assistant.forget_mandates', run: forgetOver },
]
