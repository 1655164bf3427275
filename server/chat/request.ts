/** What waits for the answer of who serves or lets: accepted or declined by message, as on the screen of requests. */
import { formatCents } from '#contract/platform/money.ts'
import { accept, decline, requests } from '#server/booking/request/request.ts'
import { type ChatAction, choice, type Said } from '#server/chat/action.ts'
import { workerOf } from '#server/chat/person.ts'
import { shortHour, whenOf } from '#server/chat/words.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

const sidesOf = ({ who }: Work) =>
  [
    ...(who.professionalId === null ? [] : ['professional' as const]),
    ...(who.hostId === null ? [] : ['host' as const]),
  ] as const

const waitingFor = async (worker: Work) =>
  (
    await Promise.all(
      sidesOf(worker).map(async (as) =>
        (await requests(worker, as)).bookings.map((booking) => ({ as, booking })),
      ),
    )
  ).flat()

/** A list has ten lines. */
const shownRequests = 9

export const requestsOf = async (work: Work, phone: string): Promise<Said> => {
  const worker = await workerOf(work, phone)
  if (worker === null) return { text: 'Con este número no hay una cuenta de profesional o anfitrión.' }
  const waiting = await waitingFor(worker)
  if (waiting.length === 0) return { text: 'Ninguna cita espera tu respuesta.' }
  return {
    text:
      waiting.length === 1
        ? 'Una cita espera tu respuesta.'
        : `${waiting.length} citas esperan tu respuesta.`,
    choices: waiting
      .slice(0, shownRequests)
      .map(({ as, booking }) =>
        choice(
          shortHour(booking.startsAt, booking.zone),
          { do: 'request', id: booking.id, as, version: booking.version, answer: 'ask' },
          `${booking.service.name}, ${booking.client?.firstName ?? ''}`,
        ),
      ),
  }
}

export const requestAnswered = async (
  work: Work,
  phone: string,
  { id, as, version, answer }: Extract<ChatAction, { do: 'request' }>,
): Promise<Said> => {
  const worker = (await workerOf(work, phone)) ?? refuse('not_found')
  if (answer === 'ask') {
    const booking = (await waitingFor(worker)).find((one) => one.booking.id === id)?.booking
    if (booking === undefined) return { text: 'Esa solicitud ya tiene respuesta.' }
    const what = { do: 'request', id, as, version: booking.version } as const
    const cents = as === 'host' ? booking.rentCents : booking.totalCents
    return {
      text: `${booking.service.name} con ${booking.client?.firstName ?? 'un cliente'}, ${whenOf(work, booking.startsAt, booking.zone)}, ${booking.place.name}.${cents === null ? '' : ` ${as === 'host' ? 'Renta' : 'Total'}: ${formatCents(cents)}.`} ¿La aceptas?`,
      choices: [
        choice('Aceptar', { ...what, answer: 'accept' }),
        choice('No puedo', { ...what, answer: 'decline' }),
      ],
    }
  }
  if (answer === 'accept') {
    const booking = await accept(worker, id, { as, version })
    return {
      text:
        booking.status === 'requested'
          ? 'Aceptada. Falta otra respuesta; te avisamos.'
          : `Aceptada: ${booking.service.name}, ${whenOf(work, booking.startsAt, booking.zone)}.`,
    }
  }
  await decline(worker, id, { as, version, reason: 'no_time' })
  return { text: 'Le decimos que no puedes a esa hora. No se cobra nada.' }
}
