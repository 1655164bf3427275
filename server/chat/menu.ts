/** Questions that lead on: which visit, what to do with it, and what waits for an answer. */
import { choice, type Said } from '#server/chat/action.ts'
import { currentOf, type Visit, workerOf } from '#server/chat/person.ts'
import * as proposals from '#server/chat/proposal.ts'
import * as requests from '#server/chat/request.ts'
import * as visits from '#server/chat/visit.ts'
import { visitText } from '#server/chat/words.ts'
import type { Work } from '#server/platform/work.ts'

/** The open question to the client, or the menu. */
export const questionTo = (work: Work, visit: Visit, before: string): Said => {
  const proposal = proposals.proposalOf(work, visit)
  return proposal === null
    ? withMenu(work, visit, before)
    : { ...proposal, text: `${before} ${proposal.text}` }
}

const withMenu = (work: Work, visit: Visit, text: string): Said => {
  const menu = visits.menuOf(work, visit)
  return { ...menu, text: `${text} ${menu.text}` }
}

/** "Acepto" by text message: shows what it is about, with the choices, before anything is answered. */
export const answerInWords = async (work: Work, phone: string, own: readonly Visit[]): Promise<Said> => {
  const waiting = own.filter(proposals.mustAnswer)
  const [first] = waiting
  if (first !== undefined)
    return waiting.length === 1 ? questionTo(work, first, '') : which(work, waiting, 'menu')
  return (await workerOf(work, phone)) === null
    ? menu(work, phone, 'Nada espera tu respuesta.')
    : requests.requestsOf(work, phone)
}

type What = Parameters<typeof visits.replyTo>[2]

export const which = (work: Work, own: readonly Visit[], what: What): Said => ({
  text: '¿Cuál de tus citas?',
  choices: own.map((visit) =>
    choice(visit.service.name, { do: 'ask', id: visit.id, what }, visitText(work, visit)),
  ),
})

/** The choices, after a sentence about what could not be done. */
export const menu = async (work: Work, phone: string, before: string): Promise<Said> => {
  const lead = (text: string) => [before, text].filter(Boolean).join(' ')
  const own = await currentOf(work, phone)
  const [only] = own
  if (only !== undefined && own.length === 1) return withMenu(work, only, before)
  if (own.length > 1) {
    const question = which(work, own, 'menu')
    return { ...question, text: lead(question.text) }
  }
  if ((await workerOf(work, phone)) !== null)
    return {
      text: lead('Escribe «solicitudes», «mensajes» o «postulaciones» para ver lo que espera tu respuesta.'),
    }
  return {
    text: lead(
      `No encontramos citas próximas con este número. Escribe «reservar» para otra, o búscala aquí: ${work.config.publicUrl}/guest-bookings`,
    ),
    choices: [choice('Reservar', { do: 'book' })],
  }
}
