import * as z from 'zod/mini'
import { reminderKinds } from '#contract/service/reminder.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { notifyParties, enqueueFor } from '#server/notification/event/appointment.ts'
import {
  remindOfApplication,
  notifyAgreement,
  notifyApplication,
  notifyDocument,
} from '#server/notification/event/hiring.ts'
import { notifyInvited, notifyMoved } from '#server/notification/event/invitation.ts'
import { notifyDocumentMoved, notifyListingMoved } from '#server/notification/event/listing.ts'
import { readWith, notifyWaits } from '#server/notification/event/conversation.ts'
import { notifyLateReviews } from '#server/notification/late-review.ts'
import { notifyChargeback } from '#server/notification/event/chargeback.ts'
import { notifyFailedRefund } from '#server/notification/event/failed-refund.ts'
import { notifyDelayed } from '#server/notification/event/delay.ts'
import { notifyDeposit } from '#server/notification/event/deposit.ts'
import { notifyDispute } from '#server/notification/event/dispute.ts'
import { sendDue } from '#server/notification/written.ts'
import { announceProfessional, announceSpace } from '#server/notification/message/matching.ts'
import { forgetOld } from '#server/notification/message/notification.ts'
import { notifyContested, notifyEnded, notifyNoShow } from '#server/notification/event/no-show.ts'
import { notifyOvertime } from '#server/notification/event/overtime.ts'
import { remindClients, notifyClient, notifyClientRequested } from '#server/notification/event/client.ts'
import {
  notifyCalendarLost,
  notifyDifference,
  notifyRevoked,
} from '#server/notification/event/calendar-account.ts'
import { notifyBroke, notifyConflicts } from '#server/notification/event/outside-calendar.ts'
import {
  notifyAccount,
  notifyPayoutReturned,
  notifyTaxpayers,
  notifyWaiting,
} from '#server/notification/event/payout.ts'
import { notifyFound } from '#server/notification/event/saved-search.ts'
import { notifyVacancy } from '#server/notification/event/vacancy.ts'
import {
  notifyClosed,
  notifyDeskLapsed,
  notifyDeskRent,
  notifyUnitMoved,
} from '#server/notification/event/place.ts'
import { notifyChanged, notifyProposal } from '#server/notification/event/change.ts'
import { notifyAppointmentLapsed, notifyLinkAnswered } from '#server/notification/event/link.ts'
import { packMoved, notifyPack } from '#server/notification/event/pack.ts'
import { notifyClass } from '#server/notification/event/class.ts'
import { notifyRedeemed } from '#server/notification/event/gift-card.ts'
import { notifySessionPack } from '#server/notification/event/session-pack.ts'
import {
  notifyFeeBack,
  notifyHandedBack,
  notifyHandOver,
  notifyReturned,
} from '#server/notification/event/rent.ts'
import {
  notifyNoLongerInstant,
  notifyRescueStarted,
  notifyRescued,
  notifyRescueFailed,
} from '#server/notification/event/rescue.ts'
import { notifyDeclined, notifyRequested, notifyUnanswered } from '#server/notification/event/request.ts'
import { notifyRent } from '#server/notification/event/rent-charge.ts'
import { notifyAsksAgain, notifyMember } from '#server/notification/event/team.ts'
import {
  inviteToReview,
  notifyAnswered,
  notifyDecided,
  notifyReviewed,
} from '#server/notification/event/review.ts'
import { notifyBalance } from '#server/notification/event/balance.ts'
import { notifyTip } from '#server/notification/event/tip.ts'
import { notifyWonBack } from '#server/notification/event/win-back.ts'
import { notifyOffered } from '#server/notification/event/waitlist.ts'
import type { EventAbout } from '#server/platform/events.ts'
import { type Job, retired, subscribe } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

const onBooking = (
  event: EventAbout<'bookingId'>,
  name: string,
  run: (work: Work, bookingId: string) => Promise<unknown>,
): Job => subscribe(event, name, (work, { bookingId }) => run(work, bookingId))

const rescueMoved = [
  ['rescue_begun', notifyRescueStarted],
  ['rescued', notifyRescued],
  ['rescue_failed', notifyRescueFailed],
] as const
const handOverMoved = ['offered', 'accepted', 'declined', 'withdrawn', 'expired'] as const

const Reminder = z.object({ bookingId: Uuid, kind: z.enum(reminderKinds) })

const sides = ['professional', 'host'] as const

