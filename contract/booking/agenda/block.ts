/** Time that a host closes on the timeline, and its hours. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LongText } from '#contract/platform/shapes.ts'

export const BlockKind = z.enum(['block', 'maintenance'])
export type BlockKind = z.output<typeof BlockKind>

export const Block = z.object({
  id: Id,
  unitId: Id,
  kind: z.enum(['block', 'maintenance', 'closure']),
  startsAt: Instant,
  endsAt: Instant,
  reason: z.string(),
  author: z.string(),
  closureId: z.nullable(Id),
  version: z.int(),
})
export type Block = z.output<typeof Block>

/** In `details` of `stale_version`: the current block, so that the client can show the conflict and let the host choose. */
export const ChangedBlock = z.object({ block: Block })

const Reason = LongText(200)

export const addBlock = endpoint({
  method: 'POST',
  path: '/api/units/:id/blocks',
  summary: 'Block time of a unit',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.object({
    kind: z._default(BlockKind, 'block'),
    startsAt: Instant,
    endsAt: Instant,
    reason: z._default(Reason, ''),
  }),
  reply: Block,
  status: 201,
  idempotent: true,
  refusals: ['not_found', 'unit_taken', 'invalid_input', 'time_is_past'],
})

export const changeBlock = endpoint({
  method: 'PATCH',
  path: '/api/blocks/:id',
  summary: 'Change the time, unit or reason of a block',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.object({
    unitId: z.optional(Id),
    startsAt: z.optional(Instant),
    endsAt: z.optional(Instant),
    kind: z.optional(BlockKind),
    reason: z.optional(Reason),
    version: z.int(),
  }),
  reply: Block,
  refusals: ['not_found', 'unit_taken', 'stale_version', 'invalid_input', 'part_of_closure'],
})

export const removeBlock = endpoint({
  method: 'DELETE',
  path: '/api/blocks/:id',
  summary: 'Remove a block; its time can be booked again',
  access: 'host',
  params: z.object({ id: Id }),
  query: z.object({ version: z.coerce.number().check(z.int()) }),
  reply: Done,
  refusals: ['not_found', 'stale_version', 'part_of_closure'],
})
