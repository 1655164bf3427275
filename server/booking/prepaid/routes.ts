import * as gifts from '#contract/booking/prepaid/gift-card.ts'
import * as sessions from '#contract/booking/prepaid/session-pack.ts'
import * as giftCards from '#server/booking/prepaid/gift-card.ts'
import * as giftRedeem from '#server/booking/prepaid/gift-redeem.ts'
import * as sessionPacks from '#server/booking/prepaid/session-pack.ts'
import * as sessionPackView from '#server/booking/prepaid/session-pack-view.ts'
import * as sessionPackUse from '#server/booking/prepaid/session-pack-use.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(sessions.sessionPackOffers, (work, { params }) => sessionPacks.offers(work, params.id)),
  route(sessions.buySessionPack, sessionPacks.buy),
  route(sessions.ownSessionPacks, (work) => sessionPackView.list(work)),
  route(gifts.buyGiftCard, giftCards.buy),
  route(gifts.ownGiftCards, (work) => giftCards.list(work)),
  route(gifts.giftCard, giftCards.read),
  route(gifts.giftCardCode, giftCards.showCode),
  route(gifts.sendGiftCard, giftCards.sendAgain),
  route(gifts.takeBackGiftCard, giftCards.takeBack),
  route(gifts.readGift, (work, { params }) => giftRedeem.look(work, params.code)),
  route(gifts.redeemGift, giftRedeem.redeem),
  route(sessions.packsForHold, (work, { params }) => sessionPackUse.usable(work, params.id)),
]
