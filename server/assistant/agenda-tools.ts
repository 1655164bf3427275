/** A professional's agenda: their day, their own free hours, and an appointment that is confirmed at once, as on the screen. */
import * as z from 'zod/mini'
import { professionalDay } from '#contract/booking/day.ts'
import { makeOwnAppointment, ownHours, ownStart } from '#contract/booking/series/own-appointment.ts'
import { statusFor } from '#contract/booking/status.ts'
import { Id, LocalDate } from '#contract/platform/shapes.ts'
import { tool } from '#server/assistant/tool.ts'
import { pesos, RequestId, said, SlotToken, whenIn } from '#server/assistant/words.ts'

const day = tool({
  name: 'my_day',
  title: 'Mi día',
  description: 'The appointments of one date of the professional, and what they earn.',
  scope: 'bookings:read',
  isForProfessionals: true,
  hint: 'reads',
  input: { date: LocalDate },
  output: {
    appointments: z.array(
      z.object({
        bookingId: z.string(),
        when: z.string(),
        minutes: z.int(),
        service: z.string(),
        client: z.string(),
        place: z.string(),
        statusText: z.string(),
      }),
    ),
    expectedPesos: z.number(),
  },
  run: async (ask, { date }) => {
    const found = await ask.call(professionalDay, { query: { date } })
    return {
      appointments: found.bookings.slice(0, 40).map((one) => ({
        bookingId: one.id,
        when: whenIn(one.startsAt, one.zone),
        minutes: one.service.durationMinutes,
        service: said(one.service.name, 80),
        client: said(one.client === null ? '' : `${one.client.firstName} ${one.client.lastName ?? ''}`, 80),
        place: said(one.place.name),
        statusText: statusFor(one.status, 'professional'),
      })),
      expectedPesos: pesos(found.expectedCents),
    }
  },
})

const start = tool({
  name: 'my_services_and_clients',
  title: 'Mis servicios y clientes',
  description:
    'Services of the professional, and clients of their book found by a name or telephone: the ids that my_free_hours and new_appointment take.',
  scope: 'bookings:read',
  isForProfessionals: true,
  hint: 'reads',
  input: { search: z._default(z.string().check(z.maxLength(80)), '') },
  output: {
    services: z.array(
      z.object({ serviceId: z.int(), name: z.string(), minutes: z.int(), pesos: z.number() }),
    ),
    clients: z.array(z.object({ clientId: z.int(), name: z.string() })),
  },
  run: async (ask, { search }) => {
    const found = await ask.call(ownStart, { query: { q: search } })
    return {
      services: found.services.slice(0, 40).map((one) => ({
        serviceId: one.id,
        name: said(one.name, 80),
        minutes: one.durationMinutes,
        pesos: pesos(one.priceCents),
      })),
      clients: found.clients
        .slice(0, 10)
        .map((one) => ({ clientId: one.id, name: said(`${one.firstName} ${one.lastName}`, 80) })),
    }
  },
})

const hours = tool({
  name: 'my_free_hours',
  title: 'Mis horas libres',
  description:
    'Free hours of the professional for an appointment of their own agenda, from one date on, with a slotToken for new_appointment. `time` asks for one hour, or "now".',
  scope: 'bookings:read',
  isForProfessionals: true,
  hint: 'reads',
  input: {
    serviceIds: z.array(Id).check(z.minLength(1), z.maxLength(5)),
    date: LocalDate,
    clientId: z.optional(Id),
    time: z.optional(z.string().check(z.regex(/^(?:now|(?:[01]\d|2[0-3]):[0-5]\d)$/))),
  },
  output: {
    date: z.string(),
    hours: z.array(
      z.object({
        when: z.string(),
        place: z.string(),
        netPesos: z.number(),
        overrides: z.array(z.string()),
        slotToken: z.string(),
      }),
    ),
    whyNot: z.nullable(z.string()),
  },
  run: async (ask, { serviceIds, clientId, ...rest }) => {
    const query = {
      ...rest,
      services: serviceIds.join(','),
      ...(clientId === undefined ? {} : { client: clientId }),
    }
    const found = await ask.call(ownHours, { query })
    const named = found.named?.hour
    const list = named === null || named === undefined ? found.hours : [named]
    return {
      date: found.date,
      hours: list.slice(0, 24).map((one) => ({
        when: whenIn(one.slot.startsAt, found.zone),
        place: said(one.place),
        netPesos: pesos(one.netCents),
        overrides: one.overrides,
        slotToken: one.slot.token,
      })),
      whyNot: found.named?.reason ?? null,
    }
  },
})

const make = tool({
  name: 'new_appointment',
  title: 'Nueva cita en mi agenda',
  description:
    'Write an appointment into the agenda of the professional: confirmed at once. For a client of their book (clientId) or a new one (firstName, phone). Paid at the place, or by a link that the client gets.',
  scope: 'bookings:write',
  isForProfessionals: true,
  hint: 'adds',
  input: {
    slotToken: SlotToken,
    clientId: z.optional(Id),
    firstName: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
    lastName: z._default(z.string().check(z.maxLength(80)), ''),
    phone: z.optional(z.string().check(z.maxLength(30))),
    paid: z._default(z.enum(['place', 'link']), 'place'),
    note: z._default(z.string().check(z.maxLength(300)), ''),
    requestId: RequestId,
  },
  output: {
    bookingId: z.string(),
    when: z.string(),
    place: z.string(),
    totalPesos: z.number(),
    payLink: z.nullable(z.string()),
    /** By the agreement of its place the host answers first. */
    answerBy: z.nullable(z.string()),
  },
  run: async (ask, { slotToken, clientId, firstName, lastName, phone, paid, note, requestId }) => {
    const client =
      clientId === undefined
        ? { firstName: firstName ?? '', lastName, phone: phone ?? null }
        : { id: clientId }
    const body = { slotToken, client, how: paid, note }
    const made = await ask.call(makeOwnAppointment, { body }, requestId)
    return {
      bookingId: made.id,
      when: whenIn(made.startsAt, made.zone),
      place: said(made.place),
      totalPesos: pesos(made.totalCents),
      payLink: made.payLink,
      answerBy: made.answerBy ?? null,
    }
  },
})

export const agendaTools = [day, start, hours, make] as const
