/** A host's disputes (dispute.ts): all that involve them, those awaiting their answer first, by deadline. */
import * as z from 'zod/mini'
import { DisputeLine, DisputeState, DisputeSubject } from '#contract/booking/settlement/dispute-subject.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, PageQuery, Uuid, Zone } from '#contract/platform/shapes.ts'

/** Groups in the order of the list: to be answered by the host, by the other party, by Kalli, decided. */
export const HostDisputeGroup = z.enum(['answer', 'waits', 'review', 'decided'])
export type HostDisputeGroup = z.output<typeof HostDisputeGroup>

export const HostDispute = z.object({
  id: Uuid,
  bookingId: Uuid,
  group: HostDisputeGroup,
  state: DisputeState,
  openedBy: z.enum(['client', 'professional', 'host']),
  subject: DisputeSubject,
  line: DisputeLine,
  lineCents: z.int(),
  /** The host's own frozen amount. */
  frozenCents: z.int(),
  /** Deadline of the current step: to answer, to decide, to appeal; null once closed. */
  until: z.nullable(Instant),
  /** Withdrawn, or the visit ended otherwise. */
  withdrawn: z.boolean(),
  /** The outcome, as every party reads it; null before. */
  decided: z.nullable(z.string()),
  /** The other party. */
  other: z.object({ side: z.enum(['client', 'professional']), firstName: z.string() }),
  service: z.string(),
  startsAt: Instant,
  zone: Zone,
  place: z.string(),
})
export type HostDispute = z.output<typeof HostDispute>

export const hostDisputes = endpoint({
  method: 'GET',
  path: '/api/host/disputes',
  summary: 'List the disputes of visits at own spaces, those that await an answer first',
  access: 'host',
  query: z.object(PageQuery),
  reply: z.array(HostDispute),
  refusals: ['invalid_input'],
})

export const hostDisputesWaiting = endpoint({
  method: 'GET',
  path: '/api/host/disputes/waiting',
  summary: "Count disputes that await the viewer's answer, with the first deadline",
  access: 'host',
  reply: z.object({ count: z.int(), until: z.nullable(Instant) }),
})
