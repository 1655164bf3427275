import * as z from 'zod/mini'
import { reminderKinds } from '#contract/service/reminder.ts'
import { Id, Uuid } from '#contract/platform/shapes.ts'
import { tellOf, writeTo } from '#server/notification/event/appointment.ts'
import {
  remindOfApplication,
  tellAgreement,
  tellApplication,
  tellDocument,
} from '#server/notification/event/hiring.ts'
import {
  InvitationMoved,
  InvitationSent,
  tellInvited,
  tellMoved,
} from '#server/notification/event/invitation.ts'
import {
  DocumentMoved,
  ListingMoved,
  tellDocumentMoved,
  tellListingMoved,
} from '#server/notification/event/listing.ts'
import { ReadUp, readWith, tellWaits, Waits } from '#server/notification/event/conversation.ts'
import { tellLateReviews } from '#server/notification/late-review.ts'
import { ChargebackMoved, tellChargeback } from '#server/notification/event/chargeback.ts'
import { RefundFailed, tellFailedRefund } from '#server/notification/event/failed-refund.ts'
import { tellDelayed } from '#server/notification/event/delay.ts'
import { DepositMoved, tellDeposit } from '#server/notification/event/deposit.ts'
import { DisputeMoved, tellDispute } from '#server/notification/event/dispute.ts'
import { sendDue } from '#server/notification/written.ts'
import { announceProfessional, announceSpace } from '#server/notification/message/matching.ts'
import { forgetOld } from '#server/notification/message/notification.ts'
import { tellContested, tellEnded, tellNoShow } from '#server/notification/event/no-show.ts'
import { tellOvertime } from '#server/notification/event/overtime.ts'
import { remindClients, tellClient, tellClientAsked } from '#server/notification/event/client.ts'
import {
  CalendarBroke,
  CalendarRead,
  tellBroke,
  tellConflicts,
} from '#server/notification/event/outside-calendar.ts'
import {
  AccountChanged,
  PayoutReturned,
  PayoutWaits,
  tellAccount,
  tellPayoutReturned,
  tellTaxpayers,
  tellWaiting,
} from '#server/notification/event/payout.ts'
import { tellVacancy, VacancyMoved } from '#server/notification/event/vacancy.ts'
import { tellClosed, tellDeskLapsed, tellDeskRent, tellUnitMoved } from '#server/notification/event/place.ts'
import { tellChanged, tellProposal } from '#server/notification/event/change.ts'
import { tellAppointmentLapsed, tellLinkAnswered } from '#server/notification/event/link.ts'
import { packMoved, tellPack } from '#server/notification/event/pack.ts'
import { tellClass } from '#server/notification/event/class.ts'
import { tellRedeemed } from '#server/notification/event/gift-card.ts'
import { tellSessionPack } from '#server/notification/event/session-pack.ts'
import { tellFeeBack, tellHandedBack, tellHandOver, tellReturned } from '#server/notification/event/rent.ts'
import {
  tellNoLongerInstant,
  tellRescueBegun,
  tellRescued,
  tellRescueFailed,
} from '#server/notification/event/rescue.ts'
import { tellRequested, tellUnanswered } from '#server/notification/event/request.ts'
import {
  MemberAsks,
  MemberMoved,
  RentMoved,
  tellAsksAgain,
  tellMember,
  tellRent,
} from '#server/notification/event/team.ts'
import {
  inviteToReview,
  ReportDecided,
  ReviewAnswered,
  tellAnswered,
  tellDecided,
  tellReviewed,
} from '#server/notification/event/review.ts'
import { tellBalance } from '#server/notification/event/balance.ts'
import { BalanceMoved } from '#server/booking/settlement/balance-mails.ts'
import { tellTip, TipMoved } from '#server/notification/event/tip.ts'
import { tellOffered } from '#server/notification/event/waitlist.ts'
import { Delayed } from '#server/booking/visit/delay-mails.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

const AboutBooking = z.object({ bookingId: Uuid })
const CashHandedBack = z.object({ bookingId: Uuid, amountCents: z.int() })
const AboutProposal = z.object({ proposalId: Uuid })
const AboutLink = z.object({ linkId: Uuid })
const AboutSpace = z.object({ spaceId: Id })
const AboutClosure = z.object({ closureId: Id })
const AboutProfessional = z.object({ professionalId: Id })

const onBooking = (
  fact: string,
  name: string,
  run: (work: Work, bookingId: string) => Promise<unknown>,
): Job => ({
  fact,
  name,
  run: (work, payload) => run(work, z.parse(AboutBooking, payload).bookingId),
})

