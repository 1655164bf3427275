import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { slotsReading, todayAt } from '#web/parts/booking/hours/slots-reading.ts'
import { isOffered, type Known } from '#web/parts/onboarding/reading.ts'
import { longDate, dateIn, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'

/** The first hour that a client finds, read as a client reads it; nothing where it depends on the client's own address. */
export const FirstHour = ({ known: { profile, services } }: { known: Known }) => {
  const zone = profile?.zone ?? 'America/Mexico_City'
  const offered = services.filter(isOffered)
  const service =
    offered.find(({ atPlace }) => atPlace && profile?.hasOwnPlace === true) ??
    offered.find(({ online }) => online)
  const isOnline = service !== undefined && !(service.atPlace && profile?.hasOwnPlace === true)
  const answer = useQuery({
    ...slotsReading({
      professional: profile?.id,
      people: [[service?.id ?? 0]],
      from: todayAt(zone),
      ...(isOnline ? { modality: 'online' } : {}),
    }),
    enabled: service !== undefined && profile !== null,
  })
  const first = answer.data?.days.flatMap(({ slots }) => slots)[0]
  if (service === undefined) return <Line>Tus clientas escriben su dirección y ven tus horas libres.</Line>
  if (answer.isPending || answer.isError) return null
  if (first === undefined)
    return (
      <Line>
        En las próximas dos semanas no sale ninguna hora de {service.name}.{' '}
        <Link {...paths.calendar()} className="font-medium underline underline-offset-4">
          Ver por qué en mi agenda
        </Link>
      </Line>
    )
  return (
    <Line>
      Tu primera hora libre:{' '}
      <strong>
        {longDate(dateIn(first.startsAt, zone))}, {timeOf(first.startsAt, zone)}
      </strong>
      , {service.name}.
    </Line>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <p role="status" className="no-print flex items-start gap-2.5 rounded-lg bg-agave-soft px-4 py-3">
    <CalendarCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-agave" />
    <span>{children}</span>
  </p>
)
