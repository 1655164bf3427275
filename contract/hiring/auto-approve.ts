/** Rules by which a host approves applications automatically. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id } from '#contract/platform/shapes.ts'

/** A rule of a host's business: a professional who meets all of it is approved at once. */
export const AutoApproveRule = z.object({
  minimumLevel: z.int().check(z.minimum(0), z.maximum(3)),
  minimumRating: z.nullable(z.number().check(z.minimum(1), z.maximum(5))),
  documents: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(5)),
  /** Empty: all of the host's spaces. */
  spaceIds: z.array(Id).check(z.maxLength(50)),
  outcome: z.enum(['approve', 'trial']),
})
export type AutoApproveRule = z.output<typeof AutoApproveRule>

export const AutoApprove = z.object({
  rules: z.array(AutoApproveRule).check(z.maxLength(5)),
  version: z.int(),
})
export type AutoApprove = z.output<typeof AutoApprove>

export const autoApprove = endpoint({
  method: 'GET',
  path: '/api/host/auto-approve',
  summary: 'Get the auto-approval rules',
  access: 'host',
  reply: AutoApprove,
})

export const saveAutoApprove = endpoint({
  method: 'PUT',
  path: '/api/host/auto-approve',
  summary: 'Save the auto-approval rules: at or above a price, always or on trial',
  access: 'host',
  body: AutoApprove,
  reply: AutoApprove,
  refusals: ['stale_version', 'not_found'],
})
