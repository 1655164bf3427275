/**
 * A conversation by WhatsApp or text message: a closed state machine without a model answers each message. Its state is what was offered
 * last (server/messaging/prompt.ts); every step is checked by the same verbs as a press on a screen.
 */
import { openedIn } from '#contract/messaging/opening.ts'
import { applicationAnswered, applicationsOf } from '#server/chat/application.ts'
import { ChatAction, type Said, type Step } from '#server/chat/action.ts'
import * as book from '#server/chat/book.ts'
import * as choose from '#server/chat/choose.ts'
import { held, released } from '#server/chat/hold.ts'
import { agreed, noText, onceADay, questionAgain, thanked, commandTaken } from '#server/chat/few-words.ts'
import { type Intent, intentOf, type VisitIntent } from '#server/chat/intent.ts'
import { answerInWords, menu, questionTo, which } from '#server/chat/menu.ts'
import { opened } from '#server/chat/opening.ts'
import { currentOf, lastWithReceipt, visitOf, visitsOf } from '#server/chat/person.ts'
import * as proposals from '#server/chat/proposal.ts'
import * as requests from '#server/chat/request.ts'
import * as talks from '#server/chat/talk.ts'
import * as visits from '#server/chat/visit.ts'
import { commandOf } from '#server/messaging/opt-out.ts'
import { anythingElse, choiceOf, offer } from '#server/messaging/prompt.ts'
import { answerWith, type Received, unanswered } from '#server/messaging/received.ts'
import { visitReplyOf } from '#server/messaging/visit-reply.ts'
import { workReplyOf } from '#server/messaging/work-reply.ts'
import { uuidOf } from '#server/platform/http/call-id.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Answers a received message once. After a crash it starts again: a verb that was done already says so and changes nothing. */
export const answerMessage = async (
  work: Work,
  received: Pick<Received, 'channel' | 'id'>,
): Promise<void> => {
  const message = await unanswered(work, received)
  if (message === null) return
  // A flood of messages comes from a machine or a child: it is saved, but no answers are paid for.
  if (message.isTooMany) return answerWith(work, message)
  const said = await saidTo(work, message)
  if (said === null) return answerWith(work, message)
  const choices = said.choices ?? []
  await answerWith(work, message, async (work) => {
    const offered = choices.length === 0 ? [] : await offer(work, message, choices)
    // `anythingElse` is not a line of the list.
    return [{ text: said.text, options: offered.filter(({ title }) => title !== anythingElse) }]
  })
}

/** Null: it needs no answer. */
const saidTo = async (work: Work, message: Received): Promise<Said | null> => {
  // Before any open question, which would take it as an answer or pass it on.
  const command = message.answer === null ? commandOf(message.body) : null
  if (command !== null) return commandTaken(work, message, command)
  // The same for the code of one professional's link.
  const whom = message.answer === null ? openedIn(message.body) : null
  const chosen = whom === null ? await choiceOf(work, message) : null
  try {
    if (whom !== null) return await opened(work, message.phone, whom)
    if (chosen === 'stale') return await menu(work, message.phone, isOver)
    if (chosen !== null) {
      // A choice that an older version of Kalli offered.
      const action = ChatAction.safeParse(chosen.action)
      return action.success ? await act(work, message, action.data) : await menu(work, message.phone, isOver)
    }
    if (message.answer !== null) return await quickReply(work, message, message.answer)
    if (message.body.trim() === '') return await onceADay(work, message, noText)
    return await meant(work, message, intentOf(message.body))
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return menu(work, message.phone, problem.message)
  }
}

const isOver = 'Esa opción ya no está disponible.'

/** A button of a message acts on the visit or the request as it was sent; if that changed since, it asks again. */
const quickReply = async (work: Work, { phone }: Received, answer: string): Promise<Said> => {
  const toWork = workReplyOf(work, answer)
  if (toWork !== null)
    return 'what' in toWork ? requests.pressed(work, phone, toWork) : talks.opened(work, phone, toWork)
  const pressed = visitReplyOf(work, answer)
  const visit = pressed === null ? null : await visitOf(work, phone, pressed.bookingId)
  if (pressed === null || visit === null) return menu(work, phone, isOver)
  const { reply, version } = pressed
  const isAnother = version !== undefined && version !== visit.version
  if (reply === 'accept' || reply === 'decline') {
    if (isAnother) return questionTo(work, visit, 'Cambió desde ese mensaje.')
    const said =
      reply === 'accept' ? await proposals.acceptedAtOnce(work, visit) : await proposals.declined(work, visit)
    return said ?? questionTo(work, visit, 'Ya no espera tu respuesta.')
  }
  if (reply === 'confirm' && isAnother) return questionTo(work, visit, 'Cambió desde ese mensaje.')
  return visits.replyTo(work, visit, reply === 'other' ? 'change' : reply)
}

