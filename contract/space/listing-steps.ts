import * as z from 'zod/mini'
import { Amenity, Category, SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Accessibility, Equipment } from '#contract/space/fittings.ts'
import { HouseRules } from '#contract/space/house-rules.ts'
import { Id, LongText, Text, TypedAddress } from '#contract/platform/shapes.ts'
import { HourPack, ProfessionalDocument, RentPolicy, Space, Welcome } from '#contract/space/space.ts'
import { maxUnits } from '#contract/space/listing-missing.ts'

/** The wizard of /host-registration (product.md §6). */
export const listingSteps = [
  { step: 1, label: 'Negocio' },
  { step: 2, label: 'Ubicación' },
  { step: 3, label: 'Espacios y unidades' },
  { step: 4, label: 'Horarios' },
  { step: 5, label: 'Precio' },
  { step: 6, label: 'Reglas' },
  { step: 7, label: 'Quién puede' },
  { step: 8, label: 'Legal' },
  { step: 9, label: 'Cobro' },
] as const

const params = z.object({ id: Id })
const Version = { version: z.int() }

export const draftSpace = endpoint({
  method: 'POST',
  path: '/api/spaces',
  summary: 'Create a draft listing in an own business or a new one; the first makes the viewer a host',
  access: 'host',
  body: z.object({ businessId: z.optional(Id), businessName: z.optional(Text(80)) }),
  reply: Space,
  status: 201,
  idempotent: true,
  refusals: ['invalid_input', 'not_found', 'too_many_drafts'],
})

const stepRefusals = [
  'not_found',
  'stale_version',
  'listing_not_movable',
  'listing_incomplete',
  'invalid_input',
  'name_taken',
  'unknown_municipality',
  'units_in_use',
  'not_one_house',
  'equipment_of_house',
  'price_outside_zone',
  'clabe_invalid',
  'confirm_identity',
  'invalid_phone',
] as const

/** Every field is optional, so that a half-filled step can be saved. */
export const saveStep1 = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/step/1',
  summary: 'Save step 1: business and contact',
  access: 'host',
  params,
  body: z.object({
    ...Version,
    businessName: z.optional(Text(80)),
    legalKind: z.optional(z.enum(['person', 'company'])),
    rfc: z.optional(z.nullable(z.string().check(z.regex(/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/)))),
    taxRegime: z.optional(z.nullable(z.enum(['601', '603', '605', '606', '612', '621', '625', '626']))),
    contactEmail: z.optional(z.union([z.email(), z.literal('')])),
    contactPhone: z.optional(TypedAddress(30)),
  }),
  reply: Space,
  refusals: stepRefusals,
})

export const saveStep2 = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/step/2',
  summary:
    'Save step 2: location; without a municipality the nearest to the pin. City, state and zone follow',
  access: 'host',
  params,
  body: z.object({
    ...Version,
    municipalityId: z.optional(z.int()),
    neighbourhood: z.optional(z.nullable(LongText(80))),
    address: z.optional(LongText(200)),
    postalCode: z.optional(z.nullable(z.string().check(z.regex(/^\d{5}$/)))),
    directions: z.optional(LongText(600)),
    latitude: z.optional(z.number().check(z.minimum(14), z.maximum(33))),
    longitude: z.optional(z.number().check(z.minimum(-119), z.maximum(-86))),
  }),
  reply: Space,
  refusals: stepRefusals,
})

export const saveStep3 = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/step/3',
  summary: 'Save step 3: the space and its numbered units; fewer units close the last ones',
  access: 'host',
  params,
  body: z.object({
    ...Version,
    name: z.optional(LongText(80)),
    spaceType: z.optional(SpaceType),
    description: z.optional(LongText(2000)),
    unitNames: z.optional(z.array(Text(40)).check(z.minLength(1), z.maxLength(maxUnits))),
    capacity: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
    areaM2: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(5000)))),
    accessibility: z.optional(z.array(Accessibility).check(z.maxLength(3))),
    amenities: z.optional(z.array(Amenity).check(z.maxLength(6))),
    equipment: z.optional(z.array(Equipment).check(z.maxLength(29))),
  }),
  reply: Space,
  refusals: stepRefusals,
})

