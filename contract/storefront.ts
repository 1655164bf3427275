import * as z from 'zod/mini'
import { Amenity, Category } from '#contract/categories.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ProfessionalCard } from '#contract/professional.ts'
import { OpenNow, PublicReview } from '#contract/search.ts'
import { Id, NumericText, Zone } from '#contract/shapes.ts'
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
