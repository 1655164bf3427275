import * as z from 'zod/mini'
import { Amenity, Category, SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Accessibility, Equipment, EquipmentItem } from '#contract/space/fittings.ts'
import { HouseRules } from '#contract/space/house-rules.ts'
import { ListingState } from '#contract/space/listing.ts'
import { Id, Instant, NumericText, Zone } from '#contract/platform/shapes.ts'
import { SpaceDocument } from '#contract/space/space-document.ts'
import { EquipmentPhoto, SpacePhoto } from '#contract/space/space-photo.ts'

/** Rent policies: until when a cancelled rent is free, and what is due after (product.md §3). */
export const rentPolicies = {
  relaxed: {
    label: 'Relajada',
    steps: [
      { beforeMinutes: 240, keepBp: 0 },
      { beforeMinutes: 0, keepBp: 5000 },
    ],
  },
  normal: {
    label: 'Normal',
    steps: [
      { beforeMinutes: 1440, keepBp: 0 },
      { beforeMinutes: 240, keepBp: 5000 },
      { beforeMinutes: 0, keepBp: 10_000 },
    ],
  },
  firm: {
    label: 'Firme',
    steps: [
      { beforeMinutes: 4320, keepBp: 0 },
      { beforeMinutes: 1440, keepBp: 5000 },
      { beforeMinutes: 0, keepBp: 10_000 },
    ],
  },
} as const
export const RentPolicy = z.enum(['relaxed', 'normal', 'firm'])
export type RentPolicy = z.output<typeof RentPolicy>

/** A space in a list, as the specification's card (spec §3). */
export const SpaceCard = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  spaceType: SpaceType,
  description: z.string(),
  city: z.string(),
  state: z.string(),
  neighbourhood: z.nullable(z.string()),
  capacity: z.int(),
  amenities: z.array(Amenity),
  photos: z.array(z.string()),
  rating: NumericText,
  reviewCount: z.int(),
  pricePerHour: NumericText,
  distanceKm: z.nullable(z.number()),
  /** Rounded to about a kilometre: the exact address is for confirmed bookings only. */
  area: z.object({ latitude: z.number(), longitude: z.number() }),
  host: z.object({ verified: z.boolean(), businessName: z.string() }),
})
export type SpaceCard = z.output<typeof SpaceCard>

export const Unit = z.object({ id: Id, number: z.int(), name: z.string(), active: z.boolean() })

/** A pack of hours (product.md §6, step 5). */
export const HourPack = z.object({
  hours: z.int().check(z.minimum(2), z.maximum(200)),
  priceCents: z.int().check(z.minimum(100), z.maximum(10_000_000_00)),
})

/** How a suitable professional gets access: at once, by an agreement that the host offers, or by applying. */
export const welcomes = {
  instant: { label: 'Reserva inmediata', text: 'Quien cumple tus requisitos reserva sin esperar respuesta.' },
  agreement: {
    label: 'Con convenio',
    text: 'Solo a quien tú invitas: nadie se postula. Con el convenio activo, cada quien reserva al momento.',
  },
  application: { label: 'Por solicitud', text: 'Te escriben, ves su perfil y decides a quién recibes.' },
} as const
export const Welcome = z.enum(['instant', 'agreement', 'application'])
export type Welcome = z.output<typeof Welcome>

/** Documents a professional may have to show before working at a space. */
export const professionalDocuments = {
  license: 'Cédula profesional',
  certificate: 'Constancia o diploma',
  identity: 'Identificación oficial',
  insurance: 'Seguro de responsabilidad civil',
  tax_status: 'Constancia de situación fiscal',
} as const
export const ProfessionalDocument = z.enum(['license', 'certificate', 'identity', 'insurance', 'tax_status'])
export type ProfessionalDocument = z.output<typeof ProfessionalDocument>

/** What a listing still needs before its review, with its step. */
export const Missing = z.object({ step: z.int(), text: z.string() })

/** A space for its host: all nine steps, and its status. */
export const Space = z.object({
  id: Id,
  slug: z.string(),
  status: ListingState,
  version: z.int(),
  // 1
  businessId: Id,
  businessName: z.string(),
  business: z.object({
    legalKind: z.enum(['person', 'company']),
    rfc: z.nullable(z.string()),
    taxRegime: z.nullable(z.string()),
    contactEmail: z.string(),
    contactPhone: z.string(),
  }),
  // 2; zero or empty until filled in
  municipalityId: z.int(),
  city: z.string(),
  state: z.string(),
  neighbourhood: z.nullable(z.string()),
  address: z.string(),
  postalCode: z.nullable(z.string()),
  /** Directions to the entrance; only for clients and professionals with a confirmed visit there. */
  directions: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  zone: Zone,
  // 3
  name: z.string(),
  spaceType: SpaceType,
  description: z.string(),
  capacity: z.int(),
  areaM2: z.nullable(z.int()),
  accessibility: z.array(Accessibility),
  amenities: z.array(Amenity),
  equipment: z.array(Equipment),
  equipmentPhotos: z.array(EquipmentPhoto),
  /** The host's other spaces at the same street and number, and the equipment that each shares: equipment can belong to the business. */
  sameBusiness: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** False while it is in review. */
      writable: z.boolean(),
      shares: z.array(z.object({ item: EquipmentItem, with: z.array(Id) })),
    }),
  ),
  photos: z.array(SpacePhoto),
  units: z.array(Unit),
  // 4
  weekly: z.array(z.object({ weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })),
  cleaningMinutes: z.int(),
  blockMinutes: z.int(),
  roundingMinutes: z.int(),
  noticeMinutes: z.int(),
  // 5
  pricePerHourCents: z.int(),
  minimumMinutes: z.int(),
  dayCapCents: z.nullable(z.int()),
  packs: z.array(HourPack),
  rentPolicy: RentPolicy,
  // 6
  rules: HouseRules,
  rulesText: z.string(),
  // 7
  categories: z.array(Category),
  minimumLevel: z.int(),
  requiredDocuments: z.array(ProfessionalDocument),
  welcome: Welcome,
  // 8
  needles: z.boolean(),
  insured: z.boolean(),
  documents: z.array(SpaceDocument),
  // 9
  payout: z.nullable(z.object({ end: z.string(), holder: z.string(), bank: z.nullable(z.string()) })),
  /** The saved steps. */
  steps: z.array(z.int()),
  missing: z.array(Missing),
  bookingsToCome: z.int(),
  review: z.object({
    submittedAt: z.nullable(Instant),
    dueAt: z.nullable(Instant),
    /** Kalli's note when it was returned or suspended. */
    note: z.nullable(z.string()),
    /** Why it is reviewed by a person, in words for the host, and the step where it can be fixed; empty if nothing holds it up. */
    reasons: z.array(z.object({ text: z.string(), step: z.nullable(z.int()) })),
  }),
  /** Why a published space cannot be booked; null if it can, or if it is not published. */
  unbookable: z.nullable(z.string()),
})
export type Space = z.output<typeof Space>

export const spaces = endpoint({
  method: 'GET',
  path: '/api/host/spaces',
  summary: 'List own spaces',
  access: 'host',
  reply: z.array(Space),
})

export const space = endpoint({
  method: 'GET',
  path: '/api/host/spaces/:id',
  summary: 'Get an own space with all nine steps',
  access: 'host',
  params: z.object({ id: Id }),
  reply: Space,
  refusals: ['not_found'],
})
