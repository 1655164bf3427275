import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, FileSignature, Inbox } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { agreements } from '#contract/hiring/agreement.ts'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import type * as declineReason from '#contract/hiring/decline-reason.ts'
import { dateText, hoursText } from '#contract/hiring/terms-words.ts'
import type { Application } from '#contract/hiring/application.ts'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import { paperStatuses } from '#contract/platform/paper.ts'
import { formatCents } from '#contract/platform/money.ts'
import { oneOf, wholeIn } from '#web/asked.ts'
import { call, reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { AgreementCard } from '#web/parts/hiring/agreement-card.tsx'
import { AutoRules } from '#web/parts/hiring/auto-rules.tsx'
import { Detail, StateLine } from '#web/parts/hiring/detail.tsx'
import { Reasons } from '#web/parts/hiring/moves.tsx'
import { useMove } from '#web/parts/hiring/use-move.ts'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

const tabTitles = { agreements: 'Convenios', rules: 'Reglas automáticas' } as const

type Search = {
  tab?: 'agreements' | 'rules' | undefined
  show?: 'decided' | undefined
  application?: number | undefined
  vacancy?: number | undefined
  agreement?: number | undefined
  category?: Category | undefined
  level?: number | undefined
  rating?: number | undefined
  fit?: number | undefined
}

const queryOf = ({ show, vacancy, category, level, rating, fit }: Search) => ({
  show: show ?? ('open' as const),
  vacancy,
  category,
  minimumLevel: level,
  minimumRating: rating,
  minimumFit: fit,
})
const readingOf = (search: Search) => ({
  ...reading(applicationReview.hostApplications, { query: queryOf(search) }),
  refetchInterval: 60_000,
})
const agreementsReading = reading(agreements)

export const Route = createFileRoute('/_signed-in/host-applications')({
  staticData: { profile: 'host' },
  validateSearch: (asked: Record<string, unknown>): Search => ({
    tab: oneOf(['agreements', 'rules'], asked.tab),
    show: oneOf(['decided'], asked.show),
    application: wholeIn(asked.application),
    vacancy: wholeIn(asked.vacancy),
    agreement: wholeIn(asked.agreement),
    category: isCategory(asked.category) ? asked.category : undefined,
    level: oneOf([1, 2, 3], asked.level),
    rating: oneOf([4, 4.5, 4.8], asked.rating),
    fit: oneOf([50, 75, 100], asked.fit),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    if (!user.availableRoles.includes('host')) return
    await (deps.tab === 'agreements'
      ? queryClient.prefetchQuery(agreementsReading)
      : queryClient.prefetchQuery(readingOf(deps)))
  },
  head: ({ match: { search } }) =>
    screenHead(
      search.tab === undefined ? search.show && 'Decididas' : tabTitles[search.tab],
      'Solicitudes de profesionales',
    ),
  component: HostApplications,
})

function HostApplications() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const { tab = 'queue' } = search
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-5xl flex-col gap-6">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">Solicitudes de profesionales</h1>
          <p className="measure text-muted">
            Quién quiere trabajar en tus espacios. Lo más urgente va primero.
          </p>
        </header>
        <Tabs
          label="Solicitudes, convenios y reglas"
          value={tab}
          onChange={(next) => navigate(paths.hostApplications(next === 'queue' ? {} : { tab: next }))}
          tabs={[
            { value: 'queue', label: 'Solicitudes' },
            { value: 'agreements', label: 'Convenios' },
            { value: 'rules', label: 'Reglas automáticas' },
          ]}
        >
          {tab === 'queue' ? <Queue search={search} /> : null}
          {tab === 'agreements' ? <Standing shown={search.agreement} /> : null}
          {tab === 'rules' ? <AutoRules /> : null}
        </Tabs>
      </div>
    </section>
  )
}

