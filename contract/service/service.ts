import * as z from 'zod/mini'
import { AddOn, groupsProblem, maxAddOns } from '#contract/service/add-on.ts'
import { usualToleranceMinutes } from '#contract/service/tolerance.ts'
import { Category } from '#contract/professional/categories.ts'
import { classLimits } from '#contract/service/class-rule.ts'
import { ownTimes, ownTimesInput } from '#contract/service/own-times.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { equipment } from '#contract/space/fittings.ts'
import { AtHome, OnlineLink } from '#contract/service/setting.ts'
import { Needs } from '#contract/service/service-needs.ts'
import { minChargeCents } from '#contract/service/upfront.ts'
import { Id, LongText, Text, Uuid } from '#contract/platform/shapes.ts'
import { ServiceImpact, Margins } from '#contract/service/service-impact.ts'

/** Client cancellation tiers: what is retained of the total for a late cancellation, and for a no-show (product.md §3). */
export const policyTiers = {
  free: { label: 'Libre', lateBp: 0, noShowBp: 0 },
  flexible: { label: 'Flexible', lateBp: 0, noShowBp: 1000 },
  fair: { label: 'Justa', lateBp: 1000, noShowBp: 3000 },
  moderate: { label: 'Moderada', lateBp: 3000, noShowBp: 5000 },
  strict: { label: 'Estricta', lateBp: 5000, noShowBp: 10_000 },
} as const
export const PolicyTier = z.enum(['free', 'flexible', 'fair', 'moderate', 'strict'])
export type PolicyTier = z.output<typeof PolicyTier>

/** Who can find a service: everyone, no one, or clients with its link (bookable, but unlisted). */
export const Visibility = z.enum(['visible', 'by_link', 'hidden'])
export type Visibility = z.output<typeof Visibility>

/** See contract/service/phases.ts; together the minutes of the service. */
const Phases = z.array(
  z.object({
    kind: z.enum(['prep', 'hands', 'process', 'finish']),
    minutes: z.int().check(z.minimum(1), z.maximum(720)),
  }),
)

const UpfrontRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), bp: z.int().check(z.minimum(0), z.maximum(9999)) }),
  z.object({
    kind: z.literal('amount'),
    cents: z.int().check(z.minimum(minChargeCents), z.maximum(100_000_00)),
  }),
])

/** See contract/service/class-rule.ts. */
const ClassRule = z.object({
  capacity: z.int().check(z.minimum(classLimits.seats.least), z.maximum(classLimits.seats.most)),
  minimum: z.nullable(z.int().check(z.minimum(classLimits.seats.least), z.maximum(classLimits.seats.most))),
  decideHours: z.nullable(
    z.int().check(z.minimum(classLimits.decideHours.least), z.maximum(classLimits.decideHours.most)),
  ),
})

/** A pack of sessions for sale (contract/booking/prepaid/session-pack.ts); each keeps its number. */
export const PackOffer = z.object({
  id: z.int().check(z.minimum(0)),
  sessions: z.int().check(z.minimum(2), z.maximum(50)),
  priceCents: z.int().check(z.minimum(100), z.maximum(200_000_00)),
  validityDays: z.int().check(z.minimum(30), z.maximum(730)),
})
export type PackOffer = z.output<typeof PackOffer>
export const maxPackOffers = 4

