/** A professional's actions on a vacancy: apply, save, and be notified of new ones. */
import * as z from 'zod/mini'
import { Application } from '#contract/hiring/application.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, LongText } from '#contract/platform/shapes.ts'
import { OneVacancy } from '#contract/hiring/vacancy.ts'

export const applyToVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/apply',
  summary: 'Apply on the terms that are offered; from here on it is an application like any other',
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
  summary: 'Count me once among those who opened it',
  access: 'professional',
  params: OneVacancy,
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'no_profile'],
})

export const saveVacancy = endpoint({
  method: 'PUT',
  path: '/api/vacancies/:id/save',
  summary: 'Keep a vacancy for later',
  access: 'professional',
  params: OneVacancy,
  reply: Done,
  refusals: ['not_found', 'no_profile'],
})

export const unsaveVacancy = endpoint({
  method: 'DELETE',
  path: '/api/vacancies/:id/save',
  summary: 'Keep it no longer',
  access: 'professional',
  params: OneVacancy,
  reply: Done,
  refusals: ['not_found', 'no_profile'],
})

export const VacancyAlert = z.object({ on: z.boolean() })

export const vacancyAlert = endpoint({
  method: 'GET',
  path: '/api/professional/vacancy-alert',
  summary: 'Whether I am told of new vacancies near me in my categories',
  access: 'professional',
  reply: VacancyAlert,
  refusals: ['no_profile'],
})

export const setVacancyAlert = endpoint({
  method: 'PUT',
  path: '/api/professional/vacancy-alert',
  summary: 'Be told of new vacancies near me in my categories, or no longer',
  access: 'professional',
  body: VacancyAlert,
  reply: VacancyAlert,
  refusals: ['no_profile'],
})
