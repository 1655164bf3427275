/** Messages with few words or none: BAJA, "sí", "gracias", a thumb, a photo. Null: they need no answer. */
import { dayMs } from '#contract/platform/duration.ts'
import { awaitsConfirmation } from '#server/booking/visit/coming.ts'
import { ChatAction, type Said } from '#server/chat/action.ts'
import { answerInWords } from '#server/chat/menu.ts'
import { visitsOf } from '#server/chat/person.ts'
import { mustAnswer } from '#server/chat/proposal.ts'
import { hasWaiting, requestsOf } from '#server/chat/request.ts'
import { replyTo } from '#server/chat/visit.ts'
import { hasConsent } from '#server/messaging/consent.ts'
import { openQuestion } from '#server/messaging/prompt.ts'
import { type Received, wasAnswered } from '#server/messaging/received.ts'
import type { Work } from '#server/platform/work.ts'

const names = { whatsapp: 'WhatsApp', sms: 'SMS' } as const

/** BAJA and ALTA took effect when the message arrived. */
export const commandTaken = async (
  work: Work,
  { channel, phone }: Received,
  command: 'stop' | 'start',
): Promise<Said> => {
  const by = names[channel]
  // A visitor with a telephone alone gets no further message.
  const all = channel === 'sms' ? ', tampoco si tu cita cambia' : ''
  if (command === 'stop')
    return { text: `Listo: ya no te mandamos avisos por ${by}${all}. Si los quieres de nuevo, escribe ALTA.` }
  return channel === 'whatsapp' && !(await hasConsent(work, phone))
    ? { text: `Activa los avisos por WhatsApp en Kalli: ${work.config.publicUrl}/settings` }
    : { text: `Listo: de nuevo te mandamos avisos por ${by}. Para dejarlos, escribe BAJA.` }
}

export const noText =
  'Por aquí solo leemos texto: escribe lo que necesitas. Las fotos se mandan en los mensajes de tu cita, en Kalli.'

export const onceADay = async (work: Work, message: Received, text: string): Promise<Said | null> =>
  (await wasAnswered(work, message, text, dayMs)) ? null : { text }

/** Kalli pays for a text message, so only WhatsApp answers thanks. */
export const thanked = async (work: Work, message: Received): Promise<Said | null> =>
  message.channel === 'sms' ? null : onceADay(work, message, '¡Con gusto! Aquí estamos.')

/** A question whose choice ends, moves or answers a booking is repeated: a "sí" may be about something else. Null: none is open. */
export const questionAgain = async (work: Work, message: Received): Promise<Said | null> => {
  const open = await openQuestion(work, message)
  const [first] = open?.choices ?? []
  if (open === null || first === undefined || !open.isFinal || isOffer(first.action)) return null
  const choices = open.choices.flatMap(({ action, ...choice }) => {
    const known = ChatAction.safeParse(action)
    return known.success ? [{ ...choice, action: known.data }] : []
  })
  const lead = `Escribe 1 para «${first.title}».`
  return { text: [lead, open.text.replace(lead, '').trim()].join(' '), choices }
}

/** "Ya no la quiero" beside an hour that was just held: it is no question. */
const isOffer = (action: object) => 'do' in action && action.do === 'release'

/** "Sí" or a thumb: what waits for an answer is shown, a reminder newer than an open menu is confirmed, anything else needs no answer. */
export const agreed = async (work: Work, message: Received): Promise<Said | null> => {
  const { phone } = message
  const own = await visitsOf(work, phone)
  if (own.some(mustAnswer)) return answerInWords(work, phone, own)
  const open = await openQuestion(work, message)
  if (open?.isFinal === true) return null
  const [next] = own
  if (next !== undefined && (await awaitsConfirmation(work, next, open?.openedAt)))
    return replyTo(work, next, 'confirm')
  if (open !== null) return null
  return (await hasWaiting(work, phone)) ? requestsOf(work, phone) : null
}