export const saveStep4 = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/step/4',
  summary:
    'Save step 4: cleaning, shortest rental, rounding and notice; opening hours are at /api/availability/rules?space=',
  access: 'host',
  params,
  body: z.object({
    ...Version,
    cleaningMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(120))),
    blockMinutes: z.optional(z.int().check(z.minimum(15), z.maximum(480))),
    roundingMinutes: z.optional(z.union([z.literal(1), z.literal(15), z.literal(30), z.literal(60)])),
    noticeMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(20_160))),
  }),
  reply: Space,
  refusals: stepRefusals,
})

export const saveStep5 = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/step/5',
  summary: 'Save step 5: price per hour; bookings keep their rent',
  access: 'host',
  params,
  body: z.object({
    ...Version,
    pricePerHourCents: z.optional(z.int().check(z.minimum(100), z.maximum(50_000_00))),
    minimumMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(1440))),
    dayCapCents: z.optional(z.nullable(z.int().check(z.minimum(100), z.maximum(1_000_000_00)))),
    packs: z.optional(z.array(HourPack).check(z.maxLength(6))),
    rentPolicy: z.optional(RentPolicy),
  }),
  reply: Space,
  refusals: stepRefusals,
})

export const saveStep6 = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/step/6',
  summary: 'Save step 6: rules of the place',
  access: 'host',
  params,
  body: z.object({ ...Version, rules: z.optional(HouseRules), rulesText: z.optional(LongText(2000)) }),
  reply: Space,
  refusals: stepRefusals,
})

export const saveStep7 = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/step/7',
  summary: 'Save step 7: who may work here, and how they are admitted',
  access: 'host',
  params,
  body: z.object({
    ...Version,
    categories: z.optional(z.array(Category).check(z.maxLength(13))),
    minimumLevel: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
    requiredDocuments: z.optional(z.array(ProfessionalDocument).check(z.maxLength(5))),
    welcome: z.optional(Welcome),
  }),
  reply: Space,
  refusals: stepRefusals,
})

export const saveStep8 = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/step/8',
  summary: 'Save step 8: what the law requires; the documents are at /api/spaces/{id}/documents',
  access: 'host',
  params,
  body: z.object({ ...Version, needles: z.optional(z.boolean()), insured: z.optional(z.boolean()) }),
  reply: Space,
  refusals: stepRefusals,
})

export const saveStep9 = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/step/9',
  summary: 'Save step 9: payout account; another CLABE needs the identity confirmed',
  access: 'host',
  params,
  body: z.object({ ...Version, clabe: z.string().check(z.maxLength(40)), holder: Text(120) }),
  reply: Space,
  refusals: stepRefusals,
})

const moveRefusals = ['not_found', 'stale_version', 'listing_not_movable', 'listing_incomplete'] as const

export const submitSpace = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/submit',
  summary: 'Submit a complete draft for review; answered within 48 hours',
  access: 'host',
  params,
  body: z.object(Version),
  reply: Space,
  idempotent: true,
  refusals: moveRefusals,
})

export const withdrawSpace = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/withdraw',
  summary: 'Withdraw a listing from review',
  access: 'host',
  params,
  body: z.object(Version),
  reply: Space,
  idempotent: true,
  refusals: moveRefusals,
})

export const pauseSpace = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/pause',
  summary: 'Pause a listing: no new bookings; confirmed ones stay',
  access: 'host',
  params,
  body: z.object(Version),
  reply: Space,
  idempotent: true,
  refusals: moveRefusals,
})

export const resumeSpace = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/resume',
  summary: 'Resume a paused listing',
  access: 'host',
  params,
  body: z.object(Version),
  reply: Space,
  idempotent: true,
  refusals: moveRefusals,
})

export const archiveSpace = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/archive',
  summary: 'Archive a listing for good; refused while bookings are coming',
  access: 'host',
  params,
  body: z.object(Version),
  reply: Space,
  idempotent: true,
  refusals: moveRefusals,
})

/** Prices of the same kind of space nearby: the middle half, so that outliers do not count. */
export const neighbourPrices = endpoint({
  method: 'GET',
  path: '/api/spaces/:id/neighbour-prices',
  summary: 'Get the prices of similar spaces nearby',
  access: 'host',
  params,
  reply: z.object({
    range: z.nullable(z.object({ lowCents: z.int(), highCents: z.int(), count: z.int(), radiusKm: z.int() })),
    /** Prices outside are refused as typing errors; null: no neighbours to compare with. */
    rails: z.nullable(z.object({ lowCents: z.int(), highCents: z.int() })),
  }),
  refusals: ['not_found'],
})
