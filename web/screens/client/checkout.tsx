import * as holdContract from '#contract/booking/hold.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Clock3 } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { ApiError, reading } from '#web/api.ts'
import { cardSettingsReading } from '#web/parts/booking/payment/use-card.ts'
import type { Over } from '#web/parts/booking/checkout/time-over.tsx'
import type { CheckoutRequested } from '#web/parts/booking/prepaid/other-checkout.tsx'
import {
  fetchHeldVisit,
  StaticSteps,
  StaticSummary,
  StaticTerms,
} from '#web/parts/booking/checkout/still-hold.tsx'
import { textIn } from '#web/search-params.ts'
import { serverNow } from '#web/server-clock.ts'
import { Card } from '#web/ui/card.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import {
  fetchOrder,
  fetchCardFields,
  usePayMethod,
  type ChosenMethod,
  useCheckout,
  type Checkout,
} from '#web/parts/booking/checkout/use-checkout.ts'
import { PayForm } from '#web/parts/booking/checkout/pay-form.tsx'
const fetchLost = () => import('#web/parts/booking/slots/lost-hold.tsx')
const LostHold = lazy(fetchLost)
const fetchTimeOver = () => import('#web/parts/booking/checkout/time-over.tsx')
const TimeOver = lazy(fetchTimeOver)
/** Only needed where the hold could not be loaded. */
const ErrorState = lazy(async () => ({ default: (await import('#web/ui/page/states.tsx')).ErrorState }))
const HeldPrice = lazy(() => import('#web/parts/booking/checkout/held-price.tsx'))
const ChooseAgain = lazy(() => import('#web/parts/booking/slots/choose-again.tsx'))
/** Everything that is paid here other than one's own hold. */
const OtherCheckout = lazy(() => import('#web/parts/booking/prepaid/other-checkout.tsx'))
const VisitForms = lazy(() => import('#web/parts/booking/contact/visit-forms.tsx'))
const fetchSaved = () => import('#web/parts/payment/saved-cards.ts')

const readingOf = (id: string) => reading(holdContract.readHold, { params: { id } })

export const Route = createFileRoute('/dynamic-checkout')({
  validateSearch: (requested: Record<string, unknown>): CheckoutRequested => ({
    hold: textIn(requested.hold),
    rent: textIn(requested.rent),
    // A key of digits alone is parsed as a number.
    pack: ['string', 'number'].includes(typeof requested.pack)
      ? String(requested.pack).slice(0, 40)
      : undefined,
    space: /^[1-9]\d{0,14}$/.test(String(requested.space)) ? Number(requested.space) : undefined,
    service: /^[1-9]\d{0,14}$/.test(String(requested.service)) ? Number(requested.service) : undefined,
    gift: textIn(requested.gift),
    t: textIn(requested.t),
  }),
  loaderDeps: ({ search }) => search,
  // An expired hold is shown below, not an error.
  loader: ({ context: { queryClient, user }, deps: { hold, t } }) =>
    Promise.all([
      queryClient.prefetchQuery(cardSettingsReading),
      user === null
        ? fetchCardFields()
        : fetchSaved().then(({ savedCardsReading }) => queryClient.prefetchQuery(savedCardsReading)),
      fetchHeldVisit(),
      hold === undefined || t !== undefined ? undefined : queryClient.prefetchQuery(readingOf(hold)),
    ]).then(() => undefined),
  head: () => ({ meta: [{ title: 'Pago · Kalli' }, { name: 'robots', content: 'noindex' }] }),
  component: CheckoutScreen,
})

function CheckoutScreen() {
  const requested = Route.useSearch()
  const { user } = Route.useRouteContext()
  const { hold, rent, pack, gift, t } = requested
  if (hold !== undefined && t === undefined && rent === undefined && pack === undefined && gift === undefined)
    return <Held key={hold} id={hold} user={user} />
  return (
    <Suspense fallback={<PageLoading />}>
      <OtherCheckout search={requested} user={user} />
    </Suspense>
  )
}

/** Loaded only once the time is over. */
const Lost = (over: ComponentProps<typeof LostHold>) => (
  <Suspense fallback={<PageLoading />}>
    <LostHold {...over} />
  </Suspense>
)