export const jobs: readonly Job[] = [
  subscribe('space.changed', 'notification.announce_space', (work, { spaceId }) =>
    announceSpace(work, spaceId),
  ),
  subscribe('professional.changed', 'notification.announce_professional', (work, { professionalId }) =>
    announceProfessional(work, professionalId),
  ),
  subscribe('invitation.sent', 'notification.tell_invited', notifyInvited),
  subscribe('invitation.moved', 'notification.tell_invitation_moved', notifyMoved),
  subscribe('listing.moved', 'notification.listing_moved', notifyListingMoved),
  subscribe('document.moved', 'notification.document_moved', notifyDocumentMoved),
  onBooking('booking.confirmed', 'notification.booking_confirmed', (work, id) =>
    notifyParties(work, id, 'booking_confirmed'),
  ),
  onBooking('booking.cancelled', 'notification.booking_cancelled', (work, id) =>
    notifyParties(work, id, 'booking_cancelled'),
  ),
  onBooking('booking.completed', 'notification.booking_completed', (work, id) =>
    notifyParties(work, id, 'booking_completed'),
  ),
  subscribe('reservation.cash_handed_back', 'notification.cash_handed_back', notifyHandedBack),
  onBooking('reservation.returned', 'notification.hours_returned', notifyReturned),
  subscribe('rent_fee.given_back', 'notification.fee_given_back', notifyFeeBack),
  ...packMoved.map((moved) =>
    subscribe(`hour_pack.${moved}`, `notification.hour_pack_${moved}`, (work, pack) =>
      notifyPack(work, pack, moved),
    ),
  ),
  ...(['decided', 'cancelled'] as const).map((moved) =>
    subscribe(`class.${moved}`, `notification.class_${moved}`, (work, { classId }) =>
      notifyClass(work, classId),
    ),
  ),
  ...packMoved.map((moved) =>
    subscribe(`session_pack.${moved}`, `notification.session_pack_${moved}`, (work, pack) =>
      notifySessionPack(work, pack, moved),
    ),
  ),
  subscribe('gift_card.redeemed', 'notification.gift_card_redeemed', (work, { giftCardId }) =>
    notifyRedeemed(work, giftCardId),
  ),
  ...handOverMoved.map((moved) =>
    subscribe(`hand_over.${moved}`, `notification.hand_over_${moved}`, (work, { handOverId }) =>
      notifyHandOver(work, handOverId, moved),
    ),
  ),
  onBooking('booking.requested', 'notification.booking_requested', notifyRequested),
  onBooking('booking.unanswered', 'notification.booking_unanswered', notifyUnanswered),
  onBooking('booking.declined', 'notification.booking_declined', notifyDeclined),
  subscribe('client.won_back', 'notification.client_won_back', (work, { messageId }) =>
    notifyWonBack(work, messageId),
  ),
  subscribe('tip.changed', 'notification.tip', notifyTip),
  subscribe('balance.changed', 'notification.balance', notifyBalance),
  onBooking('booking.completed', 'notification.review_invited', inviteToReview),
  onBooking('review.published', 'notification.review', notifyReviewed),
  subscribe('review.answered', 'notification.review_answered', (work, { reviewId }) =>
    notifyAnswered(work, reviewId),
  ),
  subscribe('review.report_decided', 'notification.review_report_decided', (work, { reportId }) =>
    notifyDecided(work, reportId),
  ),
  onBooking('booking.overtime', 'notification.overtime', notifyOvertime),
  subscribe('booking.delayed', 'notification.delay', notifyDelayed),
  onBooking('booking.no_show', 'notification.no_show', notifyNoShow),
  onBooking('booking.no_show_contested', 'notification.no_show_contested', notifyContested),
  onBooking('booking.no_show_ended', 'notification.no_show_ended', notifyEnded),
  subscribe('dispute.changed', 'notification.dispute', notifyDispute),
  subscribe('chargeback.changed', 'notification.chargeback', notifyChargeback),
  subscribe('payment.refund_failed', 'notification.refund_failed', notifyFailedRefund),
  subscribe('payout.returned', 'notification.payout_returned', notifyPayoutReturned),
  subscribe('payout.waits', 'notification.payout_waits', notifyWaiting),
  subscribe('payout_account.changed', 'notification.payout_account', notifyAccount),
  subscribe('deposit.changed', 'notification.deposit', notifyDeposit),
  onBooking('booking.unit_moved', 'notification.unit_moved', notifyUnitMoved),
  subscribe(
    'calendar_account.calendar_lost',
    'notification.calendar_account_calendar_lost',
    notifyCalendarLost,
  ),
  subscribe('calendar_account.revoked', 'notification.calendar_account_revoked', notifyRevoked),
  subscribe('calendar_difference.found', 'notification.calendar_difference_found', notifyDifference),
  subscribe('outside_calendar.broke', 'notification.outside_calendar_broke', notifyBroke),
  subscribe('outside_calendar.read', 'notification.outside_calendar_read', notifyConflicts),
  onBooking('reservation.desk_held', 'notification.desk_rent', notifyDeskRent),
  onBooking('booking.desk_lapsed', 'notification.desk_lapsed', notifyDeskLapsed),
  onBooking('booking.changed', 'notification.booking_changed', notifyChanged),
  ...(['change_proposed', 'change_ended'] as const).map((moved) =>
    subscribe(`booking.${moved}`, `notification.${moved}`, (work, { proposalId }) =>
      notifyProposal(work, proposalId),
    ),
  ),
  ...rescueMoved.map(([moved, run]) =>
    subscribe(`booking.${moved}`, `notification.${moved}`, (work, { rescueId }) => run(work, rescueId)),
  ),
  subscribe('space.no_longer_instant', 'notification.no_longer_instant', (work, { spaceId }) =>
    notifyNoLongerInstant(work, spaceId),
  ),
  onBooking('booking.appointment_lapsed', 'notification.appointment_lapsed', notifyAppointmentLapsed),
  subscribe('saved_search.found', 'notification.saved_search', (work, { noticeId }) =>
    notifyFound(work, noticeId),
  ),
  subscribe('waitlist.offered', 'notification.waitlist_offered', (work, { linkId }) =>
    notifyOffered(work, linkId),
  ),
  subscribe('booking.link_answered', 'notification.link_answered', (work, { linkId }) =>
    notifyLinkAnswered(work, linkId),
  ),
  subscribe('space.closed', 'notification.space_closed', (work, { closureId }) =>
    notifyClosed(work, closureId),
  ),
  subscribe('application.changed', 'notification.application', notifyApplication),
  subscribe('application.waits', 'notification.application_waits', remindOfApplication),
  subscribe('vacancy.changed', 'notification.vacancy', notifyVacancy),
  subscribe('member.changed', 'notification.member', notifyMember),
  subscribe('member.asks_again', 'notification.member_asks', notifyAsksAgain),
  subscribe('rent_charge.changed', 'notification.house_rent', notifyRent),
  subscribe('agreement.changed', 'notification.agreement', notifyAgreement),
  subscribe('professional.document_decided', 'notification.document', (work, { documentId }) =>
    notifyDocument(work, documentId),
  ),
  subscribe('conversation.waits', 'notification.message_waits', notifyWaits),
  subscribe('conversation.read', 'notification.message_read', readWith),
  // For waiting queue rows with the names from when the booking module sent these emails.
  ...sides.flatMap((side) => [
    onBooking('booking.confirmed', `booking.mail-confirmed-${side}`, (work, id) =>
      enqueueFor(work, id, side, 'booking_confirmed'),
    ),
    onBooking('booking.cancelled', `booking.mail-cancelled-${side}`, (work, id) =>
      enqueueFor(work, id, side, 'booking_cancelled'),
    ),
  ]),
  onBooking('booking.confirmed', 'notification.client_confirmed', (work, id) =>
    notifyClient(work, id, 'booking_confirmed'),
  ),
  onBooking('booking.cancelled', 'notification.client_cancelled', (work, id) =>
    notifyClient(work, id, 'booking_cancelled'),
  ),
  subscribe('waitlist.offered', 'notification.client_offered', (work, { linkId }) =>
    notifyClientRequested(work, 'waitlist', linkId),
  ),
  subscribe('booking.rescue_begun', 'notification.client_rescue_begun', (work, { rescueId }) =>
    notifyClientRequested(work, 'rescue', rescueId),
  ),
  subscribe('booking.change_proposed', 'notification.client_change_proposed', (work, { proposalId }) =>
    notifyClientRequested(work, 'change', proposalId),
  ),
  subscribe('booking.reminders_due', 'notification.remind_clients', (work, { bookingIds, kind }) => {
    return remindClients(work, bookingIds, kind)
  }),
  // Reminders used to be published one by one.
  retired('booking.remind-client', Reminder, (work, { bookingId, kind }) =>
    remindClients(work, [bookingId], kind),
  ),
  subscribe('message.due', 'notification.send_now', sendDue),
  { every: '* * * * *', name: 'notification.send_due', run: sendDue },
  { every: '43 9 * * *', name: 'notification.forget_old', run: forgetOld },
  { every: '17 * * * *', name: 'notification.late_reviews', run: notifyLateReviews },
  { every: '27 * * * *', name: 'notification.taxpayers', run: notifyTaxpayers },
]
