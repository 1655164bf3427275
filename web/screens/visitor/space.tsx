import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { BadgeCheck, Check, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { amenities, spaceTypes } from '#contract/categories.ts'
import { formatCents } from '#contract/money.ts'
import * as search from '#contract/search.ts'
import type { PublicSpace } from '#contract/search.ts'
import { ApiError, reading } from '#web/api.ts'
import { centsOf } from '#web/parts/money/cents.ts'
import { Price } from '#web/parts/money/price.tsx'
import { ProfessionalCard } from '#web/parts/professional/professional-card.tsx'
import { Reviews } from '#web/parts/review/reviews.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { ownOrigin } from '#web/origin.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Rating } from '#web/ui/rating.tsx'

const readingOf = (id: string) => reading(search.publicSpace, { params: { id } })

export const Route = createFileRoute('/space/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    try {
      return await queryClient.ensureQueryData(readingOf(params.id))
    } catch (problem) {
      if (problem instanceof ApiError && (problem.status === 404 || problem.status === 400)) throw notFound()
      throw problem
    }
  },
  head: ({ loaderData }) => (loaderData === undefined ? {} : headOf(loaderData)),
  component: SpaceScreen,
})

const headOf = (space: PublicSpace) => {
  const title = `${space.name} en ${space.host.businessName} · ${spaceTypes[space.spaceType]} por hora en ${space.neighbourhood ?? space.city}`
  return {
    meta: [
      { title: `${title} · Kalli` },
      { name: 'description', content: space.description.slice(0, 300) },
      { property: 'og:title', content: title },
      { property: 'og:description', content: space.description.slice(0, 300) },
      {
        'script:ld+json': {
          '@context': 'https://schema.org',
          '@type': 'Place',
          name: `${space.name}, ${space.host.businessName}`,
          description: space.description,
          address: {
            '@type': 'PostalAddress',
            addressLocality: space.city,
            addressRegion: space.state,
            addressCountry: 'MX',
          },
        },
      },
    ],
    links: [{ rel: 'canonical', href: `${ownOrigin()}/space/${space.slug}` }],
  }
}

function SpaceScreen() {
  const { id } = Route.useParams()
  const { user } = Route.useRouteContext()
  const { data: space } = useSuspenseQuery(readingOf(id))
  return (
    <article className="pb-28 lg:pb-14">
      <Gallery space={space} />
      <div className="page mt-8 grid gap-12 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-11">
          <header className="flex flex-col gap-3">
            <p className="flex flex-wrap gap-2">
              <Badge tone="jacaranda">{spaceTypes[space.spaceType]}</Badge>
              {space.host.verified ? (
                <Badge tone="agave">
                  <BadgeCheck aria-hidden /> Verificada
                </Badge>
              ) : null}
            </p>
            <h1 className="text-3xl sm:text-4xl">{space.name}</h1>
            <p className="text-lg text-muted">{space.host.businessName}</p>
            <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <Rating value={space.rating} count={space.reviewCount} />
              <Fact icon={<MapPin aria-hidden />}>
                {[space.neighbourhood, space.city, space.state].filter(Boolean).join(', ')}
              </Fact>
              <Fact icon={<Users aria-hidden />}>Hasta {space.capacity} personas</Fact>
            </p>
          </header>
          {space.description === '' ? null : <p className="measure text-[1.0625rem]">{space.description}</p>}
          <Section title="Qué hay">
            <ul className="grid gap-2.5 sm:grid-cols-2">
              {space.amenities.map((amenity) => (
                <Included key={amenity}>{amenities[amenity]}</Included>
              ))}
              <Included>
                {space.units.length === 1
                  ? '1 unidad'
                  : `${space.units.length} unidades: ${space.units.map(({ name }) => name).join(', ')}`}
              </Included>
              {space.cleaningMinutes > 0 ? (
                <Included>{space.cleaningMinutes} min de limpieza entre citas</Included>
              ) : null}
            </ul>
          </Section>
          <Section title="Horario">
            <OpeningHours space={space} />
          </Section>
          <Section title="Dónde está">
            <AreaMap space={space} />
          </Section>
          <Section title="Quién atiende aquí">
            {space.professionals.length === 0 ? (
              <p className="text-muted">Todavía nadie atiende en este espacio.</p>
            ) : (
              <ul id="atienden" className="grid gap-4 xl:grid-cols-2">
                {space.professionals.map((professional) => (
                  <li key={professional.id}>
                    <ProfessionalCard professional={professional} />
                  </li>
                ))}
              </ul>
            )}
          </Section>
          <Section title="Lo que dicen los profesionales">
            <Reviews of={space} empty="Todavía nadie ha escrito sobre este espacio." />
          </Section>
        </div>
        <aside id="renta" className="scroll-mt-24 lg:sticky lg:top-24">
          <Card className="flex flex-col gap-4">
            <p>
              <Price cents={centsOf(space.pricePerHour)} className="font-display text-3xl font-semibold" />
              <span className="text-muted">/hora</span>
            </p>
            <dl className="flex flex-col gap-2 text-[0.9375rem]">
              <Line name="Mínimo">{durationText(space.minimumMinutes)}</Line>
              <Line name="Ejemplo de 2 horas">{formatCents(centsOf(space.pricePerHour) * 2)}</Line>
              <Line name="Cancelación">{space.rentPolicy.label}</Line>
            </dl>
            <p className="text-sm text-muted">{space.rentPolicy.text}</p>
            <CallToAction space={space} role={user?.activeRole ?? null} />
          </Card>
        </aside>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-surface/95 px-4.5 py-3 backdrop-blur lg:hidden">
        <p>
          <Price cents={centsOf(space.pricePerHour)} className="text-xl font-semibold" />
          <span className="text-muted">/hora</span>
        </p>
        <a href="#renta" className={buttonClass({ tone: 'secondary', size: 'small' })}>
          Ver condiciones
        </a>
      </div>
    </article>
  )
}

