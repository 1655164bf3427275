import { type ComponentProps, lazy } from 'react'
import LostHold from '#web/parts/booking/slots/lost-hold.tsx'
import type GiftEntryOf from '#web/parts/booking/prepaid/gift-entry.tsx'

const FromDesk = lazy(() => import('#web/parts/booking/slots/from-desk.tsx'))
const PackCheckout = lazy(() => import('#web/parts/booking/rent/pack-checkout.tsx'))
const SessionPackCheckout = lazy(() => import('#web/parts/booking/checkout/session-pack-checkout.tsx'))
const GiftEntry = lazy(() => import('#web/parts/booking/prepaid/gift-entry.tsx'))
const RentCheckout = lazy(() => import('#web/parts/booking/rent/rent-checkout.tsx'))

/** The parameters of /dynamic-checkout. */
export type CheckoutRequested = {
  hold?: string
  rent?: string
  pack?: string
  /** As parsed by gift-entry.tsx. */
  gift?: string
  space?: number
  service?: number
  t?: string
}

/** Everything paid other than one's own hold: gift cards, session and hour packs, rents, and what a desk held. */
export default function OtherCheckout({
  search: { hold, rent, pack, gift, space, service, t },
  user,
}: {
  search: CheckoutRequested
  user: ComponentProps<typeof GiftEntryOf>['user']
}) {
  if (gift !== undefined) return <GiftEntry gift={gift} t={t} user={user} />
  if (pack !== undefined && service !== undefined)
    return <SessionPackCheckout serviceId={service} pack={Number(pack)} signedIn={user !== null} />
  if (pack !== undefined && space !== undefined) return <PackCheckout spaceId={space} pack={pack} />
  if (rent !== undefined) return <RentCheckout key={rent} id={rent} />
  if (hold !== undefined && t !== undefined) return <FromDesk id={hold} token={t} />
  return (
    <LostHold
      title="Todavía no apartas una hora"
      text="Aquí se paga la hora que apartaste. Elige con quién y cuándo, y te esperamos."
    />
  )
}
