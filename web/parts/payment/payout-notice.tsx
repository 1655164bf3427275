import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Landmark } from 'lucide-react'
import { formatCents } from '#contract/platform/money.ts'
import { payoutAccount, type PayoutAccount, type PayoutParty } from '#contract/payment/payout-account.ts'
import { reading } from '#web/api.ts'
import { accountStates, accountText, waitingText } from '#web/parts/payment/account-texts.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

export const payoutReading = (party: PayoutParty) => reading(payoutAccount, { params: { party } })

/** On a dashboard, only while payouts are blocked or soon will be: the amount, the reason, and a link. */
export const PayoutNotice = ({ party }: { party: PayoutParty }) => {
  const { data: account } = useQuery(payoutReading(party))
  if (account === undefined) return null
  const { state, isRequired, wanted, taxpayerAt } = account
  if (taxpayerAt !== null) return <TaxpayerNotice account={account} spaceId={taxpayerAt} />
  const isQuiet = state === 'none' ? !isRequired : state === 'ready' && wanted.length === 0
  if (isQuiet) return null
  const settings = { tab: 'profile', section: 'payouts' } as const
  return (
    <section
      aria-label="Tu cuenta de cobro"
      className="flex flex-wrap items-center gap-4 rounded-lg border border-maiz bg-maiz-soft p-5 text-maiz-ink"
    >
      <Landmark aria-hidden className="size-7 shrink-0" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          {waitingText(account) ?? `Tu cuenta de cobro: ${accountStates[state].label.toLowerCase()}`}
        </p>
        <p className="text-sm">{accountText(account)}</p>
      </div>
      <Link
        {...(party === 'host' ? paths.hostDashboard(settings) : paths.professionalDashboard(settings))}
        className={buttonClass({ tone: 'secondary', size: 'small' })}
      >
        {state === 'none'
          ? 'Abrirla'
          : state === 'in_review' || state === 'rejected'
            ? 'Ver cómo va'
            : 'Continuar'}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  )
}

/** Comes first, because without RFC and tax regime nothing is paid out. */
const TaxpayerNotice = ({ account, spaceId }: { account: PayoutAccount; spaceId: number }) => (
  <section
    aria-label="Tu RFC"
    className="flex flex-wrap items-center gap-4 rounded-lg border border-maiz bg-maiz-soft p-5 text-maiz-ink"
  >
    <Landmark aria-hidden className="size-7 shrink-0" />
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-semibold">
        {account.waitingCents === 0
          ? 'Falta tu RFC para depositarte'
          : `${formatCents(account.waitingCents)} esperan tu RFC`}
      </p>
      <p className="text-sm">
        Puedes publicar y recibir reservas. Lo que ganes sale en cuanto digas tu RFC y tu régimen fiscal.
      </p>
    </div>
    <Link
      {...paths.hostRegistration({ space: spaceId, step: 1 })}
      className={buttonClass({ tone: 'secondary', size: 'small' })}
    >
      Ponerlos
      <ArrowRight aria-hidden className="size-4" />
    </Link>
  </section>
)
