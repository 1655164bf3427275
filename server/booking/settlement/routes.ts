import * as deposits from '#contract/booking/settlement/deposit.ts'
import * as disputes from '#contract/booking/settlement/dispute.ts'
import * as hostDisputes from '#contract/booking/settlement/host-dispute.ts'
import * as linkInsteads from '#contract/booking/settlement/link-instead.ts'
import * as balances from '#contract/booking/settlement/balance.ts'
import * as tips from '#contract/booking/settlement/tip.ts'
import * as claims from '#server/booking/settlement/deposit-claim.ts'
import { keepPhoto } from '#server/booking/settlement/deposit-photo.ts'
import * as deposit from '#server/booking/settlement/deposit.ts'
import * as dispute from '#server/booking/settlement/dispute.ts'
import * as disputeDecision from '#server/booking/settlement/dispute-decision.ts'
import { ofHost, waitingForHost } from '#server/booking/settlement/host-dispute.ts'
import { keepPhoto as keepDisputePhoto } from '#server/booking/settlement/dispute-photo.ts'
import * as balanceLink from '#server/booking/settlement/balance-link.ts'
import * as instead from '#server/booking/settlement/link-instead.ts'
import * as balance from '#server/booking/settlement/balance.ts'
import * as tip from '#server/booking/settlement/tip.ts'
import { dropTip } from '#server/booking/settlement/tip-promise.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
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
  route(balances.takeBalance, (work, { params, body }) => balance.take(work, params.id, body)),
  route(linkInsteads.linkInstead, (work, { params }) => instead.read(work, params.id)),
  route(linkInsteads.askByLink, (work, { params, body }) => instead.ask(work, params.id, body)),
  route(balances.balanceLink, (work, { params }) => balanceLink.linkOf(work, params.id)),
  route(balances.sendBalanceLink, (work, { params }) => balanceLink.sendPayLink(work, params.id)),
  route(balances.balanceToPay, (work, { params }) => balanceLink.readByLink(work, params.token)),
  route(balances.payByLink, (work, { params, body }) => balanceLink.payByLink(work, params.token, body)),
  route(tips.tip, (work, { params, query }) => tip.readTip(work, params.id, query)),
  route(tips.giveTip, (work, { params, query, body }) => tip.give(work, params.id, { ...query, ...body })),
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
]
