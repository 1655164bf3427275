import * as z from 'zod/mini'
import type { SpaceType } from '#contract/professional/categories.ts'
import { Id } from '#contract/platform/shapes.ts'

export const accessibility = {
  ramp: 'Rampa o entrada sin escalones',
  restroom: 'Baño accesible',
  elevator: 'Elevador o planta baja',
} as const
export const Accessibility = z.enum(['ramp', 'restroom', 'elevator'])
export type Accessibility = z.output<typeof Accessibility>

/** The equipment of a space for its work. */
export const equipment = {
  mirror: 'Espejo',
  washbasin: 'Lavacabezas',
  hair_dryer: 'Secador de casco',
  hydraulic_chair: 'Sillón hidráulico',
  barber_chair: 'Sillón de barbería',
  tool_cart: 'Carrito auxiliar',
  ring_light: 'Aro de luz',
  nail_table: 'Mesa de uñas',
  nail_lamp: 'Lámpara UV/LED',
  dust_extractor: 'Extractor de polvo',
  pedicure_chair: 'Sillón de pedicure',
  massage_table: 'Camilla',
  electric_table: 'Camilla eléctrica',
  steamer: 'Vaporizador',
  towel_warmer: 'Calentador de toallas',
  shower: 'Regadera',
  sink: 'Lavamanos',
  sterilizer: 'Esterilizador',
  desk: 'Escritorio',
  scale: 'Báscula',
  exam_table: 'Mesa de exploración',
  waiting_room: 'Sala de espera',
  lockers: 'Lockers',
  wall_mirrors: 'Espejos de pared',
  mats: 'Tapetes',
  props: 'Bloques y cintas',
  reformer: 'Reformer',
  speaker: 'Bocina',
  screen: 'Pantalla o proyector',
} as const
export type EquipmentItem = keyof typeof equipment
export const EquipmentItem = z.enum([
  'mirror',
  'washbasin',
  'hair_dryer',
  'hydraulic_chair',
  'barber_chair',
  'tool_cart',
  'ring_light',
  'nail_table',
  'nail_lamp',
  'dust_extractor',
  'pedicure_chair',
  'massage_table',
  'electric_table',
  'steamer',
  'towel_warmer',
  'shower',
  'sink',
  'sterilizer',
  'desk',
  'scale',
  'exam_table',
  'waiting_room',
  'lockers',
  'wall_mirrors',
  'mats',
  'props',
  'reformer',
  'speaker',
  'screen',
])

/** Equipment at every unit, or shared equipment units: each is with one visit at a time. */
export const Equipment = z.object({
  item: EquipmentItem,
  shared: z.boolean(),
  /** Number of shared ones; absent: one. */
  count: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
  /** Other spaces of the business that share the same equipment units; absent: unchanged. */
  with: z.optional(z.array(Id).check(z.maxLength(50))),
})
export type Equipment = z.output<typeof Equipment>
export const maxEquipmentUnits = 20

/** "Lavacabezas (2, se comparten con otros espacios de la casa)". */
export const sharedText = ({ shared, count = 1, with: others = [] }: Equipment) => {
  if (!shared) return ''
  const business = others.length === 0 ? '' : ' con otros espacios de la casa'
  return count === 1 ? ` (se comparte${business})` : ` (${count}, se comparten${business})`
}

/** Items suggested for each kind of space; the rest can be added too. */
export const usualEquipment: Readonly<Record<SpaceType, readonly EquipmentItem[]>> = {
  chair: [
    'mirror',
    'hydraulic_chair',
    'barber_chair',
    'washbasin',
    'hair_dryer',
    'tool_cart',
    'ring_light',
    'sterilizer',
  ],
  station: [
    'nail_table',
    'nail_lamp',
    'dust_extractor',
    'pedicure_chair',
    'ring_light',
    'tool_cart',
    'sterilizer',
    'sink',
  ],
  cabin: [
    'massage_table',
    'electric_table',
    'steamer',
    'towel_warmer',
    'shower',
    'sink',
    'ring_light',
    'sterilizer',
  ],
  room: ['massage_table', 'sink', 'mirror', 'desk', 'shower', 'speaker', 'ring_light', 'sterilizer'],
  consulting_room: [
    'desk',
    'exam_table',
    'massage_table',
    'scale',
    'sink',
    'waiting_room',
    'sterilizer',
    'screen',
  ],
  hall: ['wall_mirrors', 'mats', 'props', 'reformer', 'speaker', 'lockers', 'shower', 'screen'],
}
