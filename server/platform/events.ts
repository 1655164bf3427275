/**
 * Every event with its payload: the only list. jobs.ts checks publishers and subscribers against it, and parses what comes from the
 * queue. Names and payloads must not change: rows waiting in the queue contain them.
 */
import type { MemberMove } from '#contract/team/member.ts'
import type { VacancyMove } from '#contract/hiring/vacancy-moves.ts'
import type { InvitationMove } from '#contract/hiring/invitation-moves.ts'
import type { ApplicationMove } from '#contract/hiring/application-moves.ts'
import type { AgreementMove } from '#contract/hiring/agreement-moves.ts'
import * as z from 'zod/mini'
import { ConversationKind, ConversationSide } from '#contract/conversation/conversation.ts'
import { PayoutParty } from '#contract/payment/payout-account.ts'
import { Id, Uuid } from '#contract/platform/shapes.ts'
import { reminderKinds } from '#contract/service/reminder.ts'
import type { ListingMove } from '#contract/space/listing.ts'
import { DocumentKind } from '#contract/space/space-document.ts'
import { Channel } from '#contract/verification/verification.ts'
import { depositMoves, disputeMoves } from '#server/platform/event-moves.ts'

/** A transition of a state machine: typed by name for the compiler, any text in the queue, since an older version may have written it. */
const moveOf = <Move extends string>() => z.custom<Move>((value) => typeof value === 'string')

const AccountId = z.object({ accountId: Id })
const BookingId = z.object({ bookingId: Uuid })
const ProfessionalId = z.object({ professionalId: Id })
const SpaceId = z.object({ spaceId: Id })
const AgreementId = z.object({ agreementId: Id })
const ClassId = z.object({ classId: Uuid })
const ProposalId = z.object({ proposalId: Uuid })
const RescueId = z.object({ rescueId: Uuid })
const LinkId = z.object({ linkId: Uuid })
const PackId = z.object({ packId: Uuid })
const GiftCardId = z.object({ giftCardId: Uuid })
const HandOverId = z.object({ handOverId: Uuid })
const InvitationId = z.object({ invitationId: Uuid })
const DocumentId = z.object({ documentId: Uuid })
const ActId = z.object({ actId: Uuid })
const CodeId = z.object({ codeId: Uuid })
const PaymentId = z.object({ paymentId: Uuid })
/** The payment's subject: the id of a rent, a pack, a tip and so on takes the place of a booking's. */
const PaymentOf = z.extend(PaymentId, BookingId.shape)
const Payee = z.object({ party: PayoutParty, partyId: Id })