const Queue = ({ search }: { search: Search }) => {
  const answer = useQuery(readingOf(search))
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [declining, setDeclining] = useState(false)
  const isFiltered = [search.vacancy, search.category, search.level, search.rating, search.fit].some(
    (one) => one !== undefined,
  )
  const those = answer.data ?? []
  const picked = chosen.filter((id) => those.some((one) => one.id === id))
  return (
    <div className="flex flex-col gap-6">
      <Filters search={search} />
      {picked.length === 0 ? null : (
        <div className="sticky top-20 z-10 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2 shadow-card">
          <p className="font-semibold">
            {picked.length} {picked.length === 1 ? 'elegida' : 'elegidas'}
          </p>
          <span className="flex gap-2">
            <Button tone="quiet" size="small" onClick={() => setChosen([])}>
              Soltar
            </Button>
            <Button tone="danger" size="small" onClick={() => setDeclining(true)}>
              Rechazar elegidas
            </Button>
          </span>
        </div>
      )}
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-52 rounded-lg" />
          <Skeleton className="h-52 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : those.length === 0 ? (
        <EmptyState
          icon={<Inbox />}
          title={
            isFiltered
              ? 'Nadie cumple esos filtros'
              : search.show === 'decided'
                ? 'Todavía no decides ninguna'
                : 'Nada por responder'
          }
          text={
            isFiltered
              ? 'Quita alguno para ver más.'
              : 'Cuando alguien pida lugar en tus espacios, aparece aquí con su experiencia y sus documentos.'
          }
        />
      ) : (
        <ul className="flex flex-col gap-5">
          {those.map((one) => (
            <li key={one.id}>
              <Row
                one={one}
                begin={one.id === search.application}
                chosen={picked.includes(one.id)}
                onChoose={(isChosen) =>
                  setChosen(isChosen ? [...chosen, one.id] : chosen.filter((id) => id !== one.id))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {declining ? (
        <DeclineMany
          ids={picked}
          onClose={() => {
            setDeclining(false)
            setChosen([])
          }}
        />
      ) : null}
    </div>
  )
}

const Filters = ({ search }: { search: Search }) => {
  const navigate = useNavigate({ from: '/host-applications' })
  const set = (change: Partial<Search>) =>
    navigate({ search: { ...search, application: undefined, ...change } })
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
      <Field label="Ver">
        {(control) => (
          <Select
            {...control}
            value={search.show ?? 'open'}
            onChange={({ target }) => set({ show: target.value === 'decided' ? 'decided' : undefined })}
          >
            <option value="open">Por responder</option>
            <option value="decided">Decididas</option>
          </Select>
        )}
      </Field>
      <Field label="Categoría">
        {(control) => (
          <Select
            {...control}
            value={search.category ?? ''}
            onChange={({ target }) => set({ category: isCategory(target.value) ? target.value : undefined })}
          >
            <option value="">Todas</option>
            {Object.entries(categories).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Choice
        label="Verificación"
        value={search.level}
        onChange={(level) => set({ level })}
        options={[
          [1, 'Nivel 1 o más'],
          [2, 'Nivel 2 o más'],
          [3, 'Nivel 3'],
        ]}
      />
      <Choice
        label="Calificación"
        value={search.rating}
        onChange={(rating) => set({ rating })}
        options={[
          [4, '4 o más'],
          [4.5, '4.5 o más'],
          [4.8, '4.8 o más'],
        ]}
      />
      <Choice
        label="Encaje"
        value={search.fit}
        onChange={(fit) => set({ fit })}
        options={[
          [50, '50 % o más'],
          [75, '75 % o más'],
          [100, '100 %'],
        ]}
      />
    </div>
  )
}

const Choice = ({
  label,
  value,
  onChange,
  options,
}: {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  options: readonly (readonly [number, string])[]
}) => (
  <Field label={label}>
    {(control) => (
      <Select
        {...control}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      >
        <option value="">Cualquiera</option>
        {options.map(([number, text]) => (
          <option key={number} value={number}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

const Row = ({
  one,
  begin,
  chosen,
  onChoose,
}: {
  one: Application
  begin: boolean
  chosen: boolean
  onChoose: (chosen: boolean) => void
}) => {
  const [open, setOpen] = useState(begin)
  const { professional } = one
  const name = `${professional.firstName} ${professional.lastName}`
  // Who applied sees that somebody is looking: opening it says so, once.
  const review = useMove(
    () =>
      call(applicationReview.reviewApplication, { params: { id: one.id }, body: { version: one.version } }),
    { title: 'En revisión', text: `${professional.firstName} ve que la estás leyendo.` },
  )
  const isNew = one.status === 'sent'
  return (
    <article className="rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="flex gap-4">
        <Avatar name={name} src={professional.profileImageUrl} size={64} shape="arch" />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <StateLine application={one} />
          <div className="flex flex-wrap items-center gap-x-1.5">
            <h2 className="font-display text-xl leading-snug font-semibold">
              <Link {...paths.professional(professional.id)} className="hover:underline">
                {name}
              </Link>
            </h2>
            <VerificationBadge level={professional.level} biometric={professional.biometric} />
          </div>
          <p className="text-muted">
            {professional.specialties.slice(0, 3).join(', ')}
            {professional.experienceYears > 0 ? ` · ${professional.experienceYears} años de experiencia` : ''}
          </p>
          <p className="text-sm">
            Para <strong className="font-semibold">{one.space.name}</strong>
          </p>
        </div>
        {one.waitingFor === null ? null : (
          <Checkbox
            label={<span className="sr-only">Elegir a {name}</span>}
            checked={chosen}
            onChange={({ target }) => onChoose(target.checked)}
            className="self-start"
          />
        )}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-5 gap-y-3 border-t border-line pt-4 sm:grid-cols-4">
        <Fact label="Propone">{rentText(one.terms.rent)}</Fact>
        <Fact label="Usaría">
          {one.expectedMinutes === 0 ? 'Sin decir' : `${hoursText(one.expectedMinutes)} por semana`}
        </Fact>
        <Fact label="Te dejaría">
          {one.revenueCents === null || one.revenueCents === 0
            ? '—'
            : `≈ ${formatCents(Math.round(one.revenueCents / 100) * 100)} al mes`}
        </Fact>
        <Fact label="Encaje">{professional.fitPercent} %</Fact>
        <Fact label="Calificación">
          {professional.reviewCount === 0
            ? 'Aún sin reseñas'
            : `${Number(professional.rating).toFixed(1)} (${professional.reviewCount})`}
        </Fact>
        <Fact label="Entre anfitriones">
          {professional.hostsSay === null
            ? 'Aún sin reseñas'
            : `${professional.hostsSay.rating} (${professional.hostsSay.count})`}
        </Fact>
        <Fact label="Cancela">
          {professional.cancelPercent === null ? 'Aún sin datos' : `${professional.cancelPercent} %`}
        </Fact>
        <Fact label="Llega a tiempo">
          {professional.punctualPercent === null ? 'Aún sin datos' : `${professional.punctualPercent} %`}
        </Fact>
        <Fact label="Vive a">{one.distanceKm < 1 ? 'menos de 1 km' : `${one.distanceKm} km`}</Fact>
      </dl>
      {professional.documents.length === 0 ? null : (
        <ul className="mt-4 flex flex-wrap gap-2">
          {professional.documents.map((paper) => (
            <li key={paper.kind}>
              <Badge tone={documentTone(paper.status)}>
                {paper.label}: {documentWord(paper.status).toLowerCase()}
                {paper.validTo === null ? '' : `, hasta ${dateText(paper.validTo)}`}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {professional.services.length === 0 ? null : (
        <p className="mt-4 text-sm text-muted">
          {professional.services
            .slice(0, 4)
            .map((service) => `${service.name} ${formatCents(service.priceCents)}`)
            .join(' · ')}
        </p>
      )}
      <button
        type="button"
        aria-expanded={open}
        onClick={() => {
          if (!open && isNew && !review.isPending) review.mutate(undefined)
          setOpen(!open)
        }}
        className="mt-3 inline-flex min-h-11 items-center gap-1.5 font-semibold text-barro-deep"
      >
        {open ? 'Ver menos' : 'Revisar y responder'}
        <span className="sr-only"> a {name}</span>
        <ChevronDown aria-hidden className={open ? 'size-5 rotate-180' : 'size-5'} />
      </button>
      {open ? <Detail application={one} /> : null}
    </article>
  )
}

const documentTone = (status: string): BadgeTone =>
  status === 'valid' ? 'agave' : status === 'expiring' || status === 'in_review' ? 'maiz' : 'chile'

const documentWord = (status: string): string =>
  Object.entries(paperStatuses).find(([name]) => name === status)?.[1] ?? 'Falta'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)

const DeclineMany = ({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) => {
  const [reason, setReason] = useState<declineReason.DeclineReason>('filled')
  const move = useMove(
    () => call(applicationReview.rejectMany, { body: { ids: [...ids], reason } }),
    { title: 'Les avisamos', text: 'Cada quien lee el motivo.' },
    onClose,
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rechazar ${ids.length} ${ids.length === 1 ? 'solicitud' : 'solicitudes'}`}
      description="Un motivo neutral para todas. Las que cambiaron mientras tanto se quedan como están."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button tone="danger" busy={move.isPending} onClick={() => move.mutate(undefined)}>
            Rechazar
          </Button>
        </>
      }
    >
      <Reasons value={reason} onChange={setReason} />
    </Dialog>
  )
}

const Standing = ({ shown }: { shown: number | undefined }) => {
  const answer = useQuery(agreementsReading)
  useEffect(() => {
    if (shown !== undefined) document.getElementById(`convenio-${shown}`)?.scrollIntoView({ block: 'start' })
  }, [shown])
  if (answer.isPending) return <Skeleton className="h-60 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const mine = answer.data.filter(({ role }) => role === 'host')
  if (mine.length === 0)
    return (
      <EmptyState
        icon={<FileSignature />}
        title="Aún no tienes convenios"
        text="Al aprobar una solicitud se hace el convenio, y las citas de esa persona en tu espacio se confirman solas."
      />
    )
  return (
    <div className="flex flex-col gap-5">
      {mine.map((one) => (
        <AgreementCard key={one.id} agreement={one} shown={one.id === shown} />
      ))}
    </div>
  )
}
