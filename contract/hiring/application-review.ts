/** Review and decision of applications by the host. */
import * as z from 'zod/mini'
import { Trial, usualTrial } from '#contract/hiring/agreement-terms.ts'
import { Category } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LongText, Text } from '#contract/platform/shapes.ts'
import { Application, OneApplication, Version, common, Named } from '#contract/hiring/application.ts'
import { DeclineReason } from '#contract/hiring/decline-reason.ts'

export const hostApplications = endpoint({
  method: 'GET',
  path: '/api/host/applications',
  summary: 'List applications to own spaces by deadline, decided ones last',
  access: 'host',
  query: z.object({
    show: z._default(z.enum(['open', 'decided']), 'open'),
    vacancy: z.optional(Id),
    category: z.optional(Category),
    minimumLevel: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3))),
    minimumRating: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(5))),
    minimumFit: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100))),
    space: z.optional(Id),
  }),
  reply: z.array(Application),
})

export const reviewApplication = endpoint({
  method: 'POST',
  path: '/api/applications/:id/review',
  summary: 'Mark an application as under review; the applicant sees it',
  access: 'host',
  params: OneApplication,
  body: z.object(Version),
  reply: Application,
  idempotent: true,
  refusals: common,
})

export const requestInfo = endpoint({
  method: 'POST',
  path: '/api/applications/:id/request-info',
  summary: 'Ask the applicant a question; the deadline pauses for up to 72 hours, twice at most',
  access: 'host',
  params: OneApplication,
  body: z.object({ ...Version, text: Text(1000) }),
  reply: Application,
  idempotent: true,
  refusals: common,
})

export const approveApplication = endpoint({
  method: 'POST',
  path: '/api/applications/:id/approve',
  summary: 'Approve an application on its current terms: the agreement begins',
  access: 'host',
  params: OneApplication,
  body: z.object({ ...Version, ...Named }),
  reply: Application,
  idempotent: true,
  refusals: [...common, 'agreement_exists', 'member_exists', 'invalid_input', 'shift_taken', 'vacancy_full'],
})

export const approveOnTrial = endpoint({
  method: 'POST',
  path: '/api/applications/:id/trial',
  summary: 'Approve on trial: for thirty days or a number of appointments',
  access: 'host',
  params: OneApplication,
  body: z.object({ ...Version, ...Named, trial: z._default(Trial, usualTrial) }),
  reply: Application,
  idempotent: true,
  refusals: [...common, 'agreement_exists', 'member_exists', 'invalid_input', 'shift_taken', 'vacancy_full'],
})

export const rejectApplication = endpoint({
  method: 'POST',
  path: '/api/applications/:id/reject',
  summary: 'Reject an application with a neutral reason; own words are shared only by choice',
  access: 'host',
  params: OneApplication,
  body: z.object({
    ...Version,
    reason: DeclineReason,
    note: z._default(LongText(500), ''),
    shareNote: z._default(z.boolean(), false),
  }),
  reply: Application,
  idempotent: true,
  refusals: common,
})

export const rejectMany = endpoint({
  method: 'POST',
  path: '/api/host/applications/reject',
  summary: 'Reject several applications with one neutral reason; those changed meanwhile are skipped',
  access: 'host',
  body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(50)), reason: DeclineReason }),
  reply: z.object({ declined: z.array(Id), left: z.array(Id) }),
  idempotent: true,
})
