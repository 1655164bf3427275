import { followBalance, followBalances } from '#server/booking/settlement/balance-follow.ts'
import { keepPackTimes, refundPacks } from '#server/booking/rent/pack-expiry.ts'
import { dropUnpaid, followGiftCard, sendDue as sendGifts } from '#server/booking/prepaid/gift-card-send.ts'
import { keepSessionPackTimes } from '#server/booking/prepaid/session-pack-expiry.ts'
import { moveDue as moveDisputes } from '#server/booking/settlement/dispute-deadline.ts'
import { mailConfirmed } from '#server/booking/summary/confirmed-mail.ts'
import { mailCancelled } from '#server/booking/summary/cancelled-mail.ts'
import { followPayment, sweepHolds } from '#server/booking/checkout/booking.ts'
import { mailGoodwill } from '#server/booking/support/support-act.ts'
import { mailBankRefused } from '#server/booking/checkout/bank-mails.ts'
import { mailSeatMoved } from '#server/booking/class/class-mails.ts'
import { releaseLeft } from '#server/booking/class/class-move.ts'
import { decideDue, endSeats } from '#server/booking/class/class.ts'
import { sendLink } from '#server/booking/series/appointment.ts'
import { lapseChanges } from '#server/booking/moves/proposal.ts'
import { followCharge, followCharges } from '#server/booking/change/change-charge.ts'
import { mailDeskHold } from '#server/booking/desk/desk.ts'
import { mailDeskInvite, mailDeskRent } from '#server/booking/desk/desk-rent.ts'
import { mailCardRefused, mailMoved, mailTooLate, mailVoucher } from '#server/booking/summary/mails.ts'
import { mailDelay } from '#server/booking/visit/delay-mails.ts'
import { upholdDue as upholdClaims } from '#server/booking/settlement/deposit-claim.ts'
import { sweepDepositPhotos } from '#server/booking/settlement/deposit-photo.ts'
import { followDeposit, releaseDue } from '#server/booking/settlement/deposit.ts'
import { mailChanged, mailChangeEnded, mailChangeProposed } from '#server/booking/change/change-mails.ts'
import { mailDispute } from '#server/booking/settlement/dispute-mails.ts'
import { sweepDisputePhotos } from '#server/booking/settlement/dispute-photo.ts'
import { refundFees } from '#server/booking/columns/fee.ts'
import { sealNotesAnew } from '#server/booking/client/work-note.ts'
import { discardWorkPhoto } from '#server/booking/client/work-photo.ts'
import { guestRequested, sendToGuest } from '#server/booking/client/guest.ts'
import { endUnlicensed } from '#server/booking/support/licence.ts'
import { expireOffers } from '#server/booking/rent/hand-over.ts'
import { mailContested, mailNoShow, mailNoShowEnded } from '#server/booking/visit/no-show-mails.ts'
import { upholdDue } from '#server/booking/visit/no-show-decision.ts'
import { gatherEquipmentUnits } from '#server/booking/closure/gathered-equipment.ts'
import { followCancellations } from '#server/booking/moves/host-cancellation.ts'
import { mailRescueStarted, mailRescued } from '#server/booking/cancellation/rescue-mails.ts'
import { lapseRescues } from '#server/booking/cancellation/rescue.ts'
import { mailNotAccepted, mailRequested } from '#server/booking/request/request-mails.ts'
import { mailSeries } from '#server/booking/series/series-mails.ts'
import { followSessionPack } from '#server/booking/prepaid/session-pack.ts'
import { mailBought, mailGift, mailGiftEnded, mailRedeemed } from '#server/booking/prepaid/gift-card-mails.ts'
import { remindDue } from '#server/booking/request/reminder.ts'
import { lapseDue } from '#server/booking/request/request.ts'
import { sweepCompanions } from '#server/booking/contact/companion.ts'
import { sealAnew, sweepIntake } from '#server/booking/contact/intake.ts'
import { linkByTelephone } from '#server/booking/contact/client-card.ts'
import { adoptVisits, followAccount } from '#server/booking/contact/client.ts'
import { followPack } from '#server/booking/rent/pack.ts'
import { mailTip } from '#server/booking/settlement/tip-mails.ts'
import { sendFirstLink, sendLinkOf, sendLinksDue } from '#server/booking/settlement/balance-link.ts'
import { mailBalance, mailPaidAtPlace } from '#server/booking/settlement/balance-mails.ts'
import { askAfterAbsence, askAfterDispute } from '#server/booking/settlement/balance.ts'
import { followTip, lapseTips } from '#server/booking/settlement/tip.ts'
import { keepPromise } from '#server/booking/settlement/tip-promise.ts'
import { mailOffered, mailUnconfirmed } from '#server/booking/waitlist/waitlist-mails.ts'
import { endFulfilled } from '#server/booking/waitlist/waitlist.ts'
import {
  followAnswer,
  followOpening,
  offerTimesOf,
  sweepWaitlist,
} from '#server/booking/waitlist/waitlist-offer.ts'
import { followLost } from '#server/booking/cancellation/unpaid.ts'
import { refundVisitFees, mailVisitFeeBack } from '#server/booking/cancellation/visit-fee.ts'
import { closeDue, finishDue } from '#server/booking/visit/visit.ts'
import type { EventAbout } from '#server/platform/events.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

