/** Public pages of a professional and of a space. */
import * as z from 'zod/mini'
import { Category } from '#contract/professional/categories.ts'
import { PersonalDocumentKind } from '#contract/hiring/document.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Accessibility, Equipment } from '#contract/space/fittings.ts'
import { Language } from '#contract/places/languages.ts'
import { HostAnswers } from '#contract/hiring/host-answers.ts'
import { HouseRules } from '#contract/space/house-rules.ts'
import { ShownWork } from '#contract/professional/portfolio.ts'
import { HostsSay, ProfessionalCard } from '#contract/professional/professional.ts'
import { reviewed } from '#contract/review/public-review.ts'
import { Service } from '#contract/service/service.ts'
import { Modality } from '#contract/service/setting.ts'
import { Id, Instant, LocalDate, NumericText, Zone } from '#contract/platform/shapes.ts'
import { EquipmentPhoto } from '#contract/space/space-photo.ts'
import { ProfessionalDocument, SpaceCard, Welcome } from '#contract/space/space.ts'

/** Whether a place is open now, in its own zone, and when that changes. */
export const OpenNow = z.object({ today: LocalDate, open: z.boolean(), changesAt: z.nullable(Instant) })
export type OpenNow = z.output<typeof OpenNow>

/** Data of /p/{id}; `id` may be the number or the slug. */
export const PublicProfessional = z.extend(ProfessionalCard, {
  /** The page's address: `/p/12-ximena-rojas`. */
  address: z.string(),
  /** The picture shown with a shared link. */
  socialPicture: z.string(),
  zone: Zone,
  acceptsBookings: z.boolean(),
  languages: z.array(Language),
  hasOwnPlace: z.boolean(),
  nextSlotAt: z.nullable(Instant),
  requestedAt: Instant,
  /** The next seven days, each with its first start, if any: the service and the place. */
  week: z.array(
    z.object({
      date: LocalDate,
      firstAt: z.nullable(Instant),
      first: z.nullable(z.object({ service: Id, space: z.nullable(Id), how: Modality })),
    }),
  ),
  services: z.array(z.extend(Service, { price: NumericText, from: z.boolean() })),
  places: z.array(
    z.object({
      spaceId: z.nullable(Id),
      name: z.string(),
      businessName: z.nullable(z.string()),
      neighbourhood: z.nullable(z.string()),
      city: z.string(),
      photo: z.nullable(z.string()),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  portfolio: z.array(ShownWork),
  /** Documents that Kalli accepted and that have not expired; the number only for a cédula. */
  credentials: z.array(z.object({ label: z.string(), number: z.nullable(z.string()) })),
  ...reviewed,
  /** Mean of the clients' scores of results, separate from those of the professional; null if there are none. */
  results: z.nullable(z.object({ rating: NumericText, count: z.int() })),
})
export type PublicProfessional = z.output<typeof PublicProfessional>

export const publicProfessional = endpoint({
  method: 'GET',
  path: '/api/public/professionals/:id',
  summary: 'Get the public page of a professional',
  access: 'anyone',
  params: z.object({ id: z.string().check(z.maxLength(120)) }),
  /** The service of a shared link: included even if unlisted. */
  query: z.object({ service: z.optional(Id) }),
  reply: PublicProfessional,
  crossOrigin: true,
  refusals: ['not_found'],
})

/** Data of /space/{id}. The exact address is for confirmed bookings only. */
export const PublicSpace = z.extend(SpaceCard, {
  address: z.string(),
  socialPicture: z.string(),
  businessAddress: z.string(),
  zone: Zone,
  openNow: OpenNow,
  /** Agreement of the viewer, if they are a professional who works here. */
  agreement: z.nullable(z.object({ professionalId: Id, ratePerHourCents: z.int() })),
  similar: z.array(SpaceCard),
  businessId: Id,
  hostAnswers: HostAnswers,
  /** From the host's listing wizard: the place, its rules, and who may work there. */
  facts: z.object({
    areaM2: z.nullable(z.int()),
    accessibility: z.array(Accessibility),
    equipment: z.array(Equipment),
    /** Photos of the listed equipment, by name. */
    equipmentPhotos: z.array(EquipmentPhoto),
    rules: HouseRules,
    rulesText: z.string(),
    categories: z.array(Category),
    minimumLevel: z.int(),
    requiredDocuments: z.array(ProfessionalDocument),
    welcome: Welcome,
  }),
  minimumMinutes: z.int(),
  cleaningMinutes: z.int(),
  rentPolicy: z.object({ tier: z.string(), label: z.string(), text: z.string() }),
  units: z.array(z.object({ number: z.int(), name: z.string() })),
  weekly: z.array(z.object({ weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })),
  professionals: z.array(ProfessionalCard),
  ...reviewed,
})
export type PublicSpace = z.output<typeof PublicSpace>

export const publicSpace = endpoint({
  method: 'GET',
  path: '/api/public/spaces/:id',
  summary: 'Get the public page of a space',
  access: 'anyone',
  params: z.object({ id: z.string().check(z.maxLength(120)) }),
  reply: PublicSpace,
  refusals: ['not_found'],
})

/** What a host sees of a professional beside the card: never contact details. */
export const HostFit = z.object({
  professionalId: Id,
  /** Weekdays with free hours. */
  freeDays: z.array(z.int()),
  /** Weekly hours in which they are free and the space is empty. */
  hoursAWeek: z.number(),
  worksNear: z.boolean(),
  languages: z.array(Language),
  /** Their valid documents. */
  papers: z.array(PersonalDocumentKind),
  hostsSay: HostsSay,
  standing: z.enum(['none', 'invited', 'agreed', 'declined']),
})
export type HostFit = z.output<typeof HostFit>

export const hostFit = endpoint({
  method: 'GET',
  path: '/api/host/professional-fit',
  summary: 'List professionals by how they would fill the free hours of a space, with their relation to it',
  access: 'host',
  query: z.object({
    space: Id,
    /** Comma-separated ids. */
    professionals: z.string().check(z.regex(/^\d{1,12}(,\d{1,12}){0,99}$/)),
  }),
  reply: z.array(HostFit),
  refusals: ['not_found', 'invalid_input'],
})
