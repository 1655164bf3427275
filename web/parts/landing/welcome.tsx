import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { SessionUser } from '#contract/account/account.ts'
import { CategoryStrip } from '#web/parts/landing/category-strip.tsx'
import { Featured } from '#web/parts/landing/featured.tsx'
import { SearchCard } from '#web/parts/cards/search-card.tsx'
import { paths } from '#web/paths.ts'

const doors = {
  professional: [
    { title: 'Mis citas', text: 'Quién viene hoy: llegada, salida y cierre.', to: paths.appointments() },
    { title: 'Mi dashboard', text: 'Tu día y tu dinero de un vistazo.', to: paths.professionalDashboard() },
    {
      title: 'Espacios',
      text: 'Sillas, cabinas y consultorios por hora.',
      to: paths.search({ type: 'spaces' }),
    },
  ],
  host: [
    {
      title: 'Disponibilidad de espacios',
      text: 'El uso de hoy, unidad por unidad.',
      to: paths.hostAvailability(),
    },
    { title: 'Dashboard host', text: 'Ocupación e ingresos de tus espacios.', to: paths.hostDashboard() },
    { title: 'Profesionales', text: 'Quién trabaja cerca de ti.', to: paths.search() },
  ],
} as const

/** Before a profile is saved there are no visits. */
const firstStepsLink = {
  title: 'Empieza por tu oficio',
  text: 'Seis pasos cortos hasta tu primer cliente.',
  to: paths.firstSteps(),
}

/** The home page of professionals and hosts: their likely next steps, then the search. */
export default function Welcome({ user }: { user: SessionUser }) {
  const usual = user.activeRole === 'host' ? doors.host : doors.professional
  const isNew = user.activeRole === 'professional' && user.professionalId === null
  const mine = isNew ? [firstStepsLink, ...usual.slice(1)] : usual
  return (
    <>
      <section className="page pt-10 pb-4 sm:pt-14">
        <h1 className="text-4xl sm:text-5xl">Hola, {user.firstName}</h1>
        <p className="mt-2 text-lg text-muted">Estás en tu casa. ¿Qué hacemos hoy?</p>
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {mine.map((door) => (
            <li key={door.title}>
              <Link
                {...door.to}
                className="group flex h-full items-center justify-between gap-4 rounded-lg border border-line bg-surface p-5 transition-shadow hover:shadow-card"
              >
                <span>
                  <span className="block font-display text-xl font-semibold">{door.title}</span>
                  <span className="text-muted">{door.text}</span>
                </span>
                <ArrowRight
                  aria-hidden
                  className="size-5 shrink-0 text-barro transition-transform group-hover:translate-x-1"
                />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
        <SearchCard type={user.activeRole === 'professional' ? 'spaces' : 'professionals'} />
        <CategoryStrip />
      </section>
      <Featured most={3} />
    </>
  )
}
