import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import * as contract from '#contract/booking/client/own-client.ts'
import type { OwnClientPage } from '#contract/booking/client/own-client.ts'
import { ApiError, reading } from '#web/api.ts'
import { ClientActions } from '#web/parts/booking/client-book/client-actions.tsx'
import { ClientFacts } from '#web/parts/booking/client-book/client-facts.tsx'
import { ClientForms } from '#web/parts/booking/client-book/client-forms.tsx'
import { ComingVisits, PastVisits } from '#web/parts/booking/client-book/client-visits.tsx'
import { MergedClients } from '#web/parts/booking/client-book/merged-clients.tsx'
import { PrivateNote } from '#web/parts/booking/client-book/client-note.tsx'
import { MessageConsent } from '#web/parts/booking/client-book/message-consent.tsx'
import { nameOf } from '#web/parts/booking/client-book/client-words.ts'
import { WorkNotes } from '#web/parts/booking/client-book/work-notes.tsx'
import { WorkPhotos } from '#web/parts/booking/client-book/work-photos.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** One client: the next step, the visits, the notes. */
export default function OneOwnClient({ id }: { id: number }) {
  const answer = useQuery(reading(contract.ownClient, { params: { id } }))
  return (
    <div className="flex flex-col gap-6">
      <Link
        {...paths.ownClients()}
        className={buttonClass({ tone: 'quiet', size: 'small' }, '-ml-3.5 self-start')}
      >
        <ArrowLeft aria-hidden className="size-4" />
        Mis clientes
      </Link>
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando a tu cliente…</span>
          <Skeleton className="h-40 rounded-lg" />
          <Skeleton className="h-52 rounded-lg" />
        </div>
      ) : answer.data === undefined ? (
        answer.error instanceof ApiError && answer.error.status === 404 ? (
          <EmptyState
            heading="h1"
            title="No está en tu libreta"
            text="Aquí ves a quien tuvo una cita contigo o agregaste tú."
          />
        ) : (
          <ErrorState text={answer.error?.message ?? ''} onRetry={() => void answer.refetch()} />
        )
      ) : (
        <Shown page={answer.data} />
      )}
    </div>
  )
}

const Shown = ({ page }: { page: OwnClientPage }) => (
  <>
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="text-3xl wrap-anywhere">{nameOf(page.client)}</h1>
        {page.client.tags.length === 0 ? null : (
          <p className="text-jacaranda-deep">{page.client.tags.join(' · ')}</p>
        )}
      </div>
      <ClientActions page={page} />
    </header>
    <ClientFacts page={page} />
    <ComingVisits visits={page.visits} />
    <PrivateNote key={page.client.id} clientId={page.client.id} note={page.note} />
    <WorkNotes clientId={page.client.id} firstName={page.client.firstName || 'tu cliente'} />
    <ClientForms page={page} />
    <WorkPhotos clientId={page.client.id} firstName={page.client.firstName || 'tu cliente'} />
    <MessageConsent clientId={page.client.id} firstName={page.client.firstName || 'tu cliente'} />
    <PastVisits visits={page.visits} />
    <MergedClients page={page} />
  </>
)
