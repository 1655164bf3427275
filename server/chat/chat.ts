/**
 * A conversation by WhatsApp or text message: what a person wrote is answered by a closed machine without a model. Its state is what was
 * offered last (server/messaging/prompt.ts); every step is checked by the same verbs as a press on a screen.
 */
import { createHash } from 'node:crypto'
import { ChatAction, choice, type Said } from '#server/chat/action.ts'
import { chooseProfessional, hoursToBook, linkTo } from '#server/chat/book.ts'
import { type Intent, intentOf } from '#server/chat/intent.ts'
import { type Visit, visitOf, visitsOf, workerOf } from '#server/chat/person.ts'
import { requestAnswered, requestsOf } from '#server/chat/request.ts'
import * as visits from '#server/chat/visit.ts'
import { visitText } from '#server/chat/words.ts'
import { anythingElse, choiceOf, offer } from '#server/messaging/prompt.ts'
import { answerWith, type Received, unanswered } from '#server/messaging/received.ts'
import { visitReplyOf } from '#server/messaging/visit-reply.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Answers what was received, once. After a crash it begins again: a verb that was done before says so and changes nothing. */
export const answerMessage = async (
  work: Work,
  received: Pick<Received, 'channel' | 'id'>,
): Promise<void> => {
  const message = await unanswered(work, received)
  if (message === null) return
  // Too many at once is a machine or a child at play: it is saved, and no one pays for answers.
  if (message.isTooMany) return answerWith(work, message, [])
  const said = await saidTo(work, message)
  const choices = said.choices ?? []
  const offered = choices.length === 0 ? [] : await offer(work, message, choices)
  // What stands for "whatever else is written" is no line of the list.
  const options = offered.filter(({ title }) => title !== anythingElse)
  await answerWith(work, message, [{ text: said.text, options }])
}

const saidTo = async (work: Work, message: Received): Promise<Said> => {
  const chosen = await choiceOf(work, message)
  try {
    if (chosen === 'stale') return await menu(work, message.phone, 'Esa opción ya no está disponible.')
    if (chosen !== null) return await act(work, message, ChatAction.parse(chosen.action))
    if (message.answer !== null) return await quickReply(work, message, message.answer)
    return await meant(work, message.phone, intentOf(message.body))
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return menu(work, message.phone, problem.message)
  }
}

/** A button of a message about a visit: it asks what the words would, of the visit as it is now. */
const quickReply = async (work: Work, { phone }: Received, answer: string): Promise<Said> => {
  const pressed = visitReplyOf(work, answer)
  const visit = pressed === null ? null : await visitOf(work, phone, pressed.bookingId)
  if (pressed === null || visit === null) return menu(work, phone, 'Esa opción ya no está disponible.')
  return visits.replyTo(work, visit, pressed.reply)
}

const withMenu = (work: Work, visit: Visit, text: string): Said => {
  const menu = visits.menuOf(work, visit)
  return { ...menu, text: `${text} ${menu.text}` }
}

const meant = async (work: Work, phone: string, intent: Intent | null): Promise<Said> => {
  if (intent === null) return menu(work, phone, 'No te entendí.')
  if (intent.kind === 'stop')
    return { text: 'Listo: ya no te mandamos avisos por aquí. Si los quieres de nuevo, actívalos en Kalli.' }
  if (intent.kind === 'book') return chooseProfessional(work, phone)
  if (intent.kind === 'requests') return requestsOf(work, phone)
  const own = await visitsOf(work, phone)
  const [only] = own
  if (only === undefined) return menu(work, phone, '')
  if (intent.kind === 'menu')
    return own.length === 1 ? visits.replyTo(work, only, 'menu') : which(work, own, 'menu')
  const minutes = intent.kind === 'late' ? intent.minutes : null
  const { kind: what } = intent
  // Who is late speaks of the next one.
  if (own.length === 1 || what === 'late') return visits.replyTo(work, only, what, minutes)
  return which(work, own, what)
}

type What = Parameters<typeof visits.replyTo>[2]

const which = (work: Work, own: readonly Visit[], what: What): Said => ({
  text: '¿Cuál de tus citas?',
  choices: own.map((visit) =>
    choice(visit.service.name, { do: 'ask', id: visit.id, what }, visitText(work, visit)),
  ),
})

/** What there is to choose from, after a word about what could not be done. */
const menu = async (work: Work, phone: string, before: string): Promise<Said> => {
  const lead = (text: string) => [before, text].filter(Boolean).join(' ')
  const own = await visitsOf(work, phone)
  const [only] = own
  if (only !== undefined && own.length === 1) return withMenu(work, only, before)
  if (own.length > 1) {
    const question = which(work, own, 'menu')
    return { ...question, text: lead(question.text) }
  }
  if ((await workerOf(work, phone)) !== null)
    return { text: lead('Escribe «solicitudes» para ver las citas que esperan tu respuesta.') }
  return {
    text: lead(
      `No encontramos citas próximas con este número. Escribe «reservar» para otra, o búscala aquí: ${work.config.publicUrl}/guest-bookings`,
    ),
  }
}

const act = async (work: Work, message: Received, action: ChatAction): Promise<Said> => {
  const { phone } = message
  if (action.do === 'keep') return { text: 'De acuerdo, todo sigue igual.' }
  if (action.do === 'book') return hoursToBook(work, action)
  if (action.do === 'link') return linkTo(work, action.path)
  if (action.do === 'request') return requestAnswered(work, phone, action)
  const visit = await visitOf(work, phone, action.id)
  if (visit === null) return menu(work, phone, 'Esa cita ya no es de este número.')
  if (action.do === 'ask') return visits.replyTo(work, visit, action.what)
  if (action.do === 'late') return visits.late(work, visit, action.minutes)
  if (action.do === 'cancel') return visits.cancelled(work, visit, action.quote)
  if (action.do === 'hours') return visits.hoursOf(work, visit, action.from)
  if (action.do === 'hour') return visits.confirmHour(work, visit, action.slot)
  if (action.do === 'move') return visits.moved(work, visit, action.quote)
  if (action.do === 'answer') return visits.answered(work, visit, action)
  return visits.written(work, visit, { id: uuidOf(message), text: message.body.trim() })
}

/** The same message has the same id, so that what is passed on is said once. */
const uuidOf = ({ channel, id }: Received): string => {
  const hex = createHash('sha256').update(`${channel}:${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
