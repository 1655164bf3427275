/** What a widget sells, read from Kalli's public endpoints: without cookies, as any page may. */
import type { Slot } from '#contract/availability/slot.ts'
import type { Slots } from '#contract/availability/availability.ts'
import { listPriceOf, listPriceText, lowestOf, shownHour } from '#contract/pricing/shown-price.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { modalitiesOf } from '#contract/service/modality.ts'
import type { Attendance } from '#contract/storefront/storefront.ts'
import { formatCents } from '#contract/platform/money.ts'
import { addDays, dateIn, durationText, timeOf } from '#web/parts/time/wall-clock.ts'

/** Of the attributes: exactly one of the first three says whose hours. */
export type Subject = { profesional?: string; negocio?: string; espacio?: string; servicio?: string }

export type Offered = {
  id: number
  /** Of all services that are this one choice. */
  ids: readonly number[]
  name: string
  price: string
  /** The list price, the lowest where it is not the only one. */
  cents: number
  note: string
  /** How its hours are requested; null: something has to be chosen on Kalli first. */
  query: Readonly<Record<string, string>> | null
  /** The address at Kalli where it is booked. */
  link: string
}

export type Shop = {
  name: string
  zone: string
  isOpen: boolean
  services: Offered[]
  link: string
  /** Where, or with whom, an hour is. */
  describe: (slot: Slot) => string
}

/** `isOwn`: it costs another price than is said beside the service. */
export type Hour = { time: string; price: string; note: string; link: string; isOwn: boolean }
export type Day = { date: string; hours: Hour[] }

/** Says in `kind` what the reader can do about it. */
export class Problem extends Error {
  readonly kind: 'offline' | 'gone' | 'busy' | 'failed'
  constructor(kind: Problem['kind']) {
    super(kind)
    this.kind = kind
  }
}

const daysAhead = 14
const patienceMs = 15_000

const ask = async <T>(origin: string, path: string, signal: AbortSignal): Promise<T> => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), patienceMs)
  const leave = () => late.abort()
  signal.addEventListener('abort', leave)
  try {
    const answer = await fetch(origin + path, { credentials: 'omit', signal: late.signal })
    if (answer.ok) return await answer.json()
    if (answer.status === 404) throw new Problem('gone')
    throw new Problem(answer.status === 429 || answer.status === 503 ? 'busy' : 'failed')
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(navigator.onLine ? 'failed' : 'offline')
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}

/** `12` and `12-salon-roma` name the same business. */
const numberOf = (text: string) => /^\d{1,15}(?=-|$)/.exec(text.trim())?.[0]

const withQuery = (address: string, query: Readonly<Record<string, string>>) =>
  `${address}?${new URLSearchParams(query).toString()}`

export const openShop = async (origin: string, subject: Subject, signal: AbortSignal): Promise<Shop> => {
  const { profesional, negocio, espacio, servicio } = subject
  const shop =
    profesional === undefined
      ? await ofPlace(origin, negocio === undefined ? ['s', espacio] : ['b', negocio], signal)
      : await ofProfessional(origin, profesional, numberOf(servicio ?? ''), signal)
  if (servicio === undefined) return shop
  const services = shop.services.filter(({ ids }) => ids.some((id) => String(id) === numberOf(servicio)))
  if (services.length === 0) throw new Problem('gone')
  return { ...shop, services }
}

const ofProfessional = async (
  origin: string,
  id: string,
  service: string | undefined,
  signal: AbortSignal,
): Promise<Shop> => {
  const path = `/api/public/professionals/${encodeURIComponent(id.trim())}`
  // A service of a link is on no list, and comes by its number.
  const one = await ask<PublicProfessional>(
    origin,
    service === undefined ? path : withQuery(path, { service }),
    signal,
  )
  const of = { p: String(one.id) }
  const book = `${origin}/book`
  return {
    name: `${one.user.firstName} ${one.user.lastName}`,
    zone: one.zone,
    isOpen: one.acceptsBookings,
    link: withQuery(book, of),
    describe: ({ spaceId, modality }) => {
      if (modality === 'online') return 'En línea'
      if (one.places.length < 2) return ''
      return one.places.find((place) => place.spaceId === spaceId)?.name ?? 'Lugar propio'
    },
    services: one.services.map((each): Offered => {
      const how = modalitiesOf(each).find((way) => way !== 'place' || one.places.length > 0)
      const hasOptions = each.addOns.some(({ group }) => group !== undefined)
      return {
        id: each.id,
        ids: [each.id],
        name: each.name,
        price: listPriceText(listPriceOf(each)),
        cents: listPriceOf(each).cents,
        note: durationText(each.durationMinutes),
        link: withQuery(book, { ...of, svc: String(each.id) }),
        query:
          hasOptions || how === undefined || how === 'home'
            ? null
            : {
                professional: String(one.id),
                service: String(each.id),
                ...(how === 'place' ? {} : { modality: how }),
              },
      }
    }),
  }
}

