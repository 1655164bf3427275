import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type SearchSchemaInput } from '@tanstack/react-router'
import { BadgeCheck, MapPin } from 'lucide-react'
import * as contract from '#contract/storefront/storefront.ts'
import type { PublicBusiness } from '#contract/storefront/storefront.ts'
import { reading } from '#web/api.ts'
import { type Going, goingIn } from '#web/parts/booking/summary/address.ts'
import { orNotFound, requireAddress } from '#web/found.ts'
import { publicHead } from '#web/head.ts'
import { ReviewsWhenNear } from '#web/parts/review/reviews-when-near.tsx'
import { Gallery } from '#web/parts/space/gallery.tsx'
import { BusinessServices } from '#web/parts/professional/business-services.tsx'
import { structured } from '#web/parts/storefront/business-structured.ts'
import { OpenBadge } from '#web/parts/storefront/open-badge.tsx'
import { AreaMap, BusinessSummary, OpeningHours, SpaceList, Team } from '#web/parts/space/still-cards.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { FoldedSection } from '#web/ui/page/folded-section.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'
import { Still } from '#web/ui/page/still.tsx'

const readingOf = (id: string) => reading(contract.publicBusiness, { params: { id } })

export const Route = createFileRoute('/b/$id')({
  // Parsed by the screen (`goingIn`), so that other pages do not load the parser.
  validateSearch: (given: Going & SearchSchemaInput): Going => given,
  loader: async ({ context: { queryClient }, params }) => {
    const one = await orNotFound(queryClient.ensureQueryData(readingOf(params.id)))
    requireAddress(params.id, one.address, '/b/$id')
    // The head is made in the screen's own file, so that other pages do not load its code.
    return headOf(one)
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: BusinessScreen,
})

const headOf = (one: PublicBusiness) => {
  const title = `${one.name} en ${one.neighbourhood ?? one.city}`
  const description = `${one.description} ${teamText(one)} y ${spacesText(one)} en ${placeOf(one)}. Mira quién atiende, los horarios y reserva en Kalli.`
  return publicHead({
    title,
    description,
    path: one.address,
    picture: one.socialPicture,
    ...structured(one, description),
  })
}

const placeOf = (one: PublicBusiness) =>
  [...new Set([one.neighbourhood, one.city, one.state])].filter(Boolean).join(', ')
const teamText = ({ team }: PublicBusiness) =>
  team.length === 1 ? '1 profesional' : `${team.length} profesionales`
const spacesText = ({ spaces }: PublicBusiness) =>
  spaces.length === 1 ? '1 espacio' : `${spaces.length} espacios`

function BusinessScreen() {
  const { id } = Route.useParams()
  const { user } = Route.useRouteContext()
  const { data: one } = useSuspenseQuery(readingOf(id))
  const rentsFirst = user?.activeRole === 'professional'
  const going = goingIn(Route.useSearch())
  return (
    <article className="pb-28 lg:pb-14">
      <Gallery photos={one.photos} name={one.name} />
      <div className="page mt-6 grid gap-12 sm:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-9 sm:gap-12">
          <header className="flex flex-col gap-3">
            {one.verified ? (
              <p>
                <Badge tone="agave">
                  <BadgeCheck aria-hidden /> Verificada
                </Badge>
              </p>
            ) : null}
            <h1 className="text-3xl sm:text-5xl">{one.name}</h1>
            <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <Rating value={one.rating} count={one.reviewCount} />
              <span className="inline-flex items-center gap-1.5 text-muted">
                <MapPin aria-hidden className="size-4" />
                {placeOf(one)}
              </span>
            </p>
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <OpenBadge openNow={one.openNow} zone={one.zone} />
              <ShareButton title={one.name} path={one.address} />
            </p>
            {one.description === '' ? null : <p className="measure text-[1.0625rem]">{one.description}</p>}
          </header>
          {rentsFirst ? <Spaces one={one} /> : null}
          <Section title="Quién atiende" id="equipo">
            {one.team.length === 0 ? (
              <p className="text-muted">Todavía nadie atiende aquí. Vuelve pronto.</p>
            ) : (
              <Still>
                <Team professionals={one.team} going={going} inStrip />
              </Still>
            )}
            {one.guests.length === 0 ? null : (
              <div className="mt-6 flex flex-col gap-4">
                <h3 className="text-lg">Invitados de hoy</h3>
                <Still>
                  <Team professionals={one.guests} going={going} inStrip />
                </Still>
              </div>
            )}
          </Section>
          {one.services.length === 0 ? null : (
            <Section title="Servicios">
              <BusinessServices one={one} going={going} />
            </Section>
          )}
          {rentsFirst ? null : <SpacesOnDemand one={one} />}
          <Facts one={one} />
          <ReviewsWhenNear
            title="Lo que dicen del lugar"
            kind="business"
            of={one}
            empty="Todavía nadie ha escrito sobre este lugar."
          />
        </div>
        <aside className="lg:sticky lg:top-24 max-lg:hidden">
          <Card className="flex flex-col gap-4">
            <p className="font-display text-xl font-semibold">{one.name}</p>
            <p className="text-muted">
              {teamText(one)} · {spacesText(one)}
            </p>
            <Actions one={one} rentsFirst={rentsFirst} going={going} />
            <p className="text-sm text-muted">
              Elige a quien prefieras: verás sus horarios libres en este lugar. La dirección exacta llega al
              confirmar.
            </p>
          </Card>
        </aside>
      </div>
      <div
        data-bar="bottom"
        className="bottom-bar fixed inset-x-0 z-30 flex gap-3 border-t border-line bg-surface/95 px-4.5 pt-3 backdrop-blur lg:hidden"
      >
        <Actions one={one} rentsFirst={rentsFirst} going={going} />
      </div>
    </article>
  )
}

/** Facts about the place, each in a folded section. */
const Facts = ({ one }: { one: PublicBusiness }) => (
  <div className="flex flex-col border-t border-line">
    <Still className="flex flex-col empty:hidden">
      <BusinessSummary of={one} />
    </Still>
    <FoldedSection title="Horario">
      <Still>
        <OpeningHours of={one} />
      </Still>
    </FoldedSection>
    <FoldedSection title="Dónde está">
      <Still>
        <AreaMap of={one} />
      </Still>
    </FoldedSection>
  </div>
)

/** A client chooses a service, then a professional or any; a professional who rents chooses a space. */
const Actions = ({ one, rentsFirst, going }: { one: PublicBusiness; rentsFirst: boolean; going: Going }) => {
  const book =
    one.team.length === 0 ? null : (
      <Link
        key="book"
        {...paths.booking({ ...going, space: undefined, business: one.id })}
        className={buttonClass({ tone: rentsFirst ? 'secondary' : 'primary', wide: true })}
      >
        Reservar
      </Link>
    )
  const rent = (
    <a
      key="rent"
      href="#espacios"
      onClick={showSpaces}
      className={buttonClass({ tone: rentsFirst || book === null ? 'primary' : 'secondary', wide: true })}
    >
      Rentar espacio
    </a>
  )
  return rentsFirst ? [rent, book] : [book, rent]
}

const Spaces = ({ one }: { one: PublicBusiness }) => (
  <Section title="Espacios para rentar por hora" id="espacios">
    <Still>
      <SpaceList spaces={one.spaces} />
    </Still>
  </Section>
)

/** Clients seldom want to rent: folded into one line. */
const SpacesOnDemand = ({ one }: { one: PublicBusiness }) => (
  <details className="overflow-hidden rounded-lg border border-line bg-surface">
    <summary className="flex min-h-14 flex-wrap items-center gap-x-2 px-5 py-2">
      <h2 className="font-sans text-base font-semibold tracking-normal">¿Buscas dónde trabajar?</h2>
      <span className="text-muted">{spacesText(one)} para rentar por hora</span>
    </summary>
    <div id="espacios" className="border-t border-line p-5">
      <Still>
        <SpaceList spaces={one.spaces} />
      </Still>
    </div>
  </details>
)

/** Not every browser opens a folded part that the address points into. */
const showSpaces = () => {
  const around = document.querySelector('#espacios')?.closest('details')
  if (around) around.open = true
}
