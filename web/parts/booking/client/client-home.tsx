import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ClientHome } from '#contract/booking/client/home.ts'
import { clientHomeReading } from '#web/parts/booking/client/home-reading.ts'
import { HomePart } from '#web/parts/booking/client/home-part.tsx'
import { NextHours } from '#web/parts/booking/client/next-hours.tsx'
import { ClientVisits } from '#web/parts/booking/client/visit-list.tsx'
import { wholeOf } from '#web/parts/booking/summary/shell.ts'
import { CategoryStrip } from '#web/parts/landing/category-strip.tsx'
import { SearchCard } from '#web/parts/cards/search-card.tsx'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The home of a client: the next visit and what is pending, their professionals, the saved ones; then the search. */
export default function ClientHomePage({ firstName }: { firstName: string }) {
  const answer = useQuery(clientHomeReading)
  return (
    <div className="page py-8">
      <div className="mx-auto flex max-w-form flex-col gap-8">
        <h1 className="text-3xl sm:text-4xl">Hola, {firstName}</h1>
        {answer.isPending ? (
          <div aria-busy="true">
            <span className="sr-only">Cargando…</span>
            <Skeleton className="h-72 rounded-lg" />
          </div>
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
        ) : (
          <Own home={answer.data} />
        )}
        <SearchCard type="professionals" />
        <CategoryStrip />
      </div>
    </div>
  )
}

const Own = ({ home: { next, waiting, again, saved } }: { home: ClientHome }) => (
  <>
    {next === null ? null : (
      <HomePart title="Tu próxima cita" all={<AllVisits />}>
        <ClientVisits visits={[{ booking: next }]} firstOpen />
      </HomePart>
    )}
    {waiting.length === 0 ? null : (
      <HomePart title="Por confirmar o pagar" {...(next === null ? { all: <AllVisits /> } : {})}>
        <ClientVisits visits={waiting.map((booking) => ({ booking }))} firstOpen={false} />
      </HomePart>
    )}
    {again.length === 0 ? null : (
      <HomePart title="Reservar otra vez">
        <People>
          {again.map(({ visit, hours }) => (
            <li key={visit.id}>
              <NextHours
                professional={visit.professional}
                service={visit.service.name}
                hours={hours}
                nameOf={() => visit.service.name}
                visitOf={() => wholeOf(visit)}
                others={wholeOf(visit)}
              />
            </li>
          ))}
        </People>
      </HomePart>
    )}
    {saved.length === 0 ? null : (
      <HomePart title="Tus guardados, con lugar esta semana">
        <People>
          {saved.map(({ professional, hours }) => (
            <li key={professional.id}>
              <NextHours
                professional={professional}
                hours={hours}
                nameOf={({ service }) => service}
                visitOf={({ serviceId, modality }) => ({
                  professional: professional.id,
                  service: serviceId,
                  how: modality,
                })}
                others={{ professional: professional.id }}
              />
            </li>
          ))}
        </People>
      </HomePart>
    )}
  </>
)

const AllVisits = () => (
  <Link {...paths.myBookings()} className="lone-link font-semibold text-jacaranda">
    Ver todas
  </Link>
)

const People = ({ children }: { children: ReactNode }) => (
  <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">{children}</ul>
)
