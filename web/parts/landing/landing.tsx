import { Link } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { CalendarPlus } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { Featured } from '#web/parts/landing/featured.tsx'
import FirstBlocksNow from '#web/parts/landing/first-blocks.tsx'
import { Headline } from '#web/parts/landing/headline.tsx'
import HowItWorksNow from '#web/parts/landing/how-it-works.tsx'
import LastBlocksNow from '#web/parts/landing/last-blocks.tsx'
import { SearchCard } from '#web/parts/cards/search-card.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { nearing, Still } from '#web/ui/page/still.tsx'

// The server renders every block; the browser hydrates the headline and the search, and the steps once they are near.
const firstLater = lazy(() => import('#web/parts/landing/first-blocks.tsx'))
const lastLater = lazy(() => import('#web/parts/landing/last-blocks.tsx'))
const stepsLater = lazy(async () => {
  await nearing('como-funciona')
  return import('#web/parts/landing/how-it-works.tsx')
})
const FirstBlocks = createIsomorphicFn()
  .server(() => FirstBlocksNow)
  .client(() => firstLater)()
const LastBlocks = createIsomorphicFn()
  .server(() => LastBlocksNow)
  .client(() => lastLater)()
const HowItWorks = createIsomorphicFn()
  .server(() => HowItWorksNow)
  .client(() => stepsLater)()

/**
 * What a visitor sees first (spec §2). Memoized: when its page re-renders (a press on "Cómo Funciona" changes the URL), React would discard
 * server-rendered parts that are not hydrated yet.
 */
export default memo(function Landing() {
  return (
    <>
      <Hero />
      {/* On a phone it floats over the content below the search card, never over the card, whose button it would cover. */}
      <div className="relative">
        <Still>
          <FirstBlocks />
        </Still>
        <Featured />
        <Suspense>
          <HowItWorks />
        </Suspense>
        <Still>
          <LastBlocks />
        </Still>
        <div
          data-bar="float"
          className="pointer-events-none sticky bottom-4 z-20 -mt-14 flex h-14 justify-end pr-4 sm:fixed sm:right-6 sm:bottom-6 sm:mt-0 sm:pr-0"
        >
          <a
            href="/api/login"
            className={buttonClass(
              { size: 'small' },
              'pointer-events-auto min-h-14! min-w-14 rounded-full! shadow-high sm:px-5',
            )}
          >
            <CalendarPlus aria-hidden className="size-5.5" />
            <span className="max-sm:sr-only">Reservar cita</span>
          </a>
        </div>
      </div>
    </>
  )
})

const Hero = () => (
  <section className="page grid items-center gap-8 pt-8 pb-10 lg:grid-cols-[1.15fr_1fr] lg:gap-14 lg:pt-14">
    <div className="flex flex-col gap-6">
      <Headline />
      <p className="measure text-lg text-muted sm:text-xl">
        Belleza, bienestar y salud en México. Mira horarios libres de verdad, reserva y paga en minutos.
      </p>
      <SearchCard type="professionals" />
      <div className="flex flex-wrap gap-3">
        <Link {...paths.search()} className={buttonClass({ tone: 'secondary' })}>
          Comenzar Ahora
        </Link>
        <Link
          {...paths.forProfessionals()}
          className={buttonClass({ tone: 'quiet' }, 'underline-offset-4 hover:underline')}
        >
          Presto un Servicio
        </Link>
        <Link
          {...paths.forSpaces()}
          className={buttonClass({ tone: 'quiet' }, 'underline-offset-4 hover:underline')}
        >
          Tengo un Espacio
        </Link>
      </div>
    </div>
    <img
      src="/hero.svg"
      alt="Una casa de barro con tres puertas: una silla de salón, un recibidor y una cama de masaje, bajo una jacaranda."
      width={640}
      height={560}
      className="mx-auto w-full max-w-md lg:max-w-none"
    />
  </section>
)
