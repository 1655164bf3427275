import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { LongText, Uuid } from '#contract/platform/shapes.ts'

export const maxItems = 24
export const captionLength = 140

/** One picture in two sizes, with the dimensions of the larger one, so that the layout does not shift. */
export const PortfolioPicture = z.object({
  small: z.string(),
  large: z.string(),
  width: z.int(),
  height: z.int(),
})
export type PortfolioPicture = z.output<typeof PortfolioPicture>

/** Declarations of consent of the people in the pictures; required before publishing. */
export const consents = {
  given: 'La persona que aparece me dio permiso de publicarla',
  nobody_shown: 'No aparece ninguna persona',
} as const
export const Consent = z.enum(['given', 'nobody_shown'])
export type Consent = z.output<typeof Consent>

/** As publicly visible. */
export const ShownWork = z.object({
  id: Uuid,
  caption: z.string(),
  before: z.nullable(PortfolioPicture),
  after: PortfolioPicture,
})
export type ShownWork = z.output<typeof ShownWork>

/** As managed by its owner. */
export const PortfolioItem = z.extend(ShownWork, {
  consent: z.nullable(Consent),
  published: z.boolean(),
  version: z.int(),
})
export type PortfolioItem = z.output<typeof PortfolioItem>

const Portfolio = z.array(PortfolioItem)

export const portfolio = endpoint({
  method: 'GET',
  path: '/api/professional/portfolio',
  summary: 'List the own portfolio in its order, with unpublished pieces',
  access: 'professional',
  reply: Portfolio,
})

/** Why a picture cannot be published, or null; a database constraint enforces the same. */
export const publishProblem = ({ consent }: Pick<PortfolioItem, 'consent'>): string | null =>
  consent === null ? 'Di primero si aparece alguien y si te dio permiso.' : null

export const uploadWork = endpoint({
  method: 'PUT',
  path: '/api/professional/portfolio/:id/:side',
  summary:
    'Upload a picture of work: JPEG, PNG, WebP or AVIF up to 8 MB, without camera data. The first `after` creates the piece; a new picture needs consent again',
  access: 'professional',
  params: z.object({ id: Uuid, side: z.enum(['before', 'after']) }),
  upload: { maxBytes: 8 * 1024 * 1024 },
  reply: Portfolio,
  refusals: [
    'no_profile',
    'not_found',
    'portfolio_full',
    'file_missing',
    'file_too_large',
    'not_a_picture',
    'picture_too_large',
    'picture_too_small',
    'too_many_requests',
  ],
  limit: 'uploads',
})

export const changeWork = endpoint({
  method: 'PATCH',
  path: '/api/professional/portfolio/:id',
  summary: 'Change the caption, the person shown and the visibility of a piece',
  access: 'professional',
  params: z.object({ id: Uuid }),
  body: z.object({
    caption: LongText(captionLength),
    consent: z.nullable(Consent),
    published: z.boolean(),
    version: z.int(),
  }),
  reply: Portfolio,
  refusals: ['not_found', 'stale_version', 'consent_missing'],
})

export const orderPortfolio = endpoint({
  method: 'PUT',
  path: '/api/professional/portfolio/order',
  summary: 'Reorder the portfolio; pieces not named come last',
  access: 'professional',
  body: z.object({ ids: z.array(Uuid).check(z.maxLength(maxItems)) }),
  reply: Portfolio,
})

export const removeWork = endpoint({
  method: 'DELETE',
  path: '/api/professional/portfolio/:id',
  summary: 'Delete a piece with its pictures',
  access: 'professional',
  params: z.object({ id: Uuid }),
  reply: Portfolio,
})

export const removeBefore = endpoint({
  method: 'DELETE',
  path: '/api/professional/portfolio/:id/before',
  summary: 'Delete the picture from before',
  access: 'professional',
  params: z.object({ id: Uuid }),
  reply: Portfolio,
})
