/** Another hour or another place proposed to a client: its consequences, and the client's answer to that version. */
import { answerChange } from '#server/booking/change/change.ts'
import { answerRescue } from '#server/booking/cancellation/rescue.ts'
import { choice, type Said, type Step } from '#server/chat/action.ts'
import { asClient, readVisit, type Visit } from '#server/chat/person.ts'
import { money, visitText, whenOf } from '#server/chat/words.ts'
import type { Work } from '#server/platform/work.ts'

/** Whether a proposal waits for the client's answer. */
export const mustAnswer = ({ change, rescue }: Visit): boolean =>
  change?.waitsFor.includes('client') === true || rescue?.waitsFor.includes('client') === true

/** Null: no proposal waits for an answer. */
export const proposalOf = (work: Work, visit: Visit): Said | null => {
  const { change, rescue, version, id } = visit
  if (change?.waitsFor.includes('client') === true) {
    const costs = change.differenceCents + change.feeCents
    const cost =
      costs === 0 ? '' : costs > 0 ? ` Pagas ${money(costs)} más.` : ` Pagas ${money(-costs)} menos.`
    return {
      text: `${visit.professional.firstName} te propone ${whenOf(work, change.startsAt, visit.zone)}, en vez de ${whenOf(work, visit.startsAt, visit.zone)}.${cost}${change.note === '' ? '' : ` «${change.note}»`}`,
      choices: [
        choice('Acepto', { do: 'answer', id, version, answer: 'accept' }),
        choice('No puedo', { do: 'answer', id, version, answer: 'decline' }),
      ],
    }
  }
  if (rescue?.waitsFor.includes('client') !== true) return null
  const place = rescue.place === null ? 'otro lugar cerca' : [rescue.place.name, rescue.place.neighbourhood]
  return {
    text: `Tu espacio canceló. ${visitText(work, visit)}: a la misma hora y al mismo precio en ${[place].flat().filter(Boolean).join(', ')}. ¿Te queda?`,
    choices: [
      choice('Acepto', { do: 'rescue', id, version, answer: 'accept' }),
      choice('No puedo', { do: 'rescue', id, version, answer: 'decline' }),
    ],
  }
}

/** A higher cost is confirmed once more, with the price. */
export const acceptedAtOnce = (work: Work, visit: Visit): Promise<Said> | Said | null => {
  const { change, rescue, id, version } = visit
  if (change?.waitsFor.includes('client') === true)
    return change.differenceCents + change.feeCents > 0
      ? proposalOf(work, visit)
      : answered(work, visit, { do: 'answer', id, version, answer: 'accept' })
  return rescue?.waitsFor.includes('client') === true
    ? rescueAnswered(work, visit, { do: 'rescue', id, version, answer: 'accept' })
    : null
}

export const declined = (work: Work, visit: Visit): Promise<Said> | Said | null => {
  const { change, rescue, id, version } = visit
  if (change?.waitsFor.includes('client') === true)
    return answered(work, visit, { do: 'answer', id, version, answer: 'decline' })
  // Declining the other place ends the visit, so it is confirmed once more.
  return rescue?.waitsFor.includes('client') === true ? proposalOf(work, visit) : null
}

export const answered = async (
  work: Work,
  visit: Visit,
  { answer, version }: Step<'answer'>,
): Promise<Said> => {
  const now = await answerChange(work, visit.id, { ...asClient(work, visit), answer, version })
  if (answer === 'decline')
    return { text: `De acuerdo: tu cita sigue ${whenOf(work, now.startsAt, now.zone)}.` }
  return now.change === null
    ? { text: `Listo. Tu cita: ${whenOf(work, now.startsAt, now.zone)}.` }
    : { text: 'Aceptada. Falta otra respuesta; te avisamos.' }
}

export const rescueAnswered = async (
  work: Work,
  visit: Visit,
  { answer, version }: Step<'rescue'>,
): Promise<Said> => {
  await answerRescue(work, visit.id, { ...asClient(work, visit), answer, version, note: '' })
  const now = await readVisit(work, visit.id)
  if (answer === 'accept')
    return {
      text:
        now.rescue === null
          ? `Listo: ${visitText(work, now)}, en ${now.place.name ?? 'el lugar nuevo'}.`
          : 'Aceptado. Falta otra respuesta; te avisamos.',
    }
  return {
    text: `De acuerdo: tu cita quedó cancelada. ${now.backWords ?? 'Te regresamos lo que pagaste.'}`,
  }
}
