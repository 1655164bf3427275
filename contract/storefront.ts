import * as z from 'zod/mini'
import { Amenity, Category } from '#contract/categories.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ProfessionalCard } from '#contract/professional.ts'
import { OpenNow, PublicReview } from '#contract/search.ts'
import { Id, Instant, LocalDate, NumericText, Zone } from '#contract/shapes.ts'
import { SpaceCard } from '#contract/space.ts'

/** Everything that /b/{id} shows: a business by its published spaces. */
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
  spaces: z.array(SpaceCard),
  team: z.array(ProfessionalCard),
  services: z.array(
    z.object({
      id: Id,
      name: z.string(),
      category: Category,
      durationMinutes: z.int(),
      priceCents: z.int(),
      professionalId: Id,
      professionalName: z.string(),
    }),
  ),
  rating: NumericText,
  reviewCount: z.int(),
  scores: z.array(z.object({ score: z.int(), count: z.int() })),
  reviews: z.array(PublicReview),
})
export type PublicBusiness = z.output<typeof PublicBusiness>

export const publicBusiness = endpoint({
  method: 'GET',
  path: '/api/public/businesses/:id',
  summary: 'The public page of a business',
  access: 'anyone',
  params: z.object({ id: z.string().check(z.maxLength(120)) }),
  reply: PublicBusiness,
  refusals: ['not_found'],
})

/** What renting a space for a while would cost, and whether it is free then. */
export const SpacePrice = z.object({
  startsAt: Instant,
  endsAt: Instant,
  ratePerHourCents: z.int(),
  /** The minimum of the space counts when less was asked for. */
  chargedMinutes: z.int(),
  totalCents: z.int(),
  /** Why it cannot be rented then; null: it can. */
  trouble: z.nullable(z.string()),
  /** Until when a cancellation costs how much; the last has no end but the start. */
  policy: z.array(z.object({ until: Instant, feeCents: z.int() })),
})
export type SpacePrice = z.output<typeof SpacePrice>

export const spacePrice = endpoint({
  method: 'GET',
  path: '/api/public/spaces/:id/price',
  summary: 'The rent of a space at a date, for a while, line by line',
  access: 'anyone',
  params: z.object({ id: Id }),
  query: z.object({
    date: LocalDate,
    startMinute: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1439)),
    minutes: z.coerce.number().check(z.int(), z.minimum(15), z.maximum(1440)),
  }),
  reply: SpacePrice,
  refusals: ['not_found', 'invalid_input'],
  limit: 'slots',
})