export const events = {
  'account.changed': AccountId,
  'account.copy_asked': z.object({ copyId: Uuid }),
  'account.joined_elsewhere': z.extend(AccountId, { at: z.number() }),
  'account.left': z.object({ farewellId: Uuid }),
  'account.level_changed': AccountId,
  /** `staysSignedIn`: changed in the settings, where that browser stays signed in. */
  'account.password_changed': z.extend(AccountId, {
    changeId: z.string(),
    staysSignedIn: z.optional(z.boolean()),
  }),
  'account.password_reset_asked': z.object({ email: z.string(), askId: z.string() }),
  'account.photo_replaced': z.object({ photoId: Uuid }),
  'account.registered': z.extend(AccountId, { role: z.string() }),
  'developer.key_made': z.object({ keyId: z.string() }),
  'account.second_factor_changed': z.extend(AccountId, { on: z.boolean(), at: z.number() }),
  'account.suspended': ActId,
  'account.suspension_lifted': ActId,

  'agreement.changed': z.extend(AgreementId, { version: z.int(), move: moveOf<AgreementMove>() }),
  'agreement.made': AgreementId,

  'application.changed': z.object({ applicationId: Id, version: z.int(), move: moveOf<ApplicationMove>() }),
  'application.waits': z.object({
    applicationId: Id,
    reminder: z.int(),
    version: z.int(),
    side: z.optional(z.nullable(z.enum(['professional', 'host']))),
  }),

  'balance.paid_at_place': z.object({ bookingId: Uuid, cents: z.int() }),
  'balance.link_requested': z.object({ bookingId: Uuid, day: z.string() }),
  'balance.changed': z.object({ balanceId: Uuid, move: z.enum(['paid', 'refused']) }),

  'booking.appointment_lapsed': BookingId,
  'booking.cancelled': BookingId,
  'booking.card_declined': BookingId,
  'booking.change_ended': ProposalId,
  'booking.change_proposed': ProposalId,
  /** `freed`: of a visit, the time that it had before. */
  'booking.changed': z.extend(BookingId, {
    freed: z.optional(z.object({ startsAt: z.string(), endsAt: z.string() })),
  }),
  'booking.checked_in': BookingId,
  'booking.checked_out': BookingId,
  'booking.completed': BookingId,
  'booking.confirmed': BookingId,
  'booking.declined': BookingId,
  'booking.delayed': z.extend(BookingId, { party: z.enum(['client', 'professional']), number: z.int() }),
  'booking.desk_held': BookingId,
  'booking.desk_lapsed': BookingId,
  'booking.expired': BookingId,
  'booking.goodwill': ActId,
  'booking.guest_asked': CodeId,
  'booking.held': BookingId,
  'booking.link_answered': LinkId,
  'booking.link_made': LinkId,
  'booking.no_show': BookingId,
  'booking.no_show_contested': BookingId,
  'booking.no_show_ended': BookingId,
  'booking.overtime': BookingId,
  'booking.reminders_due': z.object({ bookingIds: z.array(Uuid), kind: z.enum(reminderKinds) }),
  'booking.requested': BookingId,
  'booking.rescue_begun': RescueId,
  'booking.rescue_failed': RescueId,
  'booking.rescued': RescueId,
  'booking.too_late': BookingId,
  'booking.unanswered': BookingId,
  'booking.unit_moved': BookingId,
  'booking.voucher_given': BookingId,

  'calendar_account.calendar_lost': z.object({ calendarAccountId: Id, at: z.number() }),
  'calendar_account.due': z.object({ calendarAccountId: Id }),
  'calendar_account.revoked': z.object({ calendarAccountId: Id, at: z.number() }),
  'calendar_difference.found': z.object({ differenceId: Uuid }),

  'chargeback.changed': z.object({ chargebackId: Uuid, bookingId: Uuid, move: z.string() }),

  'class.cancelled': ClassId,
  'class.decided': ClassId,
  'class.moved': ClassId,
  'class.seat_moved': BookingId,
  'class.set': ProfessionalId,

  'client.adopted': AccountId,
  'client.work_photo_removed': z.object({ photoId: Uuid }),
  'client.won_back': z.object({ messageId: Uuid }),

  'contact.received': z.object({ messageId: Id }),

  'conversation.read': z.object({
    conversationId: Uuid,
    kind: ConversationKind,
    about: z.string(),
    side: ConversationSide,
    accountId: z.int(),
  }),
  'conversation.waits': z.object({ conversationId: Uuid, side: ConversationSide, after: z.int() }),

  'deposit.changed': z.object({ depositId: Uuid, move: z.enum(depositMoves) }),

  'dispute.changed': z.object({ disputeId: Uuid, move: z.enum(disputeMoves) }),

  /** A document of a space; those of a professional are `professional.document_*`. */
  'document.moved': z.extend(SpaceId, {
    kind: DocumentKind,
    status: z.string(),
    note: z.nullable(z.string()),
  }),

  'equipment.shared': z.object({ businessEquipmentId: Id }),

  'gift_card.bought': GiftCardId,
  'gift_card.ended': GiftCardId,
  'gift_card.redeemed': GiftCardId,
  'gift_card.sent': z.extend(GiftCardId, { sending: z.int() }),

  'hand_over.accepted': HandOverId,
  'hand_over.declined': HandOverId,
  'hand_over.expired': HandOverId,
  'hand_over.offered': HandOverId,
  'hand_over.withdrawn': HandOverId,

  'host.cancelled': SpaceId,

  'hour_pack.bought': PackId,
  'hour_pack.ends_soon': PackId,
  'hour_pack.expired': z.extend(PackId, { refundCents: z.int(), retainedCents: z.int() }),
  'hour_pack.refunded': z.extend(PackId, { refundCents: z.int() }),

  'invitation.addressed': InvitationId,
  'invitation.moved': z.extend(InvitationId, { move: moveOf<InvitationMove>() }),
  'invitation.sent': z.extend(InvitationId, { professionalId: Id, spaceId: Id }),

  'listing.edited': SpaceId,
  'listing.moved': z.extend(SpaceId, {
    move: moveOf<ListingMove>(),
    reason: z.nullable(z.string()),
    version: z.int(),
  }),

  'member.asks_again': z.object({ membershipId: Id }),
  'member.changed': z.object({
    membershipId: Id,
    version: z.int(),
    move: moveOf<MemberMove | 'invite' | 'take_in'>(),
  }),

  'message.due': z.object({}),
  /** A person sent us a message. */
  'message.received': z.object({ channel: z.enum(['whatsapp', 'sms']), id: z.string() }),
  'message.reply_due': z.object({ replyId: Uuid }),

  'outside_calendar.broke': z.object({ calendarId: Id, what: z.enum(['stale', 'lost', 'partly']) }),
  'outside_calendar.read': z.object({ calendarId: Id }),

  'payment.amount_differs': z.extend(PaymentOf, { looseCents: z.int() }),
  'payment.card_refused': z.extend(PaymentOf, { failure: z.string() }),
  'payment.changed': PaymentOf,
  'payment.due': PaymentId,
  'payment.failed': z.extend(PaymentOf, { failure: z.string() }),
  'payment.fee_settled': BookingId,
  'payment.put_back': PaymentId,
  'payment.refund_failed': z.extend(PaymentOf, { failedRefundId: Uuid }),

  'payout.paid': z.object({ payoutId: z.guid() }),
  'payout.returned': z.extend(Payee, { transferId: z.string(), amountCents: z.int() }),
  'payout.waits': Payee,
  'payout_account.changed': z.extend(Payee, { look: z.int() }),

  'professional.blocks_changed': ProfessionalId,
  'professional.changed': ProfessionalId,
  'professional.document_decided': DocumentId,
  'professional.document_uploaded': DocumentId,
  'professional.documents_changed': ProfessionalId,
  'professional.hours_changed': ProfessionalId,
  'professional.picture_replaced': z.object({ pictureId: Uuid }),
  'professional.rated': ProfessionalId,

  'rent_charge.changed': z.object({ chargeId: Uuid, move: z.string() }),
  'rent_fee.given_back': z.object({ feeId: Id, bookingId: Uuid }),

  'reservation.cash_handed_back': z.extend(BookingId, { amountCents: z.int() }),
  'reservation.desk_held': BookingId,
  'reservation.desk_invited': InvitationId,
  'reservation.returned': BookingId,

  'review.answered': z.object({ reviewId: Id }),
  'review.published': BookingId,
  'review.report_decided': z.object({ reportId: Id }),

  /** `visitIds`: only these, when the series was extended. */
  'series.made': z.object({ seriesId: Uuid, visitIds: z.optional(z.array(Uuid)) }),

  'service.changed': ProfessionalId,

  'session_pack.bought': PackId,
  'session_pack.ends_soon': PackId,
  'session_pack.expired': z.extend(PackId, { refundCents: z.int(), retainedCents: z.int() }),
  'session_pack.refunded': z.extend(PackId, { refundCents: z.int() }),

  'space.changed': SpaceId,
  'space.closed': z.object({ closureId: Id }),
  'space.no_longer_instant': SpaceId,
  'space.rated': SpaceId,

  'suspension.ends_booking': z.extend(ActId, { bookingId: Uuid }),

  'tip.changed': z.object({ tipId: Uuid, move: z.enum(['paid', 'returned', 'refused']) }),

  /** The host blocked or unblocked time of these units. */
  'unit.blocks_changed': z.object({ unitIds: z.array(Id) }),

  'vacancy.changed': z.object({ vacancyId: Id, version: z.int(), move: moveOf<VacancyMove | 'near_end'>() }),

  'verification.address_changed': z.extend(AccountId, { codeId: Uuid, channel: Channel, former: z.string() }),
  'verification.check_decided': z.object({ checkId: Uuid }),
  'verification.code_asked': CodeId,
  /** A provider accepted a code and later reported that it did not arrive; `reference` was handed over with it. */
  'verification.code_undelivered': z.object({ reference: Uuid }),
  'verification.phone_moved': z.extend(AccountId, { codeId: Uuid }),

  'visit_fee.given_back': z.extend(BookingId, { payer: z.string(), againId: Uuid }),

  'saved_search.found': z.object({ noticeId: Uuid }),
  /** An hour of a professional begins in this interval; compared with the saved searches after one, until another. */
  'saved_search.opening': z.extend(ProfessionalId, {
    opening: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    afterId: z.nullable(Uuid),
    untilId: z.optional(Uuid),
  }),
  'saved_search.text_due': z.object({ noticeId: Uuid }),
  'waitlist.offered': LinkId,
  'waitlist.unconfirmed': z.object({ entryId: Uuid }),
  /** Its owner requested the failed messages again. */
  'webhook.replayed': z.object({ webhookId: Uuid }),
  'webhook.switched_off': z.object({ webhookId: Uuid, reason: z.enum(['gone', 'failing']) }),
} as const

export type EventName = keyof typeof events
export type Payload<Name extends EventName> = z.output<(typeof events)[Name]>

const schemas: { readonly [Name in EventName]: z.ZodMiniType<Payload<Name>> } = events

/** Parses a payload from the queue; throws when it does not match the event. */
export const parsePayload = <Name extends EventName>(event: Name, payload: unknown): Payload<Name> =>
  parse(schemas[event], payload)

const parse = <Output>(schema: z.ZodMiniType<Output>, payload: unknown): Output => z.parse(schema, payload)

/** The events whose payload has this id. */
export type EventAbout<Key extends string> = {
  [Name in EventName]: Payload<Name> extends Record<Key, string> ? Name : never
}[EventName]
