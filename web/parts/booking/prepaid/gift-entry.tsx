import type { SessionUser } from '#contract/account/account.ts'
import { isUuid } from '#contract/platform/shapes.ts'
import { GiftBought } from '#web/parts/booking/prepaid/gift-bought.tsx'
import { GiftCheckout } from '#web/parts/booking/prepaid/gift-checkout.tsx'
import { OpenGift } from '#web/parts/booking/prepaid/open-gift.tsx'

/** One to buy (`new`), one that the viewer bought (its id), or one given to the viewer (its code). */
export default function GiftEntry({
  gift,
  t,
  user,
}: {
  gift: string
  t: string | undefined
  user: SessionUser | null
}) {
  if (gift === 'new') return <GiftCheckout buyer={user} />
  return isUuid(gift) ? <GiftBought id={gift} t={t} /> : <OpenGift code={gift} signedIn={user !== null} />
}
