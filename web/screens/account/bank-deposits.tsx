import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import type { SessionUser } from '#contract/account/account.ts'
import * as contract from '#contract/figures/bank-deposit.ts'
import * as statements from '#contract/figures/statement.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { DepositList } from '#web/parts/deposits/deposit-list.tsx'
import { MonthBar } from '#web/parts/deposits/month-bar.tsx'
import { MonthStatement } from '#web/parts/deposits/month-statement.tsx'
import { NextDeposits } from '#web/parts/deposits/next-deposits.tsx'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { oneOf } from '#web/search-params.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

type Search = { as?: contract.PayeeParty | undefined; month?: string | undefined }

/** The user's active side, unless the address names the other and the user has it. */
const sideOf = ({ activeRole, availableRoles, professionalId }: SessionUser, requested: Search['as']) => {
  const has = (side: contract.PayeeParty) =>
    side === 'host' ? availableRoles.includes('host') : professionalId !== null
  if (requested !== undefined && has(requested)) return requested
  if (activeRole === 'host' && has('host')) return 'host'
  return has('professional') ? 'professional' : has('host') ? 'host' : null
}

const readingsOf = (party: contract.PayeeParty, month: string) => ({
  deposits: reading(contract.bankDeposits, { params: { party }, query: { month } }),
  statement: reading(statements.statement, { params: { party }, query: { month } }),
})

/** A past month or the current one, which is the default. */
const shownMonth = (month: string | undefined, zone: string) => {
  const current = dateIn(Date.now(), zone).slice(0, 7)
  return { current, month: month === undefined || month > current ? current : month }
}

export const Route = createFileRoute('/_signed-in/bank-deposits')({
  validateSearch: (given: Record<string, unknown>): Search => ({
    as: oneOf(['professional', 'host'], given.as),
    month: /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(String(given.month)) ? String(given.month) : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    const party = sideOf(user, deps.as)
    const shown = shownMonth(deps.month, user.zone)
    if (party === null) return shown
    const { deposits, statement } = readingsOf(party, shown.month)
    await Promise.all([queryClient.prefetchQuery(deposits), queryClient.prefetchQuery(statement)])
    return shown
  },
  head: () => screenHead('Depósitos'),
  component: Deposits,
})

function Deposits() {
  const { user } = Route.useRouteContext()
  const { as } = Route.useSearch()
  const { current, month } = Route.useLoaderData()
  const party = sideOf(user, as)
  const both = user.professionalId !== null && user.availableRoles.includes('host')
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-reading flex-col gap-6">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h1 className="text-3xl">Depósitos</h1>
          {both && party !== null ? (
            <Link
              {...paths.bankDeposits({ as: party === 'host' ? 'professional' : 'host', month })}
              className={buttonClass({ tone: 'quiet', size: 'small' })}
            >
              {party === 'host' ? 'Ver los de mis citas' : 'Ver los de mis espacios'}
            </Link>
          ) : null}
        </header>
        {party === null ? (
          <EmptyState
            icon={<Landmark />}
            title="Todavía no hay qué depositarte"
            text="Cuando ofrezcas tus servicios o rentes un espacio, aquí verás cada depósito y de dónde viene."
          />
        ) : (
          <Money party={party} month={month} current={current} />
        )}
      </div>
    </section>
  )
}

const Money = ({ party, month, current }: { party: contract.PayeeParty; month: string; current: string }) => {
  const { deposits, statement } = readingsOf(party, month)
  const answer = useQuery(deposits)
  const ofMonth = useQuery(statement)
  if (answer.isPending)
    return (
      <>
        <span className="sr-only">Cargando depósitos…</span>
        <Skeleton className="h-40 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  return (
    <>
      {month === current ? <NextDeposits found={answer.data} /> : null}
      <MonthBar party={party} month={month} current={current} totalCents={answer.data.totalCents} />
      <DepositList found={answer.data} />
      <MonthStatement answer={ofMonth} party={party} month={month} />
    </>
  )
}