/** Services of one name are one choice there, regardless of who gives them. */
const ofPlace = async (
  origin: string,
  [key, text]: readonly ['b' | 's', string | undefined],
  signal: AbortSignal,
): Promise<Shop> => {
  const id = numberOf(text ?? '')
  if (id === undefined) throw new Problem('gone')
  const where = { [key === 'b' ? 'business' : 'space']: id }
  const place = await ask<Attendance>(origin, withQuery('/api/public/attendance', where), signal)
  const alike = new Map<string, Attendance['services']>()
  for (const service of place.services) {
    const name = service.name.toLowerCase()
    alike.set(name, [...(alike.get(name) ?? []), service])
  }
  const of = { [key]: id }
  const book = `${origin}/book`
  return {
    name: place.name,
    zone: place.zone,
    isOpen: place.services.length > 0,
    link: withQuery(book, of),
    describe: ({ professionalId }) => {
      const one = place.team.find((each) => each.id === professionalId)
      return one === undefined || place.team.length < 2 ? '' : `con ${one.firstName}`
    },
    services: [...alike.values()].flatMap((group): Offered[] => {
      const [first] = group
      if (first === undefined) return []
      const minutes = group.map(({ durationMinutes }) => durationMinutes)
      const [least, most] = [Math.min(...minutes), Math.max(...minutes)]
      const price = lowestOf(group.map((one) => listPriceOf(one)))
      return [
        {
          id: first.id,
          ids: group.map(({ id }) => id),
          name: first.name,
          price: price === null ? '' : listPriceText(price),
          cents: price?.cents ?? 0,
          note: least === most ? durationText(least) : `${durationText(least)} a ${durationText(most)}`,
          link: withQuery(book, { ...of, svc: String(first.id) }),
          query: group.some(({ addOns }) => addOns.some((one) => one.group !== undefined))
            ? null
            : { ...where, service: String(first.id) },
        },
      ]
    }),
  }
}

/** The free hours of the next two weeks, by day; days without any are left out. */
export const readDays = async (
  origin: string,
  shop: Shop,
  service: Offered,
  signal: AbortSignal,
): Promise<Day[]> => {
  const from = dateIn(Date.now(), shop.zone)
  const { days } = await ask<Slots>(
    origin,
    withQuery('/api/slots', {
      ...service.query,
      from,
      to: addDays(from, daysAhead - 1),
      channel: 'own_link',
    }),
    signal,
  )
  return days
    .filter(({ slots }) => slots.length > 0)
    .map(({ date, slots }) => ({ date, hours: slots.map((slot) => hourOf(shop, service, slot)) }))
}

/** The address selects the hour; holding it is a press at Kalli (docs/decisions/widget.md). */
const hourOf = (shop: Shop, service: Offered, slot: Slot): Hour => {
  const { cents, difference } = shownHour(slot)
  const left = slot.seats === undefined ? '' : `${slot.seats.left} lugares`
  return {
    time: timeOf(slot.startsAt, shop.zone),
    price: formatCents(cents),
    note: [shop.describe(slot), left, difference?.text ?? ''].filter(Boolean).join(' · '),
    isOwn: difference !== null || cents !== service.cents,
    link: `${service.link}&${new URLSearchParams({
      at: slot.startsAt,
      ...(slot.modality === undefined ? { atSpace: String(slot.spaceId ?? 0) } : { how: slot.modality }),
    }).toString()}`,
  }
}
