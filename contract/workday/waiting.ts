/** Number of pending items of a professional or a host, for the badges of the workday screens. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'

export const waitingInWork = endpoint({
  method: 'GET',
  path: '/api/workday/waiting',
  summary: "Count what awaits the viewer's answer, and any other action",
  access: 'account',
  query: z.object({ as: z.enum(['professional', 'host']) }),
  reply: z.object({
    /** Items with a deadline that another party waits for: requests, changes, rescues, objections. */
    answers: z.int(),
    /** All items of "Por hacer", including those; at most a hundred. */
    tasks: z.int(),
    /** Of a professional's visits, those past their hour that are not closed, and unpaid rests; at most a hundred. */
    close: z.int(),
    /** Clients who wait for an hour of the professional; at most a hundred. */
    waitlist: z.int(),
    /** Invitations to a professional that are not answered. */
    invitations: z.int(),
    /** Applications and agreements that need a step. */
    hiring: z.int(),
    /** Problems of visits at a host's spaces that need an answer. */
    problems: z.int(),
  }),
  refusals: ['role_not_available', 'invalid_input'],
})
