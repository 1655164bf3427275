/** A client's actions on one visit by message: each verb is that of the screen, with its quote confirmed before it costs. */
import { endedStatuses } from '#contract/booking/booking-status.ts'
import { delaysLeft, delayMinutes, mayReportDelay } from '#contract/booking/visit/delay.ts'
import { cancel } from '#server/booking/cancellation/cancellation.ts'
import { cancelQuote } from '#server/booking/cancellation/cancel-quote.ts'
import { change, changeSlots } from '#server/booking/change/change.ts'
import { changeQuote } from '#server/booking/change/change-quote.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { confirmComing } from '#server/booking/visit/coming.ts'
import { reportDelay } from '#server/booking/visit/delay.ts'
import { type ChatAction, choice, keep, type Said } from '#server/chat/action.ts'
import { asClient, readVisit, type Visit } from '#server/chat/person.ts'
import { mustAnswer, proposalOf } from '#server/chat/proposal.ts'
import { linesText, money, shortHour, visitText, whenOf } from '#server/chat/words.ts'
import { say } from '#server/conversation/message.ts'
import { anythingElse } from '#server/messaging/prompt.ts'
import type { Work } from '#server/platform/work.ts'

const pageOf = (work: Work, visit: Visit) =>
  `${work.config.publicUrl}/booking-success?id=${visit.id}&t=${asClient(work, visit).t}`

/** The available actions, the likely ones first. */
export const menuOf = (work: Work, visit: Visit): Said => {
  const { id, status } = visit
  const ask = (title: string, what: Extract<ChatAction, { do: 'ask' }>['what']) =>
    choice(title, { do: 'ask', id, what })
  const isOpen = status === 'confirmed' && Date.parse(visit.startsAt) > work.now.getTime()
  const isLate = mayReportDelay(visit, work.now).allowed
  return {
    text: `Tu cita: ${visitText(work, visit)}.${status === 'requested' ? ' Espera la respuesta de quien te atiende.' : ''} ¿Qué necesitas?`,
    choices: [
      ...(mustAnswer(visit) ? [ask('Ver lo que te proponen', 'menu')] : []),
      ...(isLate ? [ask('Voy tarde', 'late')] : isOpen ? [ask('Confirmo que voy', 'confirm')] : []),
      ...(isOpen ? [ask('Cambiar la hora', 'change')] : []),
      ...(isOpen || status === 'requested' ? [ask('Cancelar', 'cancel')] : []),
      ask('Cómo llegar', 'where'),
      ...(isOpen ? [ask('Código de llegada', 'code')] : []),
      ...(visit.hasReceipt ? [ask('Recibo', 'receipt')] : []),
      ask(`Escribirle a ${visit.professional.firstName}`.slice(0, 24), 'person'),
      choice('Reservar otra cita', { do: 'book' }),
    ],
  }
}

type What = Extract<ChatAction, { do: 'ask' }>['what']

export const replyTo = async (
  work: Work,
  visit: Visit,
  what: What,
  minutes: number | null = null,
): Promise<Said> => {
  if (what === 'confirm') return confirmed(work, visit)
  if (what === 'late') return chooseDelay(work, visit, minutes)
  if (what === 'cancel') return confirmCancel(work, visit)
  if (what === 'change') return hoursOf(work, visit, localDate(work.now, visit.zone))
  if (what === 'when') return { text: `${visitText(work, visit)}. ${whereOf(visit)}` }
  if (what === 'where') return { text: whereOf(visit) }
  if (what === 'code') return { text: codeOf(visit) }
  if (what === 'receipt') return { text: `Tu recibo y los detalles: ${pageOf(work, visit)}` }
  if (what === 'person') return startMessage(visit)
  return proposalOf(work, visit) ?? menuOf(work, visit)
}

const confirmed = async (work: Work, visit: Visit): Promise<Said> => {
  await confirmComing(work, visit.id, asClient(work, visit))
  return {
    text: `¡Gracias! Le avisamos a ${visit.professional.firstName} que vas: ${visitText(work, visit)}.`,
  }
}

