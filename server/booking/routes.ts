import * as guests from '#contract/booking/client/guest.ts'
import * as guestLater from '#contract/booking/client/guest-later.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as day from '#contract/booking/day.ts'
import * as intakes from '#contract/booking/client/intake.ts'
import * as links from '#contract/booking/series/link.ts'
import * as appointment from '#contract/booking/series/appointment.ts'
import * as calendars from '#contract/booking/agenda/calendar.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as delays from '#contract/booking/visit/delay.ts'
import * as classes from '#contract/booking/class/class.ts'
import * as closure from '#contract/booking/closure/closure.ts'
import * as deposits from '#contract/booking/settlement/deposit.ts'
import * as disputes from '#contract/booking/settlement/dispute.ts'
import * as hostDisputes from '#contract/booking/settlement/host-dispute.ts'
import * as supporting from '#contract/booking/support/support.ts'
import * as desk from '#contract/booking/desk/desk.ts'
import * as deskRents from '#contract/booking/desk/desk-rent.ts'
import * as moneyActs from '#contract/booking/support/money-act.ts'
import * as noShows from '#contract/booking/visit/no-show.ts'
import * as clients from '#contract/booking/client/own-client.ts'
import * as packs from '#contract/booking/rent/hour-pack.ts'
import * as gifts from '#contract/booking/prepaid/gift-card.ts'
import * as sessions from '#contract/booking/prepaid/session-pack.ts'
import * as rentChanges from '#contract/booking/rent/rent-change.ts'
import * as reservations from '#contract/booking/rent/reservation.ts'
import * as handOver from '#contract/booking/rent/hand-over.ts'
import * as rescues from '#contract/booking/cancellation/rescue.ts'
import * as request from '#contract/booking/request/request.ts'
import { quoteSpace } from '#contract/pricing/space-pricing.ts'
import * as reliability from '#contract/booking/client/reliability.ts'
import * as serieses from '#contract/booking/series/series.ts'
import * as longer from '#contract/booking/series/series-more.ts'
import * as balances from '#contract/booking/settlement/balance.ts'
import * as tips from '#contract/booking/settlement/tip.ts'
import * as waiting from '#contract/booking/waitlist/waitlist.ts'
import * as wallets from '#contract/booking/prepaid/wallet.ts'
import * as timelines from '#contract/booking/agenda/timeline.ts'
import * as occupancys from '#contract/booking/agenda/occupancy.ts'
import { bookingRecord } from '#contract/booking/record.ts'
import * as ownCalendars from '#contract/booking/agenda/own-calendar.ts'
import * as unitCalendars from '#contract/availability/unit-calendar.ts'
import { proposed, propose, withdraw } from '#server/booking/series/appointment.ts'
import { away, back, copy, preview as previewAway } from '#server/booking/agenda/away.ts'
import { actsOfStaff } from '#server/booking/moves/money-act.ts'
import { previewOf } from '#server/booking/support/money-act-preview.ts'
import { setInvoice } from '#server/booking/checkout/invoice.ts'
import { book } from '#server/booking/checkout/pay.ts'
import { calendar } from '#server/booking/agenda/calendar.ts'
import { cancel } from '#server/booking/cancellation/cancellation.ts'
import { cancelQuote } from '#server/booking/cancellation/cancel-quote.ts'
import * as changing from '#server/booking/change/change.ts'
import * as changeQuotes from '#server/booking/change/change-quote.ts'
import * as classMove from '#server/booking/class/class-move.ts'
import * as classPlan from '#server/booking/class/class-plan.ts'
import * as ownClass from '#server/booking/class/class.ts'
import { close, preview } from '#server/booking/closure/closure.ts'
import { hostDay, professionalDay } from '#server/booking/agenda/day.ts'
import { enterContactCode, sendContactCode } from '#server/booking/contact/contact.ts'
import { tellDelay } from '#server/booking/visit/delay.ts'
import * as claims from '#server/booking/settlement/deposit-claim.ts'
import { keepPhoto } from '#server/booking/settlement/deposit-photo.ts'
import * as deposit from '#server/booking/settlement/deposit.ts'
import * as dispute from '#server/booking/settlement/dispute.ts'
import * as disputeDecision from '#server/booking/settlement/dispute-decision.ts'
import * as acts from '#server/booking/support/support-act.ts'
import * as supportCancels from '#server/booking/support/support-cancel.ts'
import * as support from '#server/booking/support/support.ts'
import { ofHost, waitingForHost } from '#server/booking/settlement/host-dispute.ts'
import { keepPhoto as keepDisputePhoto } from '#server/booking/settlement/dispute-photo.ts'
import { deskBook, deskRelease, takeOver } from '#server/booking/desk/desk.ts'
import { cashToHandBack, handCashBack, takeCash } from '#server/booking/desk/desk-cash.ts'
import { deskInvite, deskRent, deskRentQuote } from '#server/booking/desk/desk-rent.ts'
import { openOffers } from '#server/booking/columns/hand-over-row.ts'
import { answer, heirs, offerHours } from '#server/booking/rent/hand-over.ts'
import { changeAddOns } from '#server/booking/checkout/add-on.ts'
import { hold } from '#server/booking/checkout/hold.ts'
import { readHold } from '#server/booking/checkout/hold-view.ts'
import { releaseHold } from '#server/booking/checkout/hold-end.ts'
import * as intake from '#server/booking/contact/intake.ts'
import * as intakeRead from '#server/booking/contact/intake-read.ts'
import * as link from '#server/booking/series/link.ts'
import * as linkView from '#server/booking/series/link-view.ts'
import * as balanceLink from '#server/booking/settlement/balance-link.ts'
import * as balance from '#server/booking/settlement/balance.ts'
import * as tip from '#server/booking/settlement/tip.ts'
import { dropTip } from '#server/booking/settlement/tip-promise.ts'
import * as waitlist from '#server/booking/waitlist/waitlist.ts'
import * as waitlistJoin from '#server/booking/waitlist/waitlist-join.ts'
import * as waitlistView from '#server/booking/waitlist/waitlist-view.ts'
import { list } from '#server/booking/summary/list.ts'
import * as noShow from '#server/booking/visit/no-show.ts'
import * as noShowDecision from '#server/booking/visit/no-show-decision.ts'
import { contested, read as readNoShow } from '#server/booking/visit/no-show-view.ts'
import { occupancy } from '#server/booking/agenda/occupancy.ts'
import { otherCard } from '#server/booking/checkout/other-card.ts'
import * as guest from '#server/booking/client/guest.ts'
import * as ownClients from '#server/booking/client/own-clients.ts'
import * as giftCards from '#server/booking/prepaid/gift-card.ts'
import * as giftRedeem from '#server/booking/prepaid/gift-redeem.ts'
import * as sessionPacks from '#server/booking/prepaid/session-pack.ts'
import * as sessionPackView from '#server/booking/prepaid/session-pack-view.ts'
import * as sessionPackUse from '#server/booking/prepaid/session-pack-use.ts'
import { buy, offers } from '#server/booking/rent/pack.ts'
import { list as listPacks, read as readPack } from '#server/booking/rent/pack-view.ts'
import { read } from '#server/booking/summary/present.ts'
import { hostRescues } from '#server/booking/columns/rescue.ts'
import { ownReliability } from '#server/booking/client/reliability.ts'
import { preview as previewSeries, repeat } from '#server/booking/series/series.ts'
import * as seriesEnd from '#server/booking/series/series-end.ts'
import * as seriesMore from '#server/booking/series/series-more.ts'
import { receipt } from '#server/booking/visit/receipt.ts'
import { answerRescue } from '#server/booking/cancellation/rescue.ts'
import { moveUnit } from '#server/booking/closure/relocation.ts'
import * as asked from '#server/booking/request/request.ts'
import { proposeRentChange, rentChangeQuote } from '#server/booking/rent/rent-change.ts'
import * as reservation from '#server/booking/rent/reservation.ts'
import * as reservationView from '#server/booking/rent/reservation-view.ts'
import { returnHours, returnQuote } from '#server/booking/rent/return.ts'
import { quoteOf } from '#server/booking/checkout/stay.ts'
import { timeline } from '#server/booking/agenda/timeline.ts'
import { record } from '#server/booking/summary/record.ts'
import * as ownCalendar from '#server/booking/agenda/own-calendar.ts'
import * as unitCalendar from '#server/booking/agenda/unit-calendar.ts'
import { checkIn, checkOut, complete, confirmAttendance } from '#server/booking/visit/visit.ts'
import { holdCredit, wallet } from '#server/booking/client/wallet.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(calendars.calendar, (work, { query }) => calendar(work, query)),
  route(calendars.previewAway, previewAway),
  route(calendars.goAway, away),
  route(calendars.comeBack, back),
  route(calendars.copyWeek, copy),
  route(holds.hold, (work, { body }) => hold(work, body.slotToken)),
  route(holds.readHold, (work, { params }) => readHold(work, params.id)),
  route(wallets.wallet, wallet),
  route(reliability.ownReliability, ownReliability),
  route(wallets.holdCredit, (work, { params, body }) => holdCredit(work, params.id, body.email)),
  route(holds.changeHold, changeAddOns),
  route(holds.releaseHold, (work, { params }) => releaseHold(work, params.id)),
  route(holds.sendContactCode, (work, { params, body }) => sendContactCode(work, params.id, body.email)),
  route(holds.enterContactCode, (work, { params, body }) => enterContactCode(work, params.id, body)),
  route(guests.sendGuestCode, guest.sendCode),
  route(guests.enterGuestCode, guest.enterCode),
  route(guests.guestBookings, guest.visits),
  route(guestLater.guestWishes, (work) => guest.wishes(work)),
  route(guestLater.moveGuestWish, guest.moveWish),
  route(guestLater.guestWallet, (work) => guest.wallet(work)),
  route(guests.leaveGuest, (work) => guest.leave(work)),
  route(checkout.book, (work, { body }) => book(work, body)),
  route(checkout.otherCard, (work, { params, query, body }) =>
    otherCard(work, params.id, { ...query, ...body }),
  ),
  route(contract.bookings, (work, { query }) => list(work, query)),
  route(request.requests, (work, { query }) => asked.requests(work, query.role)),
  route(request.acceptRequest, (work, { params, body }) => asked.accept(work, params.id, body)),
  route(request.declineRequest, (work, { params, body }) => asked.decline(work, params.id, body)),
  route(request.alternatives, (work, { params, query }) => asked.alternatives(work, params.id, query)),
  route(contract.booking, (work, { params, query }) => read(work, params.id, query)),
  route(serieses.seriesPreview, (work, { params, query }) => previewSeries(work, params.id, query)),
  route(serieses.repeat, (work, { params, query, body }) => repeat(work, params.id, { ...query, ...body })),
  route(longer.seriesMorePreview, (work, { params, query }) =>
    seriesMore.previewMore(work, params.id, query),
  ),
  route(longer.seriesMore, (work, { params, query, body }) =>
    seriesMore.more(work, params.id, { ...query, ...body }),
  ),
  route(longer.arrangedPreview, (work, { query }) => seriesMore.previewArranged(work, query)),
  route(longer.arrangeSeries, (work, { body }) => seriesMore.arrange(work, body)),
  route(serieses.readSeries, (work, { params, query }) => seriesEnd.readSeries(work, params.id, query)),
  route(serieses.acceptSeries, (work, { params }) => seriesEnd.acceptSeries(work, params.id)),
  route(serieses.seriesCancelQuote, (work, { params, query }) =>
    seriesEnd.cancelQuote(work, params.id, query),
  ),
  route(serieses.cancelSeries, (work, { params, query, body }) =>
    seriesEnd.cancel(work, params.id, { ...query, ...body }),
  ),
  route(intakes.visitForms, (work, { params, query }) => intake.visitForms(work, params.id, query)),
  route(intakes.answerForm, (work, { params, query, body }) =>
    intake.answer(work, params.id, params.form, { ...query, ...body }),
  ),
  route(intakes.forgetAnswers, (work, { params, query }) =>
    intake.takeBack(work, params.id, params.form, query),
  ),
  route(intakes.readForms, (work, { params }) => intakeRead.read(work, params.id)),
  route(intakes.formReadings, (work) => intakeRead.readings(work)),
  route(attendance.checkIn, (work, { params, body }) => checkIn(work, params.id, body)),
  route(delays.tellDelay, (work, { params, query, body }) =>
    tellDelay(work, params.id, { ...query, ...body }),
  ),
  route(noShows.arrive, (work, { params, body }) => noShow.arrive(work, params.id, body)),
  route(noShows.markNoShow, (work, { params, query, body }) =>
    noShow.mark(work, params.id, { ...query, ...body }),
  ),
  route(noShows.noShow, (work, { params, query }) => readNoShow(work, params.id, query)),
  route(noShows.contestNoShow, (work, { params, query, body }) =>
    noShow.contest(work, params.id, { ...query, ...body }),
  ),
  route(noShows.withdrawNoShow, (work, { params, body }) => noShowDecision.withdraw(work, params.id, body)),
  route(noShows.contestedNoShows, contested),
  route(moneyActs.moneyActs, actsOfStaff),
  route(moneyActs.previewMoneyAct, (work, { body }) => previewOf(work, body)),
  route(noShows.decideNoShow, (work, { params, body }) => noShowDecision.decide(work, params.id, body)),
  route(deposits.deposits, (work, { query }) => deposit.list(work, query.as)),
  route(deposits.deposit, (work, { params, query }) => deposit.read(work, params.id, query.as)),
  route(deposits.holdDeposit, (work, { params, body }) => deposit.hold(work, params.id, body.cardToken)),
  route(deposits.depositPhoto, keepPhoto),
  route(deposits.claimDeposit, (work, { params, body }) => claims.claim(work, params.id, body)),
  route(deposits.contestDeposit, (work, { params, body }) => claims.contest(work, params.id, body)),
  route(deposits.settleDeposit, (work, { params, body }) =>
    claims.settle(work, params.id, { move: params.move, version: body.version }),
  ),
  route(deposits.contestedDeposits, claims.contested),
  route(deposits.decideDeposit, (work, { params, body }) => claims.decide(work, params.id, body)),
  route(balances.payBalance, (work, { params, query, body }) =>
    balance.pay(work, params.id, { ...query, ...body }),
  ),
  route(balances.chargeBalance, (work, { params }) => balance.collect(work, params.id)),
  route(balances.takeBalance, (work, { params, body }) => balance.take(work, params.id, body.amountCents)),
  route(balances.balanceLink, (work, { params }) => balanceLink.linkOf(work, params.id)),
  route(balances.balanceToPay, (work, { params }) => balanceLink.readByLink(work, params.token)),
  route(balances.payByLink, (work, { params, body }) => balanceLink.payByLink(work, params.token, body)),
  route(tips.tip, (work, { params, query }) => tip.readTip(work, params.id, query)),
  route(tips.giveTip, (work, { params, query, body }) => tip.give(work, params.id, { ...query, ...body })),
  route(checkout.setInvoice, (work, { params, query, body }) =>
    setInvoice(work, params.id, { ...query, ...body }),
  ),
  route(tips.dropTip, (work, { params, query }) => dropTip(work, params.id, query)),
  route(tips.returnTip, (work, { params }) => tip.giveTipBack(work, params.id)),
  route(disputes.disputes, (work, { params, query }) => dispute.read(work, params.id, query)),
  route(disputes.disputePhoto, keepDisputePhoto),
  route(disputes.openDispute, (work, { params, query, body }) =>
    dispute.open(work, params.id, { ...query, ...body }),
  ),
  route(disputes.moveDispute, (work, { params, query, body }) =>
    dispute.move(work, params.id, { ...query, ...body, move: params.move }),
  ),
  route(disputes.disputesToDecide, (work) => dispute.toDecide(work)),
  route(hostDisputes.hostDisputes, (work, { query }) => ofHost(work, query)),
  route(hostDisputes.hostDisputesWaiting, (work) => waitingForHost(work)),
  route(disputes.decideDispute, (work, { params, body }) => disputeDecision.decide(work, params.id, body)),
  route(supporting.findBookings, (work, { query }) => support.find(work, query.q)),
  route(supporting.supportBooking, (work, { params }) => support.read(work, params.id)),
  route(supporting.supportCancelQuote, (work, { params, body }) =>
    supportCancels.cancelQuote(work, params.id, body.fault),
  ),
  route(supporting.supportCancel, (work, { params, body }) => supportCancels.cancel(work, params.id, body)),
  route(supporting.supportGoodwill, (work, { params, body }) => acts.giveBack(work, params.id, body)),
  route(supporting.supportReverse, (work, { params, body }) =>
    acts.reverse(work, params.id, { journal: params.journal, ...body }),
  ),
  route(attendance.checkOut, (work, { params, body }) => checkOut(work, params.id, body)),
  route(attendance.confirmAttendance, (work, { params }) => confirmAttendance(work, params.id)),
  route(attendance.complete, (work, { params, query }) => complete(work, params.id, query)),
  route(cancellation.cancelQuote, (work, { params, query, body }) =>
    cancelQuote(work, params.id, { ...query, ...body }),
  ),
  route(cancellation.cancel, (work, { params, query, body }) =>
    cancel(work, params.id, { ...query, ...body }),
  ),
  route(changes.changeSlots, (work, { params, query }) => changing.changeSlots(work, params.id, query)),
  route(changes.changeQuote, (work, { params, query, body }) =>
    changeQuotes.changeQuote(work, params.id, { ...query, ...body }),
  ),
  route(changes.change, (work, { params, query, body }) =>
    changing.change(work, params.id, { ...query, ...body }),
  ),
  route(rentChanges.rentChangeQuote, (work, { params, body }) => rentChangeQuote(work, params.id, body)),
  route(rentChanges.proposeRentChange, (work, { params, body }) => proposeRentChange(work, params.id, body)),
  route(changes.answerChange, (work, { params, query, body }) =>
    changing.answerChange(work, params.id, { ...query, ...body, answer: params.answer }),
  ),
  route(rescues.answerRescue, (work, { params, query, body }) =>
    answerRescue(work, params.id, { ...query, ...body, answer: params.answer }),
  ),
  route(rescues.hostRescues, (work) => hostRescues(work)),
  route(contract.receipt, (work, { params, query }) => receipt(work, params.id, query)),
  route(day.hostDay, (work, { query }) => hostDay(work, query.date)),
  route(day.professionalDay, (work, { query }) => professionalDay(work, query.date)),
  route(clients.ownClients, (work, { query }) => ownClients.list(work, query)),
  route(clients.ownClient, (work, { params }) => ownClients.read(work, params.id)),
  route(clients.noteClient, (work, { params, body }) => ownClients.note(work, params.id, body)),
  route(timelines.timeline, (work, { query }) => timeline(work, query)),
  route(occupancys.occupancy, (work, { query }) => occupancy(work, query)),
  route(bookingRecord, (work, { params }) => record(work, params.id)),
  route(ownCalendars.ownCalendar, ownCalendar.read),
  route(ownCalendars.makeOwnCalendar, ownCalendar.make),
  route(ownCalendars.removeOwnCalendar, ownCalendar.remove),
  route(unitCalendars.unitCalendars, unitCalendar.list),
  route(unitCalendars.makeUnitCalendar, (work, { params }) => unitCalendar.make(work, params.id)),
  route(unitCalendars.removeUnitCalendar, (work, { params }) => unitCalendar.remove(work, params.id)),
  route(timelines.moveUnit, (work, { params, body }) => moveUnit(work, params.id, body)),
  route(closure.previewClosure, (work, { params, body }) => preview(work, params.id, body)),
  route(closure.closeUnits, (work, { params, body }) => close(work, params.id, body)),
  route(desk.deskBook, (work, { body }) => deskBook(work, body)),
  route(desk.deskRelease, (work, { params }) => deskRelease(work, params.id)),
  route(deskRents.deskRentQuote, (work, { body }) => deskRentQuote(work, body)),
  route(deskRents.deskRent, (work, { body }) => deskRent(work, body.token)),
  route(deskRents.deskCash, (work, { params, body }) => takeCash(work, params.id, body.amountCents)),
  route(deskRents.deskMoney, (work) => cashToHandBack(work)),
  route(deskRents.deskHandBack, (work, { params, body }) => handCashBack(work, params.id, body.amountCents)),
  route(deskRents.deskInvite, (work, { body }) => deskInvite(work, body)),
  route(quoteSpace, quoteOf),
  route(reservations.holdReservation, (work, { body }) => reservation.hold(work, body.token)),
  route(reservations.reservations, (work, { query }) => reservationView.list(work, query.tab)),
  route(reservations.reservation, (work, { params }) => reservationView.read(work, params.id)),
  route(reservations.payReservation, (work, { params, body }) => reservation.pay(work, params.id, body)),
  route(packs.packOffers, (work, { params }) => offers(work, params.id)),
  route(packs.buyPack, (work, { params, body }) => buy(work, params.id, body)),
  route(packs.ownPacks, (work) => listPacks(work)),
  route(classes.classPlaces, (work, { params }) => classPlan.places(work, params.id)),
  route(classes.previewClasses, (work, { body }) => classPlan.preview(work, body)),
  route(classes.setClasses, classPlan.set),
  route(classes.readClass, (work, { params }) => ownClass.readOwn(work, params.id)),
  route(classes.cancelClass, ownClass.cancel),
  route(classes.previewClassMove, classMove.preview),
  route(classes.moveClass, classMove.move),
  route(classes.acceptClassMove, (work, { params, query, body }) =>
    classMove.accept(work, params.id, { ...query, ...body }),
  ),
  route(sessions.sessionPackOffers, (work, { params }) => sessionPacks.offers(work, params.id)),
  route(sessions.buySessionPack, sessionPacks.buy),
  route(sessions.ownSessionPacks, (work) => sessionPackView.list(work)),
  route(gifts.buyGiftCard, giftCards.buy),
  route(gifts.sendGiftContactCode, (work, { body }) => giftCards.sendBuyerCode(work, body.email)),
  route(gifts.enterGiftContactCode, (work, { body }) => giftCards.enterBuyerCode(work, body)),
  route(gifts.ownGiftCards, (work) => giftCards.list(work)),
  route(gifts.giftCard, giftCards.read),
  route(gifts.giftCardCode, giftCards.showCode),
  route(gifts.sendGiftCard, giftCards.sendAgain),
  route(gifts.takeBackGiftCard, giftCards.takeBack),
  route(gifts.readGift, (work, { params }) => giftRedeem.look(work, params.code)),
  route(gifts.redeemGift, giftRedeem.redeem),
  route(sessions.packsForHold, (work, { params }) => sessionPackUse.usable(work, params.id)),
  route(packs.ownPack, (work, { params }) => readPack(work, params.id)),
  route(reservations.releaseReservation, (work, { params }) => reservation.letGo(work, params.id)),
  route(reservations.returnQuote, (work, { params, body }) => returnQuote(work, params.id, body)),
  route(reservations.returnHours, (work, { params, body }) => returnHours(work, params.id, body.quoteToken)),
  route(reservations.heirs, (work, { params }) => heirs(work, params.id)),
  route(reservations.offerHours, (work, { params, body }) => offerHours(work, params.id, body)),
  route(handOver.handOvers, (work) => openOffers(work, { mine: true })),
  route(handOver.answerHandOver, (work, { params, body }) =>
    answer(work, params.id, { move: params.move, version: body.version }),
  ),
  route(appointment.proposeAppointment, (work, { body }) => propose(work, body)),
  route(appointment.proposedAppointments, (work) => proposed(work)),
  route(appointment.withdrawAppointment, (work, { params }) => withdraw(work, params.id)),
  route(links.bookingLink, (work, { params }) => linkView.readLink(work, params.token)),
  route(links.linkSlots, (work, { params, query }) => link.linkSlots(work, params.token, query)),
  route(links.sendLinkCode, (work, { params }) => link.sendLinkCode(work, params.token)),
  route(links.acceptLink, (work, { params, body }) => link.acceptLink(work, params.token, body)),
  route(links.counterLink, (work, { params, body }) => link.counterLink(work, params.token, body.slotToken)),
  route(links.declineLink, (work, { params }) => link.declineLink(work, params.token)),
  route(waiting.joinWaitlist, (work, { body }) => waitlistJoin.join(work, body)),
  route(waiting.ownWishes, (work) => waitlistView.ownWishes(work)),
  route(waiting.moveWish, (work, { params }) => waitlist.moveOwn(work, params.id, params.move)),
  route(waiting.linkedWish, (work, { params }) => waitlist.readLinked(work, params.token)),
  route(waiting.moveLinkedWish, (work, { params }) => waitlist.moveLinked(work, params.token, params.move)),
  route(waiting.professionalWaitlist, (work) => waitlistView.waitingForMe(work)),
  route(desk.takeOver, (work, { params, body }) => takeOver(work, params.id, body.t)),
]
