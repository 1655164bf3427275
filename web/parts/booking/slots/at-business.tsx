import { useSuspenseQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { listPriceOf, lowestOf } from '#contract/pricing/shown-price.ts'
import type { Attendance } from '#contract/storefront/storefront.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { attendanceReading } from '#web/parts/booking/summary/booking-search.ts'
import { Choose, type Choosable } from '#web/parts/booking/slots/choose.tsx'
import { type BookingShell } from '#web/parts/booking/summary/shell.ts'
import {
  addOf,
  openAt,
  servicesByName,
  visitAt,
  visitName,
} from '#web/parts/booking/summary/business-services.ts'
import WhenEmpty from '#web/parts/booking/slots/when-empty.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { EmptyState } from '#web/ui/page/states.tsx'
import { BesideServices, idsOf, type Alike } from '#web/parts/booking/slots/beside-services.tsx'

/** Booking at a business or a space: first the service, then any or one professional. */
export default function AtBusiness({
  shell,
  search,
  from,
  signedIn,
}: {
  shell: BookingShell
  search: BookingSearch
  from: string
  signedIn: boolean
}) {
  const { data: business } = useSuspenseQuery(attendanceReading(search))
  // A professional who does not give all chosen services is ignored.
  const { visits, own, visit, wanted, isNobodys } = visitAt(business.services, search)
  const service = visit?.first
  // A class cannot be combined with other services.
  const beside = { ...business, services: business.services.filter(({ seats }) => seats === null) }
  const name = visit === undefined ? '' : visitName(visit)
  const where = { business: search.business, space: search.space }
  const named = (id: number | undefined) => {
    const one = business.team.find((each) => each.id === id)
    return one === undefined ? '' : `${one.firstName} ${one.lastName}`
  }
  const whenEmpty = (date: string | null, from: string) =>
    own === undefined ? (
      chooseFirst()
    ) : (
      <WhenEmpty
        date={date}
        from={from}
        wait={{
          professional: own.first.professionalId,
          service: { id: own.first.id, name },
          people: idsOf(own),
          add: addOf(own),
          space: search.space,
          signedIn,
          path: `/booking?professional=${own.first.professionalId}&service=${own.first.id}`,
        }}
      />
    )
  return (
    <Choose
      shell={shell}
      search={search}
      header={<Heading business={business} />}
      services={servicesByName(business.services).map((group) => choosable(group, search, service?.id))}
      who={
        <BesideServices
          visits={visits}
          shell={shell}
          business={business}
          search={search}
          own={own}
          visit={visit}
          service={service}
          isNobodys={isNobodys}
          wanted={wanted}
          beside={beside}
          named={named}
        />
      }
      open={openAt(own === undefined ? visits : [own])}
      wanted={
        service && {
          service: { id: service.id, name },
          reading: {
            ...where,
            people: visit === undefined ? [] : idsOf(visit),
            addOns: visit && addOf(visit),
            ...(own ? { professional: own.first.professionalId } : {}),
          },
        }
      }
      closed={
        business.services.length === 0 ? (
          <EmptyState title="Nadie recibe aquí por ahora" text="Vuelve pronto: el equipo está por llegar." />
        ) : isNobodys ? (
          <EmptyState
            title="Una visita es con una sola persona"
            text="Quita alguno de los servicios, o reserva cada uno por separado."
          />
        ) : undefined
      }
      from={from}
      zone={business.zone}
      places={[]}
      together={business.name}
      whenEmpty={whenEmpty}
      describe={({ professionalId }) => `con ${named(professionalId ?? own?.first.professionalId)}`}
    />
  )
}

/** A waitlist entry names a professional: there is no waitlist for "any" (docs/booking/choosing-an-hour.md). */
const chooseFirst = () => <p className="text-muted">Elige con quién y te avisamos si se abre un lugar.</p>

/** One choice for services with the same name; the chosen visit may use another professional's service than the address names. */
const choosable = (group: Alike, search: BookingSearch, wanted: number | undefined): Choosable => {
  const minutes = group.map(({ durationMinutes }) => durationMinutes)
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)]
  const saved = group.find(({ professionalId }) => professionalId === search.professional)
  const first = group.find(({ id }) => id === search.service) ?? saved ?? group[0]
  return {
    id: (group.find(({ id }) => id === wanted) ?? first)?.id ?? 0,
    name: first?.name ?? '',
    note: [
      least === most ? durationText(least) : `${durationText(least)} a ${durationText(most)}`,
      group.length === 1 ? '' : `${group.length} profesionales`,
    ]
      .filter(Boolean)
      .join(' · '),
    price: lowestOf(group.map(listPriceOf)) ?? { cents: 0, isFrom: false },
    to: {
      ...search,
      service: first?.id,
      more: undefined,
      add: undefined,
      professional: saved?.professionalId,
      at: undefined,
    },
  }
}

const Heading = ({ business }: { business: Attendance }) => (
  <header className="flex items-center gap-3">
    <span className="grid size-13 shrink-0 place-items-center rounded-t-full rounded-b-md bg-barro-soft text-barro">
      <Store aria-hidden className="size-6" />
    </span>
    <div className="flex min-w-0 flex-col">
      <h1 className="truncate text-xl sm:text-2xl">{business.name}</h1>
      <p className="truncate text-[0.9375rem] text-muted">
        {[business.neighbourhood, business.city].filter(Boolean).join(', ')}
      </p>
    </div>
  </header>
)
