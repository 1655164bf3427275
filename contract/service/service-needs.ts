/**
 * What a service requires at another party's place: equipment, and in which of its minutes it needs it exclusively where units share it;
 * room, a door that closes, a way in without stairs. Pure: the editor, the server and the engine share these semantics
 * (docs/space/equipment.md).
 */
import * as z from 'zod/mini'
import type { SpaceType } from '#contract/professional/categories.ts'
import { equipment, EquipmentItem } from '#contract/space/fittings.ts'

const Minute = z.int().check(z.minimum(0), z.maximum(720))
export const EquipmentNeed = z.object({
  item: EquipmentItem,
  /** Minutes after the start of the service. */
  fromMinute: Minute,
  /** Null: until its end, whatever is added to it. */
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

/** Where a door can be closed. */
export const privateTypes: ReadonlySet<SpaceType> = new Set(['cabin', 'room', 'consulting_room'])

/** What is wrong with them, for people; null: nothing. */
export const needsProblem = (needs: Needs, minutes: number): string | null => {
  const items = needs.equipment.map(({ item }) => item)
  if (new Set(items).size < items.length) return 'Cada equipo se pide una sola vez.'
  const wrong = needs.equipment.find(({ fromMinute, toMinute }) => fromMinute >= (toMinute ?? minutes))
  if (wrong !== undefined) return `${equipment[wrong.item]}: su último minuto va después del primero.`
  const late = needs.equipment.find(({ toMinute }) => (toMinute ?? 0) > minutes)
  return late === undefined ? null : `${equipment[late.item]}: el servicio dura ${minutes} minutos.`
}

/** One piece of what units of a space share, as a visit has it: in these minutes after its start. */
export const BookedEquipmentUnit = z.object({
  id: z.int(),
  item: EquipmentItem,
  /** Which of them, as the space counts them. */
  number: z.int(),
  fromMinute: z.int(),
  toMinute: z.int(),
})
export type BookedEquipmentUnit = z.output<typeof BookedEquipmentUnit>
