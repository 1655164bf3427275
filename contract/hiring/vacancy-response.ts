/** A professional's actions on a vacancy: apply, save, and be notified of new ones. */
import * as z from 'zod/mini'
import { Application } from '#contract/hiring/application.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, LongText } from '#contract/platform/shapes.ts'
import { OneVacancy } from '#contract/hiring/vacancy.ts'

export const applyToVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/apply',
  summary: 'Apply to a vacancy on its terms; it becomes an application',
  access: 'professional',
  params: OneVacancy,
  body: z.object({
    message: z._default(LongText(1000), ''),
    expectedMinutes: z._default(z.int().check(z.minimum(0), z.maximum(10_080)), 0),
  }),
  reply: Application,
  status: 201,
  idempotent: true,
  refusals: [
    'not_found',
    'no_profile',
    'vacancy_not_movable',
    'application_open',
    'application_not_ready',
    'too_many_applications',
    'application_rests',
  ],
})

export const seeVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/see',
  summary: 'Count a view of a vacancy, once per viewer',
  access: 'professional',
  params: OneVacancy,
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'no_profile'],
})

export const saveVacancy = endpoint({
  method: 'PUT',
  path: '/api/vacancies/:id/save',
  summary: 'Save a vacancy',
  access: 'professional',
  params: OneVacancy,
  reply: Done,
  refusals: ['not_found', 'no_profile'],
})

export const unsaveVacancy = endpoint({
  method: 'DELETE',
  path: '/api/vacancies/:id/save',
  summary: 'Remove a saved vacancy',
  access: 'professional',
  params: OneVacancy,
  reply: Done,
  refusals: ['not_found', 'no_profile'],
})

export const VacancyAlert = z.object({ on: z.boolean() })

export const vacancyAlert = endpoint({
  method: 'GET',
  path: '/api/professional/vacancy-alert',
  summary: 'Get whether the viewer is notified of new vacancies nearby in their categories',
  access: 'professional',
  reply: VacancyAlert,
  refusals: ['no_profile'],
})

export const setVacancyAlert = endpoint({
  method: 'PUT',
  path: '/api/professional/vacancy-alert',
  summary: 'Turn notifications of new vacancies nearby on or off',
  access: 'professional',
  body: VacancyAlert,
  reply: VacancyAlert,
  refusals: ['no_profile'],
})
