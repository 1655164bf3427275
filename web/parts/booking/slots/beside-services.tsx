import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Attendance } from '#contract/storefront/storefront.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { type BookingShell, linkOf } from '#web/parts/booking/summary/shell.ts'
import BusinessAddOns from '#web/parts/booking/options/business-add-ons.tsx'
import {
  addOf,
  alsoOf,
  giversOf,
  moreOf,
  peopleOf,
  servicesByName,
  type Visit,
  type visitAt,
} from '#web/parts/booking/summary/business-services.ts'
import SameVisit from '#web/parts/booking/slots/same-visit.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** Loaded with the first chosen service. */
const Persons = lazy(() => import('#web/parts/booking/options/persons.tsx'))

/** The professional, and what else the visit includes. */
export const BesideServices = ({
  visits,
  shell,
  business,
  search,
  own,
  visit,
  service,
  isNobodys,
  wanted,
  beside,
  named,
}: {
  visits: Visits
  shell: BookingShell
  business: Attendance
  search: BookingSearch
  own: Visits[number] | undefined
  visit: Visit | undefined
  service: Visit['first'] | undefined
  isNobodys: boolean
  wanted: Alike
  beside: Attendance
  named: (id: number | undefined) => string
}) => (
  <>
    {visits.length < 2 ? null : (
      <WithWhom
        shell={shell}
        business={business}
        search={search}
        visits={visits}
        chosen={own?.first.professionalId}
      />
    )}
    {visit === undefined ? null : (
      <BusinessAddOns
        shell={shell}
        search={search}
        business={business}
        visits={own === undefined ? visits : [own]}
        visit={visit}
      />
    )}
    {service === undefined ? (
      isNobodys ? (
        <Nobodys shell={shell} business={business} search={search} wanted={wanted} />
      ) : null
    ) : service.seats !== null ? null : (
      <SameVisit
        shell={shell}
        search={search}
        services={alsoAt(beside, visits, own, visit?.following ?? [])}
        first={service}
        following={visit?.following ?? []}
        noteOf={(one) =>
          `con ${visits
            .filter(({ first }) => giversOf(business.services, one).includes(first.professionalId))
            .map(({ first }) => named(first.professionalId))
            .join(', ')}`
        }
      />
    )}
    {visit === undefined ? null : (
      <Suspense>
        <Persons
          shell={shell}
          search={{ ...search, ...requestedIn(visit) }}
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
)

export const idsOf = (visit: Visit) => peopleOf(visit).map((services) => services.map(({ id }) => id))

/** The visit as written in the address, with this professional's own services. */
const requestedIn = (visit: Visit) => ({
  service: visit.first.id,
  more: moreOf(visit),
  also: alsoOf(visit),
  add: addOf(visit),
})

/**
 * The services a companion may have, one for each name: that of the visit named in the address, else of a professional who gives all the
 * rest.
 */
const ofEveryName = (business: Attendance, visits: Visits, visit: Visit): Alike => {
  const able = new Set(visits.map(({ first }) => first.professionalId))
  return servicesByName(business.services).flatMap(
    (group) =>
      group.find(({ professionalId }) => professionalId === visit.first.professionalId) ??
      group.find(({ professionalId }) => able.has(professionalId)) ??
      [],
  )
}

export type Alike = Attendance['services']

type Visits = ReturnType<typeof visitAt>['visits']

/** Further services for this visit, one for each name, of professionals who give all the rest. */
const alsoAt = (
  business: Attendance,
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
  return servicesByName(business.services).flatMap((group) => {
    const chosen = group.find((one) => following.includes(one))
    const given = group.find(({ professionalId }) => able.has(professionalId))
    const one = chosen ?? given
    return one === undefined || isFirst(one) ? [] : [one]
  })
}

/** Who gives which service, when no professional gives all. */
const Nobodys = ({
  shell,
  business,
  search,
  wanted,
}: {
  shell: BookingShell
  business: Attendance
  search: BookingSearch
  wanted: Alike
}) => {
  const first = business.services.find(({ id }) => id === search.service)
  const all = [...(first === undefined ? [] : [first]), ...wanted]
  const names = (one: Alike[number]) =>
    giversOf(business.services, one)
      .flatMap((id) => business.team.find((each) => each.id === id)?.firstName ?? [])
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
        {...linkOf(shell, {
          ...search,
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

/** "Cualquier profesional", or one of those who give it; links, like every choice that works before the scripts are loaded. */
const WithWhom = ({
  shell,
  business,
  search,
  visits,
  chosen,
}: {
  shell: BookingShell
  business: Attendance
  search: BookingSearch
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
    <div role="group" aria-labelledby="with-whom" className="flex flex-col gap-2">
      <h2 id="with-whom" className="text-base font-semibold lg:mt-4">
        ¿Con quién?
      </h2>
      <ul className="flex flex-wrap gap-2">
        <li>
          <Link
            {...linkOf(shell, { ...search, professional: undefined, at: undefined })}
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
          const one = business.team.find((each) => each.id === professionalId)
          if (one === undefined) return null
          const name = `${one.firstName} ${one.lastName}`
          return (
            <li key={id}>
              <Link
                {...linkOf(shell, {
                  ...search,
                  ...requestedIn(visit),
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
