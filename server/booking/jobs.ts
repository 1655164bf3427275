import * as z from 'zod/mini'
import { Id, Uuid } from '#contract/platform/shapes.ts'
import { followPayment, sweepHolds } from '#server/booking/checkout/booking.ts'
import { AboutAct, mailGoodwill } from '#server/booking/support/support-act.ts'
import { mailBankRefused } from '#server/booking/checkout/bank-mails.ts'
import { mailSeatMoved } from '#server/booking/class/class-mails.ts'
import { letGoLeft } from '#server/booking/class/class-move.ts'
import { decideDue, endSeats } from '#server/booking/class/class.ts'
import { sendLink } from '#server/booking/series/appointment.ts'
import { lapseChanges } from '#server/booking/moves/proposal.ts'
import { followCharge, followCharges } from '#server/booking/change/change-charge.ts'
import { mailDeskHold } from '#server/booking/desk/desk.ts'
import { mailDeskInvite, mailDeskRent } from '#server/booking/desk/desk-rent.ts'
import { mailCardRefused, mailMoved, mailTooLate, mailVoucher } from '#server/booking/summary/mails.ts'
import { mailCancelled } from '#server/booking/summary/cancelled-mail.ts'
import { mailConfirmed } from '#server/booking/summary/confirmed-mail.ts'
import { Delayed, mailDelay } from '#server/booking/visit/delay-mails.ts'
import { standDue as standClaims } from '#server/booking/settlement/deposit-claim.ts'
import { sweepDepositPhotos } from '#server/booking/settlement/deposit-photo.ts'
import { followDeposit, releaseDue } from '#server/booking/settlement/deposit.ts'
import { mailChanged, mailChangeEnded, mailChangeProposed } from '#server/booking/change/change-mails.ts'
import { DisputeMoved, mailDispute } from '#server/booking/settlement/dispute-mails.ts'
import { moveDue as moveDisputes } from '#server/booking/settlement/dispute-deadline.ts'
import { sweepDisputePhotos } from '#server/booking/settlement/dispute-photo.ts'
import { giveBackFees } from '#server/booking/columns/fee.ts'
import { guestAsked, sendToGuest } from '#server/booking/client/guest.ts'
import { endUnlicensed } from '#server/booking/support/licence.ts'
import { expireOffers } from '#server/booking/rent/hand-over.ts'
import { mailContested, mailNoShow, mailNoShowEnded } from '#server/booking/visit/no-show-mails.ts'
import { standDue } from '#server/booking/visit/no-show-decision.ts'
import { gatherPieces } from '#server/booking/closure/gathered-equipment.ts'
import { followCancellations } from '#server/booking/moves/host-cancellation.ts'
import { mailRescueBegun, mailRescued } from '#server/booking/cancellation/rescue-mails.ts'
import { lapseRescues } from '#server/booking/cancellation/rescue.ts'
import { mailNotAccepted, mailRequested } from '#server/booking/request/request-mails.ts'
import { mailSeries } from '#server/booking/series/series-mails.ts'
import { followSessionPack } from '#server/booking/prepaid/session-pack.ts'
import { keepSessionPackTimes } from '#server/booking/prepaid/session-pack-expiry.ts'
import { dropUnpaid, followGiftCard, sendDue as sendGifts } from '#server/booking/prepaid/gift-card-send.ts'
import {
  GiftSent,
  mailBought,
  mailGift,
  mailGiftEnded,
  mailRedeemed,
} from '#server/booking/prepaid/gift-card-mails.ts'
import { remindDue } from '#server/booking/request/reminder.ts'
import { lapseDue } from '#server/booking/request/request.ts'
import { sweepCompanions } from '#server/booking/contact/companion.ts'
import { sealAnew, sweepIntake } from '#server/booking/contact/intake.ts'
import { adoptVisits, followAccount } from '#server/booking/contact/client.ts'
import { followPack } from '#server/booking/rent/pack.ts'
import { keepPackTimes, refundPacks } from '#server/booking/rent/pack-expiry.ts'
import { mailTip, TipMoved } from '#server/booking/settlement/tip-mails.ts'
import { BalanceMoved, mailBalance } from '#server/booking/settlement/balance-mails.ts'
import { askAfterAbsence, askAfterDispute } from '#server/booking/settlement/balance.ts'
import { followBalance, followBalances } from '#server/booking/settlement/balance-follow.ts'
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
import { giveBackVisitFees, mailVisitFeeBack, VisitFeeBack } from '#server/booking/cancellation/visit-fee.ts'
import { closeDue, finishDue } from '#server/booking/visit/visit.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

