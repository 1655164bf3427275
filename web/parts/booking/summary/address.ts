import { modalities, type Modality } from '#contract/service/modality.ts'
import { type When, whenIn } from '#web/parts/time/when.ts'
import { wholeIn } from '#web/search-params.ts'

export const ways = ['day', 'area'] as const
export type Way = (typeof ways)[number]

/** The parameters of /booking and /book: professional or place, service, and the start that was chosen elsewhere. */
export type BookingSearch = When & {
  professional?: number | undefined
  business?: number | undefined
  space?: number | undefined
  service?: number | undefined
  /** Following services in the same visit: "2,3". */
  more?: string | undefined
  /** Their add-ons: "3-1,3-2". */
  add?: string | undefined
  /** The companions, each with their services: "3_3,7"; 0 is the same as the first. */
  also?: string | undefined
  /** At home or online, where there are several ways; the first by default. */
  how?: Modality | undefined
  /** The view of the slots; the soonest first by default. */
  by?: Way | undefined
  at?: string | undefined
  /** The space of that start; 0: the professional's own place. Any by default. */
  atSpace?: number | undefined
}

/**
 * The search that is carried to the page of a professional, business or space, and from there to booking (docs/search/address.md):
 * service, place, modality and time.
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

/** A start that was chosen elsewhere, with its space. */
export const startIn = ({ at, atSpace }: Record<string, unknown>): Pick<BookingSearch, 'at' | 'atSpace'> =>
  typeof at === 'string' && !Number.isNaN(Date.parse(at))
    ? { at, atSpace: atSpace === undefined ? undefined : wholeIn(atSpace, undefined, 0) }
    : {}

/** "2,3" as numbers; empty if it is no such list. */
export const listIn = (value: unknown): number[] =>
  /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,3}$/.test(String(value))
    ? [...new Set(String(value).split(',').map(Number))]
    : []

/** "3_0" for each companion; empty if it is no such list. */
export const alsoIn = (value: unknown): number[][] =>
  /^\d[\d,]*(_\d[\d,]*){0,4}$/.test(String(value)) ? String(value).split('_').map(listIn) : []

/** The parameters for the people of an existing visit: the first and the companions. */
export const requestedOf = (people: readonly { services: readonly { id: number }[] }[]) => {
  const [[service, ...more] = [], ...also] = people.map(({ services }) => services.map(({ id }) => id))
  return {
    service,
    more: more.join() || undefined,
    also: also.map((ids) => ids.join()).join('_') || undefined,
  }
}

/** The key of an add-on in an address; `index`: its person, from zero. */
export const addOnKey = (service: number, id: number, index: number) =>
  `${service}-${id}${index === 0 ? '' : `-${index + 1}`}`

/** "3-1,3-2" as keys, "3-1-2" for the second person; empty if it is no such list. */
export const addOnsIn = (value: unknown): string[] =>
  /^[1-9]\d{0,14}-[1-9]\d{0,8}(-[2-6])?(,[1-9]\d{0,14}-[1-9]\d{0,8}(-[2-6])?){0,11}$/.test(String(value))
    ? [...new Set(String(value).split(','))]
    : []
