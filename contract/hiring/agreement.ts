import * as z from 'zod/mini'
import { Category } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate, LongText, Uuid, Zone } from '#contract/platform/shapes.ts'
import { AgreementStatus } from '#contract/hiring/agreement-moves.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'

/** Days before its end from which an agreement counts as expiring. */
export const expiringDays = 15

const PossibleMove = z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })

/** An ongoing agreement ("convenio") that lets a professional work at a space, as seen by one party. */
export const Agreement = z.object({
  id: Id,
  version: z.int(),
  status: AgreementStatus,
  /** The viewer's side. */
  role: z.enum(['professional', 'host']),
  spaceId: Id,
  spaceName: z.string(),
  businessName: z.string(),
  zone: Zone,
  professionalId: Id,
  professionalName: z.string(),
  ratePerHourCents: z.int(),
  categories: z.array(Category),
  validFrom: Instant,
  validTo: z.nullable(Instant),
  terms: AgreementTerms,
  origin: z.enum(['house', 'application', 'invitation', 'vacancy']),
  /** Minutes booked at the space this week, Monday to Sunday. */
  usedMinutesThisWeek: z.int(),
  /** Number of appointments so far, for a trial by uses. */
  usesSoFar: z.int(),
  upcomingBookings: z.int(),
  pausedBy: z.nullable(z.enum(['professional', 'host'])),
  ending: z.nullable(
    z.object({ by: z.enum(['professional', 'host']), reason: z.string(), givenAt: Instant, endsAt: Instant }),
  ),
  renewal: z.nullable(
    z.object({ by: z.enum(['professional', 'host']), validTo: z.nullable(LocalDate), requestedAt: Instant }),
  ),
  missingDocuments: z.array(z.string()),
  /** A required document that expires within seven days, and the confirmed bookings after it. */
  documentEnding: z.nullable(z.object({ kind: z.string(), lastDay: LocalDate, bookings: z.int() })),
  moves: z.array(PossibleMove),
})
export type Agreement = z.output<typeof Agreement>

const OneAgreement = z.object({ id: Id })

export const agreements = endpoint({
  method: 'GET',
  path: '/api/agreements',
  summary: 'List agreements of the viewer, as professional or host',
  access: 'account',
  reply: z.array(Agreement),
})

export const pauseAgreement = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/pause',
  summary: 'Pause an agreement: no new bookings; confirmed ones stay',
  access: 'account',
  params: OneAgreement,
  reply: Agreement,
  idempotent: true,
  refusals: ['not_found', 'agreement_not_movable'],
})

export const resumeAgreement = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/resume',
  summary: 'Resume a paused agreement',
  access: 'account',
  params: OneAgreement,
  reply: Agreement,
  idempotent: true,
  refusals: ['not_found', 'agreement_not_movable'],
})

export const renewAgreement = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/renew',
  summary: "Propose an extension to a date (null: no end), or accept the other party's",
  access: 'account',
  params: OneAgreement,
  body: z.object({
    version: z.int(),
    /** `ask` proposes, `accept` agrees to the other side's proposal. */
    as: z._default(z.enum(['ask', 'accept']), 'ask'),
    validTo: z._default(z.nullable(LocalDate), null),
  }),
  reply: Agreement,
  idempotent: true,
  refusals: ['not_found', 'agreement_not_movable', 'stale_version', 'invalid_input'],
})

/** Impact of ending: the bookings after the last day, which remain valid unless cancelled individually. */
export const TerminateQuote = z.object({
  noticeDays: z.int(),
  endsAt: Instant,
  zone: Zone,
  bookings: z.array(
    z.object({
      id: Uuid,
      startsAt: Instant,
      endsAt: Instant,
      serviceName: z.string(),
      unitName: z.nullable(z.string()),
      /** The only client data shown to the host. */
      clientFirstName: z.nullable(z.string()),
      rentCents: z.int(),
      /** Whether it is after the last day. */
      afterEnd: z.boolean(),
    }),
  ),
})
export type TerminateQuote = z.output<typeof TerminateQuote>

export const terminateQuote = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/terminate-quote',
  summary:
    'Quote a termination: the last day and the affected bookings, each honoured unless cancelled with its own quote',
  access: 'account',
  params: OneAgreement,
  reply: TerminateQuote,
  refusals: ['not_found', 'agreement_not_movable'],
})

export const terminateAgreement = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/terminate',
  summary: 'Terminate an agreement: no booking begins after the last day, confirmed ones are honoured',
  access: 'account',
  params: OneAgreement,
  body: z.object({ version: z.int(), reason: z._default(LongText(300), '') }),
  reply: Agreement,
  idempotent: true,
  refusals: ['not_found', 'agreement_not_movable', 'stale_version'],
})