const meant = async (work: Work, message: Received, intent: Intent | null): Promise<Said | null> => {
  const { phone } = message
  if (intent === null) return menu(work, phone, 'No te entendí.')
  if (intent.kind === 'thanks') return thanked(work, message)
  if (intent.kind === 'agree' || intent.kind === 'confirm') {
    const again = await questionAgain(work, message)
    if (again !== null) return again
  }
  if (intent.kind === 'agree') return agreed(work, message)
  if (intent.kind === 'book') return choose.chooseProfessional(work, phone)
  if (intent.kind === 'requests') return requests.requestsOf(work, phone)
  if (intent.kind === 'applications') return applicationsOf(work, phone)
  if (intent.kind === 'talks') return talks.talksOf(work, phone)
  if (intent.kind === 'answer') return answerInWords(work, phone, await visitsOf(work, phone))
  return aboutVisit(work, phone, intent)
}

/** One visit, or the question which one. */
const aboutVisit = async (work: Work, phone: string, intent: VisitIntent): Promise<Said> => {
  const { kind: what } = intent
  const meant = await visitsFor(work, phone, what)
  const [only] = meant
  if (only === undefined) {
    if (what === 'person') return talks.handedOver(work, phone)
    const isOver = (await visitsOf(work, phone, { recent: true })).length > 0
    return menu(work, phone, isOver ? 'No tienes citas por venir.' : '')
  }
  const minutes = intent.kind === 'late' ? intent.minutes : null
  // These are about the next visit.
  if (meant.length === 1 || what === 'late' || what === 'when')
    return visits.replyTo(work, only, what, minutes)
  return which(work, meant, what)
}

/** The visits that this may be about. */
const visitsFor = async (work: Work, phone: string, what: VisitIntent['kind']) => {
  switch (what) {
    case 'cancel':
    case 'change':
    case 'confirm':
    case 'late':
      return visitsOf(work, phone)
    case 'person':
      return visitsOf(work, phone, { recent: true })
    case 'receipt': {
      const recent = (await visitsOf(work, phone, { recent: true })).filter(({ hasReceipt }) => hasReceipt)
      if (recent.length > 0) return recent
      const last = await lastWithReceipt(work, phone)
      return last === null ? [] : [last]
    }
    case 'code':
    case 'menu':
    case 'when':
    case 'where':
      return currentOf(work, phone)
  }
}

/** Steps that are not about one visit of a client. */
const stepOf = (work: Work, message: Received, action: ChatAction): Promise<Said> | Said | null => {
  const { phone } = message
  switch (action.do) {
    case 'keep':
      return { text: 'De acuerdo, todo sigue igual.' }
    case 'book':
      return choose.chooseProfessional(work, phone)
    case 'services':
      return choose.chooseService(work, phone, action)
    case 'options':
      return choose.chooseOption(work, phone, action)
    case 'another':
      return choose.chooseAnother(work, action)
    case 'companion':
      return choose.chooseCompanion(work, action)
    case 'whole':
      return choose.chooseWhere(work, phone, action)
    case 'homes':
      return choose.chooseHome(work, phone, action)
    case 'days':
      return choose.daysThere(work, phone, action)
    case 'day':
      return book.chooseHour(work, action)
    case 'hold':
      return held(work, phone, action)
    case 'release':
      return released(work, phone, action)
    case 'request':
    case 'proposal':
    case 'elsewhere':
      return requests.requestAnswered(work, phone, action)
    case 'application':
      return applicationAnswered(work, phone, action)
    case 'talk': {
      const { kind, about, as } = action
      return action.say
        ? talks.answered(work, phone, { kind, about, as }, wordsOf(message))
        : talks.opened(work, phone, { kind, about, as })
    }
    case 'answer':
    case 'ask':
    case 'cancel':
    case 'hour':
    case 'hours':
    case 'late':
    case 'move':
    case 'rescue':
    case 'write':
      return null
  }
}

const act = async (work: Work, message: Received, action: ChatAction): Promise<Said> => {
  const said = await stepOf(work, message, action)
  if (said !== null) return said
  if (!isOfVisit(action)) return menu(work, message.phone, isOver)
  const visit = await visitOf(work, message.phone, action.id)
  if (visit === null) return menu(work, message.phone, 'Esa cita ya no es de este número.')
  switch (action.do) {
    case 'ask':
      return visits.replyTo(work, visit, action.what)
    case 'late':
      return visits.late(work, visit, action.minutes)
    case 'cancel':
      return visits.cancelled(work, visit, action.quote)
    case 'hours':
      return visits.hoursOf(work, visit, action.from)
    case 'hour':
      return visits.confirmHour(work, visit, action.slot)
    case 'move':
      return visits.moved(work, visit, action.quote)
    case 'answer':
      return proposals.answered(work, visit, action)
    case 'rescue':
      return proposals.rescueAnswered(work, visit, action)
    case 'write':
      return visits.written(work, visit, wordsOf(message))
  }
}

const ofVisit = ['ask', 'late', 'cancel', 'hours', 'hour', 'move', 'answer', 'rescue', 'write'] as const
type OfVisit = Step<(typeof ofVisit)[number]>
const isOfVisit = (action: ChatAction): action is OfVisit => ofVisit.some((one) => one === action.do)

/** The message's id becomes the id of the forwarded one, so that it is sent once. */
const wordsOf = ({ channel, id, body }: Received) => ({
  id: uuidOf(`chat ${channel} ${id}`),
  text: body.trim(),
})
