/** How much waits for a professional or a host: the numbers beside the tools of the working day. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'

export const waitingInWork = endpoint({
  method: 'GET',
  path: '/api/workday/waiting',
  summary: 'How many things wait for my answer, and how many for anything of me',
  access: 'account',
  query: z.object({ as: z.enum(['professional', 'host']) }),
  reply: z.object({
    /** What has a deadline with another party on the other side: requests, other hours, other places, objections. */
    answers: z.int(),
    /** All of "Por hacer", those among them; at most a hundred. */
    tasks: z.int(),
  }),
  refusals: ['role_not_available', 'invalid_input'],
})
