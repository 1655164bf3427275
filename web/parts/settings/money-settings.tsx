import { useQuery } from '@tanstack/react-query'
import PayoutSettings from '#web/parts/payment/payout-settings.tsx'
import { InstallmentSettings } from '#web/parts/settings/installment-settings.tsx'
import { CardSettings } from '#web/parts/settings/card-settings.tsx'
import { sessionQuery } from '#web/session.ts'

/** Cards and payout accounts: both for professionals and hosts, only cards for clients. */
export default function MoneySettings() {
  const { data: user } = useQuery(sessionQuery)
  const isPaid = user?.activeRole === 'professional' || user?.activeRole === 'host'
  return (
    <>
      {isPaid ? <PayoutSettings /> : null}
      {user?.activeRole === 'professional' ? <InstallmentSettings /> : null}
      <CardSettings isAside={isPaid} />
    </>
  )
}
