/**
 * What webhooks say beside bookings: money, guarantees, disputes, invitations, agreements, team, reviews and messages. Each is the matter as
 * it is when it is noted; ids are those of the API, and no words of people are in it.
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

/** Each with its Spanish words for the screen. */
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

/** Whole the professional's, without commission; one that was not paid is not sent. */
export const WebhookTip = z.object({
  id: Uuid,
  version: z.int(),
  bookingId: Uuid,
  status: z.enum(['paid', 'returned']),
  amountCents: z.int(),
})

/** The guarantee of rented hours. */
export const WebhookDeposit = z.object({
  id: Uuid,
  version: z.int(),
  bookingId: Uuid,
  status: DepositState,
  professionalId: Id,
  amountCents: z.int(),
  claimCents: z.nullable(z.int()),
  /** Until when the professional may answer the claim. */
  contestBy: z.nullable(Instant),
  /** What the host keeps of it. */
  retainedCents: z.int(),
})

/** A reported problem, for the two between whom it is; what each wrote and showed is in the API. */
export const WebhookDispute = z.object({
  id: Uuid,
  version: z.int(),
  bookingId: Uuid,
  status: DisputeState,
  openedBy: DisputeSide,
  respondent: z.enum(['professional', 'host']),
  subject: DisputeSubject,
  answerBy: Instant,
  /** How much of the part in dispute is returned; null until it is decided. */
  outcome: z.nullable(DisputeOutcome),
  withdrawn: z.boolean(),
})

export const WebhookInvitation = z.object({
  id: Uuid,
  version: z.int(),
  status: InvitationStatus,
  spaceId: Id,
  /** Null: invited by e-mail, and no account has used its link. */
  professionalId: z.nullable(Id),
  expiresAt: Instant,
})

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
