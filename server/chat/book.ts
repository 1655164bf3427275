/** Another visit with a known professional: whom, what, which day, which hour. The hour is held (hold.ts) and paid on its page. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { slots } from '#server/availability/slots/slots.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { choice, type Said, type Step } from '#server/chat/action.ts'
import { formerOf } from '#server/chat/person.ts'
import { money, shortHour } from '#server/chat/words.ts'
import type { Work } from '#server/platform/work.ts'

export const chooseProfessional = async (work: Work, phone: string): Promise<Said> => {
  const former = await formerOf(work, phone)
  if (former.length === 0)
    return { text: `Busca a quien quieras y reserva aquí: ${work.config.publicUrl}/search-results` }
  return {
    text: '¿Con quién?',
    choices: former.map(({ professionalId, name, service }) =>
      choice(name, { do: 'services', professionalId }, `La última vez: ${service}`),
    ),
  }
}

/** A list has ten lines. */
const shownServices = 10

/** What everybody may book of them without choosing more: a service with options of a group is chosen on its page. */
export const chooseService = async (work: Work, { professionalId }: Step<'services'>): Promise<Said> => {
  const { rows } = await sql<{ id: number; name: string; minutes: number; priceCents: number }>`
    select id, name, duration_minutes as minutes, price_cents as "priceCents" from services
    where professional_id = ${professionalId} and visibility = 'visible' and not first_visit_only and at_place
      and not exists (select from jsonb_array_elements(add_ons) as part(one) where one ? 'group')
    order by "position", id limit ${shownServices}`.execute(work.db)
  const [only] = rows
  if (only === undefined) return { text: `Elige tu hora aquí: ${pageOf(work, professionalId)}` }
  if (rows.length === 1)
    return chooseDay(work, { do: 'days', professionalId, serviceId: only.id, from: null })
  return {
    text: '¿Qué servicio?',
    choices: rows.map(({ id, name, minutes, priceCents }) =>
      choice(
        name,
        { do: 'days', professionalId, serviceId: id, from: null },
        `${minutes} min, ${formatCents(priceCents)}`,
      ),
    ),
  }
}

const pageOf = (work: Work, professionalId: number, serviceId?: number) =>
  `${work.config.publicUrl}/booking?professional=${professionalId}${serviceId === undefined ? '' : `&service=${serviceId}`}`

const daysRead = 21
const shownDays = 9

export const chooseDay = async (
  work: Work,
  { professionalId, serviceId, from }: Step<'days'>,
): Promise<Said> => {
  // Days of the capital: at most an hour or two of a day are lost elsewhere.
  const first = Temporal.PlainDate.from(from ?? localDate(work.now, 'America/Mexico_City'))
  const to = first.add({ days: daysRead - 1 })
  const { days } = await slots(work, {
    professional: professionalId,
    service: serviceId,
    from: first.toString(),
    to: to.toString(),
  })
  const free = days.filter(({ slots }) => slots.length > 0)
  const shown = free.slice(0, shownDays)
  if (shown.length === 0)
    return {
      text: `No hay horas libres en las próximas tres semanas. Más fechas: ${pageOf(work, professionalId, serviceId)}`,
    }
  const last = shown.at(-1)?.date
  const next = free.length > shown.length && last !== undefined ? Temporal.PlainDate.from(last) : to
  return {
    text: '¿Qué día?',
    choices: [
      ...shown.map(({ date, slots }) =>
        choice(
          shortDay(date),
          { do: 'day', professionalId, serviceId, date },
          `${slots.length === 1 ? 'Una hora libre' : `${slots.length} horas libres`}, desde ${money(Math.min(...slots.map(({ totalCents }) => totalCents)))}`,
        ),
      ),
      choice('Más días', { do: 'days', professionalId, serviceId, from: next.add({ days: 1 }).toString() }),
    ],
  }
}

/** "sáb 5 dic" */
const shortDay = (date: string): string =>
  Temporal.PlainDate.from(date)
    .toLocaleString('es-MX', { weekday: 'short', day: 'numeric', month: 'short' })
    .replaceAll(/[,.]/g, '')

const shownHours = 9

/** `before` says why they choose again. */
export const chooseHour = async (
  work: Work,
  { professionalId, serviceId, date }: Step<'day'>,
  before = '',
): Promise<Said> => {
  const { days, zone } = await slots(work, {
    professional: professionalId,
    service: serviceId,
    from: date,
    to: date,
  })
  const free = days.flatMap(({ slots }) => slots)
  const others = choice('Otro día', { do: 'days', professionalId, serviceId, from: null })
  if (free.length === 0) return { text: `${before}Ese día ya no hay horas libres.`.trim(), choices: [others] }
  return {
    text: `${before}¿A qué hora? Al elegir la apartamos para ti.`,
    choices: [
      ...spread(free, shownHours).map(({ startsAt, totalCents, token }) =>
        choice(
          shortHour(startsAt, zone),
          { do: 'hold', professionalId, serviceId, slot: token },
          money(totalCents),
        ),
      ),
      others,
    ],
  }
}

/** As many as fit in a list, over the whole day. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, place) => all[Math.floor((place * all.length) / most)]).filter(
        (one) => one !== undefined,
      )