function Held({ id, user }: { id: string; user: SessionUser | null }) {
  const answer = useQuery(readingOf(id))
  const [over, setOver] = useState<Over>(null)
  const inFlight = useRef(false)
  const ask = (afterMs?: number) =>
    void fetchTimeOver().then(
      ({ askWhenOver }) =>
        askWhenOver(
          inFlight,
          answer.refetch,
          // A hold that is active past its end waits for a bank.
          ({ expiresAt }) => (Date.parse(expiresAt) > serverNow() ? 'living' : 'undecided'),
          setOver,
          afterMs,
        ),
      // Cannot load offline: retried when the connection is back.
      () => undefined,
    )
  if (answer.isPending) return <PageLoading />
  const { error, data: hold } = answer
  if (error instanceof ApiError && (error.status === 410 || error.status === 404))
    return <Lost problem={error} />
  if (hold === undefined)
    return (
      <Suspense fallback={<PageLoading />}>
        <ErrorState text={error?.message ?? ''} onRetry={() => answer.refetch()} />
      </Suspense>
    )
  if (over === 'lost') return <Lost hold={hold} />
  if (over !== null)
    return (
      <Suspense fallback={<PageLoading />}>
        <TimeOver problem={error} isChecking={answer.isFetching} onAsk={() => ask(0)} />
      </Suspense>
    )
  return <Pay hold={hold} user={user} onEnd={() => ask()} onRefused={() => setOver('lost')} />
}

function Pay({
  hold,
  user,
  onEnd,
  onRefused,
}: {
  hold: Hold
  user: SessionUser | null
  onEnd: () => void
  onRefused: () => void
}) {
  const payment = usePayMethod(hold)

  usePrefetch()
  const checkout = useCheckout({ user, payment, hold, onRefused })

  return (
    <section className="alone page py-3 sm:py-8">
      <div className="mx-auto flex max-w-list flex-col gap-4 sm:gap-7">
        <div className="max-sm:hidden">
          <StaticSteps />
        </div>
        <Deadline hold={hold} checkout={checkout} onEnd={onEnd} />

        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] lg:items-start">
          <div className="flex min-w-0 flex-col gap-6 max-lg:order-2">
            {hold.forms === null ? null : (
              <Suspense>
                <VisitForms isHeld id={hold.id} name={hold.professional.firstName} zone={hold.zone} />
              </Suspense>
            )}
            <PayForm checkout={checkout} user={user} hold={hold} payment={payment} />
          </div>

          <VisitSummary hold={hold} checkout={checkout} payment={payment} />
        </div>
      </div>
    </section>
  )
}

/** Fetches what follows, and after two minutes what is shown when the time runs out, which may happen without a connection. */
const usePrefetch = () => {
  useEffect(() => {
    void fetchOrder()
    const soon = setTimeout(() => Promise.all([fetchLost(), fetchTimeOver()]).catch(() => undefined), 120_000)
    return () => clearTimeout(soon)
  }, [])
}

const Deadline = ({ hold, checkout, onEnd }: { hold: Hold; checkout: Checkout; onEnd: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <h1 className="text-xl sm:text-3xl">Confirma y paga</h1>
    <p className="inline-flex items-center gap-2 rounded-full bg-maiz-soft px-3 py-1.5 text-[0.9375rem] font-semibold text-maiz-ink">
      <Clock3 aria-hidden className="size-4.5" />
      Apartado por <Countdown until={hold.expiresAt} onEnd={checkout.paying.isPending ? undefined : onEnd} />
    </p>
  </div>
)

const VisitSummary = ({
  hold,
  checkout,
  payment,
}: {
  hold: Hold
  checkout: Checkout
  payment: ChosenMethod
}) => (
  <Card className="flex flex-col gap-2 max-lg:order-1 max-sm:p-4 lg:sticky lg:top-24">
    <h2 className="sr-only">Tu cita</h2>
    <StaticSummary hold={hold} />
    {/* One row, until an opened item takes the full width. */}
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <Suspense>
        <ChooseAgain hold={hold} />
      </Suspense>
      {hold.addOns.length === 0 && hold.coupon === undefined ? null : (
        <Suspense>
          <HeldPrice
            hold={hold}
            onChanged={() => (checkout.credit.hasAny ? void checkout.credit.lookAgain() : undefined)}
          />
        </Suspense>
      )}
    </div>
    <StaticTerms
      hold={hold}
      pay={{
        creditCents: checkout.usedCents,
        byCard: payment.method === 'card',
        inTwo: checkout.inTwo,
        tipCents: checkout.tip.amountCents,
        pack: payment.pack ?? null,
      }}
    />
  </Card>
)
