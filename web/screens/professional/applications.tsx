import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, MapPin, Send } from 'lucide-react'
import { useState } from 'react'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import * as contract from '#contract/hiring/application.ts'
import * as applicationMoves from '#contract/hiring/application-moves.ts'
import type { Application } from '#contract/hiring/application.ts'
import { spaceTypes } from '#contract/professional/categories.ts'
import { answersText } from '#contract/hiring/host-answers.ts'
import { placeName } from '#contract/places/place-name.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { oneOf, wholeIn } from '#web/search-params.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { AgreementList, agreementsReading } from '#web/parts/hiring/agreement-list.tsx'
import { Detail, StateLine } from '#web/parts/hiring/detail.tsx'
import { approximateDistance } from '#web/parts/hiring/distance.ts'
import { MyDocuments } from '#web/parts/hiring/documents.tsx'
import { SpacePhoto } from '#web/parts/cards/space-photo.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

const applicationsReading = { ...reading(contract.applications), refetchInterval: minuteMs }

const tabTitles = { agreements: 'Convenios', documents: 'Documentos' } as const

type Search = {
  tab?: 'agreements' | 'documents' | undefined
  application?: number | undefined
  agreement?: number | undefined
}

export const Route = createFileRoute('/_signed-in/space-applications')({
  staticData: { profile: 'professional' },
  validateSearch: (requested: Record<string, unknown>): Search => ({
    tab: oneOf(['agreements', 'documents'], requested.tab),
    application: wholeIn(requested.application),
    agreement: wholeIn(requested.agreement),
  }),
  loader: async ({ context: { queryClient, user } }) => {
    if (!user.availableRoles.includes('professional')) return
    await Promise.all([
      queryClient.prefetchQuery(applicationsReading),
      queryClient.prefetchQuery(agreementsReading),
    ])
  },
  head: ({ match: { search } }) => screenHead(search.tab && tabTitles[search.tab], 'Mis postulaciones'),
  component: Applications,
})

function Applications() {
  const { tab = 'applications', application, agreement } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-6">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">Mis postulaciones</h1>
          <p className="measure text-muted">
            Dónde pediste lugar, en qué va, y los convenios con los que ya trabajas.
          </p>
        </header>
        <Tabs
          label="Postulaciones, convenios y documentos"
          value={tab}
          onChange={(next) => navigate(paths.spaceApplications(next === 'applications' ? {} : { tab: next }))}
          tabs={[
            { value: 'applications', label: 'Postulaciones' },
            { value: 'agreements', label: 'Convenios' },
            { value: 'documents', label: 'Documentos' },
          ]}
        >
          {tab === 'applications' ? <Mine shown={application} /> : null}
          {tab === 'agreements' ? (
            <AgreementList
              side="professional"
              empty="Cuando un espacio apruebe tu postulación, el convenio aparece aquí y tus clientes pueden reservar ahí."
              opened={agreement}
              onOpen={(opened) =>
                navigate({
                  ...paths.spaceApplications({ tab, ...(opened === undefined ? {} : { agreement: opened }) }),
                  replace: opened === undefined,
                  resetScroll: false,
                })
              }
            />
          ) : null}
          {tab === 'documents' ? <MyDocuments /> : null}
        </Tabs>
      </div>
    </section>
  )
}

const groups = [
  {
    title: 'Te toca responder',
    has: (one: Application) => one.waitingFor === 'professional' && one.status !== 'draft',
  },
  { title: 'Esperan al espacio', has: (one: Application) => one.waitingFor === 'host' },
  { title: 'Borradores', has: (one: Application) => one.status === 'draft' },
  { title: 'Terminadas', has: (one: Application) => one.waitingFor === null },
] as const

