import * as z from 'zod/mini'
import { AddOn } from '#contract/service/add-on.ts'
import { Amenity, Category } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Accessibility } from '#contract/space/fittings.ts'
import { HouseRules } from '#contract/space/house-rules.ts'
import { ProfessionalCard } from '#contract/professional/professional.ts'
import { reviewed } from '#contract/review/public-review.ts'
import { OpenNow } from '#contract/search/public-page.ts'
import { Id, Instant, NumericText, Zone } from '#contract/platform/shapes.ts'
import { SpaceCard } from '#contract/space/space.ts'

/** Data of /b/{id}: a business with its published spaces. */
export const PublicBusiness = z.object({
  id: Id,
  address: z.string(),
  socialPicture: z.string(),
  name: z.string(),
  description: z.string(),
  verified: z.boolean(),
  city: z.string(),
  state: z.string(),
  neighbourhood: z.nullable(z.string()),
  zone: Zone,
  /** Rounded to about a kilometre. */
  area: z.object({ latitude: z.number(), longitude: z.number() }),
  openNow: OpenNow,
  weekly: z.array(z.object({ weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })),
  photos: z.array(z.string()),
  amenities: z.array(Amenity),
  /** Of any of its spaces, and whether of all of them. */
  accessibility: z.array(z.object({ way: Accessibility, everywhere: z.boolean() })),
  /** Answers common to all of its spaces. */
  rules: HouseRules,
  spaces: z.array(SpaceCard),
  team: z.array(ProfessionalCard),
  /** Other professionals who work there today, for clients or in rented hours, and have a public page. */
  guests: z.array(ProfessionalCard),
  services: z.array(
    z.object({
      id: Id,
      name: z.string(),
      category: Category,
      durationMinutes: z.int(),
      priceCents: z.int(),
      /** The lowest price; some options cost more. */
      from: z.optional(z.boolean()),
      professionalId: Id,
      professionalName: z.string(),
    }),
  ),
  rating: NumericText,
  reviewCount: z.int(),
  ...reviewed,
})
export type PublicBusiness = z.output<typeof PublicBusiness>

export const publicBusiness = endpoint({
  method: 'GET',
  path: '/api/public/businesses/:id',
  summary: 'Get the public page of a business',
  access: 'anyone',
  params: z.object({ id: z.string().check(z.maxLength(120)) }),
  reply: PublicBusiness,
  refusals: ['not_found'],
})

/** Bookable professionals of a business or space with their services: the choices of /book. */
export const Attendance = z.object({
  name: z.string(),
  /** Address of the public page. */
  address: z.string(),
  city: z.string(),
  neighbourhood: z.nullable(z.string()),
  zone: Zone,
  team: z.array(
    z.object({
      id: Id,
      firstName: z.string(),
      lastName: z.string(),
      profileImageUrl: z.nullable(z.string()),
      rating: NumericText,
      reviewCount: z.int(),
    }),
  ),
  services: z.array(
    z.object({
      id: Id,
      name: z.string(),
      description: z.string(),
      category: Category,
      durationMinutes: z.int(),
      priceCents: z.int(),
      professionalId: Id,
      addOns: z.array(AddOn),
      /** For a class: the number of seats. */
      seats: z.nullable(z.int()),
    }),
  ),
})
export type Attendance = z.output<typeof Attendance>

export const attendance = endpoint({
  method: 'GET',
  path: '/api/public/attendance',
  summary: 'List who attends at a business, or at one space, and for what',
  access: 'anyone',
  query: z
    .object({ business: z.optional(Id), space: z.optional(Id) })
    .check(z.refine(({ business, space }) => (business ?? space) !== undefined, 'Falta el lugar.')),
  reply: Attendance,
  crossOrigin: true,
  refusals: ['not_found', 'invalid_input'],
})

const Visit = { at: Instant, serviceName: z.string(), zone: Zone }

/** What the viewer and a professional have in common (product.md §7, /professional/{id}). */
export const Together = z.object({
  /** The viewer is that professional. */
  oneself: z.boolean(),
  /** For a client; null without any visit. */
  visits: z.nullable(
    z.object({
      count: z.int(),
      firstAt: z.nullable(Instant),
      last: z.nullable(z.object(Visit)),
      next: z.nullable(z.object({ id: z.string(), ...Visit })),
    }),
  ),
  /** For a host: their spaces, with the active agreement at each. */
  spaces: z.nullable(
    z.array(
      z.object({
        id: Id,
        name: z.string(),
        km: z.number(),
        agreement: z.nullable(z.string()),
        since: z.nullable(Instant),
      }),
    ),
  ),
})
export type Together = z.output<typeof Together>

export const together = endpoint({
  method: 'GET',
  path: '/api/professionals/:id/together',
  summary: 'Get the shared history of the viewer and a professional: visits and agreements',
  access: 'account',
  params: z.object({ id: Id }),
  reply: Together,
  refusals: ['not_found'],
})
