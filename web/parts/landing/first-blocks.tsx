import { Link } from '@tanstack/react-router'
import { BadgeCheck, CalendarCheck, MessageCircle, ShieldCheck, Star } from 'lucide-react'
import { CategoryStrip } from '#web/parts/landing/category-strip.tsx'
import { benefits } from '#web/parts/landing/words.ts'
import { paths } from '#web/paths.ts'

/** The static blocks between the headline and the suggested professionals. */
export default function FirstBlocks() {
  return (
    <>
      <div className="page">
        <CategoryStrip />
      </div>
      <Benefits />
    </>
  )
}

const benefitIcons = [BadgeCheck, CalendarCheck, ShieldCheck, MessageCircle, Star] as const

const Benefits = () => (
  <section aria-labelledby="beneficios" className="page pt-16 sm:pt-20">
    <h2 id="beneficios" className="max-w-[18ch] text-3xl sm:text-4xl">
      Una casa donde todo está en su lugar
    </h2>
    <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-5 lg:gap-x-7">
      {benefits.map((benefit, index) => {
        const Icon = benefitIcons[index] ?? Star
        return (
          <li key={benefit.title} className="flex flex-col gap-2 border-t-2 border-barro/70 pt-4">
            <Icon aria-hidden className="size-7 text-barro" />
            <h3 className="font-sans text-lg leading-snug font-semibold tracking-normal">{benefit.title}</h3>
            <p className="text-[0.9375rem] text-muted">{benefit.text}</p>
          </li>
        )
      })}
    </ul>
    <p className="mt-6 flex flex-wrap gap-x-8">
      <Link
        {...paths.about()}
        className="inline-flex min-h-11 items-center font-semibold text-barro-deep underline underline-offset-4"
      >
        Más Información <span className="sr-only">sobre Kalli</span>
      </Link>
      <a
        href="#profesionales-destacados"
        className="inline-flex min-h-11 items-center font-semibold text-barro-deep underline underline-offset-4"
      >
        Ver profesionales destacados
      </a>
    </p>
  </section>
)
