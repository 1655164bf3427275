/** What waits for a professional's or host's answer: accepted or declined by message, as on the screen of requests. */
import { formatCents } from '#contract/platform/money.ts'
import { answerChange } from '#server/booking/change/change.ts'
import { accept, decline, requests } from '#server/booking/request/request.ts'
import { choice, type Said, type Step } from '#server/chat/action.ts'
import { workerOf } from '#server/chat/person.ts'
import { costsMore, rescueAnswered, rescueText } from '#server/chat/rescue.ts'
import { shortHour, whenOf } from '#server/chat/words.ts'
import type { WorkReply } from '#server/messaging/work-reply.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

const sidesOf = ({ viewer }: Work) =>
  [
    ...(viewer.professionalId === null ? [] : ['professional' as const]),
    ...(viewer.hostId === null ? [] : ['host' as const]),
  ] as const

type Booking = Awaited<ReturnType<typeof requests>>['bookings'][number]
type Waiting = { as: 'professional' | 'host'; booking: Booking; what: 'request' | 'proposal' | 'elsewhere' }

/** Requests, and proposed hours and places: each with its version. */
const waitingFor = async (worker: Work): Promise<Waiting[]> =>
  (
    await Promise.all(
      sidesOf(worker).map(async (as) => {
        const { bookings, others } = await requests(worker, as)
        return [
          ...bookings.map((booking) => ({ as, booking, what: 'request' as const })),
          ...others.flatMap(({ kind, booking }): Waiting[] =>
            kind === 'change' || kind === 'rescue'
              ? [{ as, booking, what: kind === 'change' ? 'proposal' : 'elsewhere' }]
              : [],
          ),
        ]
      }),
    )
  ).flat()

/** False also for a telephone of no professional or host. */
export const hasWaiting = async (work: Work, phone: string): Promise<boolean> => {
  const worker = await workerOf(work, phone)
  return worker !== null && (await waitingFor(worker)).length > 0
}

/** A list has ten lines. */
const shownRequests = 9

export const requestsOf = async (work: Work, phone: string): Promise<Said> => {
  const worker = await workerOf(work, phone)
  if (worker === null) return { text: 'Con este número no hay una cuenta de profesional o anfitrión.' }
  const waiting = await waitingFor(worker)
  const [only] = waiting
  if (only === undefined) return { text: 'Ninguna cita espera tu respuesta.' }
  if (waiting.length === 1) return question(work, only)
  return {
    text: `${waiting.length} citas esperan tu respuesta.`,
    choices: waiting
      .slice(0, shownRequests)
      .map((one) =>
        choice(
          shortHour(one.booking.startsAt, one.booking.zone),
          stepOf(one, 'ask'),
          `${leads[one.what]}${one.booking.service.name}, ${one.booking.client?.firstName ?? ''}`,
        ),
      ),
  }
}

const leads = { request: '', proposal: 'Otra hora: ', elsewhere: 'Otro lugar: ' } as const

type AnswerStep = Step<'request'> | Step<'proposal'> | Step<'elsewhere'>
type Answer = AnswerStep['answer']

const stepOf = ({ as, booking: { id, version }, what }: Waiting, answer: Answer): AnswerStep => ({
  do: what,
  id,
  as,
  version,
  answer,
})

/** All the facts for the decision, and the version shown. */
const question = (work: Work, one: Waiting): Said => {
  const { as, booking, what } = one
  const choices = [choice('Aceptar', stepOf(one, 'accept')), choice('No puedo', stepOf(one, 'decline'))]
  const who = booking.client?.firstName ?? 'un cliente'
  const when = whenOf(work, booking.startsAt, booking.zone)
  if (what === 'proposal' && booking.change !== null) {
    const { startsAt, note, differenceCents } = booking.change
    const price = differenceCents === 0 ? '' : ` El precio cambia ${formatCents(differenceCents)}.`
    return {
      text: `${booking.service.name} con ${who}: proponen ${whenOf(work, startsAt, booking.zone)}, en vez de ${when}.${price}${note === '' ? '' : ` «${note}»`} ¿La aceptas?`,
      choices,
    }
  }
  if (what === 'elsewhere' && booking.rescue !== null)
    return { text: rescueText(work, booking, booking.rescue), choices }
  const cents = as === 'host' ? booking.rentCents : booking.totalCents
  return {
    text: `${booking.service.name} con ${who}, ${when}, ${booking.place.name}.${cents === null ? '' : ` ${as === 'host' ? 'Renta' : 'Total'}: ${formatCents(cents)}.`} ¿La aceptas?`,
    choices,
  }
}

const over: Said = { text: 'Esa solicitud ya tiene respuesta.' }

/** A step that was offered: repeats the question, or answers that version. */
export const requestAnswered = async (
  work: Work,
  phone: string,
  { do: what, id, as, version, answer }: AnswerStep,
): Promise<Said> => {
  const worker = (await workerOf(work, phone)) ?? refuse('not_found')
  const waits = (await waitingFor(worker)).find((one) => one.booking.id === id && one.as === as)
  if (answer === 'ask') return waits === undefined ? over : question(work, waits)
  if (what === 'elsewhere') return rescueAnswered(worker, id, { version, answer })
  if (what === 'proposal') {
    const booking = await answerChange(worker, id, { as, version, answer })
    return answer === 'decline'
      ? { text: `De acuerdo: la cita sigue ${whenOf(work, booking.startsAt, booking.zone)}.` }
      : {
          text:
            booking.change === null
              ? `Listo: ${booking.service.name}, ${whenOf(work, booking.startsAt, booking.zone)}.`
              : 'Aceptada. Falta otra respuesta; te avisamos.',
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

const kinds = { request: 'request', change: 'proposal', rescue: 'elsewhere' } as const
type Pressed = Extract<WorkReply, { what: string }>

/** A button of a message: asks again if it changed since; declining, which cannot be undone, is confirmed once more. */
export const pressed = async (
  work: Work,
  phone: string,
  { what, id, as, version, answer }: Pressed,
): Promise<Said> => {
  const worker = (await workerOf(work, phone)) ?? refuse('not_found')
  const kind = kinds[what]
  const waits = (await waitingFor(worker)).find(
    (one) => one.booking.id === id && one.as === as && one.what === kind,
  )
  if (waits === undefined) return over
  if (waits.booking.version !== version) {
    const now = question(work, waits)
    return { ...now, text: `Cambió desde ese mensaje. ${now.text}` }
  }
  // A higher cost is confirmed once more, with the price.
  if (answer === 'accept' && kind === 'elsewhere' && costsMore(waits.booking.rescue))
    return question(work, waits)
  if (answer === 'accept')
    return requestAnswered(work, phone, { do: kind, id, as, version, answer: 'accept' })
  const again = question(work, waits)
  return {
    text: `¿Le decimos que no puedes? ${again.text.replace(/ ¿La aceptas\?$/, '')}`,
    choices: [
      choice('Sí, no puedo', stepOf(waits, 'decline')),
      choice('Mejor la acepto', stepOf(waits, 'accept')),
    ],
  }
}
