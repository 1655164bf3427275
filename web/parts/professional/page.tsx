import { Link } from '@tanstack/react-router'
import { ArrowRight, CalendarClock, MapPin } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { categories } from '#contract/professional/categories.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import type { Going } from '#web/parts/booking/summary/address.ts'
import { KeepButton } from '#web/parts/favourite/keep-button.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { ListPrice } from '#web/parts/payment/list-price.tsx'
import { fromPrice } from '#web/parts/cards/from-price.ts'
import { Portfolio } from '#web/parts/professional/portfolio.tsx'
import { ServiceList } from '#web/parts/professional/service-list.tsx'
import { About, AlertButton, Faq, Policies, WeekStrip } from '#web/parts/professional/still-parts.tsx'
import { ReviewsWhenNear } from '#web/parts/review/reviews-when-near.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { FoldedSection } from '#web/ui/page/folded-section.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'
import { Still } from '#web/ui/page/still.tsx'

type Seen = {
  one: PublicProfessional
  user: SessionUser | null
  /** The URL that a visitor returns to after signing in. */
  path: string
  /** The searched criteria, passed on to booking. */
  going?: Going | undefined
}

export const nameOf = ({ user }: PublicProfessional) => `${user.firstName} ${user.lastName}`

/** A professional's public page; `extras` are under the header, for viewers with an account. */
export const ProfessionalPage = ({ one, user, path, going = {}, extras }: Seen & { extras?: ReactNode }) => {
  const price = fromPrice(one)
  return (
    <article className="pb-4 lg:pb-12">
      <Head one={one} user={user} path={path} />
      {extras}
      <div className="page mt-7 grid gap-12 sm:mt-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-10 sm:gap-12">
          {one.acceptsBookings ? (
            <Section title="Próximos siete días">
              <Still>
                <WeekStrip of={one} going={going} />
              </Still>
            </Section>
          ) : null}
          <Section title="Servicios">
            <ServiceList one={one} going={going} />
          </Section>
          {one.portfolio.length === 0 ? null : (
            <Section title="Su trabajo">
              <Portfolio works={one.portfolio} name={nameOf(one)} />
            </Section>
          )}
          <Still className="flex flex-col gap-10 sm:gap-12">
            <About of={one} />
          </Still>
          <ReviewsWhenNear
            title="Lo que dicen sus clientes"
            kind="professional"
            of={one}
            empty={`Todavía nadie ha escrito sobre ${one.user.firstName}. Solo puede hacerlo quien ya tuvo su cita.`}
          />
          <Conditions one={one} />
        </div>
        <aside className="sticky top-24 max-lg:hidden">
          <Card className="flex flex-col gap-4">
            <p className="text-muted">
              <ListPrice of={price} className="font-display text-2xl font-semibold text-ink" />
            </p>
            <NextSlot one={one} user={user} path={path} />
            <BookLink one={one} going={going} wide />
            <p className="text-sm text-muted">
              Sin comisión para ti. Antes de cancelar ves siempre la cifra exacta.
            </p>
          </Card>
        </aside>
      </div>
      <div
        data-bar="bottom"
        className="bottom-bar fixed inset-x-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-surface/95 px-4.5 pt-3 backdrop-blur lg:hidden"
      >
        <p className="leading-tight">
          {price.isFrom ? <span className="block text-sm text-muted">desde</span> : null}
          <Price cents={price.cents} className="text-lg font-semibold" />
        </p>
        <BookLink one={one} going={going} />
      </div>
    </article>
  )
}

/** Details to look up, each in a disclosure. */
const Conditions = ({ one }: { one: PublicProfessional }) => (
  <div className="flex flex-col border-t border-line">
    {one.services.length === 0 ? null : (
      <FoldedSection title="Si cambias de planes">
        <Still>
          <Policies of={one} />
        </Still>
      </FoldedSection>
    )}
    <FoldedSection title="Preguntas frecuentes">
      <Still>
        <Faq of={one} />
      </Still>
    </FoldedSection>
  </div>
)

const Head = ({ one, user, path }: Seen) => (
  <header className="border-b border-line bg-sunk/60">
    {/* On a phone the portrait is beside the name, so that the days below are visible. */}
    <div className="page grid grid-cols-[auto_minmax(0,1fr)] items-end gap-x-4 gap-y-3 pt-5 pb-5 sm:gap-x-8 sm:pt-10 sm:pb-8">
      <Avatar
        name={nameOf(one)}
        src={one.user.profileImageUrl}
        size={148}
        shape="arch"
        largest
        className="shadow-card max-sm:h-27.5! max-sm:w-22! sm:row-span-2"
      />
      <div className="flex min-w-0 flex-col gap-1.5 sm:gap-2.5">
        <p className="eyebrow text-barro">
          {one.categories.map((category) => categories[category]).join(' · ')}
        </p>
        <div className="flex items-center gap-x-2 sm:gap-x-3">
          <h1 className="min-w-0 text-2xl sm:text-4xl">{nameOf(one)}</h1>
          <VerificationBadge
            level={one.user.perfilseguroVerificationLevel}
            biometric={one.user.perfilSeguroBiometricVerified}
          />
        </div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Rating value={one.rating} count={one.reviewCount} />
          <span className="inline-flex items-center gap-1 text-muted">
            <MapPin aria-hidden className="size-4" />
            {[one.neighbourhood, one.city].filter(Boolean).join(', ')}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 max-sm:col-span-full">
        <div className="lg:hidden">
          <NextSlot one={one} user={user} path={path} />
        </div>
        <ShareButton title={`${nameOf(one)} en Kalli`} path={one.address} />
        <KeepButton kind="professional" id={one.id} name={nameOf(one)} signedIn={user !== null} path={path} />
      </div>
    </div>
  </header>
)

const NextSlot = ({ one, user, path }: Seen) => {
  if (!one.acceptsBookings || one.nextSlotAt === null)
    return (
      <span className="flex flex-col items-start gap-2">
        <span className={one.acceptsBookings ? 'text-muted' : 'font-medium'}>
          {one.acceptsBookings ? 'Sin horarios en las próximas dos semanas.' : 'No recibe reservas por ahora'}
        </span>
        <Suspense>
          <AlertButton id={one.id} signedIn={user !== null} path={path} />
        </Suspense>
      </span>
    )
  return (
    <p className="inline-flex items-center gap-2 font-semibold text-agave">
      <CalendarClock aria-hidden className="size-5" />
      <span>
        Próximo horario: <span className="figures">{shortOf(one.nextSlotAt, one.zone)}</span>
      </span>
    </p>
  )
}

const BookLink = ({ one, going, wide = false }: { one: PublicProfessional; going: Going; wide?: boolean }) =>
  one.acceptsBookings ? (
    <Link
      {...paths.booking({ ...going, professional: one.id })}
      className={buttonClass({ size: 'large', wide })}
    >
      Reservar
      <ArrowRight aria-hidden className="size-5" />
    </Link>
  ) : null
