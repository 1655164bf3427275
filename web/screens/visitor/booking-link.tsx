import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/booking/series/link.ts'
import type { BookingLink } from '#contract/booking/series/link.ts'
import { selectionPrefix } from '#contract/platform/waitlist-prefix.ts'
import { formatCents } from '#contract/platform/money.ts'
import { shownLines } from '#contract/pricing/shown-price.ts'
import { ApiError, reading } from '#web/api.ts'
import { BookingSummary } from '#web/parts/booking/summary/summary.tsx'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

// Most clients accept: the decline form is loaded on request.
const DeclineLink = lazy(async () => ({
  default: (await import('#web/parts/booking/series/decline-link.tsx')).DeclineLink,
}))
const LinkedEntry = lazy(() => import('#web/parts/booking/waitlist/linked-entry.tsx'))
const OtherHour = lazy(() => import('#web/parts/booking/series/other-hour.tsx'))
const Over = lazy(() => import('#web/parts/booking/series/over.tsx'))
const SeriesDates = lazy(() => import('#web/parts/booking/series/link-series-dates.tsx'))

/** Always reloaded: another person may have answered since. */
const readingOf = (token: string) => ({
  ...reading(contract.bookingLink, { params: { token } }),
  retry: false,
  refetchOnMount: 'always' as const,
})

const AcceptLink = lazy(async () => ({
  default: (await import('#web/parts/booking/series/accept-link.tsx')).AcceptLink,
}))

