/** A professional's forms before a visit, and the client's answers; answers about health need express consent (product.md §9.3). */
import * as z from 'zod/mini'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { Person } from '#contract/account/companion.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LongText, Text, Zone } from '#contract/platform/shapes.ts'

export const questionKinds = {
  short: 'Texto corto',
  long: 'Texto largo',
  yes_no: 'Sí o no',
  one: 'Una opción',
  several: 'Varias opciones',
  date: 'Fecha',
} as const
const QuestionKind = z.enum(['short', 'long', 'yes_no', 'one', 'several', 'date'])
export type QuestionKind = z.output<typeof QuestionKind>

const hasOptions = ({ kind }: { kind: QuestionKind }) => kind === 'one' || kind === 'several'

export const Question = z
  .object({
    /** Identifies the question within its form, even if its text changes. */
    id: z.string().check(z.regex(/^[a-z0-9]{1,12}$/)),
    kind: QuestionKind,
    label: Text(200),
    required: z.boolean(),
    /** An answer is worth an alert at the visit (form-alert.ts); absent: decided by its words. */
    alerts: z.optional(z.boolean()),
    /** For `one` and `several`: at least two. */
    options: z.array(Text(100)).check(z.maxLength(20)),
  })
  .check(
    z.refine(
      (question) =>
        hasOptions(question)
          ? question.options.length >= 2 && new Set(question.options).size === question.options.length
          : question.options.length === 0,
      { path: ['options'] },
    ),
  )
export type Question = z.output<typeof Question>

export const maxQuestions = 30
/** Per professional; a longer list would be unreadable. */
export const maxForms = 30

const FormInput = z.object({
  title: Text(80),
  intro: LongText(600),
  /** Whether any answer is about health. */
  sensitive: z.boolean(),
  /** `booking`: required before payment; `visit`: any time before the visit. */
  timing: z.enum(['booking', 'visit']),
  questions: z.array(Question).check(
    z.minLength(1),
    z.maxLength(maxQuestions),
    z.refine((questions) => new Set(questions.map(({ id }) => id)).size === questions.length),
  ),
})
export type FormInput = z.output<typeof FormInput>

/** Of the viewer. */
export const OwnForm = z.extend(FormInput, {
  id: Id,
  version: z.int(),
  /** Services that use it. */
  serviceIds: z.array(Id),
})
export type OwnForm = z.output<typeof OwnForm>

const Value = z.union([z.boolean(), LongText(2000), z.array(LongText(100)).check(z.maxLength(20))])
export const Answers = z.record(z.string().check(z.maxLength(12)), Value)
export type Answers = z.output<typeof Answers>

/** The consent text; a change of its words is a new version. Given consents are stored verbatim. */
export const healthConsent = {
  version: 1,
  text: (professional: string) =>
    `Doy mi consentimiento expreso para que Kalli guarde cifradas mis respuestas sobre mi salud y para que solo ${professional} las lea para atenderme en esta cita. Puedo borrarlas cuando quiera.`,
} as const

/** Retained this long after the visit, unless the client deletes them before. */
export const answersRetentionDays = 365

const Answered = z.object({
  /** As presented to the client. */
  questions: z.array(Question),
  answers: Answers,
  answeredAt: Instant,
  consentText: z.nullable(z.string()),
})

/** The person to whom it applies: each of several people answers for themselves. */
const OfPerson = {
  person: Person,
  /** The person's name; null for a visit of one person. */
  who: z.nullable(z.string()),
}

/** A form of a visit, as its client sees it. */
export const VisitForm = z.object({
  formId: Id,
  ...OfPerson,
  version: z.int(),
  title: z.string(),
  intro: z.string(),
  sensitive: z.boolean(),
  timing: z.enum(['booking', 'visit']),
  questions: z.array(Question),
  /** The consent to give; null where none is needed. */
  consent: z.nullable(z.object({ version: z.int(), text: z.string() })),
  answered: z.nullable(Answered),
  /** When the professional read it. */
  readAt: z.array(Instant),
})
export type VisitForm = z.output<typeof VisitForm>