const Mine = ({ shown }: { shown: number | undefined }) => {
  const answer = useQuery(applicationsReading)
  if (answer.isPending) return <Loading />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (answer.data.length === 0)
    return (
      <EmptyState
        icon={<Send />}
        title="Todavía no te postulas"
        text="Busca un espacio para lo que haces, mira su horario y su renta, y pide lugar. Postularte no cuesta."
        action={
          <Link {...paths.search({ type: 'spaces' })} className={buttonClass()}>
            Buscar espacios
          </Link>
        }
      />
    )
  const open = answer.data.filter(
    ({ waitingFor, status }) => waitingFor !== null && status !== 'draft',
  ).length
  return (
    <div className="flex flex-col gap-8">
      <p className="text-sm text-muted">
        {open} de {applicationMoves.applicationLimits.open} postulaciones abiertas.
      </p>
      {groups.map(({ title, has }) => {
        const those = answer.data.filter(has)
        return those.length === 0 ? null : (
          <section key={title} className="flex flex-col gap-4">
            <h2 className="text-xl">
              {title}{' '}
              <span className="figures font-sans text-base font-normal text-muted">{those.length}</span>
            </h2>
            {those.map((one) => (
              <Row key={one.id} one={one} begin={one.id === shown} />
            ))}
          </section>
        )
      })}
    </div>
  )
}

const Row = ({ one, begin }: { one: Application; begin: boolean }) => {
  const [open, setOpen] = useState(begin)
  const missing = one.professional.documents.filter(
    ({ status }) => status === 'missing' || status === 'expired',
  )
  const { hostAnswers } = one
  return (
    <article className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex gap-4">
        <SpacePhoto
          src={one.space.photo ?? undefined}
          alt=""
          className="size-20 shrink-0 rounded-md sm:size-28"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <StateLine application={one} />
          <h3 className="font-display text-lg leading-snug font-semibold sm:text-xl">
            <Link {...paths.space(one.space.id)} className="hover:underline">
              {placeName(one.space)}
            </Link>
          </h3>
          <p className="text-muted">{spaceTypes[one.space.spaceType]}</p>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            <span className="figures font-semibold">{rentText(one.terms.rent)}</span>
            <span className="inline-flex items-center gap-1 text-muted">
              <MapPin aria-hidden className="size-4 shrink-0" />
              {one.space.neighbourhood ?? one.space.city}, a {approximateDistance(one.distanceKm)} de ti
            </span>
            {one.clientsKm === null || Math.abs(one.clientsKm - one.distanceKm) < 1 ? null : (
              <span className="text-muted">A {approximateDistance(one.clientsKm)} de donde atiendes</span>
            )}
            <span className="text-muted">{answersText(hostAnswers)}</span>
            {hostAnswers.answersLittle ? <Badge tone="maiz">Responde poco</Badge> : null}
          </p>
        </div>
      </div>
      {missing.length === 0 || one.waitingFor === null ? null : (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 rounded-md bg-maiz-soft px-3.5 py-2 text-sm">
          Te falta: {missing.map(({ label }) => label.toLowerCase()).join(', ')}.
          <Link
            {...paths.spaceApplications({ tab: 'documents' })}
            className="font-semibold underline underline-offset-3"
          >
            Subir documentos
          </Link>
        </p>
      )}
      {one.decline === null ? null : (
        <p className="mt-3 text-muted">
          {one.decline.label}.{one.decline.note === null ? '' : ` «${one.decline.note}»`}
        </p>
      )}
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="mt-3 inline-flex min-h-11 items-center gap-1.5 font-semibold text-barro-deep"
      >
        {open ? 'Ver menos' : 'Ver detalle'}
        <span className="sr-only"> de {one.space.name}</span>
        <ChevronDown aria-hidden className={open ? 'size-5 rotate-180' : 'size-5'} />
      </button>
      {open ? <Detail application={one} /> : null}
    </article>
  )
}

const Loading = () => (
  <div aria-busy="true" className="flex flex-col gap-4">
    <span className="sr-only">Cargando…</span>
    <Skeleton className="h-36 rounded-lg" />
    <Skeleton className="h-36 rounded-lg" />
  </div>
)
