/**
 * Webhook events beside bookings: money, deposits, disputes, invitations, agreements, team, reviews and messages. Each
 * carries the state at the event; ids are those of the API, and no user text is included.
 */
import * as z from 'zod/mini'
import { DepositState } from '#contract/booking/settlement/deposit.ts'
import {
  DisputeOutcome,
  DisputeSide,
  DisputeState,
  DisputeSubject,
} from '#contract/booking/settlement/dispute-subject.ts'
import { ConversationKind } from '#contract/conversation/conversation.ts'
import { AgreementStatus } from '#contract/hiring/agreement-moves.ts'
import { ApplicationStatus } from '#contract/hiring/application-moves.ts'
import { InvitationStatus } from '#contract/hiring/invitation-moves.ts'
import { PaymentMethod, PaymentStatus } from '#contract/payment/payment.ts'
import { Id, Instant, LocalDate, Uuid } from '#contract/platform/shapes.ts'

export const WebhookRole = z.enum(['professional', 'host'])
export type WebhookRole = z.output<typeof WebhookRole>

/** Events with their labels in Spanish. */
export const matterEvents = {
  'payment.changed': 'Se cobra, se regresa o falla un pago',
  'payout.paid': 'Sale un depósito hacia tu cuenta',
  'payout.returned': 'Tu banco regresa un depósito',
  'tip.changed': 'Llega o se devuelve una propina',
  'deposit.changed': 'Se aparta, se reclama o se libera una garantía',
  'dispute.changed': 'Se reporta, se responde o se resuelve un problema',
  'rent_charge.changed': 'Se cobra o se paga una renta fija',
  'invitation.sent': 'Se envía una invitación a un espacio',
  'invitation.moved': 'Avanza una invitación',
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
  'tip.changed',
  'deposit.changed',
  'dispute.changed',
  'rent_charge.changed',
  'invitation.sent',
  'invitation.moved',
  'application.changed',
  'agreement.made',
  'agreement.changed',
  'member.changed',
  'review.published',
  'conversation.waits',
] satisfies (keyof typeof matterEvents)[])
export type MatterEvent = z.output<typeof MatterEvent>

/** For a visit, sent to its professional; for rented hours, to the payer and the host. */
export const WebhookPayment = z.object({
  id: Uuid,
  /** Increases with each change of this payment. */
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
  /** The source: a booking, or the rent of a team member. */
  bookingId: z.guid(),
  /** Less deductions for what its payee owed. */
  amountCents: z.int(),
})

/** Returned by the bank; sent again once the account is in order. */
export const WebhookReturnedPayout = z.object({ transferId: z.string(), amountCents: z.int() })

/** In full to the professional, without commission; unpaid tips are not sent. */
export const WebhookTip = z.object({
  id: Uuid,
  version: z.int(),
  bookingId: Uuid,
  status: z.enum(['paid', 'returned']),
  amountCents: z.int(),
})

/** The deposit of rented hours. */
export const WebhookDeposit = z.object({
  id: Uuid,
  version: z.int(),
  bookingId: Uuid,
  status: DepositState,
  professionalId: Id,
  amountCents: z.int(),
  claimCents: z.nullable(z.int()),
  /** Deadline for the professional to answer the claim. */
  contestBy: z.nullable(Instant),
  /** The part that the host keeps. */
  retainedCents: z.int(),
})

/** A dispute, for its two parties; their texts and evidence are in the API. */
export const WebhookDispute = z.object({
  id: Uuid,
  version: z.int(),
  bookingId: Uuid,
  status: DisputeState,
  openedBy: DisputeSide,
  respondent: z.enum(['professional', 'host']),
  subject: DisputeSubject,
  answerBy: Instant,
  /** The share of the disputed line that is refunded; null until decided. */
  outcome: z.nullable(DisputeOutcome),
  withdrawn: z.boolean(),
})

export const WebhookInvitation = z.object({
  id: Uuid,
  version: z.int(),
  status: InvitationStatus,
  spaceId: Id,
  /** Null: invited by email, and the link has not been used by an account. */
  professionalId: z.nullable(Id),
  expiresAt: Instant,
})

/** Rent of a team member for a range of days. */
export const WebhookRentCharge = z.object({
  id: Uuid,
  status: z.enum(['due', 'paid']),
  professionalId: Id,
  amountCents: z.int(),
  /** The refunded part. */
  returnedCents: z.int(),
  from: LocalDate,
  /** The last day, inclusive. */
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
  /** Null until an account has joined, and for members who serve no clients. */
  professionalId: z.nullable(Id),
})

export const WebhookReview = z.object({
  id: Id,
  bookingId: Uuid,
  subject: z.enum(['professional', 'service', 'space']),
  score: z.int(),
})

/** Sent two minutes after a message, if it is unread by then. */
export const WebhookConversation = z.object({ kind: ConversationKind, about: z.string(), unread: z.int() })

const messageOf = <Type extends MatterEvent, Data extends z.core.$ZodLooseShape>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    /** Time of the event, not of sending. */
    timestamp: Instant,
    data: z.object({ role: WebhookRole, ...data }),
  })

export const WebhookPaymentMessage = messageOf('payment.changed', { payment: WebhookPayment })
export const WebhookPayoutMessage = messageOf('payout.paid', { payout: WebhookPayout })
export const WebhookReturnedPayoutMessage = messageOf('payout.returned', { payout: WebhookReturnedPayout })
export const WebhookRentChargeMessage = messageOf('rent_charge.changed', { rentCharge: WebhookRentCharge })
export const WebhookTipMessage = messageOf('tip.changed', { tip: WebhookTip })
export const WebhookDepositMessage = messageOf('deposit.changed', { deposit: WebhookDeposit })
export const WebhookDisputeMessage = messageOf('dispute.changed', { dispute: WebhookDispute })
export const WebhookSentInvitationMessage = messageOf('invitation.sent', { invitation: WebhookInvitation })
export const WebhookInvitationMessage = messageOf('invitation.moved', { invitation: WebhookInvitation })
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
  WebhookTipMessage,
  WebhookDepositMessage,
  WebhookDisputeMessage,
  WebhookSentInvitationMessage,
  WebhookInvitationMessage,
  WebhookApplicationMessage,
  WebhookNewAgreementMessage,
  WebhookAgreementMessage,
  WebhookMemberMessage,
  WebhookReviewMessage,
  WebhookConversationMessage,
] as const
