/**
 * What a service needs of a place, and what is there: equipment at each unit, and equipment units that are shared, each with its own
 * time (docs/space/equipment.md). Pure but for the parts of the query.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import type { SpaceType } from '#contract/professional/categories.ts'
import { equipment, type EquipmentItem } from '#contract/space/fittings.ts'
import { BookedEquipmentUnit, type Needs, noNeeds, privateTypes } from '#contract/service/service-needs.ts'
import type { UsedEquipmentUnit } from '#contract/space/used-piece.ts'
import { intervalsOf } from '#server/availability/zone/intervals.ts'
import type { Shared } from '#server/availability/rules/snapshot.ts'
import { claimsOf, type Range } from '#server/availability/offer/taken.ts'
import { isoOf } from '#server/availability/zone/zone.ts'

/** Equipment of a space, as far as the requested service needs it. */
export type Fittings = {
  spaceType: SpaceType
  areaM2: number | null
  groundFloor: boolean
  things: readonly { item: EquipmentItem; shared: boolean }[]
  /** Only the needed ones, of the space and of its business; with the times when each is taken. */
  pieces: readonly {
    id: number
    item: EquipmentItem
    number: number
    busy: readonly (readonly [number, number])[]
  }[]
}

/**
 * Of `services service` at `spaces space`; null where the service needs nothing, or at the professional's own place. `trying`: unsaved
 * needs.
 */
export const fittingsOf = (span: Range, trying = sql`false`) => sql`
  case when (service.needs is not null or service.add_ons @? '$[*].needs' or ${trying}::boolean) and space.id is not null then json_build_object(
    'spaceType', space.space_type, 'areaM2', space.area_m2, 'groundFloor', 'elevator' = any(space.accessibility),
    'things', space.equipment,
    'pieces', (select coalesce(json_agg(json_build_object('id', piece.id, 'item', piece.item, 'number', piece.number,
        'busy', ${claimsOf(sql.ref('piece.id'), span)}) order by piece.item, piece.number), '[]')
      from (select id, item, number, active from equipment_units where space_id = space.id
        union all select own.id, own.item, own.number, own.active from business_equipment_spaces house
          join equipment_units own using (business_equipment_id) where house.space_id = space.id) piece
      where piece.active
        and (${trying}::boolean
          or piece.item in (select need ->> 'item' from jsonb_array_elements(service.needs -> 'equipment') need)
          or service.add_ons @? '$[*].needs' and piece.item in (
            select one ->> 'needs' from jsonb_array_elements(service.add_ons) as part(one))))) end`

/** Can the service not be given there at any hour? */
export const isLacking = (needs: Needs, { spaceType, areaM2, groundFloor, things }: Fittings): boolean =>
  needs.equipment.some(({ item }) => !things.some((thing) => thing.item === item)) ||
  (needs.areaM2 !== null && (areaM2 ?? 0) < needs.areaM2) ||
  (needs.isPrivate && !privateTypes.has(spaceType)) ||
  (needs.groundFloor && !groundFloor)

/** The shared equipment that it needs there, with all equipment units of each kind. */
export const sharedFor = (needs: Needs, { things, pieces }: Fittings, minutes: number): Shared[] =>
  usesOf(needs, minutes).flatMap(({ item, fromMinute, toMinute }) => {
    if (!things.some((thing) => thing.item === item && thing.shared)) return []
    const mine = pieces.filter((piece) => piece.item === item)
    return [
      {
        item,
        fromMinute,
        toMinute,
        pieces: mine.map(({ id, number, busy }) => ({ id, number, busy: intervalsOf(busy) })),
      },
    ]
  })

/** The minutes in which it uses each item; adjoining minutes count as one use, so that the unit is not changed in between. */
const usesOf = ({ equipment: things }: Needs, minutes: number) => {
  const uses: { item: EquipmentItem; fromMinute: number; toMinute: number }[] = []
  for (const { item, fromMinute, toMinute } of things.toSorted((a, b) => a.fromMinute - b.fromMinute)) {
    const until = Math.min(toMinute ?? minutes, minutes)
    const before = uses.findLast((use) => use.item === item)
    if (before !== undefined && fromMinute <= before.toMinute)
      before.toMinute = Math.max(before.toMinute, until)
    else if (fromMinute < until) uses.push({ item, fromMinute, toMinute: until })
  }
  return uses
}

/** Adds the needs of the following add-ons, each in its own minutes; an add-on without its own minutes needs its item all along. */
export const withAdded = (
  needs: Needs | null,
  durationMinutes: number,
  added: readonly { minutes: number; needs?: string | undefined }[],
): Needs | null => {
  let at = durationMinutes
  const equipment = added.flatMap(({ minutes, needs: item }) => {
    const from = at
    at += minutes
    if (item === undefined || !isItem(item)) return []
    return [
      minutes === 0 ? { item, fromMinute: 0, toMinute: null } : { item, fromMinute: from, toMinute: at },
    ]
  })
  if (equipment.length === 0) return needs
  const own = needs ?? noNeeds
  return { ...own, equipment: [...own.equipment, ...equipment] }
}
const isItem = (text: string): text is EquipmentItem => Object.hasOwn(equipment, text)

type Part = { needs: Needs | null; durationMinutes: number }

/** For consecutive services: each has its items in its own minutes, and the place suits all of them. */
export const needsOfAll = (parts: readonly Part[]): Needs | null => {
  if (parts.every(({ needs }) => needs === null)) return null
  let at = 0
  const equipment = parts.flatMap(({ needs, durationMinutes }) => {
    const from = at
    at += durationMinutes
    return (needs?.equipment ?? []).map(({ item, fromMinute, toMinute }) => ({
      item,
      fromMinute: from + fromMinute,
      toMinute: from + Math.min(toMinute ?? durationMinutes, durationMinutes),
    }))
  })
  const areas = parts.flatMap(({ needs }) => needs?.areaM2 ?? [])
  return {
    equipment,
    areaM2: areas.length === 0 ? null : Math.max(...areas),
    isPrivate: parts.some(({ needs }) => needs?.isPrivate === true),
    groundFloor: parts.some(({ needs }) => needs?.groundFloor === true),
  }
}

/** The same place as each service reads it: the equipment units of all. */
export const fittingsOfAll = (all: readonly (Fittings | null | undefined)[]): Fittings | null => {
  const known = all.filter((one) => one !== null && one !== undefined)
  const [first] = known
  if (first === undefined) return null
  const pieces = new Map(known.flatMap((one) => one.pieces).map((piece) => [piece.id, piece]))
  return { ...first, pieces: [...pieces.values()] }
}

const EquipmentUnits = z.nullish(z.array(BookedEquipmentUnit))

/** The equipment units stored with a booking, as a row has them and as they are written. */
export const equipmentUnitsOf = (saved: unknown): readonly BookedEquipmentUnit[] =>
  z.parse(EquipmentUnits, typeof saved === 'string' ? JSON.parse(saved) : saved) ?? []

/** When a booking uses them, for the staff at the counter. */
export const usedOf = (saved: unknown, startsAt: number): UsedEquipmentUnit[] =>
  equipmentUnitsOf(saved).map(({ item, number, fromMinute, toMinute }) => ({
    name: `${equipment[item]} ${number}`,
    startsAt: isoOf(startsAt + fromMinute * minuteMs),
    endsAt: isoOf(startsAt + toMinute * minuteMs),
  }))
