import * as z from 'zod/mini'
import { Category } from '#contract/categories.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Done, Id, LongText, Text } from '#contract/shapes.ts'

/** Client cancellation tiers: what is kept of the total when late, and at a no-show (product.md §3). */
export const policyTiers = {
  free: { label: 'Libre', lateBp: 0, noShowBp: 0 },
  flexible: { label: 'Flexible', lateBp: 0, noShowBp: 1000 },
  fair: { label: 'Justa', lateBp: 1000, noShowBp: 3000 },
  moderate: { label: 'Moderada', lateBp: 3000, noShowBp: 5000 },
  strict: { label: 'Estricta', lateBp: 5000, noShowBp: 10_000 },
} as const
export const PolicyTier = z.enum(['free', 'flexible', 'fair', 'moderate', 'strict'])
export type PolicyTier = z.output<typeof PolicyTier>

/** What a professional sells. Prices carry IVA inside. */
export const Service = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  category: Category,
  durationMinutes: z.int(),
  bufferBeforeMinutes: z.int(),
  bufferAfterMinutes: z.int(),
  priceCents: z.int(),
  /** A start is offered every so many minutes. */
  stepMinutes: z.int(),
  /** Not bookable later than this before the start. */
  noticeMinutes: z.int(),
  /** Not bookable further away than this. */
  horizonDays: z.int(),
  policyTier: PolicyTier,
  cutoffMinutes: z.int(),
  position: z.int(),
  active: z.boolean(),
  version: z.int(),
})
export type Service = z.output<typeof Service>

const ServiceInput = z.object({
  name: Text(80),
  description: z._default(LongText(1000), ''),
  category: Category,
  durationMinutes: z.int().check(z.minimum(5), z.maximum(720)),
  bufferBeforeMinutes: z._default(z.int().check(z.minimum(0), z.maximum(120)), 0),
  bufferAfterMinutes: z._default(z.int().check(z.minimum(0), z.maximum(120)), 0),
  priceCents: z.int().check(z.minimum(100), z.maximum(100_000_00)),
  stepMinutes: z._default(z.int().check(z.minimum(5), z.maximum(60)), 30),
  noticeMinutes: z._default(z.int().check(z.minimum(0), z.maximum(43_200)), 120),
  horizonDays: z._default(z.int().check(z.minimum(1), z.maximum(365)), 60),
  policyTier: z._default(PolicyTier, 'fair'),
  cutoffMinutes: z._default(z.int().check(z.minimum(30), z.maximum(2880)), 720),
  active: z._default(z.boolean(), true),
})

export const services = endpoint({
  method: 'GET',
  path: '/api/professional/services',
  summary: 'My services',
  access: 'professional',
  reply: z.array(Service),
})

export const addService = endpoint({
  method: 'POST',
  path: '/api/professional/services',
  summary: 'Add a service',
  access: 'professional',
  body: ServiceInput,
  reply: Service,
  status: 201,
  idempotent: true,
  refusals: ['invalid_input', 'no_profile'],
})

export const changeService = endpoint({
  method: 'PATCH',
  path: '/api/professional/services/:id',
  summary: 'Change a service; bookings already made keep their price',
  access: 'professional',
  params: z.object({ id: Id }),
  body: z.extend(ServiceInput, { version: z.int() }),
  reply: Service,
  refusals: ['not_found', 'stale_version', 'no_profile'],
})

export const removeService = endpoint({
  method: 'DELETE',
  path: '/api/professional/services/:id',
  summary: 'Stop offering a service; it is kept for the bookings that name it',
  access: 'professional',
  params: z.object({ id: Id }),
  reply: Done,
  refusals: ['not_found', 'no_profile'],
})