const MovedApplication = z.object({ applicationId: Id, version: z.int(), move: z.string() })
const WaitingApplication = z.object({ applicationId: Id, reminder: z.int(), version: z.int() })
const MovedAgreement = z.object({ agreementId: Id, version: z.int(), move: z.string() })
const Decided = z.object({ documentId: Uuid })

const AboutRescue = z.object({ rescueId: Uuid })
const rescueMoved = [
  ['rescue_begun', tellRescueBegun],
  ['rescued', tellRescued],
  ['rescue_failed', tellRescueFailed],
] as const
const FeeBack = z.object({ feeId: Id, bookingId: Uuid })
const AboutClass = z.object({ classId: Uuid })
const AboutGift = z.object({ giftCardId: Uuid })
const AboutPack = z.object({ packId: Uuid, refundCents: z.optional(z.int()), keptCents: z.optional(z.int()) })
const AboutHandOver = z.object({ handOverId: Uuid })
const handOverMoved = ['offered', 'accepted', 'declined', 'withdrawn', 'expired'] as const

const Reminder = z.object({ bookingId: Uuid, kind: z.enum(reminderKinds) })
const Reminders = z.object({ bookingIds: z.array(Uuid), kind: z.enum(reminderKinds) })

const sides = ['professional', 'host'] as const

