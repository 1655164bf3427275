/**
 * What webhooks say beside bookings: money, agreements, team, reviews and messages. Each is the matter as it is when it is noted; ids are
 * those of the API, and no words of people are in it.
 */
import * as z from 'zod/mini'
import { ConversationKind } from '#contract/conversation/conversation.ts'
import { AgreementStatus } from '#contract/hiring/agreement-moves.ts'
import { ApplicationStatus } from '#contract/hiring/application-moves.ts'
import { PaymentMethod, PaymentStatus } from '#contract/payment/payment.ts'
import { Id, Instant, LocalDate, Uuid } from '#contract/platform/shapes.ts'

export const WebhookRole = z.enum(['professional', 'host'])
export type WebhookRole = z.output<typeof WebhookRole>

/** Each with its Spanish words for the screen. */
export const matterEvents = {
  'payment.changed': 'Se cobra, se regresa o falla un pago',
  'payout.paid': 'Sale un depósito hacia tu cuenta',
  'payout.returned': 'Tu banco regresa un depósito',
  'rent_charge.changed': 'Se cobra o se paga una renta fija',
  'application.changed': 'Avanza una postulación',
  'agreement.made': 'Empieza un convenio',
  'agreement.changed': 'Cambia un convenio',
  'member.changed': 'Cambia alguien del equipo',
  'review.published': 'Se publica una reseña',
  'conversation.waits': 'Un mensaje espera sin leer',
} as const
export const MatterEvent = z.enum([
  'payment.changed',
  'payout.paid',
  'payout.returned',
  'rent_charge.changed',
  'application.changed',
  'agreement.made',
  'agreement.changed',
  'member.changed',
  'review.published',
  'conversation.waits',
] satisfies (keyof typeof matterEvents)[])
export type MatterEvent = z.output<typeof MatterEvent>

/** Of a visit for its professional; of rented hours for who paid them and for the host. */
export const WebhookPayment = z.object({
  id: Uuid,
  /** Grows with each change of this payment. */
  version: z.int(),
  bookingId: Uuid,
  status: PaymentStatus,
  method: PaymentMethod,
  amountCents: z.int(),
  capturedCents: z.int(),
  refundedCents: z.int(),
})

export const WebhookPayout = z.object({
  id: z.guid(),
  /** What earned it: a booking, or the rent of a team member. */
  bookingId: z.guid(),
  /** Without what was taken out of it for what its payee owed. */
  amountCents: z.int(),
})

/** What the bank sent back; it goes out again once the account is in order. */
export const WebhookReturnedPayout = z.object({ transferId: z.string(), amountCents: z.int() })

/** A team member's rent of some days. */
export const WebhookRentCharge = z.object({
  id: Uuid,
  status: z.enum(['due', 'paid']),
  professionalId: Id,
  amountCents: z.int(),
  /** What of it was returned. */
  returnedCents: z.int(),
  from: LocalDate,
  /** The last day. */
  to: LocalDate,
})

const Hiring = { id: Id, version: z.int(), professionalId: Id, spaceId: Id }
export const WebhookApplication = z.object({ ...Hiring, status: ApplicationStatus })
export const WebhookAgreement = z.object({ ...Hiring, status: AgreementStatus, validTo: z.nullable(Instant) })

export const WebhookMember = z.object({
  id: Id,
  version: z.int(),
  status: z.enum(['invited', 'pending_details', 'active', 'paused', 'ended']),
  spaceId: Id,
  /** Null until an account has joined, and of who serves no clients. */
  professionalId: z.nullable(Id),
})

export const WebhookReview = z.object({
  id: Id,
  bookingId: Uuid,
  subject: z.enum(['professional', 'service', 'space']),
  score: z.int(),
})

/** Two minutes after it was written, if it is not read by then. */
export const WebhookConversation = z.object({ kind: ConversationKind, about: z.string(), unread: z.int() })

const messageOf = <Type extends MatterEvent, Data extends z.core.$ZodLooseShape>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    /** When it was noted, not when it was sent. */
    timestamp: Instant,
    data: z.object({ role: WebhookRole, ...data }),
  })

export const WebhookPaymentMessage = messageOf('payment.changed', { payment: WebhookPayment })
export const WebhookPayoutMessage = messageOf('payout.paid', { payout: WebhookPayout })
export const WebhookReturnedPayoutMessage = messageOf('payout.returned', { payout: WebhookReturnedPayout })
export const WebhookRentChargeMessage = messageOf('rent_charge.changed', { rentCharge: WebhookRentCharge })
export const WebhookApplicationMessage = messageOf('application.changed', { application: WebhookApplication })
export const WebhookNewAgreementMessage = messageOf('agreement.made', { agreement: WebhookAgreement })
export const WebhookAgreementMessage = messageOf('agreement.changed', { agreement: WebhookAgreement })
export const WebhookMemberMessage = messageOf('member.changed', { member: WebhookMember })
export const WebhookReviewMessage = messageOf('review.published', { review: WebhookReview })
export const WebhookConversationMessage = messageOf('conversation.waits', {
  conversation: WebhookConversation,
})

export const matterMessages = [
  WebhookPaymentMessage,
  WebhookPayoutMessage,
  WebhookReturnedPayoutMessage,
  WebhookRentChargeMessage,
  WebhookApplicationMessage,
  WebhookNewAgreementMessage,
  WebhookAgreementMessage,
  WebhookMemberMessage,
  WebhookReviewMessage,
  WebhookConversationMessage,
] as const