const chooseDelay = async (work: Work, visit: Visit, minutes: number | null): Promise<Said> => {
  const may = mayReportDelay(visit, work.now)
  if (!may.allowed) return { text: may.reason }
  const left = delaysLeft(visit.startsAt, work.now)
  // Rounds up: a wait longer than announced disappoints.
  const nearest = minutes === null ? undefined : left.find((one) => one >= minutes)
  if (nearest !== undefined) return late(work, visit, nearest)
  if (left.length === 0 || minutes !== null)
    return {
      text: `Para más de ${delayMinutes.at(-1)} minutos mejor escríbele a ${visit.professional.firstName}: escribe «mensaje para ${visit.professional.firstName}».`,
    }
  return {
    text: '¿Cuántos minutos tarde llegas?',
    choices: left.map((minutes) => choice(`${minutes} minutos`, { do: 'late', id: visit.id, minutes })),
  }
}

export const late = async (work: Work, visit: Visit, minutes: number): Promise<Said> => {
  const known = delayMinutes.find((one) => one === minutes) ?? delayMinutes[0]
  const { as, t } = asClient(work, visit)
  await reportDelay(work, visit.id, { t, as, minutes: known })
  const tolerance =
    known > visit.toleranceMinutes
      ? ` La tolerancia es de ${visit.toleranceMinutes} minutos: después pueden darla por perdida.`
      : ''
  return {
    text: `Listo, le avisamos a ${visit.professional.firstName} que llegas ${known} minutos tarde.${tolerance}`,
  }
}

const confirmCancel = async (work: Work, visit: Visit): Promise<Said> => {
  const quote = await cancelQuote(work, visit.id, asClient(work, visit))
  const back =
    quote.moneyWords ??
    (quote.refundCents === null || quote.refundCents === 0
      ? ''
      : `Te regresamos ${money(quote.refundCents)}.`)
  const fee =
    quote.feeCents === 0 ? 'Cancelar no te cuesta nada.' : `Cancelar te cuesta ${money(quote.feeCents)}.`
  return {
    text: [`¿Cancelo tu cita? ${visitText(work, visit)}.`, fee, back, quote.reason].filter(Boolean).join(' '),
    choices: [choice('Sí, cancelar', { do: 'cancel', id: visit.id, quote: quote.token }), keep],
  }
}

const isCancelled = ({ status }: Visit) => status.startsWith('cancelled')

export const cancelled = async (work: Work, visit: Visit, quoteToken: string): Promise<Said> => {
  // A retry after a crash finds it cancelled.
  if (!isCancelled(visit))
    await cancel(work, visit.id, { t: asClient(work, visit).t, quoteToken, reason: '' })
  const now = await readVisit(work, visit.id)
  return {
    text: `Tu cita quedó cancelada: ${visitText(work, visit)}.${now.backWords === undefined ? '' : ` ${now.backWords}`}`,
  }
}

const daysShown = 14
/** A list has ten lines; the last one pages on. */
const hoursShown = 8
const maxADay = 3

/** The next hours it could move to, from this date on. */
export const hoursOf = async (work: Work, visit: Visit, from: string): Promise<Said> => {
  const start = Temporal.PlainDate.from(from)
  const to = start.add({ days: daysShown - 1 }).toString()
  const { days } = await changeSlots(work, visit.id, { ...asClient(work, visit), from, to })
  const found = days.flatMap(({ slots }) =>
    slots.filter(({ startsAt }) => startsAt !== visit.startsAt).slice(0, maxADay),
  )
  const shown = found.slice(0, hoursShown)
  const last = shown.at(-1)
  const next =
    last === undefined
      ? start.add({ days: daysShown })
      : Temporal.PlainDate.from(localDate(new Date(last.startsAt), visit.zone)).add({ days: 1 })
  const more = choice('Más días', { do: 'hours', id: visit.id, from: next.toString() })
  if (shown.length === 0) return { text: 'No hay horas libres en esas dos semanas.', choices: [more, keep] }
  return {
    text: `¿A qué hora la cambio? Ahora es ${whenOf(work, visit.startsAt, visit.zone)}.`,
    choices: [
      ...shown.map(({ startsAt, totalCents, token }) =>
        choice(
          shortHour(startsAt, visit.zone),
          { do: 'hour', id: visit.id, slot: token },
          totalCents === visit.totalCents ? undefined : `Total ${money(totalCents)}`,
        ),
      ),
      more,
      keep,
    ],
  }
}