export const Route = createFileRoute('/bookings/$token/accept')({
  loader: ({ context, params }) =>
    isWaitlistLink(params.token) ? undefined : context.queryClient.prefetchQuery(readingOf(params.token)),
  head: () => ({
    meta: [
      { title: 'Acepta tu cita · Kalli' },
      { name: 'robots', content: 'noindex' },
      // The link is the key: it is sent to no other site.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: BookingLinkScreen,
})

function BookingLinkScreen() {
  const { token } = Route.useParams()
  const { user } = Route.useRouteContext()
  if (isWaitlistLink(token))
    return (
      <section className="page py-8">
        <div className="mx-auto flex max-w-reading flex-col gap-6">
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <LinkedEntry token={token.slice(selectionPrefix.length)} />
          </Suspense>
        </div>
      </section>
    )
  return <LinkScreen token={token} isGuest={user === null} />
}

/** A visitor's waitlist entry and the slot offered for it share an address. */
const isWaitlistLink = (token: string) => token.startsWith(selectionPrefix)

function LinkScreen({ token, isGuest }: { token: string; isGuest: boolean }) {
  const answer = useQuery(readingOf(token))
  const refresh = () => void answer.refetch()
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-reading flex-col gap-6">
        {answer.isPending ? (
          <>
            <h1 className="text-3xl sm:text-4xl">Acepta tu cita</h1>
            <Skeleton className="h-96 rounded-lg" />
          </>
        ) : answer.isLoadingError ? (
          isUnknown(answer.error) ? (
            <EmptyState
              heading="h1"
              icon={<KeyRound />}
              title="Este enlace no abre ninguna propuesta"
              text="Ábrelo completo desde tu mensaje, o pide uno nuevo a quien te atiende. Tus citas están donde siempre."
              action={
                <Link {...paths.guestBookings()} className={buttonClass({ tone: 'secondary' })}>
                  Ver mis citas
                </Link>
              }
            />
          ) : (
            <>
              <h1 className="text-3xl sm:text-4xl">Acepta tu cita</h1>
              <ErrorState text={answer.error.message} onRetry={refresh} />
            </>
          )
        ) : answer.data.state === 'open' || answer.data.state === 'accepted' ? (
          <Proposal one={answer.data} token={token} onChanged={refresh} />
        ) : (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <Over one={answer.data} state={answer.data.state} isGuest={isGuest} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

const isUnknown = (problem: Error) => problem instanceof ApiError && problem.status === 404

const heads: Readonly<Record<BookingLink['kind'], { title: string; text: (one: BookingLink) => string }>> = {
  appointment: {
    title: 'Acepta tu cita',
    text: ({ firstName, from }) =>
      `${firstName}, ${from.firstName} apartó esta hora para ti. Nada se cobra hasta que tú lo confirmas.`,
  },
  waitlist: {
    title: 'Se abrió un lugar para ti',
    text: ({ firstName, from }) =>
      `${firstName}, lo esperabas con ${from.firstName} y lo apartamos para ti. Si no lo tomas a tiempo, se lo ofrecemos a quien sigue. Nada se cobra hasta que tú lo confirmas.`,
  },
  chat: {
    title: 'Tu hora está apartada',
    text: ({ firstName, from }) =>
      `${firstName === '' ? 'La' : `${firstName}, la`} elegiste por mensaje con ${from.firstName}. Nada se cobra hasta que tú lo confirmas; si no, se suelta sola.`,
  },
  rescue: {
    title: 'Otro lugar, la misma hora',
    text: ({ firstName, from, rescue }) =>
      `${firstName}, ${rescue?.fromPlace ?? 'el espacio'} no puede recibirte. Apartamos otro lugar ${
        rescue === null || rescue.ownBusiness
          ? 'en la misma casa'
          : `a ${rescue.walkingMinutes} minutos a pie`
      }: ${from.firstName} te atiende igual y el precio no cambia. Si no te queda, no te cuesta nada.`,
  },
}

/** The dates of a series are held together and answered as one. */
const seriesText = ({ firstName, from, series }: BookingLink) =>
  series?.runs === true
    ? `${firstName}, ${from.firstName} apartó más fechas de tu serie. Se pagan con la tarjeta de tus citas anteriores; hoy no se cobra nada.`
    : `${firstName}, ${from.firstName} apartó estas fechas para ti. Acéptalas todas o quita las que no te queden; nada se cobra hasta que tú lo confirmas.`

const Proposal = ({ one, token, onChanged }: { one: BookingLink; token: string; onChanged: () => void }) => {
  const [chooses, setChooses] = useState(false)
  const [declines, setDeclines] = useState(false)
  const [without, setWithout] = useState<readonly string[]>([])
  const isSeries = one.series !== null
  // The holder of an hour at a home sees its address: a code comes first.
  const isUnprovedHome = one.place.modality === 'home' && one.code !== null
  return (
    <>
      <header className="flex flex-col gap-3">
        <h1 className="text-3xl sm:text-4xl">{isSeries ? 'Acepta tus citas' : heads[one.kind].title}</h1>
        <p className="measure text-muted">{isSeries ? seriesText(one) : heads[one.kind].text(one)}</p>
        <p className="self-start rounded-full bg-maiz-soft px-4 py-2 text-[0.9375rem] font-semibold text-maiz-ink">
          <TimeLeft until={one.expiresAt} onEnd={onChanged} />
        </p>
      </header>
      {one.note === '' ? null : (
        <blockquote className="border-l-4 border-barro/40 px-4 py-1">{one.note}</blockquote>
      )}
      <Card className="flex flex-col gap-5">
        <BookingSummary booking={one} />
        {one.quote === null ? null : (
          <div className="border-t border-line pt-5">
            <MoneyLines
              lines={shownLines(one.quote.lines)}
              total={{ label: 'Total', amountCents: one.quote.totalCents }}
              note={
                one.upfront === null
                  ? 'IVA incluido.'
                  : `IVA incluido. Con tarjeta, ${formatCents(one.upfront.nowCents)} hoy y ${formatCents(one.upfront.laterCents)} al terminar tu cita.`
              }
            />
          </div>
        )}
        {one.series === null || one.series.further.length === 0 ? null : (
          <Suspense fallback={<Skeleton className="h-32" />}>
            <SeriesDates one={one} without={without} onChange={setWithout} />
          </Suspense>
        )}
        {one.kind === 'rescue' && one.place.spaceId !== null ? (
          <Link
            {...paths.space(one.place.spaceId)}
            className="self-start font-semibold text-jacaranda underline underline-offset-4"
          >
            Ver el lugar y su mapa
          </Link>
        ) : null}
        <p className="text-sm text-muted">
          {one.kind === 'rescue' ? '' : one.policy.text} La dirección exacta aparece al confirmar.
        </p>
      </Card>
      <Suspense>
        <AcceptLink one={one} token={token} without={without} onOver={onChanged} />
      </Suspense>
      <div className="flex flex-wrap gap-3">
        {one.kind === 'rescue' || isSeries || isUnprovedHome ? null : (
          <Button tone="secondary" aria-expanded={chooses} onClick={() => setChooses(!chooses)}>
            Proponer otra hora
          </Button>
        )}
        <Button tone="quiet" onClick={() => setDeclines(true)}>
          {one.kind === 'rescue' ? 'No me queda' : 'Rechazar'}
        </Button>
      </div>
      {chooses ? (
        <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
          <OtherHour one={one} token={token} onOver={onChanged} />
        </Suspense>
      ) : null}
      {declines ? (
        <Suspense fallback={null}>
          <DeclineLink one={one} token={token} open onOpenChange={setDeclines} onChanged={onChanged} />
        </Suspense>
      ) : null}
    </>
  )
}
