import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Landmark } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as contract from '#contract/payment/payout-account.ts'
import { ApiError, call } from '#web/api.ts'
import { accountStates, accountText, waitingText } from '#web/parts/payment/account-texts.ts'
import { BankLine } from '#web/parts/payment/bank-line.tsx'
import { payoutReading } from '#web/parts/payment/payout-notice.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { dateIn, longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** The payee's account: opened, corrected and changed on the processor's own pages; its state is shown here. */
export default function PayoutSettings() {
  const { data: user } = useQuery(sessionQuery)
  const party = user?.activeRole === 'host' ? 'host' : 'professional'
  const account = useQuery(payoutReading(party))
  if (account.isPending) return <Skeleton className="h-64 rounded-lg" />
  if (account.isLoadingError && account.error instanceof ApiError && account.error.status === 404)
    return <NotYet party={party} />
  if (account.isLoadingError)
    return <ErrorState text={account.error.message} onRetry={() => account.refetch()} />
  const { bank } = account.data
  if (bank !== null && contract.paidInto(account.data) === 'bank') return <BankPanel bank={bank} />
  return <AccountPanel account={account.data} zone={user?.zone ?? 'America/Mexico_City'} />
}

/** The bank account from step 9 of a listing: shown here, changed there. */
const BankPanel = ({ bank }: { bank: NonNullable<contract.PayoutAccount['bank']> }) => (
  <Panel
    title="Tu cuenta de cobro"
    text="A ella llega lo que ganas con todos tus espacios. La guardamos cifrada y solo mostramos los últimos cuatro dígitos."
    aside={<Badge tone="agave">Lista</Badge>}
  >
    <BankLine bank={bank} />
    {bank.spaceId === null ? null : (
      <Link
        {...paths.hostRegistration({ space: bank.spaceId, step: 9 })}
        className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
      >
        Cambiar la cuenta
      </Link>
    )}
  </Panel>
)

/** A user without an offer has nothing to receive. */
const NotYet = ({ party }: { party: contract.PayoutParty }) => (
  <EmptyState
    icon={<Landmark />}
    title="Todavía no hay qué cobrar"
    text={
      party === 'host'
        ? 'Cuando empieces el anuncio de tu primer espacio, aquí abres la cuenta en la que recibes tus rentas.'
        : 'Cuando guardes tu perfil profesional, aquí abres la cuenta en la que recibes tu dinero.'
    }
    action={
      <Link
        {...(party === 'host'
          ? paths.hostRegistration()
          : paths.professionalDashboard({ tab: 'profile', section: 'profile' }))}
        className={buttonClass({ tone: 'secondary' })}
      >
        {party === 'host' ? 'Publicar un espacio' : 'Ir a mi perfil'}
      </Link>
    }
  />
)

const AccountPanel = ({ account, zone }: { account: contract.PayoutAccount; zone: string }) => {
  const { party, state, wanted, wantedBy } = account
  const proof = useProof()
  const queryClient = useQueryClient()
  const goOn = useMutation({
    mutationFn: () => proof.run(() => call(contract.goOnWithAccount, { params: { party }, body: {} })),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const look = useMutation({
    mutationFn: () => call(contract.lookAtAccount, { params: { party }, body: {} }),
    onSuccess: (fresh) => {
      if (fresh.state === 'ready' && state !== 'ready')
        toast('Tu cuenta de cobro está lista', 'Lo que esperaba sale ahora.', 'good')
      queryClient.setQueryData(payoutReading(party).queryKey, fresh)
    },
  })
  useLookingOnce(state !== 'none', look.mutate)
  const { label, tone, button } = accountStates[state]
  const waiting = waitingText(account)
  const problem = goOn.error instanceof NotProven ? null : goOn.error?.message
  return (
    <Panel
      title="Tu cuenta de cobro"
      text={
        account.bank === null
          ? 'La abres con el procesador de pagos, en sus páginas: le das tu identificación y tu CLABE, y él te deposita. Kalli no ve ni guarda esos datos.'
          : `La abres con el procesador de pagos, en sus páginas, y ahí te deposita. La CLABE de tu anuncio, que termina en ${account.bank.end}, ya no cuenta.`
      }
      aside={<Badge tone={tone}>{label}</Badge>}
    >
      <div aria-live="polite" className="flex flex-col gap-3">
        {waiting === null ? null : (
          <p className="rounded-md bg-maiz-soft px-4 py-3 font-semibold text-maiz-ink">{waiting}</p>
        )}
        <p>{accountText(account)}</p>
        {wanted.length > 0 && state !== 'begun' ? (
          <>
            <p className="font-semibold">
              {wantedBy === null
                ? 'Hace falta:'
                : `Hace falta, antes del ${longDate(dateIn(Date.parse(wantedBy), zone))}:`}
            </p>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {wanted.map((one) => (
                <li key={one}>{contract.wantedTexts[one]}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      {problem ? (
        <p role="alert" className="font-medium text-chile">
          {problem}
        </p>
      ) : null}
      {button === null ? null : (
        <Button
          className="self-start"
          tone={state === 'ready' && wanted.length === 0 ? 'secondary' : 'primary'}
          busy={goOn.isPending || goOn.isSuccess}
          onClick={() => goOn.mutate()}
        >
          <Landmark aria-hidden className="size-5" />
          {state === 'ready' && wanted.length > 0 ? accountStates.missing.button : button}
          <ArrowUpRight aria-hidden className="size-5" />
        </Button>
      )}
      {state === 'rejected' ? (
        <Link {...paths.contact()} className={buttonClass({}, 'self-start')}>
          Escribirnos
        </Link>
      ) : null}
      {proof.dialog}
    </Panel>
  )
}

/** A payee returning from the processor lands here: its state is newer than ours. */
const useLookingOnce = (isOpened: boolean, look: () => void) => {
  const looked = useRef(false)
  useEffect(() => {
    if (!isOpened || looked.current) return
    looked.current = true
    look()
  }, [isOpened, look])
}
