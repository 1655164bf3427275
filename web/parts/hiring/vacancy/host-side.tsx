import { hostApplications } from '#contract/hiring/application-review.ts'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Megaphone, Plus, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { windowsText } from '#contract/hiring/terms-words.ts'
import { categories } from '#contract/professional/categories.ts'
import * as spaceContract from '#contract/space/space.ts'
import type { Space } from '#contract/space/space.ts'
import * as contract from '#contract/hiring/vacancy.ts'
import type { HostVacancy } from '#contract/hiring/vacancy.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { ApplicationBadge } from '#web/parts/hiring/status.tsx'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { VacancyBadge } from '#web/parts/hiring/badge.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { VacancyMoves } from '#web/parts/hiring/vacancy/vacancy-moves.tsx'

const Editor = lazy(async () => ({
  default: (await import('#web/parts/hiring/vacancy/editor.tsx')).VacancyEditor,
}))

/** The host's vacancies: the editor, the published ones, and their applicants. */
export const HostSide = ({ shown }: { shown: number | undefined }) => {
  const answer = useQuery({ ...reading(contract.hostVacancies), refetchInterval: minuteMs })
  const spaces = useQuery(reading(spaceContract.spaces))
  const [edited, setEdited] = useState<HostVacancy | 'new'>()
  const own = (spaces.data ?? []).filter(({ status }) => status === 'published' || status === 'paused')
  const blocked = spaces.data !== undefined && own.length === 0 ? 'Primero publica un espacio.' : undefined
  const add = (
    <Button blocked={blocked} onClick={() => setEdited('new')}>
      <Plus aria-hidden className="size-5" />
      Nueva vacante
    </Button>
  )
  useEffect(() => {
    if (shown !== undefined && answer.isSuccess)
      document.getElementById(`vacante-${shown}`)?.scrollIntoView({ block: 'start' })
  }, [shown, answer.isSuccess])
  return (
    <div className="flex flex-col gap-6">
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-56 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : answer.data.length === 0 ? (
        <EmptyState
          icon={<Megaphone />}
          title="Todavía no publicas vacantes"
          text="Escribe qué lugar ofreces y en qué condiciones. Quien se postule llega a tus solicitudes, y al aprobar hay convenio."
          action={add}
        />
      ) : (
        <>
          <div className="self-start">{add}</div>
          <ul className="flex flex-col gap-5">
            {answer.data.map((one) => (
              <li key={one.id} id={`vacante-${one.id}`} className="scroll-mt-24">
                <Card one={one} spaces={own} onEdit={() => setEdited(one)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {edited === undefined || own.length === 0 ? null : (
        <Suspense fallback={<Opening />}>
          <Editor
            vacancy={edited === 'new' ? null : edited}
            spaces={own}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

const Card = ({
  one,
  spaces,
  onEdit,
}: {
  one: HostVacancy
  spaces: readonly Space[]
  onEdit: () => void
}) => {
  const { funnel, space } = one
  const isOpen = one.status === 'published' || one.status === 'paused'
  return (
    <article className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <VacancyBadge status={one.status} />
          {isOpen && one.expiresAt !== null ? (
            <span className="text-sm text-muted">Hasta el {dayOf(one.expiresAt, space.zone)}</span>
          ) : null}
        </p>
        <h2 className="font-display text-xl leading-snug font-semibold">{one.title}</h2>
        <p className="text-muted">
          {space.name}
          {one.unitName === null ? '' : ` · ${one.unitName}`} · {categories[one.category]}
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <span className="figures font-semibold">{rentText(one.terms.rent)}</span>
          <span className="text-muted">{windowsText(one.terms.windows)}</span>
        </p>
      </div>
      {one.status === 'draft' ? null : (
        <dl className="grid grid-cols-3 gap-x-5 border-y border-line py-4">
          <Figure label="Vistas" value={String(funnel.views)} />
          <Figure label="Postuladas" value={String(funnel.applied)} />
          <Figure label="Cubiertas" value={`${one.filled} de ${one.openings}`} />
        </dl>
      )}
      {funnel.open === 0 ? null : <Candidates one={one} />}
      <Near one={one} spaces={spaces} />
      <VacancyMoves one={one} onEdit={onEdit} />
    </article>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="figures font-display text-xl font-semibold">{value}</dd>
  </div>
)

const shownCandidates = 4

/** Applicants who wait for an answer, most urgent first; each links to the application. */
const Candidates = ({ one }: { one: HostVacancy }) => {
  const answer = useQuery(reading(hostApplications, { query: { vacancy: one.id } }))
  if (answer.isPending) return <Skeleton className="h-24" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const rest = answer.data.length - shownCandidates
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Esperan tu respuesta</h3>
      <ul className="flex flex-col divide-y divide-line">
        {answer.data.slice(0, shownCandidates).map((application) => {
          const { professional } = application
          const name = `${professional.firstName} ${professional.lastName}`
          return (
            <li key={application.id}>
              <Link
                {...paths.hostApplications({ vacancy: one.id, application: application.id })}
                className="flex min-h-14 items-center gap-3 py-2 hover:bg-sunk"
              >
                <Avatar name={name} src={professional.profileImageUrl} size={40} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">{name}</span>
                  <span className="block text-sm text-muted">{professional.fitPercent} % compatible</span>
                </span>
                <ApplicationBadge application={application} />
              </Link>
            </li>
          )
        })}
      </ul>
      {rest > 0 ? (
        <Link
          {...paths.hostApplications({ vacancy: one.id })}
          className="inline-flex min-h-11 items-center self-start font-semibold text-barro-deep underline underline-offset-3"
        >
          Ver {rest} más
        </Link>
      ) : null}
    </section>
  )
}

const Suggestions = lazy(async () => ({
  default: (await import('#web/parts/hiring/suggestions.tsx')).Suggestions,
}))

/** The vacancy's invitations: professionals to invite, and those invited. */
const Near = ({ one, spaces }: { one: HostVacancy; spaces: readonly Space[] }) => {
  const [open, setOpen] = useState(false)
  const { near, invited } = one.funnel
  if (one.status === 'filled' || one.status === 'closed') return null
  const list = `sugerencias-${one.id}`
  return (
    <div className="flex flex-col gap-3">
      {invited === 0 ? null : (
        <Link
          {...paths.searchProfessionals({ box: 'sent' })}
          className="inline-flex min-h-11 items-center self-start text-barro-deep underline underline-offset-3"
        >
          {invited === 1 ? 'Una invitación espera' : `${invited} invitaciones esperan`} respuesta
          <span className="sr-only"> para {one.title}</span>
        </Link>
      )}
      {near === 0 ? null : (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={list}
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-11 items-center gap-2 self-start text-left text-barro-deep underline underline-offset-3"
        >
          <Search aria-hidden className="size-4.5 shrink-0" />
          {near >= 100 ? 'Más de 100' : near} {near === 1 ? 'profesional' : 'profesionales'} a {one.radiusKm}{' '}
          km: ver a quién invitar
          <span className="sr-only"> para {one.title}</span>
        </button>
      )}
      <div id={list}>
        {open ? (
          <Suspense fallback={<Skeleton className="h-88 rounded-lg" />}>
            <Suggestions of={one} spaces={spaces} />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}