/** What a professional sells. Prices include IVA. */
export const Service = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  category: Category,
  durationMinutes: z.int(),
  bufferBeforeMinutes: z.int(),
  bufferAfterMinutes: z.int(),
  /** Null: the professional is busy throughout. */
  phases: z.nullable(Phases),
  /** Requirements at another party's place; null if none. */
  needs: z.nullable(Needs),
  /** Where it is given (contract/service/modality.ts): at the professional's places, at homes (null: no), online. */
  atPlace: z.boolean(),
  atHome: z.nullable(AtHome),
  online: z.boolean(),
  /** It is a class (contract/booking/class/class.ts); null: one client at a time. */
  classRule: z.nullable(ClassRule),
  priceCents: z.int(),
  addOns: z.array(AddOn),
  packs: z.array(PackOffer),
  /** Portfolio photos that show it, in order. */
  photos: z.array(Uuid),
  /** Interval between starts. */
  stepMinutes: z.int(),
  /** Minimum notice before the start. */
  noticeMinutes: z.int(),
  /** Maximum days in advance. */
  horizonDays: z.int(),
  /** Maximum number of visits per date and place; null: no limit. */
  dailyCap: z.nullable(z.int()),
  ...ownTimes,
  /** How long each party waits for the other after the start. */
  toleranceMinutes: z.int(),
  /** Only for clients without a past or future visit with this professional. */
  firstVisitOnly: z.boolean(),
  /** The part of the price paid at booking (contract/service/upfront.ts); null: all of it. */
  upfront: z.nullable(UpfrontRule),
  policyTier: PolicyTier,
  cutoffMinutes: z.int(),
  position: z.int(),
  visibility: Visibility,
  version: z.int(),
})
export type Service = z.output<typeof Service>

/** Above any realistic number of visits of one service per date. */
export const maxDailyCap = 50

/** As many as clients look at before booking. */
export const maxServicePhotos = 6

export const ServiceInput = z.object({
  name: Text(80),
  description: z._default(LongText(1000), ''),
  category: Category,
  durationMinutes: z.int().check(z.minimum(5), z.maximum(720)),
  bufferBeforeMinutes: z._default(z.int().check(z.minimum(0), z.maximum(120)), 0),
  bufferAfterMinutes: z._default(z.int().check(z.minimum(0), z.maximum(120)), 0),
  phases: z._default(z.nullable(Phases.check(z.maxLength(7))), null),
  needs: z._default(z.nullable(Needs), null),
  atPlace: z._default(z.boolean(), true),
  atHome: z._default(z.nullable(AtHome), null),
  online: z._default(z.boolean(), false),
  onlineLink: z._default(z.nullable(OnlineLink), null),
  classRule: z._default(z.nullable(ClassRule), null),
  priceCents: z.int().check(z.minimum(100), z.maximum(100_000_00)),
  /** Stored by their numbers; a new one has 0. */
  addOns: z._default(
    z.array(z.extend(AddOn, { id: z.int().check(z.minimum(0)) })).check(
      z.maxLength(maxAddOns),
      z.superRefine((addOns, context) => {
        const isKnown = addOns.every(({ needs }) => needs === undefined || Object.hasOwn(equipment, needs))
        const message = groupsProblem(addOns) ?? (isKnown ? null : 'No conocemos ese equipo.')
        if (message !== null) context.addIssue({ code: 'custom', message })
      }),
    ),
    [],
  ),
  /** Stored by their numbers; a new one has 0. */
  packs: z._default(z.array(PackOffer).check(z.maxLength(maxPackOffers)), []),
  photos: z._default(z.array(Uuid).check(z.maxLength(maxServicePhotos)), []),
  stepMinutes: z._default(z.int().check(z.minimum(5), z.maximum(60)), 30),
  noticeMinutes: z._default(z.int().check(z.minimum(0), z.maximum(43_200)), 120),
  horizonDays: z._default(z.int().check(z.minimum(1), z.maximum(365)), 60),
  dailyCap: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(maxDailyCap))), null),
  ...ownTimesInput,
  toleranceMinutes: z._default(z.int().check(z.minimum(10), z.maximum(20)), usualToleranceMinutes),
  firstVisitOnly: z._default(z.boolean(), false),
  upfront: z._default(z.nullable(UpfrontRule), null),
  policyTier: z._default(PolicyTier, 'fair'),
  cutoffMinutes: z._default(z.int().check(z.minimum(30), z.maximum(2880)), 720),
  visibility: z._default(Visibility, 'visible'),
})

/** A longer list would be unreadable. */
export const maxServices = 100

/** Professionals in these categories need a verified cédula before clients see the service (product.md §5). */
export const licensedCategories: readonly Category[] = ['health', 'nutrition', 'therapy']

/**
 * A visit after the cédula's last day is cancelled this long before it starts: Kalli reviews a new document within 48 h, and one more day
 * is left for a document sent late.
 */
