import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { listPriceOf } from '#contract/pricing/shown-price.ts'
import { addOnLabel, openGroups, partsText } from '#contract/service/add-on.ts'
import type { Home } from '#web/parts/booking/options/home-address.tsx'
import { placeNames } from '#contract/service/modality.ts'
import { placeName } from '#contract/places/place-name.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { addOnKey, addOnsIn, type BookingSearch } from '#web/parts/booking/summary/address.ts'
import {
  howOf,
  linkedOf,
  meant,
  offeredOf,
  professionalReading,
  settingOf,
  visitOf,
} from '#web/parts/booking/summary/booking-search.ts'
import { Choose, type Choosable } from '#web/parts/booking/slots/choose.tsx'
import type { BookingShell } from '#web/parts/booking/summary/shell.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** Rendered by the server; the explanation that a press opens is loaded after the slots. */
const VerificationBadge = lazy(async () => {
  const { VerificationBadge } = await import('#web/parts/verification/verification-badge.tsx')
  return { default: VerificationBadge }
})
const Rating = lazy(async () => ({ default: (await import('#web/ui/rating.tsx')).Rating }))
/** Loaded after the slots, before a service is chosen: choosing one works offline too. */
const fetchBeside = () => import('#web/parts/booking/slots/beside-service.tsx')
const BesideService = lazy(fetchBeside)
const NotReceiving = lazy(() => import('#web/parts/booking/slots/not-receiving.tsx'))
/** Loaded with the first day without slots. */
const WhenEmpty = lazy(() => import('#web/parts/booking/slots/when-empty.tsx'))
const Setting = lazy(() => import('#web/parts/booking/options/setting.tsx'))

type Service = PublicProfessional['services'][number]

type Props = {
  shell: BookingShell
  id: number
  search: BookingSearch
  from: string
  signedIn: boolean
}

/** Booking with one professional, at any of their places. */
export default function WithProfessional({ shell, id, search, from, signedIn }: Props) {
  const { data: listed } = useSuspenseQuery(professionalReading(id))
  const { data: one } = useSuspenseQuery(professionalReading(id, linkedOf(listed, search.service)))
  const service = meant(one.services, search.service)
  const { people, addOns } = service
    ? visitOf(one.services, service.id, search)
    : { people: [], addOns: undefined }
  const all = people.map((ids) => ids.flatMap((id) => one.services.filter((each) => each.id === id)))
  const added = addOnsIn(addOns)
  const named = namedOf(service, all, added)
  const open = openOptionsOf(all, added)
  const offered = offeredOf(one, people)
  const how = howOf(offered, search)
  const [home, setHome] = useState<Home>()
  useEffect(() => void fetchBeside().catch(() => undefined), [])
  const isAway = how === 'home' || how === 'online'
  const wait = {
    professional: id,
    service: named,
    people,
    add: addOns,
    ...settingOf(how, home?.token),
    space: isAway ? undefined : search.space,
    signedIn,
    path: `/booking?professional=${id}${service === undefined ? '' : `&service=${service.id}`}`,
  }
  const whenEmpty = (date: string | null, from: string) => (
    <Suspense>
      <WhenEmpty wait={wait} date={date} from={from} />
    </Suspense>
  )
  return (
    <Choose
      shell={shell}
      search={search}
      header={<Heading one={one} />}
      services={one.services.map((each) => choosable(each, search))}
      who={
        // Reserves two lines, the most common height, so that the slots do not move.
        <Suspense fallback={service === undefined ? null : <div className="h-26" />}>
          {service === undefined ? null : (
            <BesideService
              shell={shell}
              search={search}
              service={service}
              services={one.services}
              all={all}
              addOns={addOns}
            />
          )}
        </Suspense>
      }
      open={open}
      wanted={
        named && {
          service: named,
          reading: { professional: id, people, addOns, space: search.space, ...settingOf(how, home?.token) },
        }
      }
      before={
        one.acceptsBookings && all.flat().some(({ atHome, online }) => atHome !== null || online) ? (
          <Suspense>
            <Setting
              shell={shell}
              search={search}
              visit={all.flat()}
              offered={offered}
              how={how}
              home={home}
              signedIn={signedIn}
              onHome={setHome}
            />
          </Suspense>
        ) : null
      }
      closed={
        one.acceptsBookings ? (
          how === undefined || (how === 'home' && home === undefined) ? (
            false
          ) : undefined
        ) : (
          <Suspense>
            <NotReceiving professional={id} from={from} signedIn={signedIn} />
          </Suspense>
        )
      }
      from={from}
      zone={one.zone}
      places={isAway ? [] : one.places}
      together={isAway ? placeNames[how] : undefined}
      whenEmpty={whenEmpty}
      describe={({ spaceId }) => (isAway ? placeNames[how] : placeOf(one, spaceId))}
    />
  )
}

/** The name of the whole visit: each service with its options. */
const namedOf = (
  service: Service | undefined,
  all: readonly (readonly Service[])[],
  added: readonly string[],
) => {
  const named = service && {
    id: service.id,
    name: partsText(
      all.flatMap((visit, index) =>
        visit.map((each) =>
          [
            each.name,
            ...each.addOns.flatMap((one) =>
              added.includes(addOnKey(each.id, one.id, index)) ? addOnLabel(one) : [],
            ),
          ].join(' + '),
        ),
      ),
    ),
  }
  return named
}

/** The options that still have to be chosen. */
const openOptionsOf = (all: readonly (readonly Service[])[], added: readonly string[]) => {
  const open = all.flatMap((visit, index) =>
    visit.flatMap(({ id, addOns }) =>
      openGroups(addOns, (one) => added.includes(addOnKey(id, one.id, index))).map((group) =>
        index === 0 ? group : `${group} de la persona ${index + 1}`,
      ),
    ),
  )
  return open
}

const choosable = (service: Service, search: BookingSearch): Choosable => ({
  id: service.id,
  name: service.name,
  note: [
    durationText(service.durationMinutes),
    service.classRule === null ? '' : `Clase de hasta ${service.classRule.capacity}`,
    service.firstVisitOnly ? 'Solo en tu primera visita' : '',
    service.description,
  ]
    .filter(Boolean)
    .join(' · '),
  price: listPriceOf(service),
  to: { ...search, service: service.id, more: undefined, add: undefined, at: undefined },
})

const placeOf = ({ places }: PublicProfessional, spaceId: number | null) => {
  const place = places.find((each) => each.spaceId === spaceId)
  return place === undefined ? 'Lugar propio' : placeName(place)
}

const Heading = ({ one }: { one: PublicProfessional }) => (
  <header className="flex items-center gap-3">
    <Avatar name={nameOf(one)} src={one.user.profileImageUrl} size={52} shape="arch" eager />
    <div className="flex min-w-0 flex-col">
      <div className="flex items-center gap-2">
        <h1 className="min-w-0 truncate text-xl sm:text-2xl">
          <span className="sr-only">Reservar con </span>
          {nameOf(one)}
        </h1>
        <Suspense>
          <VerificationBadge
            level={one.user.perfilseguroVerificationLevel}
            biometric={one.user.perfilSeguroBiometricVerified}
          />
        </Suspense>
      </div>
      <Suspense fallback={<span className="h-6" />}>
        <Rating value={one.rating} count={one.reviewCount} />
      </Suspense>
    </div>
  </header>
)

const nameOf = ({ user }: Pick<PublicProfessional, 'user'>) => `${user.firstName} ${user.lastName}`
