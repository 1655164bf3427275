import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { CalendarHeart, Handshake, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import * as publicPage from '#contract/search/public-page.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import * as storefront from '#contract/storefront/storefront.ts'
import type { Together } from '#contract/storefront/storefront.ts'
import { reading } from '#web/api.ts'
import { orNotFound } from '#web/found.ts'
import { nameOf, ProfessionalPage } from '#web/parts/professional/page.tsx'
import { dateIn, longDate, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'

const readingOf = (id: string) => reading(publicPage.publicProfessional, { params: { id }, query: {} })
const togetherOf = (id: number) => reading(storefront.together, { params: { id } })

/** The public page for signed-in users: the same, with what they and this professional have in common. */
export const Route = createFileRoute('/_signed-in/professional/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const one = await orNotFound(queryClient.ensureQueryData(readingOf(params.id)))
    await orNotFound(queryClient.ensureQueryData(togetherOf(one.id)))
    return { id: one.id, title: `${nameOf(one)} · Kalli` }
  },
  head: ({ loaderData }) => ({
    meta: [{ title: loaderData?.title ?? 'Kalli' }, { name: 'robots', content: 'noindex' }],
  }),
  component: ProfessionalForMembers,
})

function ProfessionalForMembers() {
  const { id } = Route.useParams()
  const { user } = Route.useRouteContext()
  const { data: one } = useSuspenseQuery(readingOf(id))
  const { data: together } = useSuspenseQuery(togetherOf(one.id))
  return (
    <ProfessionalPage
      one={one}
      user={user}
      path={`/professional/${one.id}`}
      extras={<Common one={one} together={together} />}
    />
  )
}

const Common = ({ one, together }: { one: PublicProfessional; together: Together }) => {
  const parts = [
    together.oneself ? <Own key="own" /> : null,
    together.visits === null ? null : <Visits key="visits" one={one} visits={together.visits} />,
    together.spaces === null ? null : <Spaces key="spaces" one={one} spaces={together.spaces} />,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return <div className="page mt-8 flex flex-col gap-4">{parts}</div>
}

const Own = () => (
  <Panel label="Tu página" icon={<CalendarHeart />}>
    <p className="font-semibold">Así te ve quien tiene cuenta.</p>
    <p className="text-muted">
      Lo que aquí se dice lo cambias en{' '}
      <Link
        {...paths.professionalDashboard({ tab: 'profile', section: 'profile' })}
        className="font-medium underline underline-offset-4"
      >
        tu perfil
      </Link>
      .
    </p>
  </Panel>
)

const Visits = ({
  one,
  visits: { count, firstAt, last, next },
}: {
  one: PublicProfessional
  visits: NonNullable<Together['visits']>
}) => (
  <Panel label={`Tú y ${one.user.firstName}`} icon={<CalendarHeart />}>
    <p className="font-semibold">
      {count === 0
        ? 'Va a ser tu primera vez.'
        : count === 1
          ? 'Ya te atendió una vez.'
          : `Ya te atendió ${count} veces.`}
    </p>
    {last === null ? null : (
      <p className="text-muted">
        La última, {last.serviceName.toLocaleLowerCase('es-MX')} el{' '}
        {longDate(dateIn(Date.parse(last.at), last.zone))}
        {count > 1 && firstAt !== null
          ? `; desde el ${longDate(dateIn(Date.parse(firstAt), last.zone))}`
          : ''}
        .
      </p>
    )}
    {next === null ? null : (
      <p>
        <Link {...paths.bookingSuccess(next.id)} className="font-medium underline underline-offset-4">
          Tu próxima cita: {next.serviceName.toLocaleLowerCase('es-MX')}, {shortOf(next.at, next.zone)}
        </Link>
      </p>
    )}
  </Panel>
)

const agreementWords: Readonly<Record<string, string>> = {
  active: 'Ya trabaja contigo',
  expiring: 'Ya trabaja contigo, su convenio está por vencer',
  paused: 'Convenio en pausa',
  suspended: 'Convenio suspendido por un documento',
}

const Spaces = ({ one, spaces }: { one: PublicProfessional; spaces: NonNullable<Together['spaces']> }) => (
  <Panel label="Tus espacios" icon={<Handshake />}>
    {spaces.length === 0 ? (
      <p className="text-muted">Cuando publiques un espacio verás aquí qué tan cerca le queda.</p>
    ) : (
      <>
        <p className="font-semibold">
          {spaces.some(({ agreement }) => agreement !== null)
            ? `${one.user.firstName} ya tiene convenio contigo.`
            : `${one.user.firstName} todavía no trabaja contigo.`}
        </p>
        <ul className="flex flex-col divide-y divide-line">
          {spaces.map((space) => (
            <li key={space.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
              <Link
                {...paths.space(space.id)}
                className="min-w-0 flex-1 basis-48 font-medium underline-offset-4 hover:underline"
              >
                {space.name}
              </Link>
              <span className="inline-flex items-center gap-1 text-[0.9375rem] text-muted">
                <MapPin aria-hidden className="size-4" />
                {space.km < 1
                  ? 'a menos de 1 km de donde atiende'
                  : `a ${space.km.toFixed(1)} km de donde atiende`}
              </span>
              {space.agreement === null ? null : (
                <Badge tone="agave">
                  {agreementWords[space.agreement] ?? 'Con convenio'}
                  {space.since === null ? '' : ` · desde ${monthOf(space.since)}`}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      </>
    )}
  </Panel>
)

const month = new Intl.DateTimeFormat('es-MX', {
  month: 'short',
  year: 'numeric',
  timeZone: 'America/Mexico_City',
})
const monthOf = (instant: string) => month.format(new Date(instant))

const Panel = ({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) => (
  <section
    aria-label={label}
    className="flex items-start gap-4 rounded-lg border border-line bg-jacaranda-soft/50 px-5 py-4 [&_svg]:shrink-0"
  >
    <span aria-hidden className="mt-0.5 text-jacaranda [&_svg]:size-6">
      {icon}
    </span>
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <h2 className="eyebrow font-sans text-muted">{label}</h2>
      {children}
    </div>
  </section>
)
