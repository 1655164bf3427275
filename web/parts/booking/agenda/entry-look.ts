/** Name and look of a calendar entry; colour is never the only sign. */
import { layers, type CalendarEntry, type Layer } from '#contract/booking/agenda/calendar.ts'
import { peopleText } from '#contract/platform/persons.ts'
import type { CalendarLook } from '#contract/booking/agenda/calendar-look.ts'
import { type Tone, type Toned, toneLook, toneOf } from '#web/parts/booking/calendar/tones.ts'
import { looks } from '#web/parts/booking/calendar/look.ts'
import { zoneBeside } from '#web/parts/time/other-clock.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'

export const isLayer = (text: string): text is Layer => Object.hasOwn(layers, text)

const wayLook = 'border border-dashed border-jacaranda bg-surface text-ink'

/** Visits at no space and at no place of the professional have their own edge; text says it as well. */
const awayLooks = {
  place: '',
  home: 'border-l-4 border-l-barro',
  online: 'border-l-4 border-l-agave',
} as const

/** What can give a visit or class its colour; other entries have the colour of their kind. */
export const thingsOf = ({ booking, layer, ...entry }: CalendarEntry): Toned[] => {
  if (layer === 'class' && entry.class !== undefined)
    return [{ of: 'service', id: entry.class.serviceId, name: entry.class.service }]
  if (layer !== 'visit' || booking === null) return []
  const { serviceId, service, clientId, client } = booking
  return [
    ...(serviceId === null ? [] : [{ of: 'service' as const, id: serviceId, name: service }]),
    ...(clientId === null ? [] : [{ of: 'person' as const, id: clientId, name: client ?? 'Por confirmar' }]),
  ]
}

/** The index of its colour; undefined: the colour of its kind. */
export const toneOfEntry = (look: CalendarLook, entry: CalendarEntry) => {
  const thing = thingsOf(entry).find(({ of }) => of === look.by)
  return thing && toneOf(look, thing)
}

export type ToneOfEntry = (entry: CalendarEntry) => Tone | undefined

export const lookOf = ({ layer, place }: CalendarEntry, tone?: Tone) =>
  tone !== undefined
    ? toneLook(tone)
    : layer === 'travel'
      ? wayLook
      : `${looks[layer === 'visit' ? 'booking' : layer]} ${awayLooks[place?.modality ?? 'place']}`

const awayWords = { place: '', home: ' · a domicilio', online: ' · en línea' } as const

export const titleOf = (entry: CalendarEntry) => {
  if (entry.layer === 'visit')
    return `${entry.booking?.client ?? 'Por confirmar'}${awayWords[entry.place?.modality ?? 'place']}`
  if (entry.layer === 'class')
    return `${entry.class?.service ?? 'Clase'}${awayWords[entry.place?.modality ?? 'place']}`
  if (entry.layer === 'rent') return 'Espacio rentado'
  if (entry.layer === 'travel') return 'Viaje'
  if (entry.layer === 'hold')
    return entry.reservedFor === undefined ? 'Apartado, por pagar' : savedTitle(entry.reservedFor)
  if (entry.layer === 'block')
    return entry.block?.reason === '' ? 'Bloqueo' : (entry.block?.reason ?? 'Bloqueo')
  return 'Ocupado'
}

const savedTitle = ({ why, by, client, isRent }: NonNullable<CalendarEntry['reservedFor']>) => {
  const who = client ?? 'tu cliente'
  if (why === 'appointment') return `Propuesta a ${who}, por aceptar`
  if (by === 'host') return 'Hora que propone el espacio'
  if (by === 'client') return `Hora que propone ${who}`
  return isRent ? 'Hora propuesta al espacio' : `Hora propuesta a ${who}`
}

export const detailOf = (entry: CalendarEntry) => detailsOf(entry, placeOf(entry))

/** The short form for a row: the unit, and of the place only whose it is. */
export const briefOf = (entry: CalendarEntry) => {
  const { place } = entry
  return detailsOf(
    entry,
    place?.unitName ? [place.unitName, place.name.split(' · ')[0]].join(', ') : placeOf(entry),
  )
}

const detailsOf = (entry: CalendarEntry, place: string) =>
  [
    entry.booking?.lateMinutes ? `llega ${entry.booking.lateMinutes} min tarde` : undefined,
    entry.booking?.people ? peopleText(entry.booking.people) : undefined,
    entry.layer === 'visit' ? entry.booking?.service : entry.reservedFor?.service,
    entry.class === undefined ? undefined : `${entry.class.taken} de ${entry.class.capacity} lugares`,
    place,
  ]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' · ')

export const placeOf = ({ place }: CalendarEntry) =>
  [place?.name, place?.address, place?.unitName].filter(Boolean).join(' · ')

/** Whether it lies within another entry's process time, where both are drawn. */
export const isWithin = (entry: CalendarEntry, entries: readonly CalendarEntry[]) =>
  entries.some(({ processes = [] }) =>
    processes.some(({ startsAt, endsAt }) => startsAt <= entry.startsAt && entry.endsAt <= endsAt),
  )

/** "Proceso 10:30 a 11:15" */
export const processText = ({ processes = [], zone }: CalendarEntry) =>
  processes.map((one) => `Proceso ${timeOf(one.startsAt, zone)} a ${timeOf(one.endsAt, zone)}`).join(', ')

/** "10:00 a 11:30", by the clock of the place; the clock is named where it is not the professional's. */
export const spanOf = ({ startsAt, endsAt, zone }: CalendarEntry, own: string) => {
  const beside = zoneBeside(startsAt, zone, own)
  return `${timeOf(startsAt, zone)} a ${timeOf(endsAt, zone)}${beside === null ? '' : ` (${beside})`}`
}

/**
 * A moved entry keeps its key, so that the keyboard focus stays on it. Rents are identified by time and place: two chairs may be rented at
 * the same time.
 */
export const keyOfEntry = ({ layer, block, booking, class: own, startsAt, place }: CalendarEntry) =>
  [layer, block?.id ?? booking?.id ?? own?.id ?? [startsAt, place?.number, place?.unitName].join('/')].join(
    ' ',
  )
