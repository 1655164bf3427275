/** Another visit with a known professional: whom, then when; the hour is chosen by message and paid on its page. */
import { slots } from '#server/availability/slots/slots.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { choice, type Said } from '#server/chat/action.ts'
import { formerOf } from '#server/chat/person.ts'
import { money, shortHour } from '#server/chat/words.ts'
import type { Work } from '#server/platform/work.ts'

export const chooseProfessional = async (work: Work, phone: string): Promise<Said> => {
  const former = await formerOf(work, phone)
  if (former.length === 0)
    return { text: `Busca a quien quieras y reserva aquí: ${work.config.publicUrl}/search-results` }
  return {
    text: '¿Con quién?',
    choices: former.map(({ professionalId, serviceId, service, name }) =>
      choice(name, { do: 'book', professionalId, serviceId }, service),
    ),
  }
}

const daysShown = 14
const hoursShown = 9
const maxADay = 3

export const hoursToBook = async (
  work: Work,
  { professionalId, serviceId }: { professionalId: number; serviceId: number },
): Promise<Said> => {
  // Days of the capital: at most an hour or two of a day are lost elsewhere.
  const from = localDate(work.now, 'America/Mexico_City')
  const to = Temporal.PlainDate.from(from)
    .add({ days: daysShown - 1 })
    .toString()
  const { days, zone } = await slots(work, { professional: professionalId, service: serviceId, from, to })
  const shown = days.flatMap(({ slots }) => slots.slice(0, maxADay)).slice(0, hoursShown)
  if (shown.length === 0)
    return {
      text: `No hay horas libres en las próximas dos semanas. Más fechas: ${work.config.publicUrl}/booking?professional=${professionalId}&service=${serviceId}`,
    }
  return {
    text: '¿A qué hora?',
    choices: shown.map(({ startsAt, spaceId, totalCents }) =>
      choice(
        shortHour(startsAt, zone),
        {
          do: 'link',
          path: `/booking?professional=${professionalId}&service=${serviceId}#hora=${startsAt}/${spaceId ?? 0}`,
        },
        money(totalCents),
      ),
    ),
  }
}

export const linkTo = (work: Work, path: string): Said => ({
  text: `Aparta y paga esa hora aquí: ${work.config.publicUrl}${path} Todavía no está apartada.`,
})
