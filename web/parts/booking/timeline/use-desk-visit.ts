import * as publicPage from '#contract/search/public-page.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '#web/ui/form/use-form.ts'
import * as availability from '#contract/availability/availability.ts'
import { deskBook, deskClient } from '#contract/booking/desk/desk.ts'
import * as contract from '#contract/hiring/agreement.ts'
import type { TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { call, reading } from '#web/api.ts'
import { addOnKey } from '#web/parts/booking/summary/address.ts'
import { openText } from '#web/parts/booking/options/option-fields.tsx'
import { savedText } from '#web/parts/booking/timeline/layout.ts'
import { slotDaysReading } from '#web/parts/booking/hours/slots-reading.ts'
import { addDays, instantOf, timeOf } from '#web/parts/time/wall-clock.ts'

const dayIn = (date: string, zone: string) => ({
  from: Date.parse(instantOf(date, '00:00', zone)),
  until: Date.parse(instantOf(addDays(date, 1), '00:00', zone)),
})

/** The agreement that the visit falls under, with its space and its professional's services. */
export const useDeskAgreement = (spaces: readonly TimelineSpace[]) => {
  const agreements = useQuery(reading(contract.agreements))
  const partners = (agreements.data ?? [])
    .filter(
      ({ spaceId, status }) =>
        (status === 'active' || status === 'expiring') && spaces.some(({ id }) => id === spaceId),
    )
    // Ordered by use: the professional who works there most is the likeliest.
    .toSorted((one, other) => usesOf(other) - usesOf(one))
  const [agreementId, setAgreement] = useState<number>()
  const [passedOver, passOver] = useState<readonly number[]>([])
  const looked =
    passedOver.length < maxLookedAt ? partners.find(({ id }) => !passedOver.includes(id)) : undefined
  const agreement = partners.find(({ id }) => id === agreementId) ?? looked ?? partners[0]
  const space = spaces.find(({ id }) => id === agreement?.spaceId)
  const profile = useQuery({
    ...reading(publicPage.publicProfessional, {
      params: { id: String(agreement?.professionalId ?? 0) },
      query: {},
    }),
    enabled: agreement !== undefined,
  })
  return {
    profile,
    agreement,
    space,
    agreements,
    setAgreement,
    partners,
    /** Passes over a suggested professional who has no free hour; undefined: the first few were. */
    passOver:
      agreementId === undefined && looked !== undefined && partners.length > 1
        ? () => passOver([...passedOver, looked.id])
        : undefined,
  }
}

const maxLookedAt = 4
const usesOf = ({ upcomingBookings, usedMinutesThisWeek }: contract.Agreement) =>
  upcomingBookings * 60 + usedMinutesThisWeek

export type DeskAgreement = ReturnType<typeof useDeskAgreement>

type Typed = {
  /** Null: the first one. */
  serviceId: number | null
  options: readonly number[]
  persons: number
  date: string
  /** The instant of the hour; empty: the first of the day. */
  startsAt: string
  /** Null: not typed, so the name saved with that phone number is used. */
  firstName: string | null
  lastName: string | null
  email: string
  phone: string
}

/** The same service for each person, one after the other. */
export const servicesFor = (serviceId: number, persons: number) => {
  const each = Array.from({ length: persons }, () => serviceId)
  return persons === 1 ? { service: serviceId } : { services: each.join(), persons: each.map(() => 1).join() }
}

/**
 * The hour that is booked. Each load of the hours has new tokens, so the chosen one is found by its instant; undefined: it is no longer
 * free, and no other is taken in its place.
 */
export const slotAt = <One extends { startsAt: string }>(
  offered: readonly One[],
  startsAt: string,
): One | undefined =>
  startsAt === '' ? offered[0] : offered.find((slot) => Date.parse(slot.startsAt) === Date.parse(startsAt))

/** The service, people and hour that the receptionist enters, and the booking of it. */
export const useDeskVisit = (desk: DeskAgreement, firstDate: string) => {
  const queryClient = useQueryClient()
  const services = desk.profile.data?.services ?? []
  const form = useForm<Typed>({
    initial: () => ({
      serviceId: null,
      options: [],
      persons: 1,
      date: firstDate,
      startsAt: '',
      firstName: null,
      lastName: null,
      email: '',
      phone: '',
    }),
  })
  const { serviceId, options, date, startsAt, firstName, lastName, email, phone } = form.values
  const isWhole = phone.replace(/\D/g, '').length >= 10
  const { data } = useQuery({ ...reading(deskClient, { query: { phone } }), enabled: isWhole })
  const known = isWhole && data?.firstName ? data : undefined
  const who = {
    firstName: firstName ?? known?.firstName ?? '',
    lastName: lastName ?? known?.lastName ?? '',
    email,
    phone,
  }
  const service = services.find(({ id }) => id === serviceId) ?? services[0]
  // In a class each person has their own seat.
  const persons = service?.classRule === null ? form.values.persons : 1
  const each = Array.from({ length: persons }, () => service?.id ?? 0)
  const addOns = service?.addOns ?? []
  const open = openText(addOns, options)
  const slots = useQuery({
    ...reading(availability.slots, {
      query: {
        professional: desk.agreement?.professionalId ?? 0,
        ...servicesFor(service?.id ?? 0, persons),
        space: desk.agreement?.spaceId ?? 0,
        // Each person has the same add-ons.
        addOns:
          each.flatMap((service, index) => options.map((id) => addOnKey(service, id, index))).join() ||
          undefined,
        from: date,
        to: date,
      },
    }),
    enabled: desk.agreement !== undefined && service !== undefined && open === undefined && date !== '',
  })
  const offered = slots.data?.days.flatMap((day) => day.slots) ?? []
  const slot = slotAt(offered, startsAt)
  const hasNone =
    slots.data !== undefined ? offered.length === 0 : desk.profile.data !== undefined && services.length === 0
  if (hasNone && serviceId === null) desk.passOver?.()
  const days = useQuery({
    ...slotDaysReading({
      professional: desk.agreement?.professionalId ?? 0,
      people: each.map((service) => [service]),
      space: desk.agreement?.spaceId ?? 0,
      from: date,
      to: date === '' ? '' : addDays(date, 30),
    }),
    enabled: slots.data !== undefined && hasNone,
  })
  const booking = useMutation({
    mutationFn: () => {
      // After a refusal the hours are reloaded: what was shown is still the selection.
      form.put({ startsAt: slot?.startsAt ?? startsAt })
      return call(deskBook, { body: { slotToken: slot?.token ?? '', contact: who } })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/api', 'host'] }),
    onError: () => void slots.refetch(),
  })
  const zone = desk.space?.zone ?? 'America/Mexico_City'
  const allocation =
    desk.space === undefined || date === ''
      ? null
      : savedText(desk.space, dayIn(date, zone), desk.agreement?.professionalName)
  const set = (name: keyof typeof who) => form.pick(name).onChange
  return {
    form,
    booking,
    zone,
    persons,
    who,
    isKnown: known !== undefined,
    setService: form.pick('serviceId').onChange,
    setOptions: form.pick('options').onChange,
    setStart: form.pick('startsAt').onChange,
    service,
    services,
    addOns,
    options,
    setPersons: form.pick('persons').onChange,
    date,
    setDate: (date: string) => form.put({ date, startsAt: '' }),
    slots,
    offered,
    /** The first day with an hour, where this one has none. */
    nextDate: hasNone ? days.data?.days.find(({ spaces }) => spaces.length > 0)?.date : undefined,
    allocation,
    startsAt,
    slot,
    /** Why the chosen hour cannot be booked; undefined while it is free. */
    gone:
      offered.length > 0 && slot === undefined
        ? `Las ${timeOf(startsAt, zone)} ya no están libres: elige otra hora.`
        : undefined,
    set,
    open,
  }
}

export type DeskVisit = ReturnType<typeof useDeskVisit>
