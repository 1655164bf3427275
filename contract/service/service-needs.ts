/**
 * Requirements of a service at another party's place: equipment, and the minutes in which it needs shared equipment
 * exclusively; room, a door that closes, step-free access. Pure: the editor, the server and the engine share these
 * semantics (docs/space/equipment.md).
 */
import * as z from 'zod/mini'
import type { SpaceType } from '#contract/professional/categories.ts'
import { equipment, EquipmentItem } from '#contract/space/fittings.ts'

const Minute = z.int().check(z.minimum(0), z.maximum(720))
export const EquipmentNeed = z.object({
  item: EquipmentItem,
  /** Minutes after the start of the service. */
  fromMinute: Minute,
  /** Null: until the end, including add-ons. */
  toMinute: z.nullable(Minute),
})
export type EquipmentNeed = z.output<typeof EquipmentNeed>

export const Needs = z.object({
  equipment: z.array(EquipmentNeed).check(z.maxLength(10)),
  areaM2: z.nullable(z.int().check(z.minimum(1), z.maximum(1000))),
  /** Cabin, room or consulting room: no other professional works within sight. */
  isPrivate: z.boolean(),
  groundFloor: z.boolean(),
})
export type Needs = z.output<typeof Needs>

export const noNeeds: Needs = { equipment: [], areaM2: null, isPrivate: false, groundFloor: false }
export const needsNothing = ({ equipment, areaM2, isPrivate, groundFloor }: Needs) =>
  equipment.length === 0 && areaM2 === null && !isPrivate && !groundFloor

/** Space types with a door that closes. */
export const privateTypes: ReadonlySet<SpaceType> = new Set(['cabin', 'room', 'consulting_room'])

/** Validation of the requirements, as text; null if valid. */
export const needsProblem = (needs: Needs, minutes: number): string | null => {
  const items = needs.equipment.map(({ item }) => item)
  if (new Set(items).size < items.length) return 'Cada equipo se pide una sola vez.'
  const wrong = needs.equipment.find(({ fromMinute, toMinute }) => fromMinute >= (toMinute ?? minutes))
  if (wrong !== undefined) return `${equipment[wrong.item]}: su último minuto va después del primero.`
  const late = needs.equipment.find(({ toMinute }) => (toMinute ?? 0) > minutes)
  return late === undefined ? null : `${equipment[late.item]}: el servicio dura ${minutes} minutos.`
}

/** A shared equipment unit as booked by a visit: in these minutes after its start. */
export const BookedEquipmentUnit = z.object({
  id: z.int(),
  item: EquipmentItem,
  /** Which of them, in the numbering of the space. */
  number: z.int(),
  fromMinute: z.int(),
  toMinute: z.int(),
})
export type BookedEquipmentUnit = z.output<typeof BookedEquipmentUnit>
