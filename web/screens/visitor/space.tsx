import * as publicPage from '#contract/search/public-page.ts'
import type { PublicSpace } from '#contract/search/public-page.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type SearchSchemaInput } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { BadgeCheck, MapPin, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { spaceTypes } from '#contract/professional/categories.ts'
import { answersText, type HostAnswers } from '#contract/hiring/host-answers.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { type Going, goingIn } from '#web/parts/booking/summary/address.ts'
import { orNotFound, requireAddress } from '#web/found.ts'
import { publicHead } from '#web/head.ts'
import { KeepButton } from '#web/parts/favourite/keep-button.tsx'
import { centsOf } from '#web/parts/payment/cents.ts'
import { Price } from '#web/parts/payment/price.tsx'
import { ReviewsWhenNear } from '#web/parts/review/reviews-when-near.tsx'
import { WhoCan } from '#web/parts/space/who-can.tsx'
import { structured } from '#web/parts/storefront/space-structured.ts'
import { Gallery } from '#web/parts/space/gallery.tsx'
import { OpenBadge } from '#web/parts/storefront/open-badge.tsx'
import { AreaMap, Fittings, OpeningHours, SpaceList, Team } from '#web/parts/space/still-cards.tsx'
import PriceWidgetNow from '#web/parts/space/price-widget.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { FoldedSection } from '#web/ui/page/folded-section.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'
import { nearing, Still } from '#web/ui/page/still.tsx'
import { CallToAction } from '#web/parts/space/call-to-action.tsx'

const priceLater = lazy(async () => {
  await nearing('renta')
  return import('#web/parts/space/price-widget.tsx')
})
/** Rendered by the server at once; its code is loaded when it is near the screen. */
const PriceWidget = createIsomorphicFn()
  .server(() => PriceWidgetNow)
  .client(() => priceLater)()

const readingOf = (id: string) => reading(publicPage.publicSpace, { params: { id } })

