import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { isPricedByOption } from '#contract/service/add-on.ts'
import type { Attendance } from '#contract/storefront/storefront.ts'
import type { Asked } from '#web/parts/booking/summary/address.ts'
import { attendanceReading } from '#web/parts/booking/summary/asked.ts'
import { Choose, type Choosable } from '#web/parts/booking/slots/choose.tsx'
import { type Door, linkOf } from '#web/parts/booking/summary/door.ts'
import HouseAddOns from '#web/parts/booking/options/house-add-ons.tsx'
import {
  addOf,
  alsoOf,
  giversOf,
  moreOf,
  openAt,
  peopleOf,
  servicesByName,
  type Visit,
  visitAt,
  visitName,
} from '#web/parts/booking/summary/house-services.ts'
import SameVisit from '#web/parts/booking/slots/same-visit.tsx'
import WhenEmpty from '#web/parts/booking/slots/when-empty.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Comes with the first service that is chosen. */
const Persons = lazy(() => import('#web/parts/booking/options/persons.tsx'))

/** Booking at a business or a space: first what, then with whom, anybody or one. */
export default function AtHouse({
  door,
  asked,
  from,
  signedIn,
}: {
  door: Door
  asked: Asked
  from: string
  signedIn: boolean
}) {
  const { data: house } = useSuspenseQuery(attendanceReading(asked))
  // Who does not give all that was chosen is not the one meant.
  const { visits, own, visit, wanted, isNobodys } = visitAt(house.services, asked)
  const service = visit?.first
  // A class goes with nothing else.
  const beside = { ...house, services: house.services.filter(({ seats }) => seats === null) }
  const name = visit === undefined ? '' : visitName(visit)
  const where = { business: asked.business, space: asked.space }
  const named = (id: number | undefined) => {
    const one = house.team.find((each) => each.id === id)
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
          space: asked.space,
          signedIn,
          path: `/booking?professional=${own.first.professionalId}&service=${own.first.id}`,
        }}
      />
    )
  return (
    <Choose
      door={door}
      asked={asked}
      header={<Heading house={house} />}
      services={servicesByName(house.services).map((group) => choosable(group, asked))}
      who={
        <>
          {visits.length < 2 ? null : (
            <WithWhom
              door={door}
              house={house}
              asked={asked}
              visits={visits}
              chosen={own?.first.professionalId}
            />
          )}
          {visit === undefined ? null : (
            <HouseAddOns
              door={door}
              asked={asked}
              house={house}
              visits={own === undefined ? visits : [own]}
              visit={visit}
            />
          )}
          {service === undefined ? (
            isNobodys ? (
              <Nobodys door={door} house={house} asked={asked} wanted={wanted} />
            ) : null
          ) : service.seats !== null ? null : (
            <SameVisit
              door={door}
              asked={asked}
              services={alsoAt(beside, visits, own, visit?.following ?? [])}
              first={service}
              following={visit?.following ?? []}
              noteOf={(one) =>
                `con ${visits
                  .filter(({ first }) => giversOf(house.services, one).includes(first.professionalId))
                  .map(({ first }) => named(first.professionalId))
                  .join(', ')}`
              }
            />
          )}
          {visit === undefined ? null : (
            <Suspense>
              <Persons
                door={door}
                asked={{ ...asked, ...askedIn(visit) }}
                services={
                  visit.first.seats === null
                    ? ofEveryName(beside, own === undefined ? visits : [own], visit)
                    : [visit.first]
                }
                all={peopleOf(visit)}
                isAnybody={own === undefined && visits.length > 1}
                seats={visit.first.seats ?? undefined}
              />
            </Suspense>
          )}
        </>
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
        house.services.length === 0 ? (
          <EmptyState title="Nadie recibe aquí por ahora" text="Vuelve pronto: el equipo está por llegar." />
        ) : isNobodys ? (
          <EmptyState
            title="Una visita es con una sola persona"
            text="Quita alguno de los servicios, o reserva cada uno por separado."
          />
        ) : undefined
      }
      from={from}
      zone={house.zone}
      places={[]}
      together={house.name}
      whenEmpty={whenEmpty}
      describe={({ professionalId }) => `con ${named(professionalId ?? own?.first.professionalId)}`}
    />
  )
}

/** One waits for somebody: of anybody there is no queue (docs/booking/choosing-an-hour.md). */
const chooseFirst = () => <p className="text-muted">Elige con quién y te avisamos si se abre un lugar.</p>

const idsOf = (visit: Visit) => peopleOf(visit).map((services) => services.map(({ id }) => id))

/** The visit as its address says it, by this one's own services. */
const askedIn = (visit: Visit) => ({
  service: visit.first.id,
  more: moreOf(visit),
  also: alsoOf(visit),
  add: addOf(visit),
})

/** What each who comes along may have: of each name one, theirs of the visit by which it is named, else of somebody who gives all the rest. */
const ofEveryName = (house: Attendance, visits: Visits, visit: Visit): Alike => {
  const able = new Set(visits.map(({ first }) => first.professionalId))
  return servicesByName(house.services).flatMap(
    (group) =>
      group.find(({ professionalId }) => professionalId === visit.first.professionalId) ??
      group.find(({ professionalId }) => able.has(professionalId)) ??
      [],
  )
}

type Alike = Attendance['services']
type Visits = ReturnType<typeof visitAt>['visits']