/** The professional's view: answers, without what is not disclosed to them. */
export const ReadForm = z.object({
  formId: Id,
  ...OfPerson,
  title: z.string(),
  sensitive: z.boolean(),
  answered: z.nullable(Answered),
})
export type ReadForm = z.output<typeof ReadForm>

/** One access of a professional to the viewer's answers. */
export const FormReading = z.object({
  at: Instant,
  professional: z.string(),
  form: z.string(),
  service: z.string(),
  visitAt: Instant,
  zone: Zone,
})
export type FormReading = z.output<typeof FormReading>

export const ownForms = endpoint({
  method: 'GET',
  path: '/api/professional/forms',
  summary: 'List own intake forms',
  access: 'professional',
  reply: z.array(OwnForm),
})

export const addForm = endpoint({
  method: 'POST',
  path: '/api/professional/forms',
  summary: 'Create an intake form and attach it to services',
  access: 'professional',
  body: z.extend(FormInput, { serviceIds: z._default(z.array(Id).check(z.maxLength(100)), []) }),
  reply: OwnForm,
  status: 201,
  idempotent: true,
  refusals: ['invalid_input', 'no_profile', 'forms_full', 'not_found'],
})

export const changeForm = endpoint({
  method: 'PATCH',
  path: '/api/professional/forms/:id',
  summary: 'Change an intake form; given answers keep the questions they were asked',
  access: 'professional',
  params: z.object({ id: Id }),
  body: z.extend(FormInput, { version: z.int() }),
  reply: OwnForm,
  refusals: ['invalid_input', 'no_profile', 'not_found', 'stale_version'],
})

export const removeForm = endpoint({
  method: 'DELETE',
  path: '/api/professional/forms/:id',
  summary: 'Archive an intake form; given answers stay',
  access: 'professional',
  params: z.object({ id: Id }),
  reply: Done,
  refusals: ['not_found', 'no_profile'],
})

export const serviceForms = endpoint({
  method: 'PUT',
  path: '/api/professional/services/:id/forms',
  summary: 'List the intake forms of a service',
  access: 'professional',
  params: z.object({ id: Id }),
  body: z.object({ formIds: z.array(Id).check(z.maxLength(maxForms)) }),
  reply: z.array(OwnForm),
  refusals: ['not_found', 'no_profile'],
})

const OneForm = z.extend(OneBooking, { form: Id })

export const visitForms = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/forms',
  summary: "List the intake forms of a hold or visit, with the viewer's answers",
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: z.array(VisitForm),
  refusals: ['not_found', 'mailbox_needed'],
})

export const answerForm = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/forms/:form',
  summary: 'Answer an intake form, or correct the answers before the visit; health data need express consent',
  access: 'anyone',
  params: OneForm,
  query: Visitor,
  body: z.object({
    version: z.int(),
    person: z._default(Person, 1),
    answers: Answers,
    /** The version of the consent that was ticked. */
    consent: z.nullable(z.int()),
  }),
  reply: z.array(VisitForm),
  limit: 'bookings',
  refusals: [
    'not_found',
    'mailbox_needed',
    'invalid_input',
    'answers_incomplete',
    'consent_needed',
    'form_changed',
    'too_late_to_answer',
  ],
})

export const forgetAnswers = endpoint({
  method: 'DELETE',
  path: '/api/bookings/:id/forms/:form',
  summary: 'Delete own answers to an intake form',
  access: 'anyone',
  params: OneForm,
  query: z.extend(Visitor, { person: z.optional(Id) }),
  reply: z.array(VisitForm),
  refusals: ['not_found', 'mailbox_needed'],
})

export const readForms = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/forms/read',
  summary: 'Read the answers as the professional; the client sees that they were read',
  access: 'professional',
  params: OneBooking,
  reply: z.array(ReadForm),
  refusals: ['not_found'],
})

export const formReadings = endpoint({
  method: 'GET',
  path: '/api/account/form-readings',
  summary: "List who read the viewer's answers, newest first",
  access: 'account',
  reply: z.array(FormReading),
})