export const Route = createFileRoute('/space/$id')({
  // Parsed by the screen (`goingIn`), so that other pages do not load the parser.
  validateSearch: (given: Going & SearchSchemaInput): Going => given,
  loader: async ({ context: { queryClient }, params }) => {
    const space = await orNotFound(queryClient.ensureQueryData(readingOf(params.id)))
    requireAddress(params.id, space.address, '/space/$id')
    // The head is made in the screen's own file, so that other pages do not load its code.
    return headOf(space)
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: SpaceScreen,
})

const headOf = (space: PublicSpace) => {
  const title = `${space.name} en ${space.host.businessName} · ${spaceTypes[space.spaceType]} por hora en ${space.neighbourhood ?? space.city}`
  const description = `${space.description} Desde ${formatCents(centsOf(space.pricePerHour))} por hora, con la disponibilidad y la política a la vista.`
  return publicHead({
    title,
    description,
    path: space.address,
    picture: space.socialPicture,
    ...structured(space, description),
  })
}

function SpaceScreen() {
  const { id } = Route.useParams()
  const { user } = Route.useRouteContext()
  const { data: space } = useSuspenseQuery(readingOf(id))
  const going = goingIn(Route.useSearch())
  return (
    <article className="pb-28 lg:pb-14">
      <Gallery photos={space.photos} name={space.name} />
      {/* On a phone the hourly price follows the head directly. */}
      <div className="page mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] lg:items-start">
        <SpaceHead space={space} user={user} going={going} />
        {/* Sticky beside the rest; if higher than the window it scrolls by itself, or its end could not be reached from the top. */}
        <aside
          id="renta"
          className="scroll-mt-24 lg:sticky lg:top-24 lg:row-span-2 lg:-m-1 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto lg:p-1"
        >
          <RentCard space={space} user={user} going={going} />
        </aside>
        <div className="flex min-w-0 flex-col gap-10">
          <Section title="Quién atiende aquí" id="atienden">
            {space.professionals.length === 0 ? (
              <p className="text-muted">Todavía nadie atiende en este espacio.</p>
            ) : (
              <Still>
                <Team professionals={space.professionals} going={{ ...going, space: space.id }} inStrip />
              </Still>
            )}
          </Section>
          <Facts space={space} />
          <ReviewsWhenNear
            title="Lo que dicen de este espacio"
            kind="space"
            of={space}
            empty="Todavía nadie ha escrito sobre este espacio."
          />
        </div>
      </div>
      <BottomBar space={space} />
      {space.similar.length === 0 ? null : (
        <div className="page mt-6">
          <FoldedSection title="Espacios parecidos cerca" value={String(space.similar.length)}>
            <Still>
              <SpaceList spaces={space.similar} four />
            </Still>
          </FoldedSection>
        </div>
      )}
    </article>
  )
}

/** Facts about the place, each in a folded section. */
const Facts = ({ space }: { space: PublicSpace }) => (
  <div className="flex flex-col border-t border-line">
    <Still className="flex flex-col">
      <Fittings of={space} />
    </Still>
    <FoldedSection title="Horario">
      <Still>
        <OpeningHours of={space} />
      </Still>
    </FoldedSection>
    <FoldedSection title="Dónde está">
      <Still>
        <AreaMap of={space} />
      </Still>
    </FoldedSection>
    <FoldedSection title="Quién puede trabajar aquí">
      <WhoCan space={space} />
    </FoldedSection>
  </div>
)

const SpaceHead = ({
  space,
  user,
  going,
}: {
  space: PublicSpace
  user: SessionUser | null
  going: Going
}) => (
  <header className="flex min-w-0 flex-col gap-3">
    <p className="flex flex-wrap gap-2">
      <Badge tone="jacaranda">{spaceTypes[space.spaceType]}</Badge>
      {space.host.verified ? (
        <Badge tone="agave">
          <BadgeCheck aria-hidden /> Verificada
        </Badge>
      ) : null}
    </p>
    <h1 className="text-3xl sm:text-4xl">{space.name}</h1>
    <p className="text-lg">
      <Link
        {...paths.business(space.businessId, going)}
        className="text-barro-deep underline-offset-3 hover:underline"
      >
        {space.host.businessName}
      </Link>
    </p>
    <HostAnswering answers={space.hostAnswers} />
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <Rating value={space.rating} count={space.reviewCount} />
      <Fact icon={<MapPin aria-hidden />}>
        {[...new Set([space.neighbourhood, space.city, space.state])].filter(Boolean).join(', ')}
      </Fact>
      <Fact icon={<Users aria-hidden />}>Hasta {space.capacity} personas</Fact>
    </p>
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <OpenBadge openNow={space.openNow} zone={space.zone} />
      <ShareButton title={`${space.name}, ${space.host.businessName}`} path={space.address} />
      <KeepButton
        kind="space"
        id={space.id}
        name={space.name}
        signedIn={user !== null}
        path={space.address}
      />
    </p>
    {space.description === '' ? null : <p className="measure text-[1.0625rem]">{space.description}</p>}
  </header>
)

const RentCard = ({ space, user, going }: { space: PublicSpace; user: SessionUser | null; going: Going }) => (
  <Card className="flex flex-col gap-4">
    {/* On a phone the bar shows it. */}
    <p className="max-lg:hidden">
      <span className="text-muted">Desde </span>
      <Price cents={centsOf(space.pricePerHour)} className="font-display text-3xl font-semibold" />
      <span className="text-muted">/hora</span>
    </p>
    <Suspense>
      <PriceWidget
        space={{ id: space.id, zone: space.zone, minimumMinutes: space.minimumMinutes }}
        today={space.openNow.today}
        when={going}
      />
    </Suspense>
    {/* The price of the chosen hours says until when and how much. */}
    <p className="text-sm text-muted">
      Mínimo {durationText(space.minimumMinutes)}. Cancelación {space.rentPolicy.label.toLowerCase()}.
    </p>
    <CallToAction space={space} user={user} />
  </Card>
)

const BottomBar = ({ space }: { space: PublicSpace }) => (
  <div
    data-bar="bottom"
    className="bottom-bar fixed inset-x-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-surface/95 px-4.5 pt-3 backdrop-blur lg:hidden"
  >
    <p>
      <span className="text-muted">Desde </span>
      <Price cents={centsOf(space.pricePerHour)} className="text-xl font-semibold" />
      <span className="text-muted">/hora</span>
    </p>
    <a href="#renta" className={buttonClass({ tone: 'secondary', size: 'small' })}>
      Calcular y reservar
    </a>
  </div>
)

/** How fast and how often the host answers requests. */
const HostAnswering = ({ answers }: { answers: HostAnswers }) => {
  const text = answersText(answers)
  return text === null ? null : (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      {text}
      {answers.answersLittle ? <Badge tone="maiz">Responde poco</Badge> : null}
    </p>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 text-muted [&_svg]:size-4">
    {icon}
    {children}
  </span>
)
