import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Plus, Scissors } from 'lucide-react'
import { useState } from 'react'
import type { Category } from '#contract/professional/categories.ts'
import { formatCents } from '#contract/platform/money.ts'
import { listPriceOf, lowestOf } from '#contract/pricing/shown-price.ts'
import { profile } from '#contract/professional/professional.ts'
import type { OwnService } from '#contract/service/service.ts'
import { reading } from '#web/api.ts'
import { draftOf, emptyDraft, type ServiceDraft } from '#web/parts/service/draft.ts'
import { OwnServiceList } from '#web/parts/service/own-service-list.tsx'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { ServiceEditor } from '#web/parts/service/service-editor.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { TemplateChoice } from '#web/parts/service/template-choice.tsx'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { screenHead } from '#web/head.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

type SearchParams = { edit?: number | 'new' | undefined }

export const Route = createFileRoute('/_signed-in/professional-services')({
  staticData: { profile: 'professional' },
  validateSearch: ({ edit }: Record<string, unknown>): SearchParams => ({
    edit: edit === 'new' ? 'new' : Number(edit) || undefined,
  }),
  loader: async ({ context: { queryClient, user } }) => {
    if (user.availableRoles.includes('professional')) await queryClient.prefetchQuery(servicesReading)
    return { today: dateIn(Date.now(), user.zone) }
  },
  head: ({ match: { search } }) =>
    screenHead(
      search.edit === undefined ? undefined : search.edit === 'new' ? 'Servicio nuevo' : 'Editar servicio',
      'Mis servicios',
    ),
  component: Services,
})

function Services() {
  const { edit } = Route.useSearch()
  const { today } = Route.useLoaderData()
  const answer = useQuery(servicesReading)
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-work flex-col gap-7">
        {answer.isPending ? (
          <div aria-busy="true" className="flex flex-col gap-4">
            <span className="sr-only">Cargando tus servicios…</span>
            <Skeleton className="h-12 w-64 rounded-md" />
            <Skeleton className="h-24 rounded-lg" />
            <Skeleton className="h-24 rounded-lg" />
          </div>
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : edit === undefined ? (
          <All all={answer.data} />
        ) : (
          <One key={edit} all={answer.data} edit={edit} today={today} />
        )}
      </div>
    </section>
  )
}

const All = ({ all }: { all: readonly OwnService[] }) => {
  const offered = all.filter(({ visibility }) => visibility === 'visible')
  // A professional without services appears in searches with the profile's base price.
  const own = useQuery({ ...reading(profile), enabled: offered.length === 0, retry: false })
  const fromCents = lowestOf(offered.map(listPriceOf))?.cents ?? own.data?.basePriceCents
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">Mis servicios</h1>
          <p className="measure text-muted">
            {fromCents === undefined
              ? 'Lo que ofreces, cuánto dura y cuánto cuesta.'
              : `En los buscadores apareces desde ${formatCents(fromCents)}${offered.length === 0 ? ', tu precio base' : ''}. El orden es el de tu página.`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
          <Link {...paths.services({ edit: 'new' })} className={buttonClass({})}>
            <Plus aria-hidden className="size-5" />
            Nuevo servicio
          </Link>
          {offered.length === 0 ? null : (
            <Link
              {...paths.firstSteps('share')}
              className={buttonClass({ tone: 'secondary', size: 'small' })}
            >
              Compartir mi enlace
            </Link>
          )}
          <Link {...paths.demandRules()} className={buttonClass({ tone: 'secondary', size: 'small' })}>
            Precios por demanda
          </Link>
        </div>
      </header>
      {all.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Scissors />}
            title="Todavía no tienes servicios"
            text="Empieza con una plantilla de tu categoría y cambia lo que quieras: ves lo que te queda antes de publicarlo."
            action={
              <Link {...paths.services({ edit: 'new' })} className={buttonClass({ tone: 'secondary' })}>
                Elegir una plantilla
              </Link>
            }
          />
        </Card>
      ) : (
        <OwnServiceList all={all} />
      )}
    </>
  )
}

const One = ({ all, edit, today }: { all: readonly OwnService[]; edit: number | 'new'; today: string }) => {
  const navigate = useNavigate()
  const service = all.find(({ id }) => id === edit)
  const [start, setStart] = useState<ServiceDraft | null>(null)
  const back = () => navigate(paths.services())
  if (service !== undefined)
    return <ServiceEditor service={service} start={draftOf(service)} today={today} onDone={back} />
  if (edit !== 'new')
    return (
      <EmptyState
        heading="h1"
        icon={<Scissors />}
        title="Este servicio no está"
        text="Quizá lo abriste desde otra cuenta."
        action={
          <Link {...paths.services()} className={buttonClass({ tone: 'secondary' })}>
            Ver mis servicios
          </Link>
        }
      />
    )
  if (start !== null) return <ServiceEditor service={null} start={start} today={today} onDone={back} />
  return <NewService first={all[0]?.category} onStart={setStart} />
}

const NewService = ({
  first,
  onStart,
}: {
  /** The first category of the services; without services, the profile's. */
  first: Category | undefined
  onStart: (start: ServiceDraft) => void
}) => {
  const form = useForm<{ service: ServiceDraft | null }>({ initial: { service: null }, draft: 'service-new' })
  const saved = form.values.service
  const own = useQuery({ ...reading(profile), enabled: first === undefined, retry: false })
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl sm:text-4xl">Nuevo servicio</h1>
        <p className="measure text-muted">Elige por dónde empezar; todo se puede cambiar.</p>
      </header>
      {saved === null ? null : (
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <p>
            Dejaste a medias <strong>{saved.name === '' ? 'un servicio sin nombre' : saved.name}</strong>.
          </p>
          <Button tone="secondary" size="small" onClick={() => onStart(saved)}>
            Seguir donde iba
          </Button>
        </Card>
      )}
      {first === undefined && own.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando las plantillas…</span>
          <Skeleton className="h-64 rounded-lg" />
        </div>
      ) : (
        <TemplateChoice
          first={first ?? own.data?.categories[0] ?? 'hair'}
          onChoose={(category, template) => {
            forgetDraft('service-new')
            onStart(emptyDraft(category, template))
          }}
        />
      )}
    </div>
  )
}
