import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CalendarHeart } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/booking/client/win-back.ts'
import type { Lapsed, LapsedClients as LapsedPage } from '#contract/booking/client/win-back.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { LapsedRow } from '#web/parts/booking/client-book/lapsed-row.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const WinBackWords = lazy(() => import('#web/parts/booking/client-book/win-back-words.tsx'))
const WinBackDialog = lazy(() => import('#web/parts/booking/client-book/win-back-dialog.tsx'))

const atOnce = 15

/** Clients who have not come for as long as they usually do, each with a prepared message. */
export default function LapsedClients() {
  const answer = useQuery(reading(contract.lapsedClients))
  const page = answer.data
  return (
    <>
      <Link
        {...paths.ownClients()}
        className={buttonClass({ tone: 'quiet', size: 'small' }, '-ml-3.5 self-start')}
      >
        <ArrowLeft aria-hidden className="size-4" />
        Mis clientes
      </Link>
      <header className="flex flex-col gap-1">
        <h1 className="text-3xl">
          No han vuelto
          {page === undefined || page.toWrite === 0 ? null : (
            <span className="figures ml-3 font-sans text-lg font-normal text-muted">{page.toWrite}</span>
          )}
        </h1>
        <p className="measure text-muted">Tardan más de lo que acostumbran y no tienen cita por venir.</p>
      </header>
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando a tus clientes…</span>
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-16 rounded-md" />
          <Skeleton className="h-16 rounded-md" />
        </div>
      ) : page === undefined ? (
        <ErrorState text={answer.error?.message ?? ''} onRetry={() => void answer.refetch()} />
      ) : (
        <Shown page={page} />
      )}
    </>
  )
}

const Shown = ({ page }: { page: LapsedPage }) => {
  const [open, setOpen] = useState<'words' | Lapsed>()
  const [most, setMost] = useState(atOnce)
  const onClose = () => setOpen(undefined)
  return (
    <>
      <Outcome outcome={page.outcome} />
      {page.clients.length === 0 ? (
        <EmptyState
          icon={<CalendarHeart />}
          title="Nadie se ha tardado"
          text="Aquí aparece quien deja pasar más días de los que acostumbra, contados de sus propias visitas."
        />
      ) : (
        <>
          <Card className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <p className="measure min-w-0 flex-1 basis-60 wrap-anywhere">
              <span className="block text-sm text-muted">Tu mensaje</span>
              {[page.words.text, page.words.couponText].filter(Boolean).join(' ')}
            </p>
            <Button tone="secondary" size="small" onClick={() => setOpen('words')}>
              Cambiar mensaje
            </Button>
          </Card>
          <ul aria-label="Clientes que no han vuelto" className="flex flex-col divide-y divide-line">
            {page.clients.slice(0, most).map((one) => (
              <li key={one.id}>
                <LapsedRow client={one} onWrite={() => setOpen(one)} />
              </li>
            ))}
          </ul>
          <LoadMore
            has={page.clients.length > most}
            busy={false}
            onMore={() => setMost(most + atOnce)}
            label={`Ver ${Math.min(atOnce, page.clients.length - most)} más`}
          />
        </>
      )}
      <Suspense fallback={open === undefined ? null : <Opening />}>
        {open === undefined ? null : open === 'words' ? (
          <WinBackWords words={page.words} onClose={onClose} />
        ) : (
          <WinBackDialog client={open} page={page} onClose={onClose} />
        )}
      </Suspense>
    </>
  )
}

/** Results of the messages so far; nothing before the first. */
const Outcome = ({ outcome: { clients, booked, came, spentCents } }: Pick<LapsedPage, 'outcome'>) =>
  clients === 0 ? null : (
    <dl aria-label="Lo que resultó en seis meses" className="flex flex-wrap gap-x-8 gap-y-2">
      {(
        [
          ['Les escribiste', String(clients)],
          ['Reservaron', String(booked)],
          ['Vinieron', String(came)],
          ['Pagaron', formatCents(spentCents)],
        ] as const
      ).map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