/** The consequences of the move, before it is done. */
export const confirmHour = async (work: Work, visit: Visit, slotToken: string): Promise<Said> => {
  const quote = await changeQuote(work, visit.id, { ...asClient(work, visit), slotToken })
  const when = whenOf(work, quote.startsAt, quote.zone)
  // Only the page can ask for a card.
  if (quote.charged === 'now' && quote.card === null)
    return {
      text: `Esa hora cuesta ${money(quote.dueCents)} más. Cámbiala y págala aquí: ${pageOf(work, visit)}`,
    }
  const cost =
    quote.dueCents === 0
      ? 'No cambia lo que pagas.'
      : quote.dueCents < 0
        ? `Pagas ${money(-quote.dueCents)} menos.`
        : quote.charged === 'now' && quote.card !== null
          ? `Se cobran ${money(quote.dueCents)} más a tu tarjeta que termina en ${quote.card.last4}.`
          : `Pagas ${money(quote.dueCents)} más.`
  const who = quote.alone ? '' : ' Primero la tienen que aceptar; mientras, tu cita sigue como está.'
  return {
    text: [`¿La cambio para ${when}? ${cost}${who}`, linesText(quote.lines)].filter(Boolean).join('\n'),
    choices: [
      choice(quote.alone ? 'Sí, cambiarla' : 'Sí, proponerla', {
        do: 'move',
        id: visit.id,
        quote: quote.token,
      }),
      choice('Otra hora', { do: 'ask', id: visit.id, what: 'change' }),
      keep,
    ],
  }
}

export const moved = async (work: Work, visit: Visit, quoteToken: string): Promise<Said> => {
  const { t } = asClient(work, visit)
  const now = await change(work, visit.id, { t, quoteToken, note: '' })
  if (now.change?.by === 'client')
    return {
      text: `Propusimos ${whenOf(work, now.change.startsAt, now.zone)}. Te avisamos en cuanto respondan.`,
    }
  return { text: `Listo. Tu cita ahora es ${whenOf(work, now.startsAt, now.zone)}.` }
}

const whereOf = ({ place }: Visit): string => {
  if (place.modality === 'online')
    return place.link === null
      ? 'Es en línea. El enlace te llega por mensaje antes de empezar.'
      : `Es en línea: ${place.link}`
  if (place.modality === 'home') return `Van a tu casa: ${place.address ?? place.city}.`
  const point =
    place.latitude === null || place.longitude === null
      ? ''
      : ` Mapa: https://www.google.com/maps/search/?api=1&query=${place.latitude},${place.longitude}`
  const where = [place.name, place.unitName, place.address, place.neighbourhood, place.city].filter(Boolean)
  return `${where.join(', ')}.${place.directions === null ? '' : ` ${place.directions}`}${point}`
}

const isOver = (status: Visit['status']) =>
  status === 'to_settle' || status === 'completed' || endedStatuses.includes(status)

const codeOf = ({ arrivalCode, status }: Visit): string =>
  status === 'in_progress'
    ? 'Ya llegaste: no hace falta código.'
    : isOver(status)
      ? 'Esa cita ya terminó.'
      : arrivalCode === null
        ? 'Tu cita todavía no tiene código de llegada.'
        : `Tu código de llegada es ${arrivalCode}. Dilo cuando llegues.`

const startMessage = ({ id, professional }: Visit): Said => ({
  text: `Escribe tu mensaje y se lo pasamos a ${professional.firstName}.`,
  choices: [choice('Mejor no', { do: 'keep' }), choice(anythingElse, { do: 'write', id })],
})

/** The next message goes to the other party as a message of the visit; it keeps its id, so it is sent once. */
export const written = async (
  work: Work,
  visit: Visit,
  message: { id: string; text: string },
): Promise<Said> => {
  await say(
    work,
    { kind: 'booking', id: visit.id },
    { t: asClient(work, visit).t, as: 'client' },
    {
      ...message,
      photoId: null,
    },
  )
  return { text: `Se lo pasamos a ${visit.professional.firstName}. Su respuesta te llega aquí.` }
}