export const jobs: readonly Job[] = [
  {
    fact: 'space.changed',
    name: 'notification.announce_space',
    run: (work, payload) => announceSpace(work, z.parse(AboutSpace, payload).spaceId),
  },
  {
    fact: 'professional.changed',
    name: 'notification.announce_professional',
    run: (work, payload) => announceProfessional(work, z.parse(AboutProfessional, payload).professionalId),
  },
  {
    fact: 'invitation.sent',
    name: 'notification.tell_invited',
    run: (work, payload) => tellInvited(work, z.parse(InvitationSent, payload)),
  },
  {
    fact: 'invitation.moved',
    name: 'notification.tell_invitation_moved',
    run: (work, payload) => tellMoved(work, z.parse(InvitationMoved, payload)),
  },
  {
    fact: 'listing.moved',
    name: 'notification.listing_moved',
    run: (work, payload) => tellListingMoved(work, z.parse(ListingMoved, payload)),
  },
  {
    fact: 'document.moved',
    name: 'notification.document_moved',
    run: (work, payload) => tellDocumentMoved(work, z.parse(DocumentMoved, payload)),
  },
  onBooking('booking.confirmed', 'notification.booking_confirmed', (work, id) =>
    tellOf(work, id, 'booking_confirmed'),
  ),
  onBooking('booking.cancelled', 'notification.booking_cancelled', (work, id) =>
    tellOf(work, id, 'booking_cancelled'),
  ),
  onBooking('booking.completed', 'notification.booking_completed', (work, id) =>
    tellOf(work, id, 'booking_completed'),
  ),
  {
    fact: 'reservation.cash_handed_back',
    name: 'notification.cash_handed_back',
    run: (work, payload) => tellHandedBack(work, z.parse(CashHandedBack, payload)),
  },
  onBooking('reservation.returned', 'notification.hours_returned', tellReturned),
  {
    fact: 'rent_fee.given_back',
    name: 'notification.fee_given_back',
    run: (work, payload) => tellFeeBack(work, z.parse(FeeBack, payload)),
  },
  ...packMoved.map((moved): Job => ({
    fact: `hour_pack.${moved}`,
    name: `notification.hour_pack_${moved}`,
    run: (work, payload) => tellPack(work, z.parse(AboutPack, payload), moved),
  })),
  ...['class.decided', 'class.cancelled'].map((fact): Job => ({
    fact,
    name: `notification.${fact.replace('.', '_')}`,
    run: (work, payload) => tellClass(work, z.parse(AboutClass, payload).classId),
  })),
  ...packMoved.map((moved): Job => ({
    fact: `session_pack.${moved}`,
    name: `notification.session_pack_${moved}`,
    run: (work, payload) => tellSessionPack(work, z.parse(AboutPack, payload), moved),
  })),
  {
    fact: 'gift_card.redeemed',
    name: 'notification.gift_card_redeemed',
    run: (work, payload) => tellRedeemed(work, z.parse(AboutGift, payload).giftCardId),
  },
  ...handOverMoved.map((moved): Job => ({
    fact: `hand_over.${moved}`,
    name: `notification.hand_over_${moved}`,
    run: (work, payload) => tellHandOver(work, z.parse(AboutHandOver, payload).handOverId, moved),
  })),
  onBooking('booking.requested', 'notification.booking_requested', tellRequested),
  onBooking('booking.unanswered', 'notification.booking_unanswered', tellUnanswered),
  {
    fact: 'tip.changed',
    name: 'notification.tip',
    run: (work, payload) => tellTip(work, z.parse(TipMoved, payload)),
  },
  {
    fact: 'balance.changed',
    name: 'notification.balance',
    run: (work, payload) => tellBalance(work, z.parse(BalanceMoved, payload)),
  },
  onBooking('booking.completed', 'notification.review_invited', inviteToReview),
  onBooking('review.published', 'notification.review', tellReviewed),
  {
    fact: 'review.answered',
    name: 'notification.review_answered',
    run: (work, payload) => tellAnswered(work, z.parse(ReviewAnswered, payload).reviewId),
  },
  {
    fact: 'review.report_decided',
    name: 'notification.review_report_decided',
    run: (work, payload) => tellDecided(work, z.parse(ReportDecided, payload).reportId),
  },
  onBooking('booking.overtime', 'notification.overtime', tellOvertime),
  {
    fact: 'booking.delayed',
    name: 'notification.delay',
    run: (work, payload) => tellDelayed(work, z.parse(Delayed, payload)),
  },
  onBooking('booking.no_show', 'notification.no_show', tellNoShow),
  onBooking('booking.no_show_contested', 'notification.no_show_contested', tellContested),
  onBooking('booking.no_show_ended', 'notification.no_show_ended', tellEnded),
  {
    fact: 'dispute.changed',
    name: 'notification.dispute',
    run: (work, payload) => tellDispute(work, z.parse(DisputeMoved, payload)),
  },
  {
    fact: 'chargeback.changed',
    name: 'notification.chargeback',
    run: (work, payload) => tellChargeback(work, z.parse(ChargebackMoved, payload)),
  },
  {
    fact: 'payment.refund_failed',
    name: 'notification.refund_failed',
    run: (work, payload) => tellFailedRefund(work, z.parse(RefundFailed, payload)),
  },
  {
    fact: 'payout.returned',
    name: 'notification.payout_returned',
    run: (work, payload) => tellPayoutReturned(work, z.parse(PayoutReturned, payload)),
  },
  {
    fact: 'payout.waits',
    name: 'notification.payout_waits',
    run: (work, payload) => tellWaiting(work, z.parse(PayoutWaits, payload)),
  },
  {
    fact: 'payout_account.changed',
    name: 'notification.payout_account',
    run: (work, payload) => tellAccount(work, z.parse(AccountChanged, payload)),
  },
  {
    fact: 'deposit.changed',
    name: 'notification.deposit',
    run: (work, payload) => tellDeposit(work, z.parse(DepositMoved, payload)),
  },
  onBooking('booking.unit_moved', 'notification.unit_moved', tellUnitMoved),
  {
    fact: 'outside_calendar.broke',
    name: 'notification.outside_calendar_broke',
    run: (work, payload) => tellBroke(work, z.parse(CalendarBroke, payload)),
  },
  {
    fact: 'outside_calendar.read',
    name: 'notification.outside_calendar_read',
    run: (work, payload) => tellConflicts(work, z.parse(CalendarRead, payload)),
  },
  onBooking('reservation.desk_held', 'notification.desk_rent', tellDeskRent),
  onBooking('booking.desk_lapsed', 'notification.desk_lapsed', tellDeskLapsed),
  onBooking('booking.changed', 'notification.booking_changed', tellChanged),
  ...(['change_proposed', 'change_ended'] as const).map((fact): Job => ({
    fact: `booking.${fact}`,
    name: `notification.${fact}`,
    run: (work, payload) => tellProposal(work, z.parse(AboutProposal, payload).proposalId),
  })),
  ...rescueMoved.map(([fact, run]): Job => ({
    fact: `booking.${fact}`,
    name: `notification.${fact}`,
    run: (work, payload) => run(work, z.parse(AboutRescue, payload).rescueId),
  })),
  {
    fact: 'space.no_longer_instant',
    name: 'notification.no_longer_instant',
    run: (work, payload) => tellNoLongerInstant(work, z.parse(AboutSpace, payload).spaceId),
  },
  onBooking('booking.appointment_lapsed', 'notification.appointment_lapsed', tellAppointmentLapsed),
  {
    fact: 'waitlist.offered',
    name: 'notification.waitlist_offered',
    run: (work, payload) => tellOffered(work, z.parse(AboutLink, payload).linkId),
  },
  {
    fact: 'booking.link_answered',
    name: 'notification.link_answered',
    run: (work, payload) => tellLinkAnswered(work, z.parse(AboutLink, payload).linkId),
  },
  {
    fact: 'space.closed',
    name: 'notification.space_closed',
    run: (work, payload) => tellClosed(work, z.parse(AboutClosure, payload).closureId),
  },
  {
    fact: 'application.changed',
    name: 'notification.application',
    run: (work, payload) => tellApplication(work, z.parse(MovedApplication, payload)),
  },
  {
    fact: 'application.waits',
    name: 'notification.application_waits',
    run: (work, payload) => remindOfApplication(work, z.parse(WaitingApplication, payload)),
  },
  {
    fact: 'vacancy.changed',
    name: 'notification.vacancy',
    run: (work, payload) => tellVacancy(work, z.parse(VacancyMoved, payload)),
  },
  {
    fact: 'member.changed',
    name: 'notification.member',
    run: (work, payload) => tellMember(work, z.parse(MemberMoved, payload)),
  },
  {
    fact: 'member.asks_again',
    name: 'notification.member_asks',
    run: (work, payload) => tellAsksAgain(work, z.parse(MemberAsks, payload)),
  },
  {
    fact: 'rent_charge.changed',
    name: 'notification.house_rent',
    run: (work, payload) => tellRent(work, z.parse(RentMoved, payload)),
  },
  {
    fact: 'agreement.changed',
    name: 'notification.agreement',
    run: (work, payload) => tellAgreement(work, z.parse(MovedAgreement, payload)),
  },
  {
    fact: 'professional.document_decided',
    name: 'notification.document',
    run: (work, payload) => tellDocument(work, z.parse(Decided, payload).documentId),
  },
  {
    fact: 'conversation.waits',
    name: 'notification.message_waits',
    run: (work, payload) => tellWaits(work, z.parse(Waits, payload)),
  },
  {
    fact: 'conversation.read',
    name: 'notification.message_read',
    run: (work, payload) => readWith(work, z.parse(ReadUp, payload)),
  },
  // Letters keep the names that waiting rows of the queue carry from when booking sent them itself.
  ...sides.flatMap((side) => [
    onBooking('booking.confirmed', `booking.mail-confirmed-${side}`, (work, id) =>
      writeTo(work, id, side, 'booking_confirmed'),
    ),
    onBooking('booking.cancelled', `booking.mail-cancelled-${side}`, (work, id) =>
      writeTo(work, id, side, 'booking_cancelled'),
    ),
  ]),
  onBooking('booking.confirmed', 'notification.client_confirmed', (work, id) =>
    tellClient(work, id, 'booking_confirmed'),
  ),
  onBooking('booking.cancelled', 'notification.client_cancelled', (work, id) =>
    tellClient(work, id, 'booking_cancelled'),
  ),
  {
    fact: 'waitlist.offered',
    name: 'notification.client_offered',
    run: (work, payload) => tellClientAsked(work, 'waitlist', z.parse(AboutLink, payload).linkId),
  },
  {
    fact: 'booking.rescue_begun',
    name: 'notification.client_rescue_begun',
    run: (work, payload) => tellClientAsked(work, 'rescue', z.parse(AboutRescue, payload).rescueId),
  },
  {
    fact: 'booking.change_proposed',
    name: 'notification.client_change_proposed',
    run: (work, payload) => tellClientAsked(work, 'change', z.parse(AboutProposal, payload).proposalId),
  },
  {
    fact: 'booking.reminders_due',
    name: 'notification.remind_clients',
    run: (work, payload) => {
      const { bookingIds, kind } = z.parse(Reminders, payload)
      return remindClients(work, bookingIds, kind)
    },
  },
  // As it was announced one by one, and may still wait in the queue.
  {
    fact: 'booking.reminder_due',
    name: 'booking.remind-client',
    run: (work, payload) => {
      const { bookingId, kind } = z.parse(Reminder, payload)
      return remindClients(work, [bookingId], kind)
    },
  },
  { fact: 'message.due', name: 'notification.send_now', run: sendDue },
  { every: '* * * * *', name: 'notification.send_due', run: sendDue },
  { every: '43 9 * * *', name: 'notification.forget_old', run: forgetOld },
  { every: '17 * * * *', name: 'notification.late_reviews', run: tellLateReviews },
  { every: '27 * * * *', name: 'notification.taxpayers', run: tellTaxpayers },
]