const Gallery = ({ space }: { space: PublicSpace }) => {
  const [first, ...rest] = space.photos
  if (first === undefined) return <div className="h-8" />
  return (
    <div className="page pt-6">
      <div
        className="no-scrollbar relative flex snap-x snap-mandatory gap-2.5 overflow-x-auto rounded-xl md:grid md:h-[26rem] md:grid-cols-4 md:grid-rows-2 md:overflow-hidden"
        // What scrolls must be reachable by keyboard (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={`Fotos de ${space.name}`}
      >
        <img
          src={first}
          alt={`${space.name}: vista general`}
          width={1200}
          height={800}
          fetchPriority="high"
          className="aspect-3/2 w-full shrink-0 snap-start rounded-lg bg-sunk object-cover md:col-span-2 md:row-span-2 md:h-full"
        />
        {rest.slice(0, 3).map((photo, place) => (
          <img
            key={photo}
            src={photo}
            alt={`${space.name}: detalle ${place + 1}`}
            width={600}
            height={400}
            loading="lazy"
            decoding="async"
            className={`aspect-3/2 w-[85%] shrink-0 snap-start rounded-lg bg-sunk object-cover md:h-full md:w-full ${place === 0 ? 'md:col-span-2' : ''}`}
          />
        ))}
      </div>
    </div>
  )
}

/** What one may do here depends on who looks (product.md §7). */
const CallToAction = ({ space, role }: { space: PublicSpace; role: string | null }) => {
  if (role === null)
    return (
      <>
        <Link {...paths.auth({ redirect: `/space/${space.id}` })} className={buttonClass({ wide: true })}>
          Quiero trabajar aquí
        </Link>
        <p className="text-sm text-muted">Entra con tu cuenta de profesional para pedir lugar.</p>
      </>
    )
  if (role === 'professional')
    return (
      <p className="rounded-md bg-jacaranda-soft px-4 py-3 text-[0.9375rem]">
        Con un convenio, tus clientas te reservan aquí al instante. Muy pronto podrás postularte desde esta
        página.
      </p>
    )
  return space.professionals.length === 0 ? null : (
    <a href="#atienden" className={buttonClass({ wide: true })}>
      Ver quién atiende aquí
    </a>
  )
}

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo']
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const OpeningHours = ({ space }: { space: PublicSpace }) => (
  <dl className="grid max-w-md gap-y-1.5">
    {weekdays.map((name, place) => {
      const windows = space.weekly.filter(({ weekday }) => weekday === place + 1)
      return (
        <div key={name} className="flex justify-between gap-6 border-b border-line pb-1.5">
          <dt>{name}</dt>
          <dd className="figures text-muted">
            {windows.length === 0
              ? 'Cerrado'
              : windows
                  .map(({ fromMinute, toMinute }) => `${clock(fromMinute)} a ${clock(toMinute)}`)
                  .join(', ')}
          </dd>
        </div>
      )
    })}
  </dl>
)

/** The neighbourhood, drawn: the exact door is for those with a confirmed booking. */
const AreaMap = ({ space }: { space: PublicSpace }) => (
  <figure className="overflow-hidden rounded-lg border border-line bg-surface">
    <svg viewBox="0 0 600 220" aria-hidden className="block w-full bg-sunk">
      <g stroke="var(--color-line)" strokeWidth="10" fill="none">
        <path d="M-10 60 L620 30 M-10 130 L620 110 M-10 200 L620 190 M80 -10 L110 240 M220 -10 L235 240 M360 -10 L350 240 M500 -10 L470 240" />
        <path d="M-10 250 C160 160 380 120 620 -10" strokeWidth="16" />
      </g>
      <circle cx="300" cy="110" r="78" fill="var(--color-jacaranda)" opacity="0.18" />
      <circle cx="300" cy="110" r="78" fill="none" stroke="var(--color-jacaranda)" strokeWidth="2" />
      <circle cx="300" cy="110" r="7" fill="var(--color-jacaranda)" />
    </svg>
    <figcaption className="flex flex-wrap items-baseline justify-between gap-2 px-4 py-3 text-[0.9375rem]">
      <span>
        Zona de {space.neighbourhood ?? space.city}, {space.city}
      </span>
      <span className="text-sm text-muted">La dirección exacta se muestra al confirmar.</span>
    </figcaption>
  </figure>
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4">
    <h2 className="text-2xl">{title}</h2>
    {children}
  </section>
)
const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 text-muted [&_svg]:size-4">
    {icon}
    {children}
  </span>
)
const Included = ({ children }: { children: ReactNode }) => (
  <li className="flex items-start gap-2.5">
    <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-agave" />
    {children}
  </li>
)
const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)
