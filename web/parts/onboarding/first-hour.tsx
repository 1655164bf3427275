import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnService } from '#contract/service/service.ts'
import { slotsReading, todayAt } from '#web/parts/booking/hours/slots-reading.ts'
import { isOffered, type Known } from '#web/parts/onboarding/reading.ts'
import { longDate, dateIn, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'

/** The first hour that a client finds, as the client sees it; hidden where it depends on the client's address. */
export const FirstHour = ({ known: { profile, services } }: { known: Known }) => {
  const zone = profile?.zone ?? 'America/Mexico_City'
  const offered = services.filter((one) => isOffered(one) && one.classRule === null)
  const there = useFirst(
    profile,
    offered.find(({ atPlace }) => atPlace),
  )
  const online = useFirst(
    profile,
    offered.find((one) => one.online),
    { modality: 'online' },
  )
  if (!there.isWanted && !online.isWanted)
    return <Line>Tus clientes escriben su dirección y ven tus horas libres.</Line>
  if (there.isPending || online.isPending) return null
  const [found] = [there, online]
    .flatMap(({ slot, service }) => (slot === undefined || service === undefined ? [] : [{ slot, service }]))
    .toSorted((one, other) => Date.parse(one.slot.startsAt) - Date.parse(other.slot.startsAt))
  if (found === undefined)
    return (
      <Line>
        En las próximas dos semanas no sale ninguna hora.{' '}
        <Link {...paths.calendar()} className="font-medium underline underline-offset-4">
          Ver por qué en mi agenda
        </Link>
      </Line>
    )
  return (
    <Line>
      Tu primera hora libre:{' '}
      <strong>
        {longDate(dateIn(found.slot.startsAt, zone))}, {timeOf(found.slot.startsAt, zone)}
      </strong>
      , {found.service.name}.
    </Line>
  )
}

/** The first hour of a service within two weeks. */
const useFirst = (
  profile: Known['profile'],
  service: OwnService | undefined,
  where: { modality?: 'online' } = {},
) => {
  const isWanted = service !== undefined && profile !== null
  const answer = useQuery({
    ...slotsReading({
      professional: profile?.id,
      people: [[service?.id ?? 0]],
      from: todayAt(profile?.zone ?? 'America/Mexico_City'),
      ...where,
    }),
    enabled: isWanted,
  })
  return {
    isWanted,
    service,
    isPending: isWanted && answer.isPending,
    slot: answer.data?.days.flatMap(({ slots }) => slots)[0],
  }
}

const Line = ({ children }: { children: ReactNode }) => (
  <p role="status" className="no-print flex items-start gap-2.5 rounded-lg bg-agave-soft px-4 py-3">
    <CalendarCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-agave" />
    <span>{children}</span>
  </p>
)
