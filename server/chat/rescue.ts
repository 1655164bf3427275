/** Another place for a visit whose host cancelled, for its professional: its consequences, and their answer to that version. */
import type * as booking from '#contract/booking/booking.ts'
import { rentWords } from '#contract/booking/cancellation/rescue-words.ts'
import { answerRescue } from '#server/booking/cancellation/rescue.ts'
import { clockTime } from '#server/booking/moves/wording.ts'
import type { Said } from '#server/chat/action.ts'
import { whenOf } from '#server/chat/words.ts'
import type { Work } from '#server/platform/work.ts'

type Rescue = Omit<booking.Rescue, 'place'> & {
  place: Pick<NonNullable<booking.Rescue['place']>, 'name' | 'unitName' | 'neighbourhood'> | null
}
type Booking = {
  service: { name: string }
  client: { firstName: string } | null
  place: { name: string | null }
  startsAt: string
  zone: string
}

export const costsMore = (rescue: Rescue | null): boolean => (rescue?.rent?.youPayCents ?? 0) > 0

export const rescueText = (work: Work, booking: Booking, rescue: Rescue): string => {
  const { place, rent } = rescue
  const where = [place?.unitName, place?.name, place?.neighbourhood].filter(Boolean).join(', ')
  const way = rescue.ownBusiness ? 'en la misma casa' : `a ${rescue.walkingMinutes} min a pie`
  return [
    `${booking.place.name ?? 'El espacio'} canceló ${booking.service.name} con ${booking.client?.firstName ?? 'un cliente'}, ${whenOf(work, booking.startsAt, booking.zone)}.`,
    `Apartamos a la misma hora ${where === '' ? 'otro lugar' : where}, ${way}.`,
    ...(rescue.reason === '' ? [] : [`«${rescue.reason}»`]),
    ...(rent === null ? [] : [rentWords(rent)]),
    `Responde antes de las ${clockTime(new Date(rescue.expiresAt), booking.zone)} h; un no cancela la cita. ¿La aceptas?`,
  ].join(' ')
}

export const rescueAnswered = async (
  worker: Work,
  id: string,
  { version, answer }: { version: number; answer: 'accept' | 'decline' },
): Promise<Said> => {
  const booking = await answerRescue(worker, id, { as: 'professional', version, answer, note: '' })
  if (answer === 'decline')
    return { text: 'De acuerdo: la cita quedó cancelada y le avisamos a quien la reservó.' }
  return {
    text:
      booking.rescue === null
        ? `Listo: ${booking.service.name}, ${whenOf(worker, booking.startsAt, booking.zone)}, en ${booking.place.name ?? 'el lugar nuevo'}.`
        : 'Aceptado. Falta la respuesta de quien reservó; te avisamos.',
  }
}
