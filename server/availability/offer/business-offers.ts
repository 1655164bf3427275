/**
 * What any professional of a business offers: services of one name are one choice, whichever professional gives them, and so are their
 * add-ons. Several people are all with the same professional.
 */
import { sql } from 'kysely'
import { addOnName, type AddOnRef } from '#contract/service/add-on.ts'
import type { Channel } from '#contract/pricing/demand.ts'
import { personOfEach } from '#contract/platform/persons.ts'
import { mixesClass, oneVisit, partsOf, withAddOns } from '#server/availability/offer/one-visit.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import type { ServiceRow } from '#server/availability/offer/service-row.ts'
import { spacesOfBusiness, type Business } from '#server/availability/offer/place-offers.ts'
import { offersOf, type Offers } from '#server/availability/offer/offer.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * For every professional at a business who gives a service of that name, with all following services and add-ons by name, the best
 * rated first; `places` are those of all of them. Null without such a professional.
 */
export const offersOfBusiness = async (
  work: Work,
  what: {
    serviceId: number
    more?: readonly number[] | undefined
    addOns?: readonly AddOnRef[] | undefined
    /** For several people: how many of the services each has. */
    persons?: readonly number[] | undefined
    business: Business
    from: Date
    to: Date
    clientId: number | null
    isNewcomer: boolean
    channel?: Channel | undefined
  },
): Promise<Pick<Offers, 'zone' | 'places'> | null> => {
  const { business, channel, isNewcomer, serviceId, more = [], addOns = [], persons = [], ...edges } = what
  const spaceIds = await spacesOfBusiness(work, business)
  const { rows: alike } = await sql<{ id: number; more: number[] }>`
    select service.id, (select coalesce(json_agg(own.id order by wanted.place), '[]')
        from unnest(${[...more]}::bigint[]) with ordinality as wanted(id, place)
        join services named on named.id = wanted.id and named.visibility = 'visible'
        join lateral (select id from services each where each.professional_id = service.professional_id and each.visibility = 'visible'
          and lower(each.name) = lower(named.name) order by id limit 1) own on true) as more
    from services service join professionals professional on professional.id = service.professional_id
    where service.visibility = 'visible' and professional.status = 'published'
      and lower(service.name) = (select lower(name) from services where id = ${serviceId} and visibility = 'visible')
      and service.professional_id in (select professional_id from agreements
        where space_id = any(${[...spaceIds]}::bigint[]) and status in ('active', 'expiring'))
    order by professional.rating desc, professional.review_count desc, service.id limit ${maxOfBusiness}`.execute(
    work.db,
  )
  const able = alike.filter((one) => one.more.length === more.length)
  const added = await addedByName(work, [serviceId, ...more], addOns, personOfEach(persons))
  if (able.length === 0 || added === null) return null
  const rows = await readServices(work, {
    ...edges,
    serviceIds: [...new Set(able.flatMap((one) => [one.id, ...one.more]))],
  })
  const found = offersOf(
    work,
    able.flatMap(({ id, more }) => {
      const parts = partsOf([id, ...more], rows, persons)
      if (mixesClass(parts)) return []
      const refs = ownOf(parts, added)
      const withAll = refs && withAddOns(parts, refs)
      const row = withAll && oneVisit(1 + more.length, withAll)
      return row === undefined || parts.some(({ turnsAway }) => turnsAway)
        ? []
        : [{ ...row, isFirstVisit: row.isFirstVisit || isNewcomer }]
    }),
    undefined,
    channel === undefined ? {} : { channel },
  )
  const places = found
    .flatMap((one) => one.places)
    .filter(({ spaceId }) => spaceId !== null && spaceIds.has(spaceId))
  const [first] = places
  return first === undefined ? null : { zone: first.zone, places }
}
const maxOfBusiness = 24

/** A requested name, and the service of the visit to which it is added. */
type AddedByName = AddOnRef & Named & { place: number }
/** Without a group: null as it is read, absent as it is stored. */
type Named = { name: string; group?: string | null | undefined }

/** Null: one of them does not exist, or belongs to none of these services. */
const addedByName = async (
  work: Work,
  serviceIds: readonly number[],
  refs: readonly AddOnRef[],
  /** For several people: the person of each service. */
  whose: readonly number[],
): Promise<AddedByName[] | null> => {
  if (refs.length === 0) return []
  const { rows } = await sql<AddOnRef & Named>`
    select service.id as "serviceId", (one ->> 'id')::integer as id, one ->> 'name' as name, one ->> 'group' as group
    from services service, jsonb_array_elements(service.add_ons) as offered(one)
    where service.id = any(${[...serviceIds]}::bigint[])`.execute(work.db)
  const named = refs.flatMap((ref) => {
    const known = rows.find(({ serviceId, id }) => serviceId === ref.serviceId && id === ref.id)
    const place = serviceIds.findIndex(
      (id, index) => id === ref.serviceId && (whose[index] ?? 1) === (ref.person ?? 1),
    )
    return known === undefined || place < 0 ? [] : [{ ...known, place }]
  })
  return named.length === refs.length ? named : null
}

const isNamed = (one: Named, other: Named) =>
  lowered(one.name) === lowered(other.name) && lowered(one.group ?? '') === lowered(other.group ?? '')
const lowered = (name: string) => name.toLocaleLowerCase('es-MX')

/** The professional's own add-ons of those names, each once; undefined: they do not offer one of them. */
const ownOf = (parts: readonly ServiceRow[], added: readonly AddedByName[]): AddOnRef[] | undefined => {
  const own = added.flatMap(({ place, name, group, serviceId, id }): AddOnRef[] => {
    const row = parts[place]
    const one = row?.addOns.find((each) =>
      row.id === serviceId ? each.id === id : isNamed(each, { name, group }),
    )
    if (row === undefined || one === undefined) return []
    return [{ serviceId: row.id, id: one.id, ...((row.person ?? 1) === 1 ? {} : { person: row.person }) }]
  })
  const names = new Set(own.map(addOnName))
  return names.size === added.length ? own : undefined
}
