import * as z from 'zod/mini'

/** Value and label of every category of professional (spec §3). */
export const categories = {
  beauty: 'Belleza',
  hair: 'Cabello',
  nails: 'Uñas',
  massage: 'Masajes',
  therapy: 'Terapia',
  nutrition: 'Nutrición',
  fitness: 'Fitness',
  yoga: 'Yoga',
  meditation: 'Meditación',
  pilates: 'Pilates',
  coaching: 'Coaching',
  health: 'Salud',
  wellness: 'Bienestar',
} as const

export const Category = z.enum([
  'beauty',
  'hair',
  'nails',
  'massage',
  'therapy',
  'nutrition',
  'fitness',
  'yoga',
  'meditation',
  'pilates',
  'coaching',
  'health',
  'wellness',
])
export type Category = z.output<typeof Category>

export const isCategory = (value: unknown): value is Category =>
  typeof value === 'string' && Object.hasOwn(categories, value)

export const spaceTypes = {
  chair: 'Silla',
  room: 'Habitación',
  cabin: 'Cabina',
  station: 'Estación',
  consulting_room: 'Consultorio',
  hall: 'Sala',
} as const

export const SpaceType = z.enum(['chair', 'room', 'cabin', 'station', 'consulting_room', 'hall'])
export type SpaceType = z.output<typeof SpaceType>

export const amenities = {
  wifi: 'WiFi',
  parking: 'Estacionamiento',
  ac: 'Aire acondicionado',
  music: 'Música',
  reception: 'Recepción',
  products: 'Productos',
} as const

export const Amenity = z.enum(['wifi', 'parking', 'ac', 'music', 'reception', 'products'])
export type Amenity = z.output<typeof Amenity>

/** Categories suited to a type of space. The host's own choice of categories comes with their applications. */
export const doneIn: Readonly<Record<SpaceType, readonly Category[]>> = {
  chair: ['hair', 'beauty'],
  station: ['nails', 'beauty', 'hair'],
  cabin: ['beauty', 'massage', 'wellness', 'health'],
  room: ['massage', 'therapy', 'wellness', 'coaching', 'meditation', 'yoga'],
  consulting_room: ['therapy', 'nutrition', 'health', 'coaching'],
  hall: ['fitness', 'yoga', 'pilates', 'meditation'],
}
