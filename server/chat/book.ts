/** Books another visit: the day and the hour of what was chosen (choose.ts). The hour is held (hold.ts) and paid on its page. */
import { modalityOf } from '#contract/service/modality.ts'
import { slots } from '#server/availability/slots/slots.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { choice, type Chosen, type Said, type Step } from '#server/chat/action.ts'
import { money, shortHour } from '#server/chat/words.ts'
import type { Work } from '#server/platform/work.ts'

/** The page for the remaining choices, with those made here. */
export const pageOf = (
  work: Work,
  { professionalId, serviceId, addOns = [], place }: Omit<Chosen, 'serviceId'> & { serviceId?: number },
): string => {
  const query = new URLSearchParams({ professional: String(professionalId) })
  if (serviceId !== undefined) query.set('service', String(serviceId))
  if (addOns.length > 0) query.set('add', addOns.map((id) => `${serviceId}-${id}`).join())
  if (place !== undefined) query.set('how', modalityOf(place))
  return `${work.config.publicUrl}/booking?${query}`
}

const hoursOf = (work: Work, { professionalId, serviceId, addOns = [], place }: Chosen, dates: Dates) =>
  slots(work, {
    professional: professionalId,
    service: serviceId,
    addOns: addOns.map((id) => ({ serviceId, id })),
    place,
    ...dates,
  })

type Dates = { from: string; to: string }
const daysRead = 21
const shownDays = 9

/** Refuses outside_home_radius, and home_needed for an erased home. */
export const chooseDay = async (work: Work, step: Step<'days'>): Promise<Said> => {
  const { do: _, from, ...chosen } = step
  // Days in Mexico City's zone: elsewhere an hour or two of a day are lost at most.
  const first = Temporal.PlainDate.from(from ?? localDate(work.now, 'America/Mexico_City'))
  const to = first.add({ days: daysRead - 1 })
  const { days } = await hoursOf(work, chosen, { from: first.toString(), to: to.toString() })
  const free = days.filter(({ slots }) => slots.length > 0)
  const shown = free.slice(0, shownDays)
  if (shown.length === 0)
    return {
      text: `No hay horas libres en las próximas tres semanas. Más fechas: ${pageOf(work, chosen)}`,
    }
  const last = shown.at(-1)?.date
  const next = free.length > shown.length && last !== undefined ? Temporal.PlainDate.from(last) : to
  return {
    text: '¿Qué día?',
    choices: [
      ...shown.map(({ date, slots }) =>
        choice(
          shortDay(date),
          { do: 'day', ...chosen, date },
          `${slots.length === 1 ? 'Una hora libre' : `${slots.length} horas libres`}, desde ${money(Math.min(...slots.map(({ totalCents }) => totalCents)))}`,
        ),
      ),
      choice('Más días', { do: 'days', ...chosen, from: next.add({ days: 1 }).toString() }),
    ],
  }
}

/** "sáb 5 dic" */
const shortDay = (date: string): string =>
  Temporal.PlainDate.from(date)
    .toLocaleString('es-MX', { weekday: 'short', day: 'numeric', month: 'short' })
    .replaceAll(/[,.]/g, '')

const shownHours = 9

/** `before` says why the client chooses again. */
export const chooseHour = async (work: Work, step: Step<'day'>, before = ''): Promise<Said> => {
  const { do: _, date, ...chosen } = step
  const { days, zone } = await hoursOf(work, chosen, { from: date, to: date })
  const free = days.flatMap(({ slots }) => slots)
  const others = choice('Otro día', { do: 'days', ...chosen, from: null })
  if (free.length === 0) return { text: `${before}Ese día ya no hay horas libres.`.trim(), choices: [others] }
  return {
    text: `${before}¿A qué hora? Al elegir la apartamos para ti.`,
    choices: [
      ...spread(free, shownHours).map(({ startsAt, totalCents, token }) =>
        choice(shortHour(startsAt, zone), { do: 'hold', ...chosen, slot: token }, money(totalCents)),
      ),
      others,
    ],
  }
}

/** As many as fit in a list, spread over the whole day. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, place) => all[Math.floor((place * all.length) / most)]).filter(
        (one) => one !== undefined,
      )
