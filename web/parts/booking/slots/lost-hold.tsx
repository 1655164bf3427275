import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarCheck2, TimerOff } from 'lucide-react'
import * as z from 'zod/mini'
import * as holds from '#contract/booking/hold.ts'
import { BookedHold, LostHold as LostDetails, type LostVisit } from '#contract/booking/checkout/lost-hold.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { ApiError, call } from '#web/api.ts'
import { addOnKey } from '#web/parts/booking/summary/address.ts'
import { settingOf } from '#web/parts/booking/summary/booking-search.ts'
import { againOf } from '#web/parts/booking/summary/shell.ts'
import HoldProblem from '#web/parts/booking/slots/hold-problem.tsx'
import type { Home } from '#web/parts/booking/options/home-address.tsx'
import { nearestOf } from '#web/parts/booking/hours/nearest-slots.ts'
import { slotsReading, todayAt } from '#web/parts/booking/hours/slots-reading.ts'
import { Price } from '#web/parts/payment/price.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { addDays, dateIn, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** An ended hold, and alternatives: the nearest slots of the same visit, or all of them. */
export default function LostHold({
  title = 'Ya no está apartado',
  hold,
  problem,
  text = hold === undefined
    ? 'El tiempo para reservar este horario terminó. Vuelve a elegirlo: tus datos siguen aquí.'
    : 'Se acabó el tiempo para pagar y el horario quedó libre. Vuelve a elegirlo: tus datos siguen aquí.',
}: {
  title?: string
  text?: string
  /** Its last known state. */
  hold?: LostVisit
  /** Or the message to show instead. */
  problem?: Error
}) {
  const details = problem instanceof ApiError ? problem.details : undefined
  const booked = z.safeParse(BookedHold, details)
  const reported = z.safeParse(LostDetails, details)
  if (booked.success)
    return (
      <section className="page py-12">
        <EmptyState
          heading="h1"
          icon={<CalendarCheck2 />}
          title="Esta cita ya es tuya"
          text="Ya la reservaste; no hay nada más que pagar aquí."
          action={
            <Link {...paths.bookingSuccess(booked.data.bookedId)} className={buttonClass()}>
              Ver mi cita
            </Link>
          }
        />
      </section>
    )
  const visit = hold ?? (reported.success ? reported.data.held : undefined)
  return (
    <section className="page flex flex-col items-center gap-8 py-12">
      <EmptyState
        className="py-0"
        heading="h1"
        icon={<TimerOff />}
        title={title}
        text={text}
        action={
          visit === undefined ? (
            <Link {...paths.search()} className={buttonClass()}>
              Buscar profesionales
            </Link>
          ) : (
            <Link {...againOf(visit)} className={buttonClass()}>
              Elegir otro horario
            </Link>
          )
        }
      />
      {visit === undefined ? null : <Nearest visit={visit} />}
    </section>
  )
}

/** Up to three slots near the lost one, of the same visit at the same place. One press takes one; what was typed stays. */
const Nearest = ({ visit }: { visit: LostVisit }) => {
  const navigate = useNavigate()
  const { professional, service, moreServices, people, place, zone, startsAt } = visit
  const form = useForm<{ home: Home | null }>({ initial: { home: null }, draft: 'visit-home' })
  const { home } = form.values
  const today = todayAt(zone)
  const around = addDays(dateIn(startsAt, zone), -6)
  const answer = useQuery({
    ...slotsReading({
      professional: professional.id,
      people:
        people === null
          ? [[service.id, ...moreServices]]
          : people.map(({ services }) => services.map(({ id }) => id)),
      addOns:
        visit.addOns
          .filter(({ added }) => added)
          .map(({ serviceId, id, person }) => addOnKey(serviceId, id, person - 1))
          .join() || undefined,
      from: around < today ? today : around,
      space: place.spaceId ?? undefined,
      ...settingOf(place.modality, home?.token),
      channel: visit.byOwnLink ? 'own_link' : undefined,
    }),
    // The home address is known only to the tab in which it was typed.
    enabled: place.modality !== 'home' || home !== null,
    staleTime: 0,
  })
  const holding = useMutation({
    mutationFn: ({ token }: Slot) => call(holds.hold, { body: { slotToken: token } }),
    onSuccess: ({ id }) => navigate({ ...paths.checkout(id), replace: true }),
    onError: () => void answer.refetch(),
  })
  const near = nearestOf(answer.data?.days ?? [], startsAt)
  if (near.length === 0) return null
  return (
    <section aria-label="Horarios cercanos" className="flex w-full max-w-lg flex-col gap-3">
      <h2 className="text-xl">Lo más cercano</h2>
      <p className="text-muted">
        {service.name} con {professional.firstName}. Con un toque lo apartamos para ti.
      </p>
      <ul className="flex flex-col gap-2">
        {near.map((slot) => (
          <li key={slot.token}>
            <Button
              wide
              tone="secondary"
              busy={holding.isPending && holding.variables.token === slot.token}
              onClick={() => holding.mutate(slot)}
            >
              {shortOf(slot.startsAt, zone)} · <Price cents={slot.totalCents} />
            </Button>
          </li>
        ))}
      </ul>
      {holding.isError ? (
        <HoldProblem
          problem={holding.error}
          zone={zone}
          onTake={(slot) => holding.mutate(slot)}
          onAgain={() => holding.mutate(holding.variables)}
        />
      ) : null}
    </section>
  )
}
