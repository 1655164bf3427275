/** Books another visit: the day and the hour of what was chosen (choose.ts). The hour is held (hold.ts) and paid on its page. */
import { addOnName } from '#contract/service/add-on.ts'
import { modalityOf } from '#contract/service/modality.ts'
import type { Choice } from '#server/messaging/prompt.ts'
import { slots } from '#server/availability/slots/slots.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { choice, type Chosen, type Said, type Step } from '#server/chat/action.ts'
import { eachOf } from '#server/chat/part.ts'
import { money, shortHour } from '#server/chat/words.ts'
import type { Work } from '#server/platform/work.ts'

/** The page for the remaining choices, with those made here. */
export const pageOf = (work: Work, chosen: Chosen): string => {
  const [[service, ...more] = [], ...also] = eachOf(chosen)
  const query = queryOf(chosen)
  query.set(chosen.channel === 'own_link' ? 'svc' : 'service', String(service))
  if (more.length > 0) query.set('more', more.join())
  if (also.length > 0) query.set('also', also.map((ids) => ids.join()).join('_'))
  if (chosen.addOns !== undefined && chosen.addOns.length > 0)
    query.set('add', chosen.addOns.map(addOnName).join())
  if (chosen.place !== undefined) query.set('how', modalityOf(chosen.place))
  return `${shellOf(work, chosen)}?${query}`
}

/** The page of all that this professional offers. */
export const pageWith = (work: Work, whom: Whom): string => `${shellOf(work, whom)}?${queryOf(whom)}`

type Whom = Pick<Chosen, 'professionalId' | 'channel'>

const shellOf = ({ config }: Work, { channel }: Whom) =>
  `${config.publicUrl}/${channel === 'own_link' ? 'book' : 'booking'}`

const queryOf = ({ professionalId, channel }: Whom) =>
  new URLSearchParams({ [channel === 'own_link' ? 'p' : 'professional']: String(professionalId) })

const hoursOf = (
  work: Work,
  { professionalId, channel, serviceId, more, persons, addOns, place }: Chosen,
  dates: Dates,
) =>
  slots(work, {
    professional: professionalId,
    service: serviceId,
    channel,
    more,
    persons,
    addOns,
    // At a place as long as nothing else was chosen.
    place: place ?? undefined,
    ...dates,
  })

type Dates = { from: string; to: string }
const daysRead = 21
/** A list has ten lines, one of which pages on. */
const shownDays = 9

/**
 * `before` names what was chosen, `add` the lines that add to it. Refuses outside_home_radius, place_too_small, and home_needed for an erased
 * home.
 */
export const chooseDay = async (
  work: Work,
  step: Step<'days'>,
  { before = '', add = [] }: { before?: string; add?: readonly Choice[] } = {},
): Promise<Said> => {
  const { do: _, from, ...chosen } = step
  // Days in Mexico City's zone: elsewhere an hour or two of a day are lost at most.
  const first = Temporal.PlainDate.from(from ?? localDate(work.now, 'America/Mexico_City'))
  const to = first.add({ days: daysRead - 1 })
  const { days } = await hoursOf(work, chosen, { from: first.toString(), to: to.toString() })
  const free = days.filter(({ slots }) => slots.length > 0)
  const shown = free.slice(0, shownDays - add.length)
  if (shown.length === 0)
    return {
      text: `${before}No hay horas libres en las próximas tres semanas. Más fechas: ${pageOf(work, chosen)}`,
    }
  const last = shown.at(-1)?.date
  const next = free.length > shown.length && last !== undefined ? Temporal.PlainDate.from(last) : to
  return {
    text: `${before}¿Qué día?`,
    choices: [
      ...shown.map(({ date, slots }) =>
        choice(
          shortDay(date),
          { do: 'day', ...chosen, date },
          `${slots.length === 1 ? 'Una hora libre' : `${slots.length} horas libres`}, desde ${money(Math.min(...slots.map(({ totalCents }) => totalCents)))}`,
        ),
      ),
      choice('Más días', { do: 'days', ...chosen, from: next.add({ days: 1 }).toString() }),
      ...add,
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
