import { modalities, type Modality } from '#contract/service/modality.ts'
import { type When, whenIn } from '#web/parts/time/when.ts'
import { wholeIn } from '#web/search-params.ts'

export const ways = ['day', 'area'] as const
export type Way = (typeof ways)[number]

/** What an address of /booking or /book says: with whom or where, what, and the start that was chosen elsewhere. */
export type BookingSearch = When & {
  professional?: number | undefined
  business?: number | undefined
  space?: number | undefined
  service?: number | undefined
  /** Services that follow it in the same visit: "2,3". */
  more?: string | undefined
  /** What is added to them: "3-1,3-2". */
  add?: string | undefined
  /** Who comes along, each with their services: "3_3,7"; 0 is the same as the first. */
  also?: string | undefined
  /** At home or online, where it is given at several; unsaid: the first of them. */
  how?: Modality | undefined
  /** How the hours are looked at; unsaid: the soonest first. */
  by?: Way | undefined
  at?: string | undefined
  /** At which space that start is; 0: at the professional's own place. Unsaid: at any. */
  atSpace?: number | undefined
}

/**
 * What was searched and comes along to a professional, a business or a space, and from there to booking (docs/search/address.md):
 * which of their services, at which place, how, and when.
 */
export type Going = Pick<BookingSearch, 'service' | 'space' | 'how'> & When
export const goingIn = (given: Record<string, unknown>): Going => {
  const [service, space, how] = [wholeIn(given['service']), wholeIn(given['space']), howIn(given['how'])]
  return {
    ...(service === undefined ? {} : { service }),
    ...(space === undefined ? {} : { space }),
    ...(how === undefined ? {} : { how }),
    ...whenIn(given),
  }
}

export const howIn = (value: unknown): Modality | undefined => modalities.find((one) => one === value)

/** A start that was chosen elsewhere, and at which space. */
export const startIn = ({ at, atSpace }: Record<string, unknown>): Pick<BookingSearch, 'at' | 'atSpace'> =>
  typeof at === 'string' && !Number.isNaN(Date.parse(at))
    ? { at, atSpace: atSpace === undefined ? undefined : wholeIn(atSpace, undefined, 0) }
    : {}

/** "2,3" as numbers; none for what is no such list. */
export const listIn = (value: unknown): number[] =>
  /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,3}$/.test(String(value))
    ? [...new Set(String(value).split(',').map(Number))]
    : []

/** "3_0" one by one, as many as come along; none for what is no such list. */
export const alsoIn = (value: unknown): number[][] =>
  /^\d[\d,]*(_\d[\d,]*){0,4}$/.test(String(value)) ? String(value).split('_').map(listIn) : []

/** What an address says of people who come to a visit that there is: the first and who comes along. */
export const requestedOf = (people: readonly { services: readonly { id: number }[] }[]) => {
  const [[service, ...more] = [], ...also] = people.map(({ services }) => services.map(({ id }) => id))
  return {
    service,
    more: more.join() || undefined,
    also: also.map((ids) => ids.join()).join('_') || undefined,
  }
}

/** How an address names what is added; counted from nought whose it is. */
export const addOnKey = (service: number, id: number, index: number) =>
  `${service}-${id}${index === 0 ? '' : `-${index + 1}`}`

/** "3-1,3-2" one by one, "3-1-2" of the second person; none for what is no such list. */
export const addOnsIn = (value: unknown): string[] =>
  /^[1-9]\d{0,14}-[1-9]\d{0,8}(-[2-6])?(,[1-9]\d{0,14}-[1-9]\d{0,8}(-[2-6])?){0,11}$/.test(String(value))
    ? [...new Set(String(value).split(','))]
    : []