/** A handler that needs only the id of the booking (or of whatever is paid for in its place). */
const onBooking = (
  event: EventAbout<'bookingId'>,
  name: string,
  run: (work: Work, bookingId: string) => Promise<unknown>,
): Job => subscribe(event, name, (work, { bookingId }) => run(work, bookingId))

/** Tries the follow-up of each kind that may be paid for (booking, pack, gift card, guarantee, tip…); those of other kinds find nothing. */
const followPaid = async (work: Work, id: string) => {
  for (const follow of [
    followPayment,
    followPack,
    followSessionPack,
    followGiftCard,
    followDeposit,
    followTip,
    followCharge,
    followBalance,
  ])
    await follow(work, id)
}

export const jobs: readonly Job[] = [
  {
    ...onBooking('payment.changed', 'booking.follow-payment', followPaid),
    formerly: ['booking.follow-pack', 'booking.follow-deposit', 'booking.follow-tip'],
  },
  onBooking('payment.failed', 'booking.follow-lost-deposit', followDeposit),
  onBooking('payment.failed', 'booking.follow-lost-charge', followCharge),
  onBooking('payment.failed', 'booking.follow-lost-balance', followBalance),
  subscribe('agreement.changed', 'booking.refund-packs', (work, { agreementId }) =>
    refundPacks(work, agreementId),
  ),
  onBooking('payment.failed', 'booking.cancel-unpaid', followLost),
  subscribe('booking.goodwill', 'booking.mail-goodwill', mailGoodwill),
  onBooking('payment.card_refused', 'booking.mail-card-refused', mailCardRefused),
  // The client's emails are receipts and are always sent; professional and host choose theirs (notification).
  onBooking('booking.confirmed', 'booking.mail-confirmed-client', (work, id) =>
    mailConfirmed(work, id, 'client'),
  ),
  onBooking('booking.cancelled', 'booking.mail-cancelled-client', (work, id) =>
    mailCancelled(work, id, 'client'),
  ),
  subscribe('equipment.shared', 'booking.gather-pieces', (work, { businessEquipmentId }) =>
    gatherEquipmentUnits(work, businessEquipmentId),
  ),
  subscribe(guestRequested, 'booking.send-guest-code', sendToGuest),
  onBooking('booking.unit_moved', 'booking.mail-moved-client', mailMoved),
  onBooking('booking.changed', 'booking.mail-changed', mailChanged),
  onBooking('class.seat_moved', 'booking.mail-seat-moved', mailSeatMoved),
  subscribe('booking.change_proposed', 'booking.mail-change-proposed', (work, { proposalId }) =>
    mailChangeProposed(work, proposalId),
  ),
  subscribe('booking.change_ended', 'booking.mail-change-ended', (work, { proposalId }) =>
    mailChangeEnded(work, proposalId),
  ),
  subscribe('booking.rescue_begun', 'booking.mail-rescue-begun', (work, { rescueId }) =>
    mailRescueStarted(work, rescueId),
  ),
  subscribe('booking.rescued', 'booking.mail-rescued', (work, { rescueId }) => mailRescued(work, rescueId)),
  subscribe('host.cancelled', 'booking.follow-host-cancellations', (work, { spaceId }) =>
    followCancellations(work, spaceId),
  ),
  onBooking('booking.desk_held', 'booking.mail-desk-hold', mailDeskHold),
  onBooking('reservation.desk_held', 'booking.mail-desk-rent', mailDeskRent),
  subscribe('reservation.desk_invited', 'booking.mail-desk-invite', (work, { invitationId }) =>
    mailDeskInvite(work, invitationId),
  ),
  subscribe('booking.link_made', 'booking.send-link', (work, { linkId }) => sendLink(work, linkId)),
  subscribe('series.made', 'booking.mail-series', (work, { seriesId, visitIds = [] }) =>
    mailSeries(work, { seriesId, visitIds }),
  ),
  onBooking('booking.requested', 'booking.mail-requested', mailRequested),
  onBooking('booking.declined', 'booking.mail-declined', mailNotAccepted),
  onBooking('booking.unanswered', 'booking.mail-unanswered', mailNotAccepted),
  subscribe('booking.delayed', 'booking.mail-delay', mailDelay),
  onBooking('booking.no_show', 'booking.mail-no-show', mailNoShow),
  onBooking('booking.no_show_contested', 'booking.mail-no-show-contested', mailContested),
  onBooking('booking.no_show_ended', 'booking.mail-no-show-ended', mailNoShowEnded),
  onBooking('booking.no_show_ended', 'booking.ask-rest-after-absence', askAfterAbsence),
  subscribe('dispute.changed', 'booking.mail-dispute', mailDispute),
  subscribe('dispute.changed', 'booking.ask-rest-after-dispute', (work, { disputeId }) =>
    askAfterDispute(work, disputeId),
  ),
  onBooking('booking.card_declined', 'booking.mail-bank-refused', mailBankRefused),
  onBooking('booking.expired', 'booking.mail-bank-silent', mailBankRefused),
  onBooking('booking.voucher_given', 'booking.mail-voucher', mailVoucher),
  subscribe('tip.changed', 'booking.mail-tip', mailTip),
  subscribe('balance.changed', 'booking.mail-balance', mailBalance),
  subscribe('balance.paid_at_place', 'booking.mail-paid-at-place', mailPaidAtPlace),
  subscribe('booking.confirmed', 'booking.send-first-pay-link', sendFirstLink),
  subscribe('balance.link_requested', 'booking.send-pay-link', sendLinkOf),
  onBooking('booking.too_late', 'booking.mail-too-late', mailTooLate),
  onBooking('booking.completed', 'booking.give-back-fees', refundFees),
  onBooking('booking.completed', 'booking.give-back-visit-fees', refundVisitFees),
  onBooking('payment.fee_settled', 'booking.give-back-settled-fees', refundVisitFees),
  subscribe('visit_fee.given_back', 'booking.mail-visit-fee-back', mailVisitFeeBack),
  onBooking('booking.completed', 'booking.keep-tip-promise', keepPromise),
  subscribe('account.changed', 'booking.follow-account', followAccount),
  subscribe('account.level_changed', 'booking.adopt-visits', adoptVisits),
  // A time on a waitlist may have become available.
  ...(['cancelled', 'expired', 'changed', 'declined', 'unanswered', 'unit_moved'] as const).map((ended) =>
    onBooking(`booking.${ended}`, `booking.offer-opening-${ended}`, followOpening),
  ),
  subscribe('professional.hours_changed', 'booking.offer-new-hours', (work, { professionalId }) =>
    offerTimesOf(work, professionalId),
  ),
  subscribe('booking.link_answered', 'booking.offer-let-pass', (work, { linkId }) =>
    followAnswer(work, linkId),
  ),
  onBooking('booking.confirmed', 'booking.end-waiting', endFulfilled),
  onBooking('booking.confirmed', 'booking.link-client-card', linkByTelephone),
  subscribe('client.work_photo_removed', 'booking.discard_work_photo', (work, { photoId }) =>
    discardWorkPhoto(work, photoId),
  ),
  subscribe('class.set', 'booking.offer-new-classes', (work, { professionalId }) =>
    offerTimesOf(work, professionalId),
  ),
  subscribe('class.cancelled', 'booking.end-seats', (work, { classId }) => endSeats(work, classId)),
  subscribe('class.moved', 'booking.let-go-of-old-hour', (work, { classId }) => releaseLeft(work, classId)),
  { every: '* * * * *', name: 'booking.decide-classes', run: decideDue },
  { every: '23 * * * *', name: 'booking.end-unlicensed', run: endUnlicensed },
  subscribe('waitlist.unconfirmed', 'booking.mail-waitlist-confirm', (work, { entryId: selectionId }) =>
    mailUnconfirmed(work, selectionId),
  ),
  subscribe('waitlist.offered', 'booking.mail-waitlist-offer', (work, { linkId }) =>
    mailOffered(work, linkId),
  ),
  { every: '* * * * *', name: 'booking.sweep-waitlist', run: sweepWaitlist },
  { every: '* * * * *', name: 'booking.remind', run: remindDue },
  { every: '* * * * *', name: 'booking.sweep-holds', run: sweepHolds },
  { every: '* * * * *', name: 'booking.lapse-requests', run: lapseDue },
  { every: '* * * * *', name: 'booking.lapse-changes', run: lapseChanges },
  { every: '25 * * * *', name: 'booking.send-pay-links', run: sendLinksDue },
  { every: '* * * * *', name: 'booking.follow-change-charges', run: followCharges },
  { every: '* * * * *', name: 'booking.lapse-rescues', run: lapseRescues },
  { every: '* * * * *', name: 'booking.stand-no-shows', run: upholdDue },
  { every: '* * * * *', name: 'booking.release-deposits', run: releaseDue },
  { every: '* * * * *', name: 'booking.stand-deposit-claims', run: upholdClaims },
  { every: '23 * * * *', name: 'booking.sweep-deposit-photos', run: sweepDepositPhotos },
  { every: '* * * * *', name: 'booking.move-disputes', run: moveDisputes },
  { every: '* * * * *', name: 'booking.lapse-tips', run: lapseTips },
  { every: '* * * * *', name: 'booking.follow-balances', run: followBalances },
  { every: '37 * * * *', name: 'booking.sweep-intake', run: sweepIntake },
  { every: '39 * * * *', name: 'booking.sweep-companions', run: sweepCompanions },
  { every: '41 * * * *', name: 'booking.seal-intake-anew', run: sealAnew },
  { every: '43 * * * *', name: 'booking.seal-work-notes-anew', run: sealNotesAnew },
  { every: '31 * * * *', name: 'booking.sweep-dispute-photos', run: sweepDisputePhotos },
  { every: '* * * * *', name: 'booking.expire-offers', run: expireOffers },
  ...(
    [
      ['gift_card.bought', 'booking.mail-gift-bought', mailBought],
      ['gift_card.redeemed', 'booking.mail-gift-redeemed', mailRedeemed],
      ['gift_card.ended', 'booking.mail-gift-ended', mailGiftEnded],
    ] as const
  ).map(([event, name, mail]) => subscribe(event, name, (work, { giftCardId }) => mail(work, giftCardId))),
  subscribe('gift_card.sent', 'booking.mail-gift', mailGift),
  { every: '* * * * *', name: 'booking.send-gifts', run: sendGifts },
  { every: '*/5 * * * *', name: 'booking.drop-unpaid-gifts', run: dropUnpaid },
  { every: '*/5 * * * *', name: 'booking.keep-pack-times', run: keepPackTimes },
  { every: '*/5 * * * *', name: 'booking.keep-session-packs', run: keepSessionPackTimes },
  { every: '*/5 * * * *', name: 'booking.finish-due', run: finishDue },
  { every: '17 * * * *', name: 'booking.close-due', run: closeDue },
]
