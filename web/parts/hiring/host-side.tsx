import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Megaphone, Plus, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import { hostApplications } from '#contract/hiring/application-review.ts'
import { windowsText } from '#contract/hiring/terms-words.ts'
import { categories } from '#contract/professional/categories.ts'
import * as spaceContract from '#contract/space/space.ts'
import type { Space } from '#contract/space/space.ts'
import * as contract from '#contract/hiring/vacancy.ts'
import * as contractOfVacancyMoves from '#contract/hiring/vacancy-moves.ts'
import type { HostVacancy } from '#contract/hiring/vacancy.ts'
import type { VacancyMove } from '#contract/hiring/vacancy-moves.ts'
import { call, reading } from '#web/api.ts'
import { ApplicationBadge } from '#web/parts/hiring/status.tsx'
import { useMove } from '#web/parts/hiring/use-move.ts'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { VacancyBadge } from '#web/parts/hiring/badge.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const Editor = lazy(async () => ({ default: (await import('#web/parts/hiring/editor.tsx')).VacancyEditor }))

/** What a host looks for: written, on the street, with who answered. */
export const HostSide = ({ shown }: { shown: number | undefined }) => {
  const answer = useQuery({ ...reading(contract.hostVacancies), refetchInterval: 60_000 })
  const spaces = useQuery(reading(spaceContract.spaces))
  const [edited, setEdited] = useState<HostVacancy | 'new'>()
  const own = (spaces.data ?? []).filter(({ status }) => status === 'published' || status === 'paused')
  const blocked = spaces.isSuccess && own.length === 0 ? 'Primero publica un espacio.' : undefined
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
      ) : answer.isError ? (
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
      <Moves one={one} onEdit={onEdit} />
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

/** Who waits for an answer, the most urgent first; each leads to the whole of it. */
const Candidates = ({ one }: { one: HostVacancy }) => {
  const answer = useQuery(reading(hostApplications, { query: { vacancy: one.id } }))
  if (answer.isPending) return <Skeleton className="h-24" />
  if (answer.isError) return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
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
                  <span className="block text-sm text-muted">Encaje {professional.fitPercent} %</span>
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

/** The other way round: who could be asked, and who was. */
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

const asked = {
  close: {
    title: '¿Cerrar esta vacante?',
    text: 'Deja de verse para siempre. A quienes esperan respuesta les decimos que se cerró.',
    button: 'Cerrar vacante',
    said: { title: 'Vacante cerrada', text: 'Avisamos a quienes esperaban.' },
  },
  fill: {
    title: '¿Ya encontraste a alguien?',
    text: 'Deja de verse. A quienes esperan respuesta les decimos que el lugar se cubrió, sin que cuente como un rechazo.',
    button: 'Marcar como cubierta',
    said: { title: 'Vacante cubierta', text: 'Avisamos a quienes esperaban.' },
  },
} as const

const Moves = ({ one, onEdit }: { one: HostVacancy; onEdit: () => void }) => {
  const [asking, setAsking] = useState<'close' | 'fill'>()
  const at = { params: { id: one.id }, body: { version: one.version } }
  const publish = useMove(() => call(contract.publishVacancy, at), {
    title: 'Vacante publicada',
    text: 'La ven profesionales cerca de tu espacio por 30 días.',
  })
  const pause = useMove(() => call(contract.pauseVacancy, at), {
    title: 'En pausa',
    text: 'No recibe postulaciones nuevas. Las que llegaron siguen en pie.',
  })
  const resume = useMove(() => call(contract.resumeVacancy, at), { title: 'Publicada otra vez' })
  const renew = useMove(() => call(contract.renewVacancy, at), { title: 'Renovada por 30 días' })
  const busy = publish.isPending || pause.isPending || resume.isPending || renew.isPending
  /** What another step would bring first is not shown; what stands in the way now is said. */
  const button = (
    move: VacancyMove,
    label: string,
    act: () => void,
    tone: 'primary' | 'secondary' | 'quiet',
  ) => {
    const known = one.moves.find((other) => other.move === move)
    const from: readonly string[] = contractOfVacancyMoves.vacancyMoves[move].from
    if (known === undefined || !from.includes(one.status)) return null
    // There is time: nobody needs to read when one may renew.
    if (move === 'renew' && !known.allowed) return null
    return (
      <Button
        size="small"
        tone={tone}
        disabled={busy && known.allowed}
        blocked={known.allowed ? undefined : known.reason}
        onClick={act}
      >
        {label}
        <span className="sr-only">: {one.title}</span>
      </Button>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        {button('publish', 'Publicar', () => publish.mutate(undefined), 'primary')}
        {button('resume', 'Volver a publicar', () => resume.mutate(undefined), 'primary')}
        {one.status === 'expired'
          ? button('renew', 'Renovar 30 días', () => renew.mutate(undefined), 'primary')
          : null}
        {button('edit', 'Editar', onEdit, 'secondary')}
        {one.status === 'published'
          ? button('renew', 'Renovar', () => renew.mutate(undefined), 'secondary')
          : null}
        {button('pause', 'Pausar', () => pause.mutate(undefined), 'secondary')}
        {button('fill', 'Ya se cubrió', () => setAsking('fill'), 'secondary')}
        {button('close', one.status === 'draft' ? 'Descartar' : 'Cerrar', () => setAsking('close'), 'quiet')}
        {one.status === 'filled' || one.status === 'closed' ? (
          <Link {...paths.hostApplications()} className={buttonClass({ tone: 'secondary', size: 'small' })}>
            Ver mis solicitudes
          </Link>
        ) : null}
      </div>
      {asking === undefined ? null : <Ask one={one} what={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

const Ask = ({ one, what, onClose }: { one: HostVacancy; what: 'close' | 'fill'; onClose: () => void }) => {
  const { title, text, button, said } = asked[what]
  const move = useMove(
    () =>
      call(what === 'close' ? contract.closeVacancy : contract.fillVacancy, {
        params: { id: one.id },
        body: { version: one.version },
      }),
    said,
    onClose,
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={one.status === 'draft' ? '¿Descartar este borrador?' : title}
      description={one.status === 'draft' ? undefined : text}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button
            tone={what === 'close' ? 'danger' : 'primary'}
            busy={move.isPending}
            onClick={() => move.mutate(undefined)}
          >
            {one.status === 'draft' ? 'Descartar' : button}
          </Button>
        </>
      }
    >
      <p className="font-semibold">{one.title}</p>
      {one.funnel.open === 0 ? null : (
        <p className="mt-1 text-muted">
          {one.funnel.open === 1
            ? 'Una persona espera respuesta.'
            : `${one.funnel.open} personas esperan respuesta.`}
        </p>
      )}
    </Dialog>
  )
}