/** What else could be done in this visit: of each name one, of those that somebody gives who gives all the rest. */
const alsoAt = (
  house: Attendance,
  visits: Visits,
  own: Visits[number] | undefined,
  following: Alike,
): Alike => {
  const able = new Set((own === undefined ? visits : [own]).map(({ first }) => first.professionalId))
  const isFirst = (one: Alike[number]) =>
    giversOf(
      visits.map(({ first }) => first),
      one,
    ).length > 0
  return servicesByName(house.services).flatMap((group) => {
    const chosen = group.find((one) => following.includes(one))
    const given = group.find(({ professionalId }) => able.has(professionalId))
    const one = chosen ?? given
    return one === undefined || isFirst(one) ? [] : [one]
  })
}

/** Who does which, when nobody does all of it. */
const Nobodys = ({
  door,
  house,
  asked,
  wanted,
}: {
  door: Door
  house: Attendance
  asked: Asked
  wanted: Alike
}) => {
  const first = house.services.find(({ id }) => id === asked.service)
  const all = [...(first === undefined ? [] : [first]), ...wanted]
  const names = (one: Alike[number]) =>
    giversOf(house.services, one)
      .flatMap((id) => house.team.find((each) => each.id === id)?.firstName ?? [])
      .join(', ')
  return (
    <div role="status" className="mt-4 flex flex-col gap-3 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
      <p className="font-semibold">Nadie de aquí hace todo esto en una misma visita.</p>
      <ul className="flex flex-col gap-1">
        {all.map((one) => (
          <li key={one.id}>
            {one.name}: {names(one)}
          </li>
        ))}
      </ul>
      <Link
        {...linkOf(door, {
          ...asked,
          more: undefined,
          also: undefined,
          add: undefined,
          professional: undefined,
          at: undefined,
        })}
        replace
        resetScroll={false}
        className="font-semibold underline underline-offset-4"
      >
        Dejar solo {first?.name ?? 'el primero'}
      </Link>
    </div>
  )
}

const choosable = (group: Alike, asked: Asked): Choosable => {
  const prices = group.map(({ priceCents }) => priceCents)
  const minutes = group.map(({ durationMinutes }) => durationMinutes)
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)]
  const kept = group.find(({ professionalId }) => professionalId === asked.professional)
  const first = group.find(({ id }) => id === asked.service) ?? kept ?? group[0]
  return {
    id: first?.id ?? 0,
    name: first?.name ?? '',
    note: [
      least === most ? durationText(least) : `${durationText(least)} a ${durationText(most)}`,
      group.length === 1 ? '' : `${group.length} profesionales`,
    ]
      .filter(Boolean)
      .join(' · '),
    priceCents: Math.min(...prices),
    isFrom: new Set(prices).size > 1 || group.some(({ addOns }) => isPricedByOption(addOns)),
    to: {
      ...asked,
      service: first?.id,
      more: undefined,
      add: undefined,
      professional: kept?.professionalId,
      at: undefined,
    },
  }
}

/** "Cualquier profesional", or one of those who give it; links, as everything that is chosen before the scripts are there. */
const WithWhom = ({
  door,
  house,
  asked,
  visits,
  chosen,
}: {
  door: Door
  house: Attendance
  asked: Asked
  visits: Visits
  chosen: number | undefined
}) => {
  const chip = (on: boolean) =>
    classNames(
      'inline-flex min-h-11 items-center gap-2 rounded-full border py-1 pr-4 pl-1.5 font-medium transition-colors',
      on
        ? 'border-jacaranda bg-jacaranda-soft ring-1 ring-jacaranda'
        : 'border-line bg-surface hover:border-ink/50',
    )
  return (
    <div role="group" aria-labelledby="with-whom" className="mt-4 flex flex-col gap-3">
      <h2 id="with-whom" className="text-xl">
        ¿Con quién?
      </h2>
      <ul className="flex flex-wrap gap-2">
        <li>
          <Link
            {...linkOf(door, { ...asked, professional: undefined, at: undefined })}
            replace
            resetScroll={false}
            aria-current={chosen === undefined || undefined}
            className={classNames(chip(chosen === undefined), 'pl-4')}
          >
            Cualquier profesional
          </Link>
        </li>
        {visits.map((visit) => {
          const { id, professionalId } = visit.first
          const one = house.team.find((each) => each.id === professionalId)
          if (one === undefined) return null
          const name = `${one.firstName} ${one.lastName}`
          return (
            <li key={id}>
              <Link
                {...linkOf(door, {
                  ...asked,
                  ...askedIn(visit),
                  professional: professionalId,
                  at: undefined,
                })}
                replace
                resetScroll={false}
                aria-current={chosen === professionalId || undefined}
                className={chip(chosen === professionalId)}
              >
                <Avatar name={name} src={one.profileImageUrl} size={32} />
                {name}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const Heading = ({ house }: { house: Attendance }) => (
  <header className="flex items-center gap-4">
    <span className="grid size-18 shrink-0 place-items-center rounded-t-full rounded-b-md bg-barro-soft text-barro">
      <Store aria-hidden className="size-8" />
    </span>
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-sm text-muted">Reserva en</p>
      <h1 className="text-2xl sm:text-3xl">{house.name}</h1>
      <p className="text-muted">{[house.neighbourhood, house.city].filter(Boolean).join(', ')}</p>
    </div>
  </header>
)
