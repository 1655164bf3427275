import * as appointmentContract from '#contract/booking/series/appointment.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import type { ProposedAppointment } from '#contract/booking/series/appointment.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { modalitiesOf } from '#contract/service/modality.ts'
import { arrangedPreview, arrangeSeries } from '#contract/booking/series/series-more.ts'
import type { OwnService } from '#contract/service/service.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import { addOnKey } from '#web/parts/booking/summary/address.ts'
import type { Chosen } from '#web/parts/booking/series/appointment-setting.tsx'
import { settingOf } from '#web/parts/booking/summary/booking-search.ts'
import { broughtIn } from '#web/parts/booking/summary/brought.ts'
import { openText } from '#web/parts/booking/options/option-fields.tsx'
import { slotsReading, todayAt } from '#web/parts/booking/hours/slots-reading.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import type { Further } from '#web/parts/booking/series/arranged-dates.tsx'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { useForm } from '#web/ui/form/use-form.ts'

/** One for each client: what was typed for one person never appears in the form of another. */
const draftOf = (client: Known | undefined) => `new-appointment-${client?.id ?? 'somebody'}`

/** From a gap: a service at one of its starts there. */
export type AppointmentStart = { serviceId: number; startsAt: string; spaceId: number | null }

/** A client of the book (contract/booking/client/own-client.ts). */
export type Known = { id: number; firstName: string; lastName: string; phone?: string }

/** The service, number of people, place and time; and whether it repeats. */
export const useAppointmentChoice = ({
  start,
  services,
  spaceId,
  professional,
}: {
  start: AppointmentStart | undefined
  services: readonly OwnService[]
  spaceId: number | undefined
  professional: PublicProfessional
}) => {
  const [serviceId, setService] = useState(start?.serviceId ?? services[0]?.id ?? 0)
  const [options, setOptions] = useState<readonly number[]>([])
  const [persons, setPersons] = useState(1)
  const [picked, setPicked] = useState<{ slot: Slot | undefined }>()
  const setSlot = (slot: Slot | undefined) => setPicked({ slot })
  const service = services.find(({ id }) => id === serviceId)
  const addOns = service?.addOns ?? []
  const usual = service === undefined ? {} : settingOf(modalitiesOf(service)[0])
  const [setting, setSetting] = useState<Chosen>()
  const how = setting === undefined ? (usual.modality === 'home' ? null : usual) : setting
  const where = how === null || how.modality !== undefined ? how : { ...how, space: spaceId }
  const open = openText(addOns, options)
  const readingOf = (from: string) =>
    slotsReading({
      professional: professional.id,
      people: Array.from({ length: persons }, () => [serviceId]),
      // Each person has the same add-ons.
      addOns:
        Array.from({ length: persons }, (_, index) => options.map((id) => addOnKey(serviceId, id, index)))
          .flat()
          .join() || undefined,
      ...where,
      from,
    })
  const startDate = start && dateIn(start.startsAt, professional.zone)
  const brought = useQuery({
    ...readingOf(startDate ?? todayAt(professional.zone)),
    enabled: start !== undefined && where !== null && open === undefined && picked === undefined,
  })
  const slot =
    picked === undefined
      ? start && broughtIn(brought.data, { at: start.startsAt, atSpace: start.spaceId ?? 0 })
      : picked.slot
  const [repeats, setRepeats] = useState(false)
  const [further, setFurther] = useState<Further>()
  return {
    repeats,
    further,
    slot,
    open,
    serviceId,
    setService,
    setSetting,
    setOptions,
    setSlot,
    addOns,
    options,
    persons,
    setPersons,
    setRepeats,
    service,
    where,
    startDate,
    readingOf,
    setFurther,
  }
}

export type AppointmentChoice = ReturnType<typeof useAppointmentChoice>

/** The client of the appointment. */
export const useContact = (client: Known | undefined) => {
  const { firstName = '', lastName = '', phone = '' } = client ?? {}
  return useForm({
    initial: { firstName, lastName, email: '', phone, note: '' },
    draft: draftOf(client),
    // The client's known data is not replaced by earlier typed text.
    given: [
      ...(firstName === '' ? [] : ['firstName' as const]),
      ...(lastName === '' ? [] : ['lastName' as const]),
      ...(phone === '' ? [] : ['phone' as const]),
    ],
  })
}

export type Contact = ReturnType<typeof useContact>

/** The request, and what is still missing before it can be sent. */
export const useProposal = (
  contact: Contact,
  choice: AppointmentChoice,
  onMade: (made: ProposedAppointment) => void,
) => {
  const queryClient = useQueryClient()
  const refresh = useRefreshBookings()
  const making = useMutation({
    mutationFn: (slotToken: string) => {
      const { firstName, lastName, email, phone, note } = contact.values
      const address = { email: email.trim() === '' ? null : email, phone: phone.trim() === '' ? null : phone }
      const body = { slotToken, note, contact: { firstName, lastName, ...address } }
      return choice.repeats && choice.further !== undefined
        ? call(arrangeSeries, {
            body: { ...body, every: choice.further.every, furtherTokens: choice.further.tokens },
          })
        : call(appointmentContract.proposeAppointment, { body })
    },
    onSuccess: async (made) => {
      contact.forget()
      onMade(made)
      await queryClient.invalidateQueries({ queryKey: keyOf(appointmentContract.proposedAppointments) })
      // It takes time of the day, even before the client has accepted.
      await refresh()
    },
    onError: (problem) => {
      void queryClient.invalidateQueries({ queryKey: ['/api', 'slots'] })
      // Nothing was held: the dates are loaded again.
      if (problem instanceof ApiError && problem.status > 0)
        void queryClient.invalidateQueries({ queryKey: keyOf(arrangedPreview) })
    },
  })
  const missing =
    choice.slot === undefined
      ? (choice.open ?? 'Elige primero una hora.')
      : contact.values.firstName.trim() === ''
        ? 'Escribe su nombre.'
        : contact.values.email.trim() === '' && contact.values.phone.trim() === ''
          ? 'Escribe su correo o su teléfono.'
          : choice.repeats && (choice.further === undefined || choice.further.tokens.length === 0)
            ? 'Elige al menos otra fecha, o quita la serie.'
            : undefined
  return { missing, making }
}