export const licenceEndsVisitsHours = 72

/** As seen by its professional: including archived services, and the number of future bookings. */
export const OwnService = z.extend(Service, {
  /** Archived: retained for its bookings, not offered. */
  archived: z.boolean(),
  upcoming: z.int(),
  /** Link of the online meeting, disclosed only once confirmed; null: it is sent by message. */
  onlineLink: z.nullable(z.string()),
})
export type OwnService = z.output<typeof OwnService>

export const services = endpoint({
  method: 'GET',
  path: '/api/professional/services',
  summary: 'List own services in their order, archived ones last',
  access: 'professional',
  reply: z.array(OwnService),
})

export const addService = endpoint({
  method: 'POST',
  path: '/api/professional/services',
  summary: 'Create a service',
  access: 'professional',
  body: ServiceInput,
  reply: OwnService,
  status: 201,
  idempotent: true,
  refusals: ['invalid_input', 'no_profile', 'licence_needed', 'services_full'],
})

const OneService = z.object({ id: Id })

export const changeService = endpoint({
  method: 'PATCH',
  path: '/api/professional/services/:id',
  summary:
    'Change a service; bookings keep price and length, and the caller confirms which of them were seen',
  access: 'professional',
  params: OneService,
  body: z.extend(ServiceInput, {
    version: z.int(),
    /** Future bookings that keep their quoted terms. */
    keep: z._default(z.array(Uuid).check(z.maxLength(1000)), []),
  }),
  reply: OwnService,
  refusals: [
    'not_found',
    'stale_version',
    'no_profile',
    'licence_needed',
    'service_has_bookings',
    'service_has_classes',
    'services_full',
  ],
})

export const removeService = endpoint({
  method: 'DELETE',
  path: '/api/professional/services/:id',
  summary: 'Archive a service; its packs are refunded, and the caller confirms which of them were seen',
  access: 'professional',
  params: OneService,
  query: z.object({
    /** As shown (`packs` of the impact). */
    packs: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    packsLeftCents: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  }),
  reply: OwnService,
  refusals: ['not_found', 'no_profile', 'service_has_packs'],
})

export const duplicateService = endpoint({
  method: 'POST',
  path: '/api/professional/services/:id/duplicate',
  summary: 'Duplicate a service as the last one, not yet offered',
  access: 'professional',
  params: OneService,
  reply: OwnService,
  status: 201,
  idempotent: true,
  refusals: ['not_found', 'no_profile', 'services_full'],
})

export const orderServices = endpoint({
  method: 'PUT',
  path: '/api/professional/services/order',
  summary: 'Reorder services; the public page has the same order',
  access: 'professional',
  body: z.object({ ids: z.array(Id).check(z.maxLength(maxServices)) }),
  reply: z.array(OwnService),
  refusals: ['no_profile', 'impact_changed', 'invalid_input'],
})

export const serviceImpact = endpoint({
  method: 'GET',
  path: '/api/professional/services/:id/impact',
  summary: 'Get the coming bookings of a service and the open sessions of its packs',
  access: 'professional',
  params: OneService,
  reply: ServiceImpact,
  refusals: ['not_found', 'no_profile'],
})

export const serviceMargins = endpoint({
  method: 'GET',
  path: '/api/professional/services/margins',
  summary:
    'Get what the professional keeps of a price at each place, at homes and online; no saved service needed',
  access: 'professional',
  query: z.object({
    category: Category,
    durationMinutes: z.coerce.number().check(z.int(), z.minimum(5), z.maximum(720)),
    priceCents: z.coerce.number().check(z.int(), z.minimum(100), z.maximum(100_000_00)),
    /** Whether it is given at a place. */
    atPlace: z._default(z.enum(['true', 'false']), 'true'),
    /** If set: also at homes, for this surcharge. */
    homeFeeCents: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_00))),
    online: z.optional(z.enum(['true'])),
  }),
  reply: Margins,
  refusals: ['no_profile', 'invalid_input'],
  limit: 'slots',
})