const AboutAgreement = z.object({ agreementId: Id })
const AboutEquipment = z.object({ houseEquipmentId: Id })
const AboutBooking = z.object({ bookingId: Uuid })
const AboutProposal = z.object({ proposalId: Uuid })
const AboutProfessional = z.object({ professionalId: Id })
const AboutRescue = z.object({ rescueId: Uuid })
/** Of what made it longer only those. */
const AboutSeries = z.object({ seriesId: Uuid, visitIds: z._default(z.array(Uuid), []) })
const AboutSpace = z.object({ spaceId: Id })
const AboutWish = z.object({ wishId: Uuid })
const AboutClass = z.object({ classId: Uuid })
const AboutGift = z.object({ giftCardId: Uuid })
const AboutLink = z.object({ linkId: Uuid })
const AboutInvitation = z.object({ invitationId: Uuid })

const onFact = (
  fact: string,
  name: string,
  run: (work: Work, bookingId: string) => Promise<unknown>,
): Job => ({
  fact,
  name,
  run: (work, payload) => run(work, z.parse(AboutBooking, payload).bookingId),
})

/** A booking, a pack, a gift card, a guarantee, a tip, another hour or the rest of a price is paid for; of the others there is nothing to find. */
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
    ...onFact('payment.changed', 'booking.follow-payment', followPaid),
    formerly: ['booking.follow-pack', 'booking.follow-deposit', 'booking.follow-tip'],
  },
  onFact('payment.failed', 'booking.follow-lost-deposit', followDeposit),
  onFact('payment.failed', 'booking.follow-lost-charge', followCharge),
  onFact('payment.failed', 'booking.follow-lost-balance', followBalance),
  {
    fact: 'agreement.changed',
    name: 'booking.refund-packs',
    run: (work, payload) => refundPacks(work, z.parse(AboutAgreement, payload).agreementId),
  },
  onFact('payment.failed', 'booking.cancel-unpaid', followLost),
  {
    fact: 'booking.goodwill',
    name: 'booking.mail-goodwill',
    run: (work, payload) => mailGoodwill(work, z.parse(AboutAct, payload)),
  },
  onFact('payment.card_refused', 'booking.mail-card-refused', mailCardRefused),
  // The client's letters are receipts and always leave; professional and host choose theirs (notification).
  onFact('booking.confirmed', 'booking.mail-confirmed-client', (work, id) =>
    mailConfirmed(work, id, 'client'),
  ),
  onFact('booking.cancelled', 'booking.mail-cancelled-client', (work, id) =>
    mailCancelled(work, id, 'client'),
  ),
  {
    fact: 'equipment.shared',
    name: 'booking.gather-pieces',
    run: (work, payload) => gatherPieces(work, z.parse(AboutEquipment, payload).houseEquipmentId),
  },
  {
    fact: guestAsked,
    name: 'booking.send-guest-code',
    run: (work, asked: Parameters<typeof sendToGuest>[1]) => sendToGuest(work, asked),
  },
  onFact('booking.unit_moved', 'booking.mail-moved-client', mailMoved),
  onFact('booking.changed', 'booking.mail-changed', mailChanged),
  onFact('class.seat_moved', 'booking.mail-seat-moved', mailSeatMoved),
  {
    fact: 'booking.change_proposed',
    name: 'booking.mail-change-proposed',
    run: (work, payload) => mailChangeProposed(work, z.parse(AboutProposal, payload).proposalId),
  },
  {
    fact: 'booking.change_ended',
    name: 'booking.mail-change-ended',
    run: (work, payload) => mailChangeEnded(work, z.parse(AboutProposal, payload).proposalId),
  },
  {
    fact: 'booking.rescue_begun',
    name: 'booking.mail-rescue-begun',
    run: (work, payload) => mailRescueBegun(work, z.parse(AboutRescue, payload).rescueId),
  },
  {
    fact: 'booking.rescued',
    name: 'booking.mail-rescued',
    run: (work, payload) => mailRescued(work, z.parse(AboutRescue, payload).rescueId),
  },
  {
    fact: 'host.cancelled',
    name: 'booking.follow-host-cancellations',
    run: (work, payload) => followCancellations(work, z.parse(AboutSpace, payload).spaceId),
  },
  onFact('booking.desk_held', 'booking.mail-desk-hold', mailDeskHold),
  onFact('reservation.desk_held', 'booking.mail-desk-rent', mailDeskRent),
  {
    fact: 'reservation.desk_invited',
    name: 'booking.mail-desk-invite',
    run: (work, payload) => mailDeskInvite(work, z.parse(AboutInvitation, payload).invitationId),
  },
  {
    fact: 'booking.link_made',
    name: 'booking.send-link',
    run: (work, payload) => sendLink(work, z.parse(AboutLink, payload).linkId),
  },
  {
    fact: 'series.made',
    name: 'booking.mail-series',
    run: (work, payload) => mailSeries(work, z.parse(AboutSeries, payload)),
  },
  onFact('booking.requested', 'booking.mail-requested', mailRequested),
  onFact('booking.declined', 'booking.mail-declined', mailNotAccepted),
  onFact('booking.unanswered', 'booking.mail-unanswered', mailNotAccepted),
  {
    fact: 'booking.delayed',
    name: 'booking.mail-delay',
    run: (work, payload) => mailDelay(work, z.parse(Delayed, payload)),
  },
  onFact('booking.no_show', 'booking.mail-no-show', mailNoShow),
  onFact('booking.no_show_contested', 'booking.mail-no-show-contested', mailContested),
  onFact('booking.no_show_ended', 'booking.mail-no-show-ended', mailNoShowEnded),
  onFact('booking.no_show_ended', 'booking.ask-rest-after-absence', askAfterAbsence),
  {
    fact: 'dispute.changed',
    name: 'booking.mail-dispute',
    run: (work, payload) => mailDispute(work, z.parse(DisputeMoved, payload)),
  },
  {
    fact: 'dispute.changed',
    name: 'booking.ask-rest-after-dispute',
    run: (work, payload) => askAfterDispute(work, z.parse(DisputeMoved, payload).disputeId),
  },
  onFact('booking.card_declined', 'booking.mail-bank-refused', mailBankRefused),
  onFact('booking.expired', 'booking.mail-bank-silent', mailBankRefused),
  onFact('booking.voucher_given', 'booking.mail-voucher', mailVoucher),
  {
    fact: 'tip.changed',
    name: 'booking.mail-tip',
    run: (work, payload) => mailTip(work, z.parse(TipMoved, payload)),
  },
  {
    fact: 'balance.changed',
    name: 'booking.mail-balance',
    run: (work, payload) => mailBalance(work, z.parse(BalanceMoved, payload)),
  },
  onFact('booking.too_late', 'booking.mail-too-late', mailTooLate),
  onFact('booking.completed', 'booking.give-back-fees', giveBackFees),
  onFact('booking.completed', 'booking.give-back-visit-fees', giveBackVisitFees),
  onFact('payment.fee_settled', 'booking.give-back-settled-fees', giveBackVisitFees),
  {
    fact: 'visit_fee.given_back',
    name: 'booking.mail-visit-fee-back',
    run: (work, payload) => mailVisitFeeBack(work, z.parse(VisitFeeBack, payload)),
  },
  onFact('booking.completed', 'booking.keep-tip-promise', keepPromise),
  {
    fact: 'account.changed',
    name: 'booking.follow-account',
    run: (work, changed: { accountId: number }) => followAccount(work, changed),
  },
  {
    fact: 'account.level_changed',
    name: 'booking.adopt-visits',
    run: (work, changed: { accountId: number }) => adoptVisits(work, changed),
  },
  // What somebody waits for may have opened.
  ...(['cancelled', 'expired', 'changed', 'declined', 'unanswered', 'unit_moved'] as const).map((fact) =>
    onFact(`booking.${fact}`, `booking.offer-opening-${fact}`, followOpening),
  ),
  {
    fact: 'professional.hours_changed',
    name: 'booking.offer-new-hours',
    run: (work, payload) => offerTimesOf(work, z.parse(AboutProfessional, payload).professionalId),
  },
  {
    fact: 'booking.link_answered',
    name: 'booking.offer-let-pass',
    run: (work, payload) => followAnswer(work, z.parse(AboutLink, payload).linkId),
  },
  onFact('booking.confirmed', 'booking.end-waiting', endFulfilled),
  {
    fact: 'class.set',
    name: 'booking.offer-new-classes',
    run: (work, payload) => offerTimesOf(work, z.parse(AboutProfessional, payload).professionalId),
  },
  {
    fact: 'class.cancelled',
    name: 'booking.end-seats',
    run: (work, payload) => endSeats(work, z.parse(AboutClass, payload).classId),
  },
  {
    fact: 'class.moved',
    name: 'booking.let-go-of-old-hour',
    run: (work, payload) => letGoLeft(work, z.parse(AboutClass, payload).classId),
  },
  { every: '* * * * *', name: 'booking.decide-classes', run: decideDue },
  { every: '23 * * * *', name: 'booking.end-unlicensed', run: endUnlicensed },
  {
    fact: 'waitlist.unconfirmed',
    name: 'booking.mail-waitlist-confirm',
    run: (work, payload) => mailUnconfirmed(work, z.parse(AboutWish, payload).wishId),
  },
  {
    fact: 'waitlist.offered',
    name: 'booking.mail-waitlist-offer',
    run: (work, payload) => mailOffered(work, z.parse(AboutLink, payload).linkId),
  },
  { every: '* * * * *', name: 'booking.sweep-waitlist', run: sweepWaitlist },
  { every: '* * * * *', name: 'booking.remind', run: remindDue },
  { every: '* * * * *', name: 'booking.sweep-holds', run: sweepHolds },
  { every: '* * * * *', name: 'booking.lapse-requests', run: lapseDue },
  { every: '* * * * *', name: 'booking.lapse-changes', run: lapseChanges },
  { every: '* * * * *', name: 'booking.follow-change-charges', run: followCharges },
  { every: '* * * * *', name: 'booking.lapse-rescues', run: lapseRescues },
  { every: '* * * * *', name: 'booking.stand-no-shows', run: standDue },
  { every: '* * * * *', name: 'booking.release-deposits', run: releaseDue },
  { every: '* * * * *', name: 'booking.stand-deposit-claims', run: standClaims },
  { every: '23 * * * *', name: 'booking.sweep-deposit-photos', run: sweepDepositPhotos },
  { every: '* * * * *', name: 'booking.move-disputes', run: moveDisputes },
  { every: '* * * * *', name: 'booking.lapse-tips', run: lapseTips },
  { every: '* * * * *', name: 'booking.follow-balances', run: followBalances },
  { every: '37 * * * *', name: 'booking.sweep-intake', run: sweepIntake },
  { every: '39 * * * *', name: 'booking.sweep-companions', run: sweepCompanions },
  { every: '41 * * * *', name: 'booking.seal-intake-anew', run: sealAnew },
  { every: '31 * * * *', name: 'booking.sweep-dispute-photos', run: sweepDisputePhotos },
  { every: '* * * * *', name: 'booking.expire-offers', run: expireOffers },
  ...(
    [
      ['gift_card.bought', 'booking.mail-gift-bought', mailBought],
      ['gift_card.redeemed', 'booking.mail-gift-redeemed', mailRedeemed],
      ['gift_card.ended', 'booking.mail-gift-ended', mailGiftEnded],
    ] as const
  ).map(([fact, name, mail]): Job => ({
    fact,
    name,
    run: (work, payload) => mail(work, z.parse(AboutGift, payload).giftCardId),
  })),
  {
    fact: 'gift_card.sent',
    name: 'booking.mail-gift',
    run: (work, payload) => mailGift(work, z.parse(GiftSent, payload)),
  },
  { every: '* * * * *', name: 'booking.send-gifts', run: sendGifts },
  { every: '*/5 * * * *', name: 'booking.drop-unpaid-gifts', run: dropUnpaid },
  { every: '*/5 * * * *', name: 'booking.keep-pack-times', run: keepPackTimes },
  { every: '*/5 * * * *', name: 'booking.keep-session-packs', run: keepSessionPackTimes },
  { every: '*/5 * * * *', name: 'booking.finish-due', run: finishDue },
  { every: '17 * * * *', name: 'booking.close-due', run: closeDue },
]
