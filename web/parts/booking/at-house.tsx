import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import type { Attendance } from '#contract/storefront.ts'
import type { Asked } from '#web/parts/booking/address.ts'
import { attendanceReading } from '#web/parts/booking/asked.ts'
import { Choose, type Choosable } from '#web/parts/booking/choose.tsx'
import { type Door, linkOf } from '#web/parts/booking/door.ts'
import { alikeTo, servicesByName } from '#web/parts/booking/house-services.ts'
import { whenEmptyOf } from '#web/parts/booking/when-empty.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/states.tsx'

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
  const alike = alikeTo(house.services, asked.service)
  // Who does not give what was chosen is not the one meant.
  const own = alike.find(({ professionalId }) => professionalId === asked.professional)
  const service = own ?? alike[0]
  const where = { business: asked.business, space: asked.space }
  const named = (id: number | undefined) => {
    const one = house.team.find((each) => each.id === id)
    return one === undefined ? '' : `${one.firstName} ${one.lastName}`
  }
  return (
    <Choose
      door={door}
      asked={asked}
      header={<Heading house={house} />}
      services={servicesByName(house.services).map((group) => choosable(group, asked))}
      who={
        alike.length < 2 ? null : (
          <WithWhom door={door} house={house} asked={asked} alike={alike} chosen={own?.professionalId} />
        )
      }
      wanted={
        service && {
          service: { id: service.id, name: service.name },
          reading: { ...where, service: service.id, ...(own ? { professional: own.professionalId } : {}) },
        }
      }
      closed={
        house.services.length === 0 ? (
          <EmptyState title="Nadie recibe aquí por ahora" text="Vuelve pronto: el equipo está por llegar." />
        ) : undefined
      }
      from={from}
      zone={house.zone}
      places={[]}
      together={house.name}
      whenEmpty={
        own &&
        whenEmptyOf({
          professional: own.professionalId,
          service: own,
          space: asked.space,
          from,
          signedIn,
          path: `/booking?professional=${own.professionalId}&service=${own.id}`,
        })
      }
      describe={({ professionalId }) => `con ${named(professionalId ?? own?.professionalId)}`}
    />
  )
}

type Alike = Attendance['services']

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
    isFrom: new Set(prices).size > 1,
    to: { ...asked, service: first?.id, professional: kept?.professionalId, at: undefined },
  }
}

/** "Cualquier profesional", or one of those who give it; links, as everything that is chosen before the scripts are there. */
const WithWhom = ({
  door,
  house,
  asked,
  alike,
  chosen,
}: {
  door: Door
  house: Attendance
  asked: Asked
  alike: Alike
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
        {alike.map(({ id, professionalId }) => {
          const one = house.team.find((each) => each.id === professionalId)
          if (one === undefined) return null
          const name = `${one.firstName} ${one.lastName}`
          return (
            <li key={id}>
              <Link
                {...linkOf(door, { ...asked, professional: professionalId, service: id, at: undefined })}
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
